import { AppError } from '@tickets/contract/platform/errors';
import { accessIn } from '@tickets/testkit/data/access';
import {
  buildAnswers,
  buildGuild,
  buildMember,
  buildMessage,
  buildTicket,
} from '@tickets/testkit/data/factories';
import { buildWebhook } from '@tickets/testkit/data/outgoing-webhooks';
import { untilLockWaits } from '@tickets/testkit/database/lock-waits';
import { allowDatabaseError, allowWarning } from '@tickets/testkit/guard/watch';
import { createTestClock } from '@tickets/testkit/worlds/clock';
import { createTestContext } from '@tickets/testkit/worlds/context';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { callBy } from '../access/caller.ts';
import { holdTicket } from '../tickets/model/find.ts';
import { makeLink, openLink } from './links.ts';
import { listTranscripts } from './list.ts';
import { removeTranscript } from './removal.ts';
import { renderTranscript } from './render.ts';
import { keepTranscriptsFor, previewRetention, readRetention, removeOldTranscripts } from './retention.ts';

const dayMs = 24 * 3_600_000;

async function start() {
  const clock = createTestClock(new Date('2026-06-30T12:00:00Z'));
  const context = await createTestContext({ clock });
  const { ctx } = context;
  const { guild_id } = await buildGuild(ctx);
  const as = async (level: 0 | 1 | 2) =>
    callBy(ctx, await accessIn({ ctx, guild_id }, await buildMember(ctx, { guild_id, level })), 'dashboard');
  const admin = await as(2);
  const closed = async (days_ago: number, words: string[] = ['Hello', 'Bye']) => {
    const { ticket_id } = await buildTicket(ctx, {
      guild_id,
      status: 'closed',
      has_transcript: true,
      close_reason: 'Sorted out',
      message_count: words.length,
      closed_at: new Date(clock.now().getTime() - days_ago * dayMs),
    });
    for (const content of words) await buildMessage(ctx, { guild_id, ticket_id, content });
    await buildAnswers(ctx, { guild_id, ticket_id }, { 'What?': 'A secret answer' });
    return { guild_id, ticket_id };
  };
  const left = async ({ ticket_id }: { ticket_id: number }) => {
    const of = async (table: 'ticket_messages' | 'ticket_answers' | 'search_texts' | 'transcript_links') =>
      (await ctx.db.selectFrom(table).where('ticket_id', '=', ticket_id).select('ticket_id').execute())
        .length;
    return {
      messages: await of('ticket_messages'),
      answers: await of('ticket_answers'),
      found: await of('search_texts'),
      links: await of('transcript_links'),
    };
  };
  return {
    ctx,
    clock,
    guild_id,
    as,
    admin,
    closed,
    left,
    [Symbol.asyncDispose]: () => context.close(),
  };
}

// What fails here on purpose is reported.
allowDatabaseError(/P0001: refused here/);
allowWarning(/"msg":"old transcripts of a server could not be removed/);

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );

describe('transcripts that a server keeps for some days', () => {
  test('go when they are older, with all that was said, and why they were closed; the tickets stay in the list', async () => {
    await using it = await start();
    const old = await it.closed(31);
    const young = await it.closed(29);
    await makeLink(it.admin, old, { days: 7 });
    await keepTranscriptsFor(it.admin, it.guild_id, { days: 30 });
    await removeOldTranscripts(it.ctx);
    expect(await it.left(old)).toEqual({ messages: 0, answers: 0, found: 0, links: 0 });
    expect(await it.left(young)).toMatchObject({ messages: 2, answers: 1 });
    expect(await codeOf(renderTranscript(it.admin, old))).toBe('transcript.not_found');
    const { rows } = await listTranscripts(it.admin, it.guild_id, {});
    expect(rows.map(({ has_transcript, close_reason }) => [has_transcript, close_reason])).toEqual([
      [true, 'Sorted out'],
      [false, null],
    ]);
  });

  test('are told beforehand, by number, size and age', async () => {
    await using it = await start();
    await it.closed(40);
    await it.closed(35, ['One']);
    await it.closed(2);
    expect(await previewRetention(it.admin, it.guild_id, { days: 30 })).toMatchObject({
      transcripts: 2,
      messages: 3,
      files: 0,
      file_bytes: 0,
      oldest_closed_at: new Date(it.clock.now().getTime() - 40 * dayMs).toISOString(),
    });
    expect(await previewRetention(it.admin, it.guild_id, { days: 300 })).toMatchObject({
      transcripts: 0,
      oldest_closed_at: null,
    });
  });

  test('stand in the record, one line a day, however many go', async () => {
    await using it = await start();
    for (let n = 0; n < 60; n += 1) await it.closed(31 + n, ['One']);
    await keepTranscriptsFor(it.admin, it.guild_id, { days: 30 });
    await removeOldTranscripts(it.ctx);
    const { removals, changed_by } = await readRetention(it.admin, it.guild_id);
    expect(removals).toMatchObject([{ transcripts: 60, messages: 60, days: 30, removed_by: null }]);
    expect(changed_by?.id).toBe(it.admin.caller.user_id);
  });

  test('go also where one among them cannot be removed', async () => {
    await using it = await start();
    const [broken, sound] = [await it.closed(40), await it.closed(35)];
    await keepTranscriptsFor(it.admin, it.guild_id, { days: 30 });
    await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'refused here'; end $$`.execute(
      it.ctx.db,
    );
    const isBroken = `old.guild_id = ${it.guild_id} and old.ticket_id = ${broken.ticket_id}`;
    await sql
      .raw(
        `create trigger refuse before delete on ticket_messages for each row when (${isBroken}) execute function refuse()`,
      )
      .execute(it.ctx.db);
    await removeOldTranscripts(it.ctx);
    await sql`drop function refuse cascade`.execute(it.ctx.db);
    expect(await it.left(sound)).toMatchObject({ messages: 0 });
    expect(await it.left(broken)).toMatchObject({ messages: 2 });
  });

  test('stay where a thread was reopened and closed again while older ones went', async () => {
    await using it = await start();
    const [first, second] = [await it.closed(40), await it.closed(35)];
    await keepTranscriptsFor(it.admin, it.guild_id, { days: 30 });
    const { removing } = await it.ctx.db.transaction().execute(async (tx) => {
      await holdTicket(tx, first);
      const removing = removeOldTranscripts(it.ctx);
      await untilLockWaits(it.ctx.db);
      await it.ctx.db
        .updateTable('tickets')
        .set({ closed_at: it.clock.now() })
        .where('ticket_id', '=', second.ticket_id)
        .execute();
      return { removing };
    });
    await removing;
    expect(await it.left(first)).toMatchObject({ messages: 0 });
    expect(await it.left(second)).toMatchObject({ messages: 2, answers: 1 });
  });

  test('stay once they are kept for good again', async () => {
    await using it = await start();
    const old = await it.closed(400);
    await keepTranscriptsFor(it.admin, it.guild_id, { days: 30 });
    await keepTranscriptsFor(it.admin, it.guild_id, { days: null });
    await removeOldTranscripts(it.ctx);
    expect(await it.left(old)).toMatchObject({ messages: 2 });
  });

  test('of another server stay', async () => {
    await using it = await start();
    const other = await buildGuild(it.ctx);
    const { ticket_id } = await buildTicket(it.ctx, {
      guild_id: other.guild_id,
      status: 'closed',
      has_transcript: true,
      closed_at: new Date('2020-01-01'),
    });
    await keepTranscriptsFor(it.admin, it.guild_id, { days: 1 });
    await removeOldTranscripts(it.ctx);
    expect(
      await it.ctx.db
        .selectFrom('tickets')
        .where('guild_id', '=', other.guild_id)
        .where('ticket_id', '=', ticket_id)
        .select('has_transcript')
        .executeTakeFirst(),
    ).toEqual({ has_transcript: true });
  });

  test('are decided by administrators alone', async () => {
    await using it = await start();
    const support = await it.as(1);
    expect(await codeOf(keepTranscriptsFor(support, it.guild_id, { days: 1 }))).toBe('permission.denied');
    expect(await codeOf(previewRetention(support, it.guild_id, { days: 1 }))).toBe('permission.denied');
  });
});

describe('a transcript that an administrator removes', () => {
  test('is gone with its answers, links and close reason, and the record says who did it', async () => {
    await using it = await start();
    const key = await it.closed(1);
    const { url } = await makeLink(it.admin, key, { days: 7 });
    const { webhook_id } = await buildWebhook(it.admin, {
      guild_id: it.guild_id,
      url: 'https://desk.example',
    });
    await it.ctx.db
      .insertInto('outgoing_deliveries')
      .values({ ...key, webhook_id, event: 'ticket.closed', data: '{"reason": "Sorted out"}' })
      .execute();
    await removeTranscript(it.admin, key);
    expect(await it.ctx.db.selectFrom('outgoing_deliveries').selectAll().execute()).toEqual([]);
    expect(await it.left(key)).toEqual({ messages: 0, answers: 0, found: 0, links: 0 });
    expect(await codeOf(openLink(it.ctx, url.split('#')[1] ?? ''))).toBe('transcript.link_gone');
    const { removals } = await readRetention(it.admin, it.guild_id);
    expect(removals).toMatchObject([
      { ticket_id: key.ticket_id, messages: 2, removed_by: { id: it.admin.caller.user_id } },
    ]);
  });

  test('is removed once, also when two do it at the same time', async () => {
    await using it = await start();
    const key = await it.closed(1);
    const done = await Promise.all([1, 2, 3].map(() => codeOf(removeTranscript(it.admin, key))));
    expect(done.sort()).toEqual(['done', 'transcript.not_found', 'transcript.not_found']);
    expect((await readRetention(it.admin, it.guild_id)).removals).toHaveLength(1);
  });

  test('is not removed by support, and no open ticket loses its messages', async () => {
    await using it = await start();
    const key = await it.closed(1);
    expect(await codeOf(removeTranscript(await it.as(1), key))).toBe('permission.denied');
    const open = await buildTicket(it.ctx, { guild_id: it.guild_id });
    expect(await codeOf(removeTranscript(it.admin, { ...key, ticket_id: open.ticket_id }))).toBe(
      'transcript.not_found',
    );
  });
});
