import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { vi } from 'vitest';
import { createQueryClient } from '../lib/api/query-client.ts';
import { storeSession } from '../lib/session/session.ts';
import { createAppRouter } from '../router.tsx';
import { answerWith, json, type SeenRequest } from './fetch-stub.ts';
import { renderApp } from './render.tsx';

type Answers = Record<string, (request: SeenRequest) => Response | Promise<Response>>;

/**
 * Opens a page of server 1 as its administrator, or at another level. `answers` are keyed by method and path below the server, such as
 * `GET settings`, and may be changed while the test goes on.
 */
export function openServerPage(path: string, answers: Answers, permission_level: 1 | 2 = 2, person = '9') {
  vi.stubGlobal('scrollTo', () => undefined);
  // The test environment lays nothing out, so it scrolls nothing either.
  storeSession({
    token: 't',
    user_data: { id: person, username: 'nelly', avatar: '', admin: false },
    guilds: [{ id: '1', name: 'One', icon: '', permission_level }],
  });
  const seen = answerWith((request) => {
    const { pathname } = request.url;
    if (pathname === '/user/permissionlevel') return json(200, { success: true, permission_level });
    const answer = answers[`${request.method} ${pathname.replace('/api/1/', '')}`];
    if (!answer && pathname === '/api/1/guild') return json(200, { id: '1', name: 'One', icon: '' });
    if (!answer && pathname === '/api/1/discord') return json(200, { problem: null, until: null, gone: [] });
    return answer?.(request) ?? json(404, { success: false, error: `No answer for ${pathname}` });
  });
  const queryClient = createQueryClient();
  const router = createAppRouter(queryClient, createMemoryHistory({ initialEntries: [`/manage/1/${path}`] }));
  const rendered = renderApp(<RouterProvider router={router} />, queryClient);
  const asked = (method: string, below: string) =>
    seen.filter((request) => request.method === method && request.url.pathname === `/api/1/${below}`);
  const addresses = () => seen.map(({ url }) => url.pathname + url.search);
  return { ...rendered, router, queryClient, seen, asked, addresses };
}
