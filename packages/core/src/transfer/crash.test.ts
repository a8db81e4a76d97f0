import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { archiveOf, asFile } from '@tickets/testkit/archives/archives';
import { readZip } from '@tickets/testkit/archives/zip';
import { callAs } from '@tickets/testkit/data/access';
import { buildGuild, buildMember } from '@tickets/testkit/data/factories';
import { isKept } from '@tickets/testkit/data/kept-file';
import { smallDisk } from '@tickets/testkit/outside/small-disk';
import { everything } from '@tickets/testkit/permissions/use-cases';
import { createTestContext, type TestContext } from '@tickets/testkit/worlds/context';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { UserCall } from '../access/caller.ts';
import { diskStorage } from '../platform/storage/storage.ts';
import { findExport, startExport } from './export/exports.ts';
import { beginWaitingExports, makeExport } from './export/make-export.ts';
import { runsOf } from './import/runs.ts';
import { findUpload } from './import/upload-rows.ts';
import { startImport } from './import/uploads.ts';
import { beginWaitingImports, workOnServer } from './import/work.ts';

const tickets = 500;
const messages = 12;
const tags = 40;

let context: TestContext;
let source: string;
let archive: Buffer;
beforeAll(async () => {
  context = await createTestContext();
  const { ctx } = context;
  ({ guild_id: source } = await buildGuild(ctx, { name: 'Source' }));
  await sql`
    insert into tags (guild_id, tag_id, content)
    select ${source}::bigint, 'tag-' || n, 'Bread ' || n from generate_series(1, ${tags}::integer) n`.execute(
    ctx.db,
  );
  await sql`
    insert into tickets (guild_id, ticket_id, status, opener_id, source, interaction_id, subject, channel_name,
      opened_at, closed_at, has_transcript, message_count, last_seq)
    select ${source}::bigint, n, 'closed', 1000 + n, 'panel', n, 'Help', 'ticket-' || n, '2026-01-01', '2026-01-02', true, ${messages}::integer, ${messages}::integer
    from generate_series(1, ${tickets}::integer) n`.execute(ctx.db);
  await sql`
    insert into ticket_messages (guild_id, ticket_id, message_id, seq, first_seq, author_id, content, created_at)
    select ${source}::bigint, n, n * 1000 + m, m, m, 1000 + n, 'Message ' || m || ' about bread', '2026-01-01'
    from generate_series(1, ${tickets}::integer) n, generate_series(1, ${messages}::integer) m`.execute(
    ctx.db,
  );
  await ctx.db
    .updateTable('guilds')
    .set({ last_ticket_id: tickets })
    .where('guild_id', '=', source)
    .execute();
  archive = await archiveOf(ctx, source);
}, 60_000);
afterAll(() => context.close());

/** An empty server, with its owner. */
async function emptyServer(): Promise<{ guild_id: string; owner: UserCall }> {
  const { ctx } = context;
  const made = await buildGuild(ctx);
  await buildMember(ctx, { guild_id: made.guild_id, user_id: made.owner_id });
  return { guild_id: made.guild_id, owner: await callAs({ ctx, guild_id: made.guild_id }, made.owner_id) };
}

function startWorker(what: 'import' | 'export', id: string) {
  const { ctx, database_url } = context;
  const folder = dirname(dirname(dirname(ctx.storage.localPath?.('a'.repeat(16)) ?? '')));
  const script = join(import.meta.dirname, '../../../testkit/src/faults/process-to-kill.ts');
  const child = spawn(process.execPath, [script, what, id, database_url, folder], { stdio: 'ignore' });
  return {
    child,
    exited: once(child, 'exit'),
    async kill() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

const countOf = async (guild_id: string) => {
  const { rows } = await sql<{ tickets: number; messages: number; half: number; tags: number }>`
    select
      (select count(*)::int from tickets where guild_id = ${guild_id}) as tickets,
      (select count(*)::int from ticket_messages where guild_id = ${guild_id}) as messages,
      (select count(*)::int from tickets t where guild_id = ${guild_id} and message_count <>
        (select count(*) from ticket_messages m where m.guild_id = t.guild_id and m.ticket_id = t.ticket_id)) as half,
      (select count(*)::int from tags where guild_id = ${guild_id}) as tags`.execute(context.ctx.db);
  return rows[0] ?? { tickets: 0, messages: 0, half: 0, tags: 0 };
};

describe('a process that is killed in the middle', () => {
  test.each([
    ['while tags are made', (now: { tickets: number; tags: number }) => now.tags > 3],
    ['early among the tickets', (now: { tickets: number }) => now.tickets > 0],
    ['late among the tickets', (now: { tickets: number }) => now.tickets >= 300],
  ])(
    'of an import, %s, leaves whole things, and the next goes on',
    async (_, isTime) => {
      const { ctx } = context;
      const { guild_id, owner } = await emptyServer();
      const { uploads } = await startImport(owner, guild_id, { files: asFile(archive), preview: false });
      const worker = startWorker('import', guild_id);
      while (!isTime(await countOf(guild_id)) && worker.child.exitCode === null) await sleep(2);
      const isInterrupted = async () =>
        (await runsOf(ctx.db, guild_id)).some(({ is_interrupted }) => is_interrupted);
      expect(await isInterrupted()).toBe(false);
      await worker.kill();
      await expect.poll(isInterrupted).toBe(true);
      const then = await countOf(guild_id);
      expect(then.half).toBe(0);
      expect(then.tickets).toBeLessThan(tickets);

      // Its lock goes with its connections.
      await expect
        .poll(
          async () =>
            (
              await ctx.db
                .selectFrom('import_runs')
                .where('guild_id', '=', guild_id)
                .select('run_id')
                .execute()
            ).length,
        )
        .toBe(2);
      await beginWaitingImports(ctx);
      while (!(await workOnServer(ctx, { guild_id }))) await sleep(50);
      expect(await countOf(guild_id)).toEqual({ tickets, messages: tickets * messages, half: 0, tags });
      expect(await findUpload(ctx.db, uploads[0]?.upload_id ?? '')).toMatchObject({ state: 'done' });
      const runs = await runsOf(ctx.db, guild_id);
      expect(runs.flatMap(({ logs }) => logs.map(({ message }) => message))).toContain(
        'It goes on after an interruption.',
      );
      expect(runs.map(({ failed }) => failed)).toEqual([0, 0]);
      expect(await isInterrupted()).toBe(false);
    },
    60_000,
  );

  test('of an export leaves nothing that could be fetched, and the next makes it whole', async () => {
    const { ctx } = context;
    const owner = await callAs(
      { ctx, guild_id: source },
      (
        await ctx.db
          .selectFrom('guilds')
          .where('guild_id', '=', source)
          .select('owner_id')
          .executeTakeFirstOrThrow()
      ).owner_id,
    );
    const { export_id } = await startExport(owner, source, { contents: 'everything' });
    const worker = startWorker('export', export_id);
    await expect
      .poll(async () => (await findExport(ctx.db, export_id))?.state, { interval: 1, timeout: 40_000 })
      .toBe('running');
    await worker.kill();
    const row = await findExport(ctx.db, export_id);
    expect(row).toMatchObject({ state: 'running', file_bytes: null });
    expect(await isKept(ctx.storage, row?.file_key ?? '')).toBe(false);
    await beginWaitingExports(ctx);
    while (!(await makeExport(ctx, { export_id }))) await sleep(50);
    const file = await ctx.storage.get((await findExport(ctx.db, export_id))?.file_key ?? '');
    expect(file && (await readZip(await buffer(file.stream))).has('manifest.json')).toBe(true);
  }, 60_000);
});

describe('while storage fails', () => {
  test('an archive that is sent is not taken, its sender is told, and nothing is left of it', async () => {
    const { ctx } = context;
    const { guild_id, owner } = await emptyServer();
    await using disk = await smallDisk();
    const before = await countOf(guild_id);
    const full = disk
      ? diskStorage(join(disk.dir, 'files'))
      : {
          ...ctx.storage,
          putStream: () => Promise.reject(Object.assign(new Error('no space'), { code: 'ENOSPC' })),
        };
    await disk?.fill();
    const sent = startImport({ ...owner, storage: full }, guild_id, {
      files: asFile(archive),
      preview: false,
    });
    await expect(sent).rejects.toMatchObject({ code: disk ? 'service.disk_full' : 'ENOSPC' });
    await disk?.free();
    expect(await countOf(guild_id)).toEqual(before);
    const states = await ctx.db
      .selectFrom('import_uploads')
      .where('guild_id', '=', guild_id)
      .select('state')
      .execute();
    // Where it is known before, nothing is begun.
    expect(states).toEqual(disk ? [] : [{ state: 'discarded' }]);
    const { uploads } = await startImport(owner, guild_id, { files: asFile(archive), preview: true });
    expect(uploads[0]?.state).toBe('checking');
  });

  test('an export waits, and says so; afterwards it is made', async () => {
    const { ctx } = context;
    await ctx.db.updateTable('server_exports').set({ state: 'cancelled' }).execute();
    await using disk = await smallDisk();
    const owner_id = (
      await ctx.db
        .selectFrom('guilds')
        .where('guild_id', '=', source)
        .select('owner_id')
        .executeTakeFirstOrThrow()
    ).owner_id;
    const { export_id } = await startExport(await callAs({ ctx, guild_id: source }, owner_id), source, {
      contents: 'everything',
    });
    await disk?.fill();
    const storage = disk
      ? diskStorage(join(disk.dir, 'files'))
      : {
          ...ctx.storage,
          putStream: () => Promise.reject(Object.assign(new Error('no space'), { code: 'ENOSPC' })),
        };
    await expect(makeExport({ ...ctx, storage }, { export_id })).rejects.toMatchObject({
      code: disk ? 'service.disk_full' : 'ENOSPC',
    });
    expect(await findExport(ctx.db, export_id)).toMatchObject({
      state: 'running',
      problem: expect.stringMatching(/space|disk/),
    });
    await disk?.free();
    await makeExport({ ...ctx, storage: disk ? storage : ctx.storage }, { export_id });
    expect(await findExport(ctx.db, export_id)).toMatchObject({ state: 'done', problem: null });
  });

  test('an import whose archive cannot be read now is tried again, and changes nothing until then', async () => {
    const { ctx } = context;
    const { guild_id, owner } = await emptyServer();
    await startImport(owner, guild_id, { files: asFile(archive), preview: true });
    const before = await everything(ctx);
    const { localPath: _, ...elsewhere } = ctx.storage;
    const away = { ...elsewhere, get: () => Promise.reject(new Error('storage is away')) };
    await expect(workOnServer({ ...ctx, storage: away }, { guild_id })).rejects.toThrow('storage is away');
    expect(await everything(ctx)).toEqual(before);
    await workOnServer(ctx, { guild_id });
    const [row] = await ctx.db
      .selectFrom('import_uploads')
      .where('guild_id', '=', guild_id)
      .select('state')
      .execute();
    expect(row?.state).toBe('checked');
  });
});
