import { setTimeout } from 'node:timers/promises';
import { buildGuild, buildMember, buildSession } from '@tickets/testkit/data/factories';
import { lockWaits } from '@tickets/testkit/database/lock-waits';
import { startTestApp } from '@tickets/testkit/worlds/app';
import { createTestClock } from '@tickets/testkit/worlds/clock';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';

test('of a long list that one person asks for many times at once, as much comes as they may be sent', async () => {
  // Nothing of what they may be sent comes back while they are sent it.
  await using app = await startTestApp({ api: { limits_scale: 1 }, clock: createTestClock() });
  const { guild_id } = await buildGuild(app.ctx);
  await sql`insert into tags (guild_id, tag_id, content)
    select ${guild_id}, 'tag' || n, repeat('"', 2000) from generate_series(1, 200) n`.execute(app.ctx.db);
  const token = await buildSession(app.ctx, await buildMember(app.ctx, { guild_id, level: 2 }));
  const ask = async () => (await app.call('tags.list', { params: { guild_id }, token })).status;
  const statuses = await Promise.all(Array.from({ length: 20 }, ask));
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(10);
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
});

test.each(['GET', 'HEAD'])(
  'who lost their right while a %s of theirs waited for its turn is refused',
  {
    timeout: 30_000,
  },
  async (method) => {
    await using app = await startTestApp({ api: { limits_scale: 1 } });
    const { guild_id } = await buildGuild(app.ctx);
    const user_id = await buildMember(app.ctx, { guild_id, level: 2 });
    const headers = { authorization: await buildSession(app.ctx, user_id), 'x-tickets': 'true' };
    const ask = async () => (await fetch(`${app.url}/api/${guild_id}/tags`, { method, headers })).status;
    const waiting = () => lockWaits(app.ctx.db);
    let asked: Promise<number>[] = [];
    await app.ctx.db.transaction().execute(async (tx) => {
      await sql`lock table tags in access exclusive mode`.execute(tx);
      asked = [ask(), ask(), ask()];
      await vi.waitFor(async () => expect(await waiting()).toBe(2), 3_000);
      await setTimeout(600);
      await app.ctx.db.deleteFrom('permissions').where('user_id', '=', user_id).execute();
    });
    expect((await Promise.all(asked)).sort()).toEqual([200, 200, 403]);
  },
);
