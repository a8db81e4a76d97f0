import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { AppError } from '@tickets/contract/platform/errors';
import { readZip } from '@tickets/testkit/archives/zip';
import { deafBot } from '@tickets/testkit/bots/deaf-bot';
import { callAs } from '@tickets/testkit/data/access';
import { buildMember, buildMessage, buildPanel } from '@tickets/testkit/data/factories';
import { allowWarning } from '@tickets/testkit/guard/watch';
import { fillPlaces, fillServer, type Places } from '@tickets/testkit/worlds/filled-server';
import { startTicketWorld, type TicketWorld } from '@tickets/testkit/worlds/ticket-world';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listEntries } from '../../audit/list.ts';
import { filesOverRoom, keptBytesMax } from '../../platform/storage/kept-files.ts';
import { removeTranscript } from '../../transcripts/removal.ts';
import { Manifest } from '../format/manifest.ts';
import type { ExportedTable } from '../registry/entry.ts';
import { registry } from '../registry/registry.ts';
import { cancelExport, exportFileName, exportLink, findExport, listExports, startExport } from './exports.ts';
import { beginWaitingExports, makeExport, purgeServerExports } from './make-export.ts';
import { exportOf } from './write-export.ts';

// What is damaged here on purpose is reported.
allowWarning(/a damaged file is left out/);

let w: TicketWorld;
let places: Places;
let texts: string[];
beforeAll(async () => {
  w = await startTicketWorld();
  places = await fillPlaces(w, w.guild_id);
  ({ texts } = await fillServer(w, places));
});
afterAll(() => w[Symbol.asyncDispose]());

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );
const read = async (contents: 'everything' | 'setup' | 'tickets') => {
  const files = await readZip(await buffer(exportOf(w.ctx, { guild_id: w.guild_id, contents })));
  const manifest = Manifest.parse(JSON.parse(String(files.get('manifest.json'))));
  const lines = (name: string): Record<string, unknown>[] =>
    String(files.get(name) ?? '')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  return { files, manifest, lines };
};

test('the filled server has something of its own in every exported column', async () => {
  const { lines } = await read('everything');
  const { rows } = await sql<{ name: string; value: string | null }>`
    select table_name || '.' || column_name as name, column_default as value from information_schema.columns
    where table_schema = 'public'`.execute(w.ctx.db);
  const defaults = new Map(
    rows.map(({ name, value }) => [name, value?.split('::')[0]?.replace(/^'|'$/g, '') ?? null]),
  );
  const groups: [string, Record<string, ExportedTable>][] = [
    ['setup/', registry.setup],
    ['names/', registry.names],
    ['tickets/00001/', registry.tickets],
  ];
  const usual = groups.flatMap(([folder, tables]) =>
    Object.entries(tables).flatMap(([table, { columns }]) =>
      Object.keys(columns)
        .filter((column) => {
          const initial = defaults.get(`${table}.${column}`) ?? null;
          return lines(`${folder}${table}.jsonl`).every(({ [column]: value }) => {
            const told = typeof value === 'object' ? JSON.stringify(value) : String(value);
            return value === null || told === initial;
          });
        })
        .map((column) => `${table}.${column}`),
    ),
  );
  // Where claimed tickets are hidden nobody else may write in them; and nobody is made support one by one any more.
  expect(usual).toEqual(['guild_settings.support_can_type', 'permissions.support']);
});

describe('an archive', () => {
  test('says last what each of its parts is, with their sizes and hashes', async () => {
    const { files, manifest } = await read('everything');
    expect([...files.keys()].at(-1)).toBe('manifest.json');
    expect(manifest).toMatchObject({
      format: 'tickets-server',
      version: 1,
      server: { guild_id: w.guild_id, name: 'Bakery' },
      contents: 'everything',
      files: { count: 2 },
    });
    const others = [...files.keys()].filter((name) => !/^(README\.txt|manifest\.json|files\/.*)$/.test(name));
    expect(manifest.parts.map(({ name }) => name)).toEqual(others);
    for (const { name, bytes, lines, sha256 } of manifest.parts) {
      const file = files.get(name) ?? Buffer.alloc(0);
      expect([name, file.length, createHash('sha256').update(file).digest('hex')]).toEqual([
        name,
        bytes,
        sha256,
      ]);
      expect(String(file).split('\n').length - 1).toBe(lines);
    }
  });

  test('has each attachment once, under the hash of what it says', async () => {
    const { files } = await read('tickets');
    const kept = [...files].filter(([name]) => name.startsWith('files/'));
    expect(kept.map(([, bytes]) => String(bytes)).sort()).toEqual([...texts].sort());
    for (const [name, bytes] of kept)
      expect(name).toBe(`files/${createHash('sha256').update(bytes).digest('hex')}`);
  });

  test('has what was asked for, and nothing else', async () => {
    const folders = async (contents: 'setup' | 'tickets') =>
      [...new Set([...(await read(contents)).files.keys()].map((name) => name.split('/')[0]))].sort();
    expect(await folders('setup')).toEqual(['README.txt', 'manifest.json', 'names', 'setup']);
    expect(await folders('tickets')).toEqual(['README.txt', 'files', 'manifest.json', 'names', 'tickets']);
  });

  test('has no ticket that is being opened, and no row of another server', async () => {
    const { lines } = await read('everything');
    expect(lines('tickets/00001/tickets.jsonl').map(({ ticket_id, status }) => [ticket_id, status])).toEqual([
      [1, 'closed'],
      [2, 'closed'],
      [3, 'closed'],
      [4, 'open'],
    ]);
  });

  test('names no panel of a ticket where that was deleted', async () => {
    const { panel_id } = await buildPanel(w.ctx, { guild_id: w.guild_id });
    const of = (id: number | null) =>
      w.ctx.db
        .updateTable('tickets')
        .set({ panel_id: id })
        .where('guild_id', '=', w.guild_id)
        .where('ticket_id', '=', 1)
        .returning('panel_id')
        .executeTakeFirstOrThrow();
    const named = async () => (await read('tickets')).lines('tickets/00001/tickets.jsonl')[0]?.panel_id;
    const before = await named();
    await of(panel_id);
    expect(await named()).toBe(panel_id);
    await w.ctx.db.deleteFrom('panels').where('panel_id', '=', panel_id).execute();
    expect(await named()).toBeNull();
    await of(Number(before));
    expect(await named()).toBe(before);
  });

  test('says of stored embeds that cannot be drawn that they cannot, so that it can be imported', async () => {
    const message = { guild_id: w.guild_id, ticket_id: 1 };
    const { message_id } = await buildMessage(w.ctx, message);
    await sql`update ticket_messages set embeds = '[null]' where message_id = ${message_id}`.execute(
      w.ctx.db,
    );
    const { lines } = await read('tickets');
    const { ticket_messages } = registry.tickets;
    const written = lines('tickets/00001/ticket_messages.jsonl').find(
      (line) => line.message_id === message_id,
    );
    expect(ticket_messages.columns.embeds.safeParse(written?.embeds).data).toHaveLength(1);
    await sql`delete from ticket_messages where message_id = ${message_id}`.execute(w.ctx.db);
  });

  test('holds no secret, and no key by which anything of it could be fetched', async () => {
    const { files } = await read('everything');
    const { rows } = await sql<{ storage_key: string }>`select storage_key from stored_files`.execute(
      w.ctx.db,
    );
    const all = [...files].map(([name, bytes]) => name + String(bytes)).join('');
    for (const { storage_key } of rows) expect(all).not.toContain(storage_key.slice(-16));
    expect(all).not.toContain('cdn.example/receipt');
  });

  test('names an attachment whose bytes are gone, and holds all else', async () => {
    const { ctx } = w;
    const storage = { ...ctx.storage, get: async () => undefined };
    const files = await readZip(
      await buffer(exportOf({ ...ctx, storage }, { guild_id: w.guild_id, contents: 'tickets' })),
    );
    const manifest = Manifest.parse(JSON.parse(String(files.get('manifest.json'))));
    expect([manifest.missing_files.length, manifest.files.count]).toEqual([2, 0]);
  });

  test('names an attachment that was removed after its ticket was written, as by the age of transcripts', async () => {
    const { guild_id, ctx } = w;
    const removeAll = () =>
      ctx.db.deleteFrom('ticket_attachments').where('guild_id', '=', guild_id).returningAll().execute();
    let removed: Awaited<ReturnType<typeof removeAll>> | undefined;
    const note = async () => {
      removed ??= await removeAll();
    };
    const files = await readZip(await buffer(exportOf(ctx, { guild_id, contents: 'tickets', note })));
    await ctx.db
      .insertInto('ticket_attachments')
      .values(removed ?? [])
      .execute();
    const manifest = Manifest.parse(JSON.parse(String(files.get('manifest.json'))));
    expect([manifest.missing_files.length, manifest.files.count]).toEqual([2, 0]);
  });
});

describe('an export', () => {
  const asked = async () => {
    await w.ctx.db.deleteFrom('server_exports').execute();
    const call = await callAs(w, w.owner.id);
    const { export_id } = await startExport(call, w.guild_id, { contents: 'everything' });
    return { call, export_id, key: { guild_id: w.guild_id, export_id } };
  };
  const fileOf = async (export_id: string) => {
    const row = await findExport(w.ctx.db, export_id);
    const file = row?.file_key ? await w.ctx.storage.get(row.file_key) : undefined;
    return file && readZip(await buffer(file.stream));
  };

  test('is made without a file that is damaged, and names it', async () => {
    const { storage_key } = await w.ctx.db
      .selectFrom('stored_files')
      .select('storage_key')
      .executeTakeFirstOrThrow();
    const file = await w.ctx.storage.get(storage_key);
    const bytes = file ? await buffer(file.stream) : Buffer.alloc(0);
    await w.ctx.storage.put(storage_key, Buffer.from('something else'));
    const { export_id } = await asked();
    await makeExport(w.ctx, { export_id });
    await w.ctx.storage.put(storage_key, bytes);
    const manifest = JSON.parse(String((await fileOf(export_id))?.get('manifest.json')));
    expect([manifest.missing_files.length, manifest.files.count]).toEqual([1, 1]);
  });

  test('is made by a job, fetched by its person alone, and goes after a day', async () => {
    const { call, export_id, key } = await asked();
    expect(await codeOf(exportLink(call, key))).toBe('export.gone');
    // The first fills a folder, so the rest follows before it is noted again how far the export is.
    const first = w.ctx.db
      .updateTable('tickets')
      .where('guild_id', '=', w.guild_id)
      .where('ticket_id', '=', 1);
    await first.set({ message_count: 1_000_000 }).execute();
    await makeExport(w.ctx, { export_id });
    expect(await listExports(call, w.guild_id)).toMatchObject([
      { state: 'done', tickets_total: 4, tickets_done: 4, contents: 'everything' },
    ]);
    expect((await exportLink(call, key)).url).toContain('/exports/servers/');
    const other = await callAs(w, await buildMember(w.ctx, { guild_id: w.guild_id, level: 2 }));
    expect(await codeOf(exportLink(other, key))).toBe('export.gone');
    expect((await fileOf(export_id))?.has('manifest.json')).toBe(true);
    await w.ctx.db
      .updateTable('server_exports')
      .set({ file_expires_at: new Date(0) })
      .execute();
    expect(await codeOf(exportLink(call, key))).toBe('export.gone');
    await purgeServerExports(w.ctx);
    expect(await fileOf(export_id)).toBeUndefined();
  });

  test.each([
    ['Harbour Games', 'setup', 'tickets-harbour-games-setup-2026-01-31.zip'],
    ['../Café: "Zürich"\n', 'everything', 'tickets-café-zürich-everything-2026-01-31.zip'],
    ['🎮', 'tickets', `tickets-1-tickets-2026-01-31.zip`],
  ] as const)('of %j is called after its server and what is in it', async (name, contents, file_name) => {
    const guild_id = name === '🎮' ? '1' : w.guild_id;
    const before = await w.ctx.db
      .selectFrom('guilds')
      .where('guild_id', '=', w.guild_id)
      .select('name')
      .executeTakeFirstOrThrow();
    await w.ctx.db.updateTable('guilds').set({ name }).where('guild_id', '=', w.guild_id).execute();
    const asked_at = new Date('2026-01-31T12:00:00Z');
    expect(await exportFileName(w.ctx.db, { guild_id, contents, asked_at })).toBe(file_name);
    await w.ctx.db.updateTable('guilds').set(before).where('guild_id', '=', w.guild_id).execute();
  });

  test('is not fetched by whoever made it once an override alone lets them in', async () => {
    const admin = await buildMember(w.ctx, { guild_id: w.guild_id, level: 2 });
    await w.ctx.db.deleteFrom('server_exports').execute();
    const { export_id } = await startExport(await callAs(w, admin), w.guild_id, { contents: 'setup' });
    await makeExport(w.ctx, { export_id });
    await w.ctx.db.deleteFrom('permissions').where('user_id', '=', admin).execute();
    await w.ctx.db.insertInto('bot_staff').values({ user_id: admin }).execute();
    const expires_at = new Date(Date.now() + 3_600_000);
    await w.ctx.db.insertInto('staff_overrides').values({ guild_id: w.guild_id, expires_at }).execute();
    const letIn = await callAs(w, admin);
    const refusal = await codeOf(exportLink(letIn, { guild_id: w.guild_id, export_id }));
    await w.ctx.db.deleteFrom('staff_overrides').execute();
    expect(refusal).toBe('override.not_by_bot_staff');
  });

  test('is for administrators, when it is asked for and when it is made', async () => {
    const { key } = await asked();
    await w.ctx.db.updateTable('server_exports').set({ state: 'cancelled' }).execute();
    const support = await callAs(w, await buildMember(w.ctx, { guild_id: w.guild_id, level: 1 }));
    for (const refused of [
      startExport(support, w.guild_id, { contents: 'setup' }),
      listExports(support, w.guild_id),
      cancelExport(support, key),
      exportLink(support, key),
    ])
      expect(await codeOf(refused)).toBe('permission.denied');
    const admin = await buildMember(w.ctx, { guild_id: w.guild_id, level: 2 });
    const theirs = await startExport(await callAs(w, admin), w.guild_id, { contents: 'setup' });
    await w.ctx.db.deleteFrom('permissions').where('user_id', '=', admin).execute();
    await makeExport(w.ctx, theirs);
    expect(await findExport(w.ctx.db, theirs.export_id)).toMatchObject({ state: 'failed', file_key: null });
  });

  test('waits while a bot is in the server and hears nothing', async () => {
    const { export_id } = await asked();
    const hear = await deafBot(w.ctx, w.guild_id);
    await makeExport(w.ctx, { export_id });
    expect(await findExport(w.ctx.db, export_id)).toMatchObject({ state: 'waiting' });
    await hear();
    await makeExport(w.ctx, { export_id });
    expect(await findExport(w.ctx.db, export_id)).toMatchObject({ state: 'done' });
  });

  test('is one at a time for a server, and can be stopped', async () => {
    const { call, export_id, key } = await asked();
    expect(await codeOf(startExport(call, w.guild_id, { contents: 'setup' }))).toBe('export.running');
    await cancelExport(call, key);
    await makeExport(w.ctx, { export_id });
    expect(await fileOf(export_id)).toBeUndefined();
    expect(await codeOf(startExport(call, w.guild_id, { contents: 'setup' }))).toBe('done');
  });

  test('that another process finishes first stays as that one made it', async () => {
    const { call, export_id } = await asked();
    const late = {
      ...w.ctx,
      storage: {
        ...w.ctx.storage,
        async putStream(file_key: string, source: Readable) {
          const put = await w.ctx.storage.putStream(file_key, source);
          const done = { state: 'done' as const, finished_at: new Date() };
          await w.ctx.db.updateTable('server_exports').set(done).execute();
          return put;
        },
      },
    };
    await makeExport(late, { export_id });
    expect(await listExports(call, w.guild_id)).toMatchObject([{ state: 'done' }]);
    expect((await fileOf(export_id))?.has('manifest.json')).toBe(true);
  });

  test('is made again from the beginning after the disk was full', async () => {
    const { call, export_id } = await asked();
    const full = {
      ...w.ctx,
      storage: { ...w.ctx.storage, putStream: () => Promise.reject(new Error('the disk is full')) },
    };
    await expect(makeExport(full, { export_id })).rejects.toThrow('the disk is full');
    expect(await listExports(call, w.guild_id)).toMatchObject([{ state: 'running', is_failing: true }]);
    await beginWaitingExports(w.ctx);
    await makeExport(w.ctx, { export_id });
    expect((await fileOf(export_id))?.has('manifest.json')).toBe(true);
  });

  test('is refused while the disk has too little left', async () => {
    const { call, key } = await asked();
    await cancelExport(call, key);
    const requireRoom = () => Promise.reject(new AppError('service.disk_full'));
    const full = { ...call, storage: { ...call.storage, requireRoom } };
    expect(await codeOf(startExport(full, w.guild_id, { contents: 'setup' }))).toBe('service.disk_full');
  });

  test('takes the place of the oldest ones, where they would be too large together', async () => {
    const { ctx, guild_id } = w;
    const { call, export_id: first, key } = await asked();
    await makeExport(ctx, { export_id: first });
    const make = async () => {
      const { export_id } = await startExport(call, guild_id, { contents: 'setup' });
      await makeExport(ctx, { export_id });
      return export_id;
    };
    const second = await make();
    const { file_key } = (await findExport(ctx.db, first)) ?? {};
    expect(await ctx.storage.get(file_key ?? '')).toBeDefined();
    const size = { file_bytes: String(keptBytesMax) };
    await ctx.db.updateTable('server_exports').set(size).where('export_id', '=', first).execute();
    const third = await make();
    expect(await findExport(ctx.db, first)).toMatchObject({ state: 'done', file_key: null });
    expect(await ctx.storage.get(file_key ?? '')).toBeUndefined();
    expect(await codeOf(exportLink(call, key))).toBe('export.gone');
    for (const kept of [second, third]) expect((await fileOf(kept))?.has('manifest.json')).toBe(true);
    // One that is too large by itself is kept until the next.
    expect((await filesOverRoom(ctx, 'server_exports', 0)).map(({ id }) => id)).toEqual([second]);
  });

  test('that is stopped while it is made ends at once', async () => {
    const enough = async () => {
      throw new Error('enough');
    };
    const made = exportOf(w.ctx, { guild_id: w.guild_id, contents: 'everything', note: enough });
    await expect(buffer(made)).rejects.toThrow('enough');
  });

  test('stands in the audit log', async () => {
    const { call, export_id } = await asked();
    const [entry] = (await listEntries(call, w.guild_id, {})).entries;
    expect(entry).toMatchObject({ action_type: 112, resource_id: export_id, username: 'olga' });
  });

  test('is over as soon as a transcript in it is deleted, and says so; one of the set-up alone stays', async () => {
    const { call, export_id, key } = await asked();
    await makeExport(w.ctx, { export_id });
    const setup = await startExport(call, w.guild_id, { contents: 'setup' });
    await makeExport(w.ctx, setup);
    await removeTranscript(call, { guild_id: w.guild_id, ticket_id: 2 });
    expect(await codeOf(exportLink(call, key))).toBe('export.gone');
    expect(await findExport(w.ctx.db, export_id)).toMatchObject({ state: 'withdrawn' });
    expect(await codeOf(exportLink(call, { ...key, export_id: setup.export_id }))).toBe('done');
  });
});
