// @vitest-environment jsdom

import { beforeEach, expect, it, vi } from 'vitest';
import '../../test/render.tsx';
import { LEVELS_KEY } from './levels.ts';
import { clearBrowserStorage, noteOwnerOfTab, readSession, storeSession } from './session.ts';

const user_data = { id: '1', username: 'nelly', avatar: '', admin: false };

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => undefined));

it('a sign-in without guilds stores an empty list', () => {
  storeSession({ token: 't', user_data });
  expect(localStorage.getItem('guilds')).toBe('[]');
  expect(readSession()).toEqual({ token: 't', user_data, guilds: [] });
});

it.each(['token', 'user_data', 'guilds'])('there is no session without %s', (key) => {
  storeSession({ token: 't', user_data });
  localStorage.removeItem(key);
  expect(readSession()).toBeUndefined();
});

it('a session that was edited into nonsense is no session', () => {
  storeSession({ token: 't', user_data });
  localStorage.setItem('guilds', '{');
  expect(readSession()).toBeUndefined();
});

it('what one was writing is still there after signing in again, and gone for anybody else', () => {
  storeSession({ token: 't', user_data });
  sessionStorage.setItem('reply_draft:1/3', 'Hello');
  storeSession({ token: 'u', user_data });
  expect(sessionStorage.getItem('reply_draft:1/3')).toBe('Hello');
  storeSession({ token: 'v', user_data: { ...user_data, id: '2' } });
  expect(sessionStorage.getItem('reply_draft:1/3')).toBeNull();
});

it.each([
  ['is still there for the same person', user_data, 'Hello'],
  ['is gone for anybody else', { ...user_data, id: '2' }, null],
])('what one was writing in a tab %s after a sign-out in another tab', (_, next, kept) => {
  localStorage.setItem('token', 't');
  localStorage.setItem('user_data', JSON.stringify(user_data));
  noteOwnerOfTab();
  sessionStorage.setItem('reply_draft:1/3', 'Hello');
  localStorage.clear();
  storeSession({ token: 'u', user_data: next });
  expect(sessionStorage.getItem('reply_draft:1/3')).toBe(kept);
});

it('what one was writing in a tab is gone once somebody else signed in in another one', () => {
  storeSession({ token: 't', user_data });
  sessionStorage.setItem('reply_draft:1/3', 'Hello');
  localStorage.setItem('user_data', JSON.stringify({ ...user_data, id: '2' }));
  noteOwnerOfTab();
  expect(sessionStorage.getItem('reply_draft:1/3')).toBeNull();
});

it('what one may do is asked anew after signing in again', () => {
  storeSession({ token: 't', user_data });
  sessionStorage.setItem(LEVELS_KEY, '{"1":{}}');
  storeSession({ token: 'u', user_data });
  expect(sessionStorage.getItem(LEVELS_KEY)).toBeNull();
});

it('signing out leaves nothing in the browser', () => {
  storeSession({ token: 't', user_data });
  localStorage.setItem('theme', 'dark');
  sessionStorage.setItem('permissions', '{}');
  clearBrowserStorage();
  expect(localStorage.length + sessionStorage.length).toBe(0);
});
