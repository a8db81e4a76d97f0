import { readFile } from 'node:fs/promises';
import { erasedWords } from '@tickets/contract/platform/names';
import { archiveOf, importArchive } from '@tickets/testkit/archives/archives';
import { Forgery } from '@tickets/testkit/archives/forge';
import { callAs } from '@tickets/testkit/data/access';
import {
  buildGuild,
  buildMember,
  buildMessage,
  buildTicket,
  buildUser,
} from '@tickets/testkit/data/factories';
import { createTestContext, type TestContext } from '@tickets/testkit/worlds/context';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { askForErasure } from '../requests.ts';
import { workOnRequest } from '../work.ts';

const migration = new URL('../../platform/db/migrations/0071_countable_changes.sql', import.meta.url);

let context: TestContext;
let author_id: string;
let other_id: string;
beforeEach(async () => {
  context = await createTestContext();
  author_id = (await buildUser(context.ctx, { username: 'maple' })).user_id;
  other_id = (await buildUser(context.ctx, { username: 'rowan' })).user_id;
});
afterEach(() => context.close());

/** A closed ticket in which two messages are of somebody, and one of another names them. */
async function buildNamedIn(guild_id: string): Promise<{ guild_id: string; ticket_id: number }> {
  const { ctx } = context;
  const closed = { status: 'closed', has_transcript: true, channel_id: null, closed_at: new Date() } as const;
  const { ticket_id } = await buildTicket(ctx, { guild_id, opener_id: author_id, ...closed });
  for (const content of ['Wool', 'Yarn'])
    await buildMessage(ctx, { guild_id, ticket_id, author_id, content });
  await buildMessage(ctx, { guild_id, ticket_id, author_id: other_id, content: `Ask <@${author_id}>` });
  await ctx.db
    .updateTable('tickets')
    .set({ message_count: 3 })
    .where('guild_id', '=', guild_id)
    .where('ticket_id', '=', ticket_id)
    .execute();
  return { guild_id, ticket_id };
}

async function erasedIn(guild_id: string): Promise<{ content: string; seq: number; last_seq: number }[]> {
  const { request_id } = await askForErasure(context.ctx, author_id, { now: true });
  expect(await workOnRequest(context.ctx, { request_id })).toBe(true);
  const { rows } = await sql<{ content: string; seq: number; last_seq: number }>`
    select content, seq, last_seq from ticket_messages join tickets using (guild_id, ticket_id)
    where guild_id = ${guild_id} order by message_id`.execute(context.ctx.db);
  return rows;
}

test('a ticket whose changes an archive counts as far as it may takes an erasure', async () => {
  const { ctx } = context;
  const source = await buildGuild(ctx);
  await buildNamedIn(source.guild_id);
  const archive = await Forgery.of(await archiveOf(ctx, source.guild_id));
  const most = 1_000_000_000;
  archive.rows('tickets/00001/tickets.jsonl', (rows) => rows.map((row) => ({ ...row, last_seq: most })));
  archive.rows('tickets/00001/ticket_messages.jsonl', (rows) =>
    rows.map((row) => ({ ...row, seq: most, first_seq: most })),
  );
  const { guild_id, owner_id } = await buildGuild(ctx);
  await buildMember(ctx, { guild_id, user_id: owner_id });
  const owner = await callAs({ ctx, guild_id }, owner_id);
  expect(await importArchive(owner, guild_id, archive.zip())).toMatchObject({ state: 'done' });
  const last_seq = most + 3;
  expect(await erasedIn(guild_id)).toEqual([
    { content: erasedWords, seq: most + 1, last_seq },
    { content: erasedWords, seq: most + 2, last_seq },
    { content: 'Ask <@1>', seq: most + 3, last_seq },
  ]);
});

test('one that was imported with the largest number there is takes an erasure after the upgrade', async () => {
  const { ctx } = context;
  const { guild_id } = await buildGuild(ctx);
  await buildNamedIn(guild_id);
  const spared = await buildNamedIn((await buildGuild(ctx)).guild_id);
  const largest = 2_147_483_647;
  await sql`update tickets set last_seq = ${largest} where guild_id = ${guild_id}`.execute(ctx.db);
  await sql`update ticket_messages set seq = ${largest} - seq, first_seq = 0 where guild_id = ${guild_id}`.execute(
    ctx.db,
  );
  const numbersOfSpared = () =>
    sql`select seq, first_seq, last_seq from ticket_messages join tickets using (guild_id, ticket_id)
      where guild_id = ${spared.guild_id} order by message_id`.execute(ctx.db);
  const before = await numbersOfSpared();
  await sql.raw(await readFile(migration, 'utf8')).execute(ctx.db);
  expect((await numbersOfSpared()).rows).toEqual(before.rows);
  const last_seq = 6;
  expect(await erasedIn(guild_id)).toEqual([
    { content: erasedWords, seq: 4, last_seq },
    { content: erasedWords, seq: 5, last_seq },
    { content: 'Ask <@1>', seq: 6, last_seq },
  ]);
});
