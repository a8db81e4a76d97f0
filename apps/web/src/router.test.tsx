import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createQueryClient } from './lib/api/query-client.ts';
import { readToasts } from './lib/page/toast.ts';
import { LEVELS_KEY } from './lib/session/levels.ts';
import { signInChallenge } from './lib/session/pkce.ts';
import { readSession, storeSession } from './lib/session/session.ts';
import { createAppRouter } from './router.tsx';
import { answerWith, json, type SeenRequest } from './test/fetch-stub.ts';
import { renderApp } from './test/render.tsx';
import { sampleTranscript } from './test/sample-transcript.ts';

const user_data = { id: '9', username: 'nelly', avatar: '', admin: false };
const guilds = ([2, 1, 0] as const).map((permission_level, index) => ({
  id: String(index + 1),
  name: `Level ${permission_level}`,
  icon: '',
  permission_level,
}));

/** Answers as a server does that knows the guilds above. */
function server(request: SeenRequest): Response {
  const { pathname, searchParams } = request.url;
  const known = guilds.find((guild) => guild.id === (searchParams.get('guild') ?? pathname.split('/')[2]));
  if (pathname === '/user/permissionlevel') {
    const permission_level = known?.permission_level ?? 0;
    return json(200, { success: true, permission_level, ...(!known && { unknown_guild: true }) });
  }
  if (!known) return json(404, { success: false, error: 'Guild not found', code: 'guild.not_found' });
  if (pathname.endsWith('/guild')) return json(200, known);
  return json(404, { success: false, error: 'There is nothing at this address.' });
}

const assign = vi.fn();

function open(path: string) {
  const queryClient = createQueryClient();
  const router = createAppRouter(queryClient, createMemoryHistory({ initialEntries: [path] }));
  renderApp(<RouterProvider router={router} />, queryClient);
  return router;
}

beforeEach(() => {
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.stubGlobal('scrollTo', () => undefined);
  assign.mockReset();
  vi.stubGlobal('location', { ...window.location, origin: 'http://localhost:3000', assign });
});

const signedIn = () => storeSession({ token: 't', user_data, guilds });

describe('without a session', () => {
  it.each(['/', '/manage/1/blacklist?page=2'])(
    '%s goes to the consent screen and carries itself along',
    async (path) => {
      const seen = answerWith(server);
      open(path);
      await waitFor(() => expect(assign).toHaveBeenCalledOnce());
      expect(new URL(assign.mock.calls[0]?.[0]).searchParams.get('state')).toBe(btoa(path));
      expect(seen).toEqual([]);
    },
  );
});

describe('with a stored list of servers that cannot be read', () => {
  beforeEach(signedIn);

  it.each(['{', '[1]', '{}'])('%s the list is loaded anew', async (broken) => {
    localStorage.setItem('guilds', broken);
    const seen = answerWith((request) =>
      request.url.pathname === '/user/guilds/reload' ? json(200, { success: true, guilds }) : server(request),
    );
    open('/');
    expect(await screen.findByRole('link', { name: /Level 2/ })).toBeTruthy();
    expect(seen[0]?.url.pathname).toBe('/user/guilds/reload');
    expect(assign).not.toHaveBeenCalled();
  });

  it('one signs in where that is refused', async () => {
    localStorage.setItem('guilds', '{');
    answerWith(() => json(429, { success: false, error: 'Too quickly' }));
    open('/');
    await waitFor(() => expect(assign).toHaveBeenCalledOnce());
  });
});

describe('coming back from Discord', () => {
  const granted = (request: SeenRequest) =>
    request.url.pathname === '/callback'
      ? json(200, { success: true, token: 'new', user_data, guilds })
      : server(request);

  it('stores the session and goes to where one wanted to go', async () => {
    await signInChallenge();
    const verifier = sessionStorage.getItem('sign_in_verifier');
    const seen = answerWith(granted);
    const router = open(`/callback?code=123&state=${btoa('/legal/privacy')}`);
    await waitFor(() => expect(router.history.location.pathname).toBe('/legal/privacy'));
    expect(readSession()).toEqual({ token: 'new', user_data, guilds });
    // A page that the test before left may still read something.
    const sent = seen.filter(({ method }) => method === 'POST');
    expect(sent.map(({ url, body }) => [url.pathname + url.search, body])).toEqual([
      [`/callback?code=123&code_verifier=${verifier}`, null],
    ]);
  });

  it.each([
    ['without a code', ''],
    ['with a code that this browser did not ask for', '&code=of-somebody-else'],
  ])('%s starts again, on the way to the same page', async (_how, code) => {
    const seen = answerWith(granted);
    open(`/callback?state=${btoa('/legal/privacy')}${code}`);
    await waitFor(() => expect(assign).toHaveBeenCalledOnce());
    expect(new URL(assign.mock.calls[0]?.[0]).searchParams.get('state')).toBe(btoa('/legal/privacy'));
    expect(seen).toEqual([]);
    expect(readSession()).toBeUndefined();
  });

  it('with a wrong code shows what the server says', async () => {
    await signInChallenge();
    answerWith(() => json(400, { success: false, error: 'Invalid code: try logging in again' }));
    open('/callback?code=wrong');
    expect((await screen.findByRole('alert')).textContent).toBe('Invalid code: try logging in again');
    expect(assign).not.toHaveBeenCalled();
  });

  it('after Cancel waits for a press before it asks again, and then for the same page', async () => {
    open(`/callback?error=access_denied&error_description=denied&state=${btoa('/legal/privacy')}`);
    expect(await screen.findByRole('heading', { name: 'Sign-in cancelled' })).toBeDefined();
    expect(assign).not.toHaveBeenCalled();
    screen.getByRole('button', { name: 'Sign in again' }).click();
    await waitFor(() => expect(assign).toHaveBeenCalledOnce());
    expect(new URL(assign.mock.calls[0]?.[0]).searchParams.get('state')).toBe(btoa('/legal/privacy'));
  });

  it('with any other refusal says which', async () => {
    open('/callback?error=invalid_scope&error_description=The+scope+is+unknown.');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe('Discord could not sign you in: The scope is unknown.');
    expect(assign).not.toHaveBeenCalled();
  });
});

describe('signing out', () => {
  it('posts, empties the browser and leaves to the main site', async () => {
    signedIn();
    const seen = answerWith(() => new Response(null, { status: 204 }));
    open('/logout');
    await waitFor(() => expect(assign).toHaveBeenCalledWith('http://localhost:3000/welcome'));
    expect(seen.map(({ method, url, body }) => [method, url.pathname, body])).toEqual([
      ['POST', '/logout', null],
    ]);
    expect(localStorage.length).toBe(0);
  });

  it('that the server refuses keeps the session and says so', async () => {
    signedIn();
    answerWith(() => json(500, { success: false, error: 'An internal server error occurred' }));
    open('/logout');
    expect((await screen.findByRole('alert')).textContent).toContain('An internal server error occurred');
    expect(readSession()).toBeDefined();
  });
});

describe('pages of a server', () => {
  beforeEach(signedIn);

  it.each([
    ['1', '/manage/1/settings'],
    ['2', '/manage/2/transcripts'],
  ])('the index of server %s leads to %s', async (id, path) => {
    answerWith(server);
    const router = open(`/manage/${id}`);
    await waitFor(() => expect(router.history.location.pathname).toBe(path));
    // The page behind it goes on asking; it must have had its answers before the next test listens.
    await waitFor(() => expect(router.state.status).toBe('idle'));
    await screen.findByRole('heading', { level: 1 });
  });

  it('without any level go back to the list, with the reason and without a call that is refused', async () => {
    const seen = answerWith(server);
    const router = open('/manage/3/tickets');
    await waitFor(() => expect(router.history.location.pathname).toBe('/'));
    expect(readToasts().map(({ kind, text }) => [kind, text])).toEqual([
      ['error', 'You do not have permission to manage this server.'],
    ]);
    expect(seen.map(({ url }) => url.pathname)).toEqual(['/user/permissionlevel']);
  });

  it('above the level of the person load nothing and say whom to ask', async () => {
    const seen = answerWith(server);
    open('/manage/2/settings');
    expect(await screen.findByRole('heading', { name: 'You cannot use this page' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go to the tickets' }).getAttribute('href')).toMatch(
      /\/tickets$/,
    );
    expect(seen.map(({ url }) => url.pathname)).toEqual(['/user/permissionlevel', '/api/2/guild']);
  });

  it('of a server that nobody knows are logged, and are not found without any error', async () => {
    const seen = answerWith(server);
    open('/manage/77/settings');
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    // Nor is a server made up for the menu.
    expect(screen.queryByText('Server')).toBeNull();
    expect(screen.getByRole('link', { name: 'Back to servers' }).getAttribute('href')).toBe('/');
    expect(seen.map(({ url }) => url.pathname)).toEqual(['/user/permissionlevel']);
    expect(console.info).toHaveBeenCalledWith('Server 77 is not in the stored list.');
    expect(readToasts()).toEqual([]);
  });

  it.each([
    ['before one came', {}],
    ['a moment ago', { 1: { permission_level: 2, last_updated: Date.now() } }],
  ])('of a server that the bot has left %s are one page with the invite', async (_when, levels) => {
    signedIn();
    sessionStorage.setItem(LEVELS_KEY, JSON.stringify(levels));
    answerWith(({ url }) =>
      url.pathname === '/user/permissionlevel'
        ? json(200, { success: true, permission_level: 0, unknown_guild: true })
        : json(404, { success: false, error: 'Guild not found', code: 'guild.not_found' }),
    );
    open('/manage/1/panels');
    expect(await screen.findByRole('heading', { name: 'You cannot reach Level 2 any more' })).toBeTruthy();
    const invite = screen.getByRole('link', { name: 'Invite the bot' });
    expect(invite.getAttribute('href')).toBe('http://discord.test/invite?guild_id=1');
    expect(readToasts()).toEqual([]);
  });

  it('of a server that the API refuses show its words under the name that is known', async () => {
    answerWith((request) =>
      request.url.pathname.endsWith('/guild')
        ? json(403, { success: false, error: 'Not now' })
        : server(request),
    );
    open('/manage/2/tickets');
    expect(await screen.findByText('Not now')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Level 1');
  });

  it('of something that is no server id are unknown addresses', async () => {
    answerWith(() => json(400, { success: false, error: 'Invalid guild ID', code: 'guild.invalid_id' }));
    const router = open('/manage/abc/settings');
    await waitFor(() => expect(router.history.location.pathname).toBe('/404'));
  });

  it('show a member their transcript in a server that they joined after signing in', async () => {
    const transcript = sampleTranscript();
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
    onTestFinished(() => void vi.unstubAllGlobals());
    answerWith((request) =>
      request.url.pathname.endsWith('/render') ? json(200, transcript) : server(request),
    );
    open('/manage/77/transcripts/view/5');
    expect(await screen.findByRole('heading', { name: /ticket-5|#5/ })).toBeTruthy();
  });

  it.each(['tickets/view/abc', 'tickets/view/0', 'transcripts/view/-1', 'logs/view/1.5'])(
    'of a ticket that has no number are not found: %s',
    async (path) => {
      answerWith(server);
      signedIn();
      open(`/manage/1/${path}`);
      expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy();
    },
  );

  it('take over the name that the server has now, for the list too', async () => {
    answerWith((request) =>
      request.url.pathname === '/api/1/guild'
        ? json(200, { ...guilds[0], name: 'Renamed', icon: 'ff' })
        : server(request),
    );
    open('/manage/1/no-such-page');
    await waitFor(() =>
      expect(readSession()?.guilds[0]).toEqual({ ...guilds[0], name: 'Renamed', icon: 'ff' }),
    );
    expect(readSession()?.guilds.slice(1)).toEqual(guilds.slice(1));
  });

  it('that do not exist say so inside the frame', async () => {
    answerWith(server);
    open('/manage/1/no-such-page');
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy();
    expect(screen.getByRole('link', { name: '← Back to servers' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Back to servers' })).toBeTruthy();
  });
});

it('any other unknown address goes to /404', async () => {
  const router = open('/no/such/page');
  await act(() => router.load());
  await waitFor(() => expect(router.history.location.pathname).toBe('/404'));
  expect(await screen.findByText('Page not found')).toBeTruthy();
});

it('a page that is open when one signs out in another tab goes to sign-in', async () => {
  signedIn();
  answerWith(server);
  open('/');
  await screen.findByText('Your Servers');
  localStorage.clear();
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: null })));
  await waitFor(() => expect(assign).toHaveBeenCalledOnce());
});

it.each(['<b>Some text</b>', '1e3', '{"a":1}', '007'])(
  'the error page shows its message %s as it is',
  async (text) => {
    open(`/error?message=${encodeURIComponent(text)}`);
    expect(await screen.findByText(text)).toBeTruthy();
  },
);

it('the error page goes home where there is nothing to go back to', async () => {
  signedIn();
  answerWith(server);
  const router = open('/error?message=x');
  const back = await screen.findByRole('button', { name: 'Back' });
  act(() => back.click());
  await waitFor(() => expect(router.history.location.pathname).toBe('/'));
});
