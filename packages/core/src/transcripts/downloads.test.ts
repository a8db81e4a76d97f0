import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { AppError } from '@tickets/contract/platform/errors';
import { readZip } from '@tickets/testkit/archives/zip';
import { deafBot } from '@tickets/testkit/bots/deaf-bot';
import { accessIn } from '@tickets/testkit/data/access';
import {
  buildGuild,
  buildMember,
  buildMessage,
  buildPanel,
  buildTeam,
  buildTicket,
} from '@tickets/testkit/data/factories';
import { untilLockWaits } from '@tickets/testkit/database/lock-waits';
import { createTestClock } from '@tickets/testkit/worlds/clock';
import { createTestContext } from '@tickets/testkit/worlds/context';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { callBy } from '../access/caller.ts';
import type { Db, Tx } from '../platform/db/db.ts';
import { keptBytesMax } from '../platform/storage/kept-files.ts';
import { cancelDownload, downloadLink, findDownload, listDownloads, startDownload } from './downloads.ts';
import { beginWaitingDownloads, makeDownload, purgeDownloads } from './make-download.ts';
import { listReaders } from './reads.ts';
import { removeTranscript } from './removal.ts';
import { keepTranscriptsFor, removeOldTranscripts } from './retention.ts';

async function start() {
  const clock = createTestClock();
  const context = await createTestContext({ clock });
  const { ctx } = context;
  const { guild_id } = await buildGuild(ctx);
  const as = async (user_id: string) => callBy(ctx, await accessIn({ ctx, guild_id }, user_id), 'dashboard');
  const closed = async (said: string, values: object = {}) => {
    const { ticket_id } = await buildTicket(ctx, {
      guild_id,
      status: 'closed',
      has_transcript: true,
      closed_at: clock.now(),
      ...values,
    });
    await buildMessage(ctx, { guild_id, ticket_id, content: said });
    return ticket_id;
  };
  return {
    ctx,
    clock,
    guild_id,
    as,
    closed,
    staff: await as(await buildMember(ctx, { guild_id, level: 1 })),
    admin: await as(await buildMember(ctx, { guild_id, level: 2 })),
    async fileOf(download_id: string) {
      const row = await findDownload(ctx.db, download_id);
      const file = row?.file_key ? await ctx.storage.get(row.file_key) : undefined;
      if (!file) return undefined;
      const files = await readZip(await buffer(file.stream));
      return new Map([...files].map(([name, bytes]) => [name, bytes.toString()]));
    },
    [Symbol.asyncDispose]: () => context.close(),
  };
}

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );

describe('a download of many transcripts', () => {
  test.each(['html', 'text', 'json'] as const)('holds each that the filter finds, as %s', async (form) => {
    await using it = await start();
    const one = await it.closed('A parcel', { rating: 5 });
    const two = await it.closed('<script>two</script>', { rating: 5 });
    await it.closed('Not this', { rating: 1 });
    await it.closed('Nothing kept', { rating: 5, has_transcript: false });
    const { download_id } = await startDownload(it.staff, it.guild_id, { filter: { rating: 5 }, form });
    await makeDownload(it.ctx, { download_id });
    const files = await it.fileOf(download_id);
    const ending = { html: 'html', text: 'txt', json: 'json' }[form];
    expect([...(files?.keys() ?? [])]).toEqual([`ticket-${two}.${ending}`, `ticket-${one}.${ending}`]);
    expect(files?.get(`ticket-${one}.${ending}`)).toContain('A parcel');
    if (form === 'html') expect(files?.get(`ticket-${two}.html`)).not.toContain('<script>two');
    expect(await listDownloads(it.staff, it.guild_id)).toMatchObject([
      { state: 'done', transcripts_done: 2, transcripts_total: 2 },
    ]);
  });

  test('holds a sentence in place of a transcript that is too large, and all others', async () => {
    await using it = await start();
    const large = await it.closed('x'.repeat(20_000));
    const other = await it.closed('A parcel');
    await it.ctx.db.transaction().execute(async (tx) => {
      // Without what makes them searchable.
      await sql`set local session_replication_role = replica`.execute(tx);
      await sql`
        insert into ticket_messages
        select (jsonb_populate_record(m, jsonb_build_object('message_id', m.message_id + n))).*
        from ticket_messages m, generate_series(1, 1800) n where m.ticket_id = ${large}`.execute(tx);
    });
    const { download_id } = await startDownload(it.staff, it.guild_id, { filter: {}, form: 'text' });
    await makeDownload(it.ctx, { download_id });
    const files = await it.fileOf(download_id);
    expect([...(files?.keys() ?? [])]).toEqual([`ticket-${other}.txt`, `ticket-${large}-missing.txt`]);
    expect(files?.get(`ticket-${large}-missing.txt`)).toMatch(/^This transcript is too large .* 32 MB/);
  });

  test('is more than one batch, and none is missing or there twice', async () => {
    await using it = await start();
    for (let n = 0; n < 105; n += 1) await it.closed(`number ${n}`);
    const { download_id, transcripts_total } = await startDownload(it.staff, it.guild_id, {
      filter: {},
      form: 'text',
    });
    await makeDownload(it.ctx, { download_id });
    expect(transcripts_total).toBe(105);
    expect((await it.fileOf(download_id))?.size).toBe(105);
  });

  test('has only what its person may read, as they may when it is made', async () => {
    await using it = await start();
    const { ctx, guild_id } = it;
    const member = await buildMember(ctx, { guild_id });
    const team_id = await buildTeam(ctx, { guild_id, user_ids: [member] });
    const panel = await buildPanel(ctx, { guild_id, team_ids: [team_id], default_team: false });
    const theirs = await it.closed('Theirs', { panel_id: panel.panel_id });
    await it.closed('Of others');
    const person = await it.as(member);
    const { download_id } = await startDownload(person, guild_id, { filter: {}, form: 'text' });
    await makeDownload(ctx, { download_id });
    expect([...((await it.fileOf(download_id))?.keys() ?? [])]).toEqual([`ticket-${theirs}.txt`]);

    const later = await startDownload(person, guild_id, { filter: {}, form: 'text' });
    await ctx.db.deleteFrom('support_team_users').where('user_id', '=', member).execute();
    await makeDownload(ctx, { download_id: later.download_id });
    expect(await findDownload(ctx.db, later.download_id)).toMatchObject({ state: 'failed', file_key: null });
  });

  test('waits while a bot is in the server and hears nothing, and fails once there is none', async () => {
    await using it = await start();
    const { ctx, guild_id } = it;
    await it.closed('Of others');
    const { download_id } = await startDownload(it.staff, guild_id, { filter: {}, form: 'text' });
    const hear = await deafBot(ctx, guild_id);
    await makeDownload(ctx, { download_id });
    expect(await findDownload(ctx.db, download_id)).toMatchObject({ state: 'waiting' });
    await hear();
    await makeDownload(ctx, { download_id });
    expect(await findDownload(ctx.db, download_id)).toMatchObject({ state: 'done' });

    const later = await startDownload(it.staff, guild_id, { filter: {}, form: 'text' });
    await ctx.db.deleteFrom('bot_guilds').where('guild_id', '=', guild_id).execute();
    await ctx.db
      .updateTable('guilds')
      .set({ left_at: ctx.clock.now() })
      .where('guild_id', '=', guild_id)
      .execute();
    await makeDownload(ctx, later);
    expect(await findDownload(ctx.db, later.download_id)).toMatchObject({ state: 'failed' });
  });

  test('counts as read by its person', async () => {
    await using it = await start();
    const ticket_id = await it.closed('Hello');
    const { download_id } = await startDownload(it.staff, it.guild_id, { filter: {}, form: 'json' });
    await makeDownload(it.ctx, { download_id });
    const { readers } = await listReaders(it.admin, { guild_id: it.guild_id, ticket_id });
    expect(readers.map(({ user }) => user.id)).toEqual([it.staff.caller.user_id]);
  });

  test('is one at a time for a person, also when asked for twice at once', async () => {
    await using it = await start();
    await it.closed('Hello');
    const ask = () => codeOf(startDownload(it.staff, it.guild_id, { filter: {}, form: 'html' }));
    expect((await Promise.all([ask(), ask(), ask()])).sort()).toEqual([
      'done',
      'transcript.download_running',
      'transcript.download_running',
    ]);
    expect(await codeOf(startDownload(it.admin, it.guild_id, { filter: {}, form: 'html' }))).toBe('done');
  });

  test('of nothing is refused', async () => {
    await using it = await start();
    const asked = startDownload(it.staff, it.guild_id, { filter: { rating: 3 }, form: 'html' });
    expect(await codeOf(asked)).toBe('transcript.download_nothing');
  });

  test('that was cancelled is not made, and leaves no file', async () => {
    await using it = await start();
    await it.closed('Hello');
    const { download_id } = await startDownload(it.staff, it.guild_id, { filter: {}, form: 'html' });
    await cancelDownload(it.staff, { guild_id: it.guild_id, download_id });
    await makeDownload(it.ctx, { download_id });
    expect(await it.fileOf(download_id)).toBeUndefined();
    expect(await listDownloads(it.staff, it.guild_id)).toMatchObject([{ state: 'cancelled' }]);
  });

  test('that another process finishes first stays as that one made it', async () => {
    await using it = await start();
    for (let n = 0; n < 3; n += 1) await it.closed(`number ${n}`);
    const { download_id } = await startDownload(it.staff, it.guild_id, { filter: {}, form: 'text' });
    const late = {
      ...it.ctx,
      storage: {
        ...it.ctx.storage,
        async putStream(file_key: string, source: Readable) {
          const put = await it.ctx.storage.putStream(file_key, source);
          const done = { state: 'done' as const, finished_at: new Date() };
          await it.ctx.db.updateTable('transcript_downloads').set(done).execute();
          return put;
        },
      },
    };
    await makeDownload(late, { download_id });
    expect(await findDownload(it.ctx.db, download_id)).toMatchObject({ state: 'done' });
    expect(await it.fileOf(download_id)).toBeDefined();
  });

  test('that is cancelled while it is made ends at once, and leaves no file', async () => {
    await using it = await start();
    for (let n = 0; n < 3; n += 1) await it.closed(`number ${n}`);
    const { download_id } = await startDownload(it.staff, it.guild_id, { filter: {}, form: 'text' });
    const key = { guild_id: it.guild_id, download_id };
    const slow = {
      ...it.ctx,
      storage: {
        ...it.ctx.storage,
        async putStream(file_key: string, source: Readable) {
          await cancelDownload(it.staff, key);
          return it.ctx.storage.putStream(file_key, source);
        },
      },
    };
    await makeDownload(slow, { download_id });
    expect(await findDownload(it.ctx.db, download_id)).toMatchObject({ state: 'cancelled', file_key: null });
    expect(await it.fileOf(download_id)).toBeUndefined();
  });

  test('that a crash interrupted is begun anew, and ends whole', async () => {
    await using it = await start();
    await it.closed('One');
    await it.closed('Two');
    const { download_id } = await startDownload(it.staff, it.guild_id, { filter: {}, form: 'text' });
    const broken = {
      ...it.ctx,
      storage: { ...it.ctx.storage, putStream: () => Promise.reject(new Error('the disk is full')) },
    };
    await expect(makeDownload(broken, { download_id })).rejects.toThrow('the disk is full');
    expect(await findDownload(it.ctx.db, download_id)).toMatchObject({
      state: 'running',
      problem: 'the disk is full',
    });
    await beginWaitingDownloads(it.ctx);
    await makeDownload(it.ctx, { download_id });
    expect((await it.fileOf(download_id))?.size).toBe(2);
  });

  test('takes the place of older ones of the same person, where they would be too large together', async () => {
    await using it = await start();
    await it.closed('One');
    const make = async (call = it.staff) => {
      const { download_id } = await startDownload(call, it.guild_id, { filter: {}, form: 'text' });
      await makeDownload(it.ctx, { download_id });
      it.clock.advance(1_000);
      return download_id;
    };
    const [first, second] = [await make(), await make()];
    const size = { file_bytes: String(keptBytesMax) };
    await it.ctx.db.updateTable('transcript_downloads').set(size).where('download_id', '=', first).execute();
    const third = await make();
    expect(await findDownload(it.ctx.db, first)).toMatchObject({ state: 'done', file_key: null });
    expect([(await it.fileOf(second))?.size, (await it.fileOf(third))?.size]).toEqual([1, 1]);
  });

  test('is refused while the disk has too little left', async () => {
    await using it = await start();
    await it.closed('One');
    const requireRoom = () => Promise.reject(new AppError('service.disk_full'));
    const full = { ...it.staff, storage: { ...it.staff.storage, requireRoom } };
    expect(await codeOf(startDownload(full, it.guild_id, { filter: {}, form: 'text' }))).toBe(
      'service.disk_full',
    );
  });

  test('is gone with any of the transcripts in it that somebody deletes, and says why', async () => {
    await using it = await start();
    const first = await it.closed('The beginning');
    const ticket_id = await it.closed('A parcel', { continues: first });
    await it.closed('Another');
    for (const deleted of [ticket_id, first]) {
      const { download_id } = await startDownload(it.staff, it.guild_id, { filter: {}, form: 'text' });
      await makeDownload(it.ctx, { download_id });
      const key = { guild_id: it.guild_id, download_id };
      expect(await codeOf(downloadLink(it.staff, key))).toBe('done');
      await removeTranscript(it.admin, { guild_id: it.guild_id, ticket_id: deleted });
      expect(await codeOf(downloadLink(it.staff, key))).toBe('transcript.download_gone');
      expect((await listDownloads(it.staff, it.guild_id))[0]).toMatchObject({ state: 'withdrawn' });
      await purgeDownloads(it.ctx);
      expect(await it.fileOf(download_id)).toBeUndefined();
      it.clock.advance(1_000);
    }
  });

  test('that goes on from a deleted ticket is gone, also where only the later one was asked for', async () => {
    await using it = await start();
    const first = await it.closed('The beginning');
    await it.closed('A parcel', { continues: first, rating: 5 });
    const { download_id } = await startDownload(it.staff, it.guild_id, {
      filter: { rating: 5 },
      form: 'text',
    });
    await makeDownload(it.ctx, { download_id });
    await removeTranscript(it.admin, { guild_id: it.guild_id, ticket_id: first });
    expect(await findDownload(it.ctx.db, download_id)).toMatchObject({ state: 'withdrawn' });
  });

  test('stays where a transcript is deleted that is not in it', async () => {
    await using it = await start();
    const ticket_id = await it.closed('A parcel');
    await it.closed('Another', { rating: 5 });
    const { download_id } = await startDownload(it.staff, it.guild_id, {
      filter: { rating: 5 },
      form: 'text',
    });
    await makeDownload(it.ctx, { download_id });
    await removeTranscript(it.admin, { guild_id: it.guild_id, ticket_id });
    expect(await codeOf(downloadLink(it.staff, { guild_id: it.guild_id, download_id }))).toBe('done');
  });

  test.each([
    ['in it is gone', 5, 'withdrawn'],
    ['not in it stays', 4, 'done'],
  ] as const)('that is being made while a transcript is deleted that is %s', async (_, rating, state) => {
    await using it = await start();
    const ticket_id = await it.closed('A parcel', { rating: 5 });
    await it.closed('Another', { rating: 4 });
    const { download_id } = await startDownload(it.staff, it.guild_id, { filter: { rating }, form: 'text' });
    const late = {
      ...it.ctx,
      storage: {
        ...it.ctx.storage,
        async putStream(file_key: string, source: Readable) {
          const put = await it.ctx.storage.putStream(file_key, source);
          await removeTranscript(it.admin, { guild_id: it.guild_id, ticket_id });
          return put;
        },
      },
    };
    await makeDownload(late, { download_id });
    expect(await findDownload(it.ctx.db, download_id)).toMatchObject({ state });
    expect((await it.fileOf(download_id))?.size).toBe(state === 'done' ? 1 : undefined);
  });

  test('stays until its day is over where a transcript in it is removed by age, and no longer than a day after that', async () => {
    await using it = await start();
    const { ctx, guild_id } = it;
    const dayMs = 24 * 3_600_000;
    await it.closed('A parcel', { closed_at: new Date(it.clock.now().getTime() - 40 * dayMs) });
    await it.closed('Another');
    await keepTranscriptsFor(it.admin, guild_id, { days: 30 });
    const { download_id } = await startDownload(it.staff, guild_id, { filter: {}, form: 'text' });
    const key = { guild_id, download_id };
    const slow = {
      ...ctx,
      storage: {
        ...ctx.storage,
        async putStream(file_key: string, source: Readable) {
          const put = await ctx.storage.putStream(file_key, source);
          await removeOldTranscripts(ctx);
          it.clock.advance(3_600_000);
          return put;
        },
      },
    };
    await makeDownload(slow, { download_id });
    expect((await it.fileOf(download_id))?.size).toBe(2);
    await removeOldTranscripts(ctx);
    it.clock.advance(dayMs - 3_600_001);
    expect(await codeOf(downloadLink(it.staff, key))).toBe('done');
    it.clock.advance(1);
    expect(await codeOf(downloadLink(it.staff, key))).toBe('transcript.download_gone');
  });

  test('is gone with any of the transcripts in it also where it is finished at that moment', async () => {
    await using it = await start();
    const ticket_id = await it.closed('A parcel');
    await it.closed('Another');
    const { download_id } = await startDownload(it.staff, it.guild_id, { filter: {}, form: 'text' });
    await makeDownload(it.ctx, { download_id });
    const key = { guild_id: it.guild_id, download_id };
    const ofIt = (db: Db | Tx) =>
      db.updateTable('transcript_downloads').where('download_id', '=', download_id);
    await ofIt(it.ctx.db).set({ state: 'running' }).execute();
    const { removing } = await it.ctx.db.transaction().execute(async (tx) => {
      await ofIt(tx).set({ state: 'done' }).execute();
      const removing = removeTranscript(it.admin, { guild_id: it.guild_id, ticket_id });
      await untilLockWaits(it.ctx.db);
      return { removing };
    });
    await removing;
    expect(await codeOf(downloadLink(it.staff, key))).toBe('transcript.download_gone');
  });

  test('is gone for who left a team without which some of it may not be read, and there again with the team', async () => {
    await using it = await start();
    const { ctx, guild_id } = it;
    const team_id = await buildTeam(ctx, { guild_id });
    const { panel_id } = await buildPanel(ctx, { guild_id, default_team: false, team_ids: [team_id] });
    const user_id = it.staff.caller.user_id;
    const join = () => ctx.db.insertInto('support_team_users').values({ team_id, user_id }).execute();
    await it.closed('Hello');
    await join();
    const onlyOpen = await startDownload(await it.as(user_id), guild_id, { filter: {}, form: 'text' });
    await makeDownload(ctx, onlyOpen);
    await it.closed('Secret', { panel_id });
    const both = await startDownload(await it.as(user_id), guild_id, { filter: {}, form: 'text' });
    await makeDownload(ctx, both);
    const fetched = async ({ download_id }: { download_id: string }) =>
      codeOf(downloadLink(await it.as(user_id), { guild_id, download_id }));
    expect(await fetched(both)).toBe('done');
    await ctx.db.deleteFrom('support_team_users').where('team_id', '=', team_id).execute();
    expect(await fetched(both)).toBe('transcript.download_gone');
    expect(await fetched(onlyOpen)).toBe('done');
    await join();
    expect(await fetched(both)).toBe('done');
    await ctx.db.deleteFrom('panels').where('panel_id', '=', panel_id).execute();
    // As its tickets, it belongs to the default team then.
    expect(await fetched(both)).toBe('done');
  });

  test('is gone for who left the team of an earlier ticket that one in it goes on from, unless it is their own', async () => {
    await using it = await start();
    const { ctx, guild_id } = it;
    const user_id = it.staff.caller.user_id;
    const team_id = await buildTeam(ctx, { guild_id, user_ids: [user_id] });
    const { panel_id } = await buildPanel(ctx, { guild_id, default_team: false, team_ids: [team_id] });
    const make = async (opener_id: string, filter: object) => {
      const first = await it.closed('Secret', { panel_id, opener_id });
      const second = await it.closed('Nothing of note', { opener_id, continues: first });
      await it.closed('Hello', { opener_id, continues: second, ...filter });
      const row = await startDownload(await it.as(user_id), guild_id, { filter, form: 'text' });
      await makeDownload(ctx, row);
      expect([...((await it.fileOf(row.download_id))?.values() ?? [])].join()).toContain('Secret');
      return row;
    };
    const both = await make(await buildMember(ctx, { guild_id }), { rating: 5 });
    await ctx.db.deleteFrom('support_team_users').where('team_id', '=', team_id).execute();
    const own = await make(user_id, { rating: 4 });
    const fetched = async ({ download_id }: { download_id: string }) =>
      codeOf(downloadLink(await it.as(user_id), { guild_id, download_id }));
    expect([await fetched(both), await fetched(own)]).toEqual(['transcript.download_gone', 'done']);
  });

  test('is fetched by its person alone, for a day, and then goes', async () => {
    await using it = await start();
    await it.closed('Hello');
    const { download_id } = await startDownload(it.staff, it.guild_id, { filter: {}, form: 'html' });
    const key = { guild_id: it.guild_id, download_id };
    expect(await codeOf(downloadLink(it.staff, key))).toBe('transcript.download_gone');
    await makeDownload(it.ctx, { download_id });
    expect((await downloadLink(it.staff, key)).url).toContain('/exports/transcripts/');
    expect(await codeOf(downloadLink(it.admin, key))).toBe('transcript.download_gone');
    expect(await codeOf(cancelDownload(it.admin, key))).toBe('transcript.download_gone');
    it.clock.advance(25 * 3_600_000);
    expect(await codeOf(downloadLink(it.staff, key))).toBe('transcript.download_gone');
    await purgeDownloads(it.ctx);
    expect(await it.fileOf(download_id)).toBeUndefined();
    it.clock.advance(7 * 24 * 3_600_000);
    await purgeDownloads(it.ctx);
    expect(await listDownloads(it.staff, it.guild_id)).toEqual([]);
  });
});
