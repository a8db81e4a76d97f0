import { buildGuild, buildTicket, buildUser } from '@tickets/testkit/data/factories';
import { createTestContext } from '@tickets/testkit/worlds/context';
import { CompiledQuery, PostgresQueryCompiler, sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Db } from '../../platform/db/db.ts';
import { listOwnTickets, listOwnTranscripts } from './list.ts';

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

test('tickets that a server imported come after those that were opened here, whatever their times', async () => {
  await using context = await createTestContext();
  const { ctx } = context;
  const { user_id } = await buildUser(ctx);
  const servers = [await buildGuild(ctx), await buildGuild(ctx)] as const;
  const at = (day: number) => ({ opened_at: new Date(Date.UTC(2026, 0, day)), opener_id: user_id });
  const closed = { status: 'closed', channel_id: null, closed_at: new Date() } as const;
  const here = { guild_id: servers[0].guild_id, ...closed };
  const opened = [
    await buildTicket(ctx, { ...here, ...at(3) }),
    await buildTicket(ctx, { ...here, ...at(1) }),
    await buildTicket(ctx, { guild_id: servers[0].guild_id, ...at(2) }),
  ];
  for (let day = 1; day <= 27; day += 1) {
    const { guild_id, ticket_id } = await buildTicket(ctx, {
      guild_id: servers[1].guild_id,
      ...closed,
      ...at(day),
    });
    await sql`update tickets set interaction_id = -ticket_id
      where guild_id = ${guild_id} and ticket_id = ${ticket_id}`.execute(ctx.db);
  }
  const { tickets, next } = await listOwnTickets(ctx, user_id);
  const [third, first, open] = opened.map(({ ticket_id }) => ticket_id);
  expect(tickets.slice(0, 3).map(({ id }) => id)).toEqual([open, third, first]);
  expect(tickets.slice(3).every(({ imported }) => imported)).toBe(true);
  const rest = await listOwnTickets(ctx, user_id, { after: next ?? '' });
  const days = [...tickets.slice(3), ...rest.tickets].map(({ opened_at }) =>
    new Date(opened_at).getUTCDate(),
  );
  expect(days).toEqual(Array.from({ length: 27 }, (_, i) => 27 - i));
  const transcripts = await listOwnTranscripts(ctx, user_id, 1);
  expect(transcripts.slice(0, 2).map(({ ticket_id }) => ticket_id)).toEqual([third, first]);
});
