import { startTestApp } from '@tickets/testkit/app';
import { buildGuild, buildMember, buildSession } from '@tickets/testkit/factories';
import { sql } from 'kysely';
import { expect, test } from 'vitest';

test('of a long list that one person asks for many times at once, as much comes as they may be sent', async () => {
  await using app = await startTestApp({ api: { limits_scale: 1 } });
  const { guild_id } = await buildGuild(app.ctx);
  await sql`insert into tags (guild_id, tag_id, content)
    select ${guild_id}, 'tag' || n, repeat('"', 2000) from generate_series(1, 200) n`.execute(app.ctx.db);
  const token = await buildSession(app.ctx, await buildMember(app.ctx, { guild_id, level: 2 }));
  const ask = async () => (await app.call('tags.list', { params: { guild_id }, token })).status;
  const statuses = await Promise.all(Array.from({ length: 20 }, ask));
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(10);
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
});
