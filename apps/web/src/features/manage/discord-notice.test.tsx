import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { FakeSocket } from '../../test/fake-socket.ts';
import { json } from '../../test/fetch-stub.ts';
import { openServerPage } from '../../test/server-page.tsx';

beforeEach(() => {
  FakeSocket.forget();
  vi.stubGlobal('WebSocket', FakeSocket);
});

const answers = (problem: string | null, until: string | null = null, gone: object[] = []) => ({
  'GET blacklist': () => json(200, { users: [], roles: [], page_limit: 30 }),
  'GET roles': () => json(200, { success: true, roles: [] }),
  'GET discord': () => json(200, { problem, until, gone }),
});

test('an administrator is told that Discord refuses the bot token, and what to do', async () => {
  openServerPage('blacklist', answers('token_refused'));
  const notice = await screen.findByRole('alert');
  expect(notice.textContent).toContain('Discord does not accept the bot token');
  expect(notice.textContent).toContain('put the new token into DISCORD_TOKEN');
});

test('an administrator is told that the address is shut out, until when, and that nothing is lost', async () => {
  openServerPage('blacklist', answers('banned', '2026-11-26T12:00:00.000Z'));
  const notice = await screen.findByRole('alert');
  expect(notice.textContent).toMatch(/lets none through until Nov 26, 2026/);
  expect(notice.textContent).toContain('nothing is lost');
  expect(notice.querySelector('a')).toBeNull();
});

test('an administrator is told that there is no connection to Discord, without a way to a portal that does not help', async () => {
  openServerPage('blacklist', answers('disconnected'));
  const notice = await screen.findByRole('alert');
  expect(notice.textContent).toContain('The bot has no connection to Discord');
  expect(notice.querySelector('a')).toBeNull();
});

test('an administrator is told which roles and members tickets leave out, because Discord does not know them', async () => {
  const gone = [
    { id: '1', is_role: true, name: 'Support' },
    { id: '2', is_role: false, name: 'sara' },
  ];
  openServerPage('blacklist', answers(null, null, gone));
  expect((await screen.findByRole('alert')).textContent).toContain('Tickets leave out @Support and sara');
});

test('nothing is shown while Discord lets the bot in, and only administrators ask', async () => {
  const page = openServerPage('blacklist', answers(null));
  await vi.waitFor(() => expect(page.asked('GET', 'discord')).toHaveLength(1), 8_000);
  expect(screen.queryByRole('alert')).toBeNull();
  page.unmount();
  const staff = openServerPage('blacklist', answers('token_refused'), 1);
  await vi.waitFor(() => expect(staff.asked('GET', 'guild')).not.toHaveLength(0), 8_000);
  expect(staff.asked('GET', 'discord')).toEqual([]);
});
