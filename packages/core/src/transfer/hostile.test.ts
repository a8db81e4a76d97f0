import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '@tickets/contract/platform/errors';
import { archiveOf, asFile, importArchive } from '@tickets/testkit/archives/archives';
import { type ForgedEntry, Forgery, forgeZip, hashOf } from '@tickets/testkit/archives/forge';
import { callAs } from '@tickets/testkit/data/access';
import {
  buildGuild,
  buildMember,
  buildMessage,
  buildPanel,
  buildTicket,
} from '@tickets/testkit/data/factories';
import { allowWarning } from '@tickets/testkit/guard/watch';
import { everything } from '@tickets/testkit/permissions/use-cases';
import { createTestContext, type TestContext } from '@tickets/testkit/worlds/context';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { UserCall } from '../access/caller.ts';
import { WorkerFailure } from '../platform/workers/worker-process.ts';
import { checkUpload } from './import/check.ts';
import { findUpload } from './import/upload-rows.ts';
import { startImport } from './import/uploads.ts';

let context: TestContext;
let guild_id: string;
let owner: UserCall;
let good: Buffer;
const tickets = (table: string) => `tickets/00001/${table}.jsonl`;

beforeAll(async () => {
  context = await createTestContext();
  const { ctx } = context;
  const source = await buildGuild(ctx, { name: 'Source' });
  await ctx.db
    .insertInto('tags')
    .values({ guild_id: source.guild_id, tag_id: 'menu', content: 'Bread.' })
    .execute();
  await ctx.db.insertInto('guild_settings').values({ guild_id: source.guild_id }).execute();
  await buildPanel(ctx, { guild_id: source.guild_id });
  for (const content of ['One', 'Two']) {
    const { ticket_id } = await buildTicket(ctx, {
      guild_id: source.guild_id,
      status: 'closed',
      has_transcript: true,
      channel_id: null,
      closed_at: new Date(),
    });
    const { message_id } = await buildMessage(ctx, { guild_id: source.guild_id, ticket_id, content });
    const bytes = Buffer.from(`file of ${content}`);
    const sha256 = Buffer.from(hashOf(bytes), 'hex');
    const storage_key = `${hashOf(bytes)}ab`;
    await ctx.storage.put(storage_key, bytes);
    await ctx.db.insertInto('stored_files').values({ sha256, size: bytes.length, storage_key }).execute();
    await ctx.db
      .insertInto('ticket_attachments')
      .values({
        guild_id: source.guild_id,
        ticket_id,
        message_id,
        attachment_id: '7',
        filename: 'a.txt',
        size: bytes.length,
        url: 'https://cdn.example/a',
        sha256,
        state: 'stored',
      })
      .execute();
  }
  good = await archiveOf(ctx, source.guild_id);
  const target = await buildGuild(ctx, { name: 'Target' });
  guild_id = target.guild_id;
  await buildMember(ctx, { guild_id, user_id: target.owner_id });
  owner = await callAs({ ctx, guild_id }, target.owner_id);
});
afterAll(() => context.close());

const forged = (change: (archive: Forgery) => unknown) => async () => {
  const archive = await Forgery.of(good);
  await change(archive);
  return archive.zip();
};
/** Entries of the good archive, with others beside them or in place of them. */
const withEntries = (change: (entries: ForgedEntry[]) => ForgedEntry[]) => async () =>
  forgeZip(change((await Forgery.of(good)).entries()));
const beside = (entry: ForgedEntry) => withEntries((entries) => [...entries, entry]);
const changed = (name: string, change: Partial<ForgedEntry>) =>
  withEntries((entries) => entries.map((entry) => (entry.name === name ? { ...entry, ...change } : entry)));
const firstRow = (name: string, change: Record<string, unknown>) =>
  forged((archive) => archive.rows(name, ([first, ...rows]) => [{ ...first, ...change }, ...rows]));
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const zeros = (bytes: number) => Buffer.alloc(bytes);
const link = 0o120777 * 0x10000;

/** What is wrong with each, and what its sender is told. */
const hostile: [what: string, make: () => Promise<Buffer> | Buffer, told: RegExp][] = [
  // No zip, or not all of one.
  ['text', () => Buffer.from('Dear bakery, here is my data.'), /no zip file/],
  ['nothing but zeros', () => zeros(100_000), /no zip file/],
  ['a zip without its end', () => good.subarray(0, good.length - 30), /no zip file, or only a part/],
  ['a zip without its beginning', () => good.subarray(2_000), /./],
  ['a zip whose directory lies elsewhere', () => Buffer.concat([zeros(50), good]), /./],
  [
    'a directory that says it holds more',
    () => forgeZip([{ name: 'manifest.json', data: Buffer.from('{}') }], { count: 9 }),
    /directory is broken/,
  ],
  ['an empty zip', () => forgeZip([]), /no manifest\.json/],
  ['a picture in a zip', () => forgeZip([{ name: 'cat.png', data: zeros(10) }]), /no manifest\.json/],
  // Names that lead somewhere.
  [
    'a name that leads upwards',
    beside({ name: '../../evil.txt', data: Buffer.from('x') }),
    /leads out of it/,
  ],
  [
    'a name that leads upwards in the middle',
    beside({ name: 'setup/../../evil.jsonl', data: Buffer.from('x') }),
    /leads out of it/,
  ],
  ['an absolute name', beside({ name: '/tmp/evil.txt', data: Buffer.from('x') }), /leads out of it/],
  ['a name with a drive', beside({ name: 'C:/evil.txt', data: Buffer.from('x') }), /leads out of it/],
  [
    'a name with backslashes',
    beside({ name: '..\\..\\evil.txt', data: Buffer.from('x') }),
    /leads out of it/,
  ],
  [
    'a symbolic link',
    beside({ name: 'files/link', data: Buffer.from('/etc/passwd'), attributes: link }),
    /is a link/,
  ],
  [
    'a part that is a link',
    changed('setup/tags.jsonl', { attributes: link }),
    /setup\/tags\.jsonl is a link/,
  ],
  [
    'a name with a zero character',
    beside({ name: 'setup/tags.jsonl\u0000.png', data: Buffer.from('x') }),
    /not of its format|twice/,
  ],
  [
    'a file that no archive has',
    beside({ name: 'run.sh', data: Buffer.from('x') }),
    /holds run\.sh, which is not of its format/,
  ],
  [
    'the same name twice',
    withEntries((entries) => [...entries, { name: 'setup/tags.jsonl', data: Buffer.from('{}') }]),
    /twice/,
  ],
  [
    'a very long name',
    beside({ name: `setup/${'a'.repeat(60_000)}.jsonl`, data: Buffer.from('x') }),
    /not of its format/,
  ],
  // Much out of little.
  [
    'a part that unpacks to a thousand times its size',
    beside({ name: 'setup/panels.jsonl', data: zeros(64 * 1024 * 1024) }),
    /twice|times its size/,
  ],
  [
    'an attachment that unpacks to a thousand times its size',
    beside({ name: `files/${'a'.repeat(64)}`, data: zeros(64 * 1024 * 1024) }),
    /more than 500 times its size/,
  ],
  [
    'an attachment that says it is enormous',
    beside({ name: `files/${'a'.repeat(64)}`, data: Buffer.from('x'), size: 0xfffffff0 }),
    /unpacks to too much/,
  ],
  [
    'a thousand attachments that are the same bytes',
    withEntries((entries) => [
      ...entries,
      { name: `files/${'0'.repeat(64)}`, data: zeros(1_000_000), method: 0 },
      ...Array.from({ length: 1000 }, (_, index) => ({
        name: `files/${String(index + 1).padStart(64, '0')}`,
        data: zeros(1_000_000),
        method: 0,
        same_as: entries.length,
      })),
    ]),
    /overlaps another file/,
  ],
  ['sizes that say less than there is', changed(tickets('ticket_messages'), { size: 10 }), /has 10 bytes/],
  [
    'a part that is shorter than its sizes say',
    changed(tickets('ticket_messages'), { packed_size: 9_999_999 }),
    /overlaps|cut off/,
  ],
  [
    'a zip in a zip in place of a part',
    forged((archive) => archive.text('setup/tags.jsonl', good)),
    /not UTF-8|not JSON/,
  ],
  // Packed in other ways.
  ['an encrypted part', changed('setup/tags.jsonl', { flags: 0x801 }), /is encrypted/],
  [
    'a part that is packed in an unknown way',
    changed('setup/tags.jsonl', { method: 12 }),
    /packed in a way that is not read/,
  ],
  [
    'a part whose bytes cannot be unpacked',
    async () => {
      const bytes = Buffer.from(await forged(() => undefined)());
      const at = bytes.indexOf('setup/tags.jsonl') + 'setup/tags.jsonl'.length;
      bytes.fill(0xff, at, at + 20);
      return bytes;
    },
    /setup\/tags\.jsonl cannot be unpacked/,
  ],
  // Manifests.
  [
    'a manifest that is not JSON',
    async () => forgeZip([{ name: 'manifest.json', data: Buffer.from('format: tickets-server') }]),
    /manifest\.json is not JSON/,
  ],
  [
    'a manifest of something else',
    forged((archive) => {
      archive.manifest.format = 'holiday-pictures';
    }),
    /not of an export of Tickets/,
  ],
  [
    'a manifest of a newer version',
    forged((archive) => {
      archive.manifest.version = 99;
    }),
    /newer version of Tickets \(format 99/,
  ],
  [
    'a manifest without a server',
    forged((archive) => {
      delete archive.manifest.server;
    }),
    /manifest\.json is not as it should be \(server/,
  ],
  [
    'a manifest with a server that is no id',
    forged((archive) => {
      archive.manifest.server.guild_id = '1 or 1=1';
    }),
    /manifest\.json is not as it should be/,
  ],
  [
    'a manifest with a long list that no export has',
    forged((archive) => {
      archive.manifest.words = Array.from({ length: 20_001 }, () => 'x');
    }),
    /manifest\.json holds something of more than 20000 values/,
  ],
  [
    'a manifest that is nested without end',
    async () => forgeZip([{ name: 'manifest.json', data: Buffer.from(nested(100_000)) }]),
    /nested too deeply/,
  ],
  [
    'a manifest that names a part which is missing',
    forged((archive) => archive.remove('setup/tags.jsonl')),
    /setup\/tags\.jsonl is missing/,
  ],
  [
    'a part that the manifest does not name',
    forged((archive) => {
      archive.manifest.parts.pop();
    }),
    /which manifest\.json does not name/,
  ],
  [
    'a manifest that names a file outside',
    forged((archive) => archive.text('../evil.jsonl', '{}\n')),
    /leads out of it|not of its format/,
  ],
  [
    'fewer attachments than it names',
    forged((archive) =>
      archive.remove([...archive.files.keys()].find((name) => name.startsWith('files/')) ?? ''),
    ),
    /holds 1 attachments, and should hold 2/,
  ],
  // Parts.
  [
    'a part that was changed by hand',
    forged((archive) =>
      archive.put(
        'setup/tags.jsonl',
        String(archive.files.get('setup/tags.jsonl')).replace('Bread', 'Bribe'),
      ),
    ),
    /setup\/tags\.jsonl was changed: its SHA-256/,
  ],
  [
    'a part of which a line was taken away',
    forged((archive) => {
      const part = archive.manifest.parts.find(({ name }: { name: string }) => name === 'setup/tags.jsonl');
      part.lines += 1;
    }),
    /has 1 lines, and should have 2/,
  ],
  [
    'a line that is not JSON',
    forged((archive) => archive.text('setup/tags.jsonl', '{"tag_id": \n')),
    /setup\/tags\.jsonl, line 1, is not JSON/,
  ],
  [
    'a line that is a list',
    forged((archive) => archive.text('setup/tags.jsonl', '[1]\n')),
    /not a JSON object/,
  ],
  [
    'a line that is nested without end',
    forged((archive) => archive.text('setup/tags.jsonl', `{"embed":${nested(50_000)}}\n`)),
    /nested too deeply/,
  ],
  [
    'a line of twelve megabytes',
    forged((archive) =>
      archive.text('setup/tags.jsonl', `{"content":"${randomBytes(9_000_000).toString('base64')}"}\n`),
    ),
    /line 1, is too long/,
  ],
  [
    'a line without an end',
    forged((archive) => archive.text('setup/tags.jsonl', 'x'.repeat(9_000_000))),
    /line 1, is too long/,
  ],
  [
    'a part in another encoding',
    forged((archive) => archive.text('setup/tags.jsonl', Buffer.from('{"tag_id":"caf\xe9"}\n', 'latin1'))),
    /not UTF-8/,
  ],
  [
    'too many lines of set-up',
    forged((archive) =>
      archive.text(
        'setup/tags.jsonl',
        '{"tag_id":"a","content":"b","embed":null,"use_guild_command":false}\n'.repeat(60_000),
      ),
    ),
    /too many lines/,
  ],
  // Values.
  [
    'a value of the wrong type',
    firstRow('setup/tags.jsonl', { use_guild_command: 'yes' }),
    /setup\/tags\.jsonl, line 1: use_guild_command/,
  ],
  [
    'a missing value',
    forged((archive) => archive.rows('setup/tags.jsonl', () => [{ tag_id: 'x' }])),
    /line 1: content/,
  ],
  [
    'a zero character in a text',
    firstRow('setup/tags.jsonl', { content: 'a\u0000b' }),
    /line 1: content: characters that cannot be kept/,
  ],
  [
    'half a pair of characters',
    firstRow(tickets('ticket_messages'), { content: '\ud83d' }),
    /line 1: content/,
  ],
  [
    'an id that is no number',
    firstRow(tickets('tickets'), { opener_id: '1; drop table tickets' }),
    /line 1: opener_id/,
  ],
  [
    'an id that is too large',
    firstRow(tickets('tickets'), { opener_id: '99999999999999999999' }),
    /line 1: opener_id/,
  ],
  [
    'a time that no calendar has',
    firstRow(tickets('tickets'), { opened_at: '2026-02-31T99:00:00.000Z' }),
    /line 1: opened_at/,
  ],
  [
    'a time before there was Discord',
    firstRow(tickets('tickets'), { opened_at: '0001-01-01T00:00:00.000Z' }),
    /line 1: opened_at/,
  ],
  [
    'a ticket with an enormous number',
    firstRow(tickets('tickets'), { ticket_id: 2_147_483_647 }),
    /line 1: ticket_id/,
  ],
  [
    'changes of a ticket that are counted past what can be counted on from',
    firstRow(tickets('tickets'), { last_seq: 1_000_000_001 }),
    /tickets\.jsonl, line 1: last_seq/,
  ],
  [
    'a message whose change is numbered past that',
    firstRow(tickets('ticket_messages'), { seq: 1_000_000_001 }),
    /ticket_messages\.jsonl, line 1: seq/,
  ],
  [
    'a message whose first change is numbered past that',
    firstRow(tickets('ticket_messages'), { first_seq: 1_000_000_001 }),
    /ticket_messages\.jsonl, line 1: first_seq/,
  ],
  [
    'messages of a ticket that are counted past that',
    firstRow(tickets('tickets'), { message_count: 1_000_000_001 }),
    /tickets\.jsonl, line 1: message_count/,
  ],
  [
    'a ticket in a state that there is not',
    firstRow(tickets('tickets'), { status: 'opening' }),
    /line 1: status/,
  ],
  [
    'settings for a level that there is not',
    firstRow('setup/guild_settings.jsonl', { context_menu_permission_level: 7 }),
    /setup\/guild_settings\.jsonl, line 1: context_menu_permission_level/,
  ],
  [
    'a mention that is no text',
    firstRow('setup/panels.jsonl', { mentions: [{ toString: 1, valueOf: 1 }] }),
    /setup\/panels\.jsonl, line 1: mentions\.0/,
  ],
  ['a rating of a thousand', firstRow(tickets('tickets'), { rating: 1000 }), /line 1: rating/],
  [
    'a reason that is too long',
    firstRow(tickets('tickets'), { close_reason: 'x'.repeat(2000) }),
    /line 1: close_reason/,
  ],
  [
    'a message of a megabyte',
    firstRow(tickets('ticket_messages'), { content: 'x'.repeat(500_000) }),
    /line 1: content: This must be at most 20000 characters long\./,
  ],
  [
    'an embed of three megabytes',
    firstRow(tickets('ticket_messages'), { embeds: [{ title: 'x', description: 'word '.repeat(690_000) }] }),
    /ticket_messages\.jsonl, line 1, is too long: a line in this file has at most 512 KiB/,
  ],
  [
    'an embed with more words than anything shows',
    firstRow(tickets('ticket_messages'), { embeds: [{ description: 'x'.repeat(20_001) }] }),
    /ticket_messages\.jsonl, line 1: embeds\.0\.description: This must be at most 20000 characters long\./,
  ],
  [
    'a ticket that was started from three megabytes',
    firstRow(tickets('tickets'), { origin: { content: 'x', more: 'y'.repeat(3_000_000) } }),
    /tickets\.jsonl, line 1, is too long/,
  ],
  [
    'a message that said much before it was edited',
    forged((archive) => {
      const [{ ticket_id, message_id } = {}] = archive.lines(tickets('ticket_messages'));
      const embeds = Array(22).fill({ description: randomBytes(15_000).toString('base64') });
      const versions = Array.from({ length: 60 }, (_, n) => ({
        ticket_id,
        message_id,
        replaced_at: new Date(Date.UTC(2026, 0) + n).toISOString(),
        content: '',
        embeds,
      }));
      archive.rows(tickets('ticket_message_versions'), () => versions);
    }),
    /ticket_message_versions\.jsonl holds too much of one thing/,
  ],
  [
    'a hash that leads out of the folder',
    firstRow(tickets('ticket_attachments'), { sha256: '../../../../etc/passwd' }),
    /line 1: sha256/,
  ],
  // What could not be shown afterwards.
  ...[[null], [5], [{ title: 5 }], [{ fields: {} }], [{ author: 'x' }]].map(
    (embeds): (typeof hostile)[number] => [
      `embeds that are ${JSON.stringify(embeds)}`,
      firstRow(tickets('ticket_messages'), { embeds }),
      /ticket_messages\.jsonl, line 1: embeds\.0[a-z.]*: This must be (an object|a text|a list)\./,
    ],
  ),
  ...[['x'], [null], [{ type: 1, components: [7] }], [{ type: 10, content: {} }]].map(
    (components): (typeof hostile)[number] => [
      `components that are ${JSON.stringify(components)}`,
      firstRow(tickets('ticket_messages'), { components }),
      /ticket_messages\.jsonl, line 1: components\.0[a-z0-9.]*: This must be (an object|a text)\./,
    ],
  ),
  [
    'a message of origin that is none',
    firstRow(tickets('tickets'), { origin: { author_id: 5 } }),
    /tickets\.jsonl, line 1: origin/,
  ],
  // Rows that do not belong together.
  [
    'a ticket that continues itself',
    firstRow(tickets('tickets'), { continues: 1 }),
    /tickets\.jsonl, line 1: continues: ticket 1 continues one with a lower number, not 1/,
  ],
  [
    'tickets that continue each other',
    forged((archive) =>
      archive.rows(tickets('tickets'), ([one, two]) => [
        { ...one, continues: 2 },
        { ...two, continues: 1 },
      ]),
    ),
    /tickets\.jsonl, line 1: continues/,
  ],
  [
    'the same ticket twice',
    forged((archive) => archive.rows(tickets('tickets'), ([first]) => [first ?? {}, first ?? {}])),
    /not sorted, or a line stands there twice/,
  ],
  [
    'tickets in another order',
    forged((archive) => archive.rows(tickets('tickets'), (rows) => rows.toReversed())),
    /not sorted|belongs to nothing/,
  ],
  [
    'the same message twice',
    forged((archive) =>
      archive.rows(tickets('ticket_messages'), ([first, ...rest]) => [first ?? {}, first ?? {}, ...rest]),
    ),
    /not sorted/,
  ],
  [
    'a message of a ticket that is not there',
    firstRow(tickets('ticket_messages'), { ticket_id: 99 }),
    /not sorted|belongs to nothing/,
  ],
  [
    'an attachment of a message that is not there',
    firstRow(tickets('ticket_attachments'), { message_id: '5' }),
    /belongs to nothing in it/,
  ],
  [
    'an attachment whose bytes are not there',
    firstRow(tickets('ticket_attachments'), { sha256: 'b'.repeat(64) }),
    /files\/b+ is missing/,
  ],
  [
    'an attachment without a hash',
    firstRow(tickets('ticket_attachments'), { sha256: null }),
    /has no SHA-256/,
  ],
  [
    'an attachment that is another than its name says',
    forged((archive) => {
      const name = [...archive.files.keys()].find((one) => one.startsWith('files/')) ?? '';
      archive.put(name, `${archive.files.get(name)}`.toUpperCase());
    }),
    /is not the file of that SHA-256/,
  ],
  [
    'messages without tickets',
    forged((archive) => archive.text('tickets/00002/ticket_messages.jsonl', '')),
    /belongs to no tickets/,
  ],
  [
    'a table that is not there',
    forged((archive) => archive.text('setup/sessions.jsonl', '{}\n')),
    /not of its format/,
  ],
  [
    'a table that is left out',
    forged((archive) => archive.text('setup/constructor.jsonl', '{}\n')),
    /not of its format/,
  ],
];

describe('a hostile archive', () => {
  test('is one of at least forty', () => {
    expect(hostile.length).toBeGreaterThanOrEqual(40);
  });

  test.each(hostile)('%s is refused with its reason, and nothing changes', async (_, make, told) => {
    const bytes = await make();
    const before = await everything(owner);
    const folder = await mkdtemp(join(tmpdir(), 'tickets-hostile-'));
    const answer = await answerTo(bytes);
    expect(answer).toMatch(told);
    const after = await everything(owner);
    // It is written down that something was sent, and nothing else.
    const others = Object.keys(after).filter((table) => before[table] !== after[table]);
    expect(others.filter((table) => !['import_uploads'].includes(table))).toEqual([]);
    expect(existsSync(join(tmpdir(), 'evil.txt'))).toBe(false);
    expect(readdirSync(folder)).toEqual([]);
    await rm(folder, { recursive: true });
  });

  test('of hundred megabytes of zeros costs no memory', async () => {
    const bytes = forgeZip([
      ...(await Forgery.of(good)).entries(),
      { name: `files/${'a'.repeat(64)}`, data: zeros(100 * 1024 * 1024) },
    ]);
    const before = process.memoryUsage().rss;
    expect(await answerTo(bytes)).toMatch(/times its size/);
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024);
  });

  test('of large messages is written a few megabytes at a time', async () => {
    const { ctx } = context;
    const target = await buildGuild(ctx);
    await buildMember(ctx, { guild_id: target.guild_id, user_id: target.owner_id });
    const archive = await Forgery.of(good);
    const embeds = Array.from({ length: 22 }, () => ({ description: 'word '.repeat(4_000) }));
    archive.rows(tickets('ticket_messages'), ([first, ...rest]) => [
      ...Array.from({ length: 40 }, (_, n) => ({
        ...first,
        message_id: String(BigInt(String(first?.message_id)) + BigInt(n)),
        embeds,
      })),
      ...rest,
    ]);
    const call = await callAs({ ctx, guild_id: target.guild_id }, target.owner_id);
    expect(await importArchive(call, target.guild_id, archive.zip())).toMatchObject({ state: 'done' });
    // Rows of one statement have the same of both.
    const { rows } = await sql<{ characters: number }>`
      select sum(length(embeds::text))::int as characters from ticket_messages where guild_id = ${target.guild_id}
      group by xmin::text, cmin::text`.execute(ctx.db);
    const most = Math.max(...rows.map(({ characters }) => characters));
    expect(rows.length).toBeGreaterThan(3);
    expect(most).toBeLessThan(5 * 1024 * 1024);
  });

  test('that names a file of another server as lost does not get it by its hash', async () => {
    const { ctx } = context;
    const target = await buildGuild(ctx);
    await buildMember(ctx, { guild_id: target.guild_id, user_id: target.owner_id });
    const archive = await Forgery.of(good);
    const held = [...archive.files.keys()].filter((name) => name.startsWith('files/'));
    for (const name of held) archive.remove(name);
    archive.manifest.files = { count: 0, bytes: 0 };
    archive.manifest.missing_files = held.map((name) => name.replace('files/', ''));
    const call = await callAs({ ctx, guild_id: target.guild_id }, target.owner_id);
    expect(await importArchive(call, target.guild_id, archive.zip())).toMatchObject({ state: 'done' });
    const found = await ctx.db
      .selectFrom('ticket_attachments')
      .where('guild_id', '=', target.guild_id)
      .select(['state', 'sha256'])
      .execute();
    expect(found).toEqual([
      { state: 'gone', sha256: null },
      { state: 'gone', sha256: null },
    ]);
  });

  test.each([
    ['here', () => new TypeError('x is not a function')],
    [
      'in the process that reads it',
      () => new WorkerFailure({ message: 'x is not a function', name: 'TypeError' }),
    ],
  ])(
    'that a mistake of ours keeps from being checked is refused, and holds up no other (%s)',
    async (_, mistake) => {
      const { uploads } = await startImport(owner, guild_id, { files: asFile(good), preview: false });
      const { upload_id = '' } = uploads[0] ?? {};
      const row = await findUpload(owner.db, upload_id);
      if (!row) throw new Error('nothing was received');
      allowWarning(/an archive cannot be checked/);
      const goOn = () => {
        throw mistake();
      };
      await checkUpload(owner, row, { goOn });
      expect(await findUpload(owner.db, upload_id)).toMatchObject({
        state: 'refused',
        problem: expect.stringContaining('by a mistake in this program'),
      });
    },
  );

  test('in whose check the program ended three times is not checked again', async () => {
    const { uploads } = await startImport(owner, guild_id, { files: asFile(good), preview: true });
    const upload_id = uploads[0]?.upload_id ?? '';
    const check = async () => {
      const row = await findUpload(context.ctx.db, upload_id);
      if (row) await checkUpload(context.ctx, row, { goOn: () => undefined });
      return findUpload(context.ctx.db, upload_id);
    };
    const begins = (set: { checks_begun?: number } = {}) =>
      context.ctx.db
        .updateTable('import_uploads')
        .set({ ...set, state: 'checking' })
        .where('upload_id', '=', upload_id)
        .execute();
    const ended = (checks_begun: number) => begins({ checks_begun });
    await ended(2);
    expect(await check()).toMatchObject({ state: 'checked', problem: null });
    // As often as somebody wants to see it again.
    for (let times = 0; times < 4; times += 1) {
      await begins();
      expect(await check()).toMatchObject({ state: 'checked', problem: null });
    }
    await ended(3);
    expect(await check()).toMatchObject({
      state: 'refused',
      problem: expect.stringContaining('ended 3 times'),
    });
  });

  test('whose reader is ended by the system is tried again, and refused after three times', async () => {
    const { uploads } = await startImport(owner, guild_id, { files: asFile(good), preview: true });
    const upload_id = uploads[0]?.upload_id ?? '';
    const stored = await findUpload(owner.db, upload_id);
    if (!stored) throw new Error('nothing was received');
    for (let times = 0; times < 3; times += 1) {
      await expect(checkUpload(owner, stored, { goOn: killReaders })).rejects.toThrow('ended by SIGKILL');
      expect(await findUpload(owner.db, upload_id)).toMatchObject({ state: 'checking' });
    }
    await checkUpload(owner, stored, { goOn: killReaders });
    expect(await findUpload(owner.db, upload_id)).toMatchObject({
      state: 'refused',
      problem: expect.stringContaining('ended 3 times'),
    });
  });

  test('leaves room for a good one after it', async () => {
    const upload = await importArchive(owner, guild_id, good);
    expect(upload).toMatchObject({ state: 'done', problem: null });
  });
});

/** As the system does where memory is short. */
function killReaders(): void {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    try {
      const [, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      const isReader = readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('transfer/reading/reader.ts');
      if (isReader && Number(parent) === process.pid) process.kill(Number(pid), 'SIGKILL');
    } catch (error) {
      // It has ended meanwhile.
      if (!(error instanceof Error && 'code' in error && /ENOENT|ESRCH/.test(String(error.code))))
        throw error;
    }
}

/** What its sender is told: at once, or when it was read. */
async function answerTo(bytes: Buffer): Promise<string> {
  try {
    const { state, problem } = await importArchive(owner, guild_id, bytes, { preview: false });
    return `${state}: ${problem}`.replace(/^refused: /, '');
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}
