import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { setConfig } from '../../lib/page/config.ts';
import { readToasts } from '../../lib/page/toast.ts';
import { storeGuilds, storeSession } from '../../lib/session/session.ts';
import { answerWith, json } from '../../test/fetch-stub.ts';
import { renderApp, testConfig } from '../../test/render.tsx';
import { ServerListPage } from './server-list-page.tsx';
import { sortServers } from './sort-servers.ts';

const guilds = [
  { id: '1', name: 'Zoo', icon: 'a_1', permission_level: 2 },
  { id: '2', name: 'bakery', icon: '', permission_level: 1 },
  { id: '3', name: 'Aquarium', icon: '', permission_level: 0 },
] as const;

function renderList() {
  const router = createRouter({
    routeTree: createRootRoute({ component: ServerListPage }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  return { ...renderApp(<RouterProvider router={router as never} />), router };
}

beforeEach(() => {
  storeSession({
    token: 't',
    user_data: { id: '9', username: 'nelly', avatar: '', admin: false },
    guilds: [...guilds],
  });
});

describe('the server list', () => {
  it('sorts servers with access first, then by name whatever the case', () => {
    expect(sortServers(guilds).map((guild) => guild.name)).toEqual(['bakery', 'Zoo', 'Aquarium']);
  });

  it('begins with the invitation and leads each level to its page', async () => {
    renderList();
    const yours = await screen.findByRole('region', { name: 'Your Servers' });
    const links = within(yours).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      'http://discord.test/invite',
      '/manage/2/transcripts',
      '/manage/1/settings',
    ]);
    expect(links[0]?.textContent).toContain('Invite to your server');
  });

  it('says why a server without access cannot be opened, and links only to the documentation', async () => {
    renderList();
    const others = await screen.findByRole('region', { name: 'Other Servers' });
    expect(within(others).getByText('You do not have access to managing these servers.')).toBeTruthy();
    expect(within(others).getByText('No permission')).toBeTruthy();
    expect(
      within(others).getByRole('group', {
        name: 'Aquarium',
        description: 'You do not have permission to manage this server.',
      }),
    ).toBeTruthy();
    expect(
      within(others)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual(['http://localhost:3000/docs#who-may-do-what']);
  });

  it('tells a member where their tickets are, and not that the bot is nowhere', async () => {
    storeGuilds([guilds[2]]);
    renderList();
    const yours = await screen.findByRole('region', { name: 'Your Servers' });
    expect(yours.textContent).toContain('The tickets that you opened in them are under My Tickets');
    expect(yours.textContent).not.toContain('has the bot');
  });

  it('tells who is in no server with the bot how to begin', async () => {
    storeGuilds([]);
    renderList();
    expect(await screen.findByText(/None of your servers has the bot yet/)).toBeTruthy();
  });

  it('leads to the documentation as a whole where that is not the guide of the program', async () => {
    renderList();
    act(() => void setConfig({ ...testConfig, docs_url: 'https://docs.test/' }));
    act(() => storeGuilds([guilds[2]]));
    expect((await screen.findByRole('link', { name: 'How to get access' })).getAttribute('href')).toBe(
      'https://docs.test/',
    );
  });

  it('refreshes from the server and keeps what was answered', async () => {
    const seen = answerWith(() =>
      json(200, { success: true, guilds: [{ id: '5', name: 'New one', icon: '', permission_level: 2 }] }),
    );
    const { user } = renderList();
    await user.click(await screen.findByRole('button', { name: 'Refresh list' }));
    expect(await screen.findByText('New one')).toBeTruthy();
    expect(seen.map(({ method, url, body }) => [method, url.pathname, body])).toEqual([
      ['POST', '/user/guilds/reload', null],
    ]);
    expect(JSON.parse(localStorage.getItem('guilds') ?? '')).toHaveLength(1);
  });

  it('leaves the focus on the button that refreshed it', async () => {
    const answer = Promise.withResolvers<Response>();
    answerWith(() => answer.promise);
    const { user } = renderList();
    const refresh = await screen.findByRole<HTMLButtonElement>('button', { name: 'Refresh list' });
    await user.click(refresh);
    await waitFor(() => expect(refresh.disabled).toBe(true));
    // A browser moves the focus off a button that is disabled; the test environment does not.
    refresh.blur();
    answer.resolve(json(200, { success: true, guilds: [] }));
    await waitFor(() => expect(document.activeElement).toBe(refresh));
  });

  it('goes to sign-in when Discord wants the person again', async () => {
    answerWith(() => json(200, { success: false, reauthenticate_required: true }));
    const { user, router } = renderList();
    await user.click(await screen.findByRole('button', { name: 'Refresh list' }));
    await waitFor(() => expect(router.history.location.pathname).toBe('/login'));
  });

  it('shows the words of a refusal and keeps the list', async () => {
    answerWith(() =>
      json(429, { success: false, error: "You're doing this too quickly: try again in 8 seconds" }),
    );
    const { user } = renderList();
    await user.click(await screen.findByRole('button', { name: 'Refresh list' }));
    await waitFor(() =>
      expect(readToasts().map(({ text }) => text)).toEqual([
        "You're doing this too quickly: try again in 8 seconds",
      ]),
    );
    expect(screen.getByText('Zoo')).toBeTruthy();
  });
});
