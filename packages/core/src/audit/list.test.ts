import { auditPage } from '@tickets/contract/audit/audit';
import { callAs } from '@tickets/testkit/data/access';
import { buildGuild, buildMember } from '@tickets/testkit/data/factories';
import { createTestContext } from '@tickets/testkit/worlds/context';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { listEntries } from './list.ts';

const entries = 250;

test('entries whose changes are long come in pages of bounded size, by number and by key, and none is left out', async () => {
  await using context = await createTestContext();
  const { ctx } = context;
  const { guild_id } = await buildGuild(ctx);
  const by = await callAs({ ctx, guild_id }, await buildMember(ctx, { guild_id, level: 2 }));
  const long = JSON.stringify({ content: 'x'.repeat(20_000) });
  await sql`insert into audit_entries (guild_id, user_id, source, action, resource, resource_id, before, after)
    select ${guild_id}, ${by.caller.user_id}, 'dashboard', 31, 3, n::text, ${long}::jsonb, ${long}::jsonb
    from generate_series(1, ${entries}::int) n`.execute(ctx.db);
  const per_page = auditPage.max;

  const numbered: number[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const found = await listEntries(by, guild_id, { per_page, page });
    expect(found.entries.length).toBe(
      page < found.total_pages ? auditPage.numbered : entries % auditPage.numbered,
    );
    expect(JSON.stringify(found).length).toBeLessThan(1.1 * auditPage.bytes);
    const [first, ...rest] = found.entries;
    expect([first?.new_data?.length, first?.data_left_out]).toEqual([long.length, undefined]);
    expect(rest.at(-1)).toMatchObject({ data_left_out: true, can_undo: true });
    expect(rest.at(-1)?.new_data).toBeUndefined();
    numbered.push(...found.entries.map(({ id }) => id));
    pages = found.total_pages;
  }
  expect(new Set(numbered).size).toBe(entries);

  for (const direction of ['older_than', 'newer_than'] as const) {
    const all = direction === 'older_than' ? numbered : numbered.toReversed();
    const read = all.slice(0, 1);
    for (;;) {
      const found = await listEntries(by, guild_id, { per_page, [direction]: read.at(-1) });
      expect(JSON.stringify(found).length).toBeLessThan(1.1 * auditPage.bytes);
      const ids = found.entries.map(({ id }) => id);
      read.push(...(direction === 'older_than' ? ids : ids.toReversed()));
      if (!(direction === 'older_than' ? found.has_older : found.has_newer)) break;
    }
    expect(read).toEqual(all);
  }
});
