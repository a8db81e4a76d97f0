import { createTestContext } from '@tickets/testkit/context';
import { buildGuild, buildTicket, buildUser } from '@tickets/testkit/factories';
import { CompiledQuery, PostgresQueryCompiler, sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Db } from '../../platform/db/db.ts';
import { listOwnTickets } from './list.ts';

test('someone’s tickets are found through an index of openers, however many others have', async () => {
  const compiler = new PostgresQueryCompiler();
  const asked: { sql: string; parameters: readonly unknown[] }[] = [];
  const through = (db: Db): Db =>
    db.withPlugin({
      transformQuery({ node, queryId }) {
        asked.push(compiler.compileQuery(node, queryId));
        return node;
      },
      transformResult: async ({ result }) => result,
    });
  await using context = await createTestContext({ through });
  const { ctx } = context;
  const { guild_id } = await buildGuild(ctx);
  const { user_id } = await buildUser(ctx);
  for (let count = 0; count < 30; count++) await buildTicket(ctx, { guild_id, opener_id: user_id });
  await sql`
    insert into tickets (guild_id, ticket_id, status, opener_id, source, interaction_id, subject, channel_name, channel_id)
    select ${guild_id}, n + 1000, case when n % 3 = 0 then 'open' else 'closed' end, n % 900, 'panel', n, 'Help', 'ticket', n
    from generate_series(1, 20000) n`.execute(ctx.db);
  // Pages that are read in vain hold what a test before this one deleted.
  await sql`vacuum (analyze)`.execute(ctx.db);
  const first = await listOwnTickets(ctx, user_id);
  asked.length = 0;
  const { tickets, next } = await listOwnTickets(ctx, user_id, { after: first.next ?? '' });
  expect([first.tickets.length, tickets.length, next]).toEqual([25, 5, null]);
  const statement = asked.find(({ sql: text }) => text.includes('from tickets t'));
  const { rows } = await ctx.db.executeQuery<{ 'QUERY PLAN': string }>(
    CompiledQuery.raw(`explain (analyze, costs off, timing off, summary off) ${statement?.sql}`, [
      ...(statement?.parameters ?? []),
    ]),
  );
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toMatch(/using tickets_p\d+_opener_id|on tickets_p\d+_opener_id/);
  // Twenty thousand tickets stand on more than 300 pages of the database.
  const [, pages] = /Buffers: shared hit=(\d+)/.exec(plan) ?? [];
  expect(Number(pages)).toBeLessThan(50);
});
