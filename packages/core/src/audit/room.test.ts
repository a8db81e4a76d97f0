import { callAs } from '@tickets/testkit/data/access';
import { buildGuild, buildMember } from '@tickets/testkit/data/factories';
import { createTestContext } from '@tickets/testkit/worlds/context';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { undo } from '../undo/undo.ts';
import { listEntries } from './list.ts';
import { removeOldestChanges } from './room.ts';

test('a server keeps the values of its newest long changes, and of each earlier one who made it and when', async () => {
  await using context = await createTestContext();
  const { ctx } = context;
  const [full, other] = [await buildGuild(ctx), await buildGuild(ctx)];
  const by = await callAs(
    { ctx, guild_id: full.guild_id },
    await buildMember(ctx, { guild_id: full.guild_id, level: 2 }),
  );
  const tell = (guild_id: string, characters: number, count: number) =>
    sql`insert into audit_entries (guild_id, user_id, source, action, resource, resource_id, before, after)
      select ${guild_id}, ${by.caller.user_id}, 'dashboard', 31, 3, n::text,
        jsonb_build_object('content', 'before'), jsonb_build_object('content', repeat('x', ${characters}))
      from generate_series(1, ${count}::int) n`.execute(ctx.db);
  await tell(full.guild_id, 100, 3);
  await tell(other.guild_id, 10_000, 3);
  await tell(full.guild_id, 10_000, 5);

  await removeOldestChanges(ctx, 35_000);

  const { entries } = await listEntries(by, full.guild_id, {});
  expect(
    entries.map(({ new_data, data_removed, can_undo }) => [Boolean(new_data), data_removed, can_undo]),
  ).toEqual([
    ...Array(3).fill([true, undefined, true]),
    ...Array(2).fill([false, true, false]),
    ...Array(3).fill([true, undefined, true]),
  ]);
  expect(entries[3]).toMatchObject({ user_id: by.caller.user_id, created_at: expect.any(String) });
  await expect(undo(by, full.guild_id, entries[3]?.id ?? 0)).rejects.toMatchObject({
    code: 'undo.not_possible',
  });
  const { rows } =
    await sql`select from audit_entries where guild_id = ${other.guild_id} and before is not null`.execute(
      ctx.db,
    );
  expect(rows).toHaveLength(3);
});
