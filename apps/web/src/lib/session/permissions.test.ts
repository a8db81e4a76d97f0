// @vitest-environment jsdom

import { beforeEach, expect, it } from 'vitest';
import { answerWith, json } from '../../test/fetch-stub.ts';
import { testConfig } from '../../test/render.tsx';
import { setConfig } from '../page/config.ts';
import { placeIn } from './permissions.ts';
import { readSession, storeSession } from './session.ts';

beforeEach(() => setConfig(testConfig));

it('the level in a server is asked once in 60 seconds, each server by itself', async () => {
  const seen = answerWith(() => json(200, { success: true, permission_level: 2 }));
  expect(await placeIn('1', 0)).toMatchObject({ permission_level: 2 });
  expect(await placeIn('1', 59_999)).toMatchObject({ permission_level: 2 });
  expect(seen).toHaveLength(1);
  await placeIn('2', 59_999);
  expect(seen).toHaveLength(2);
  await placeIn('1', 60_000);
  expect(seen.map((request) => request.url.search)).toEqual(['?guild=1', '?guild=2', '?guild=1']);
});

it('the cache keeps permission_level and last_updated for each server', async () => {
  answerWith(() => json(200, { success: true, permission_level: 1 }));
  await placeIn('7', 1234);
  expect(JSON.parse(sessionStorage.getItem('permissions') ?? '')).toEqual({
    7: { permission_level: 1, last_updated: 1234 },
  });
});

it('the list of servers shows the level that was told last, and of other servers what it showed', async () => {
  const guild = (id: string) => ({ id, name: `Server ${id}`, icon: '', permission_level: 1 as const });
  const user_data = { id: '9', username: 'ada', avatar: '', admin: false };
  storeSession({ token: 'token', user_data, guilds: [guild('7'), guild('8')] });
  answerWith(() => json(200, { success: true, permission_level: 0 }));
  await placeIn('7');
  expect(readSession()?.guilds.map(({ permission_level }) => permission_level)).toEqual([0, 1]);
});
