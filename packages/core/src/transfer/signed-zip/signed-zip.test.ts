import { generateKeyPairSync, sign } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { AppError } from '@tickets/contract/platform/errors';
import { importArchive } from '@tickets/testkit/archives/archives';
import { forgeZip } from '@tickets/testkit/archives/forge';
import { ownedServer } from '@tickets/testkit/data/access';
import { buildChannel } from '@tickets/testkit/data/factories';
import { createTestContext, type TestContext } from '@tickets/testkit/worlds/context';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { UserCall } from '../../access/caller.ts';
import { listRuns } from '../import/runs.ts';
import { findUpload } from '../import/upload-rows.ts';
import { confirmImport } from '../import/uploads.ts';
import { workOnServer } from '../import/work.ts';

const pair = generateKeyPairSync('ed25519');
const other = generateKeyPairSync('ed25519');
const publicKey = pair.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64url');
const source = '987654321098765432';

let context: TestContext;
let guild_id: string;
let owner: UserCall;
beforeAll(async () => {
  context = await createTestContext();
});
afterAll(() => context.close());
beforeEach(async () => {
  ({ guild_id, owner } = await ownedServer(context.ctx));
  await buildChannel(context.ctx, { guild_id, type: 0, name: 'lobby' });
  context.ctx.config.import_public_key = publicKey;
});

const signed = (
  files: Record<string, string>,
  by = pair.privateKey,
  before: (name: string) => string = () => '',
) =>
  forgeZip(
    Object.entries(files).flatMap(([name, text]) => [
      { name, data: Buffer.from(text) },
      {
        name: `${name}.sig`,
        data: Buffer.from(sign(null, Buffer.from(before(name) + text), by).toString('base64url')),
      },
    ]),
  );
const data = {
  guild_id: source,
  settings: { ticket_limit: 3, users_can_close: false, naming_scheme: 'username' },
  welcome_message: 'Hello from there',
  forms: [{ form_id: 4, title: 'Order', inputs: [{ label: 'What?', style: 1, required: true }] }],
  tags: [{ id: 'menu', content: 'Bread.', use_guild_command: false, embed: null }],
  support_teams: [{ id: 2, name: 'Ovens' }],
  tickets: [
    {
      id: 7,
      user_id: '111111111111111111',
      open: false,
      opened_at: '2025-05-01T10:00:00+02:00',
      close_reason: 'Done',
      rating: 5,
    },
    { id: 9, user_id: '222222222222222222', open: true, opened_at: '2025-06-01T10:00:00Z' },
  ],
  labels: [{ id: 1 }],
};
const transcripts = {
  'guild_id.txt': source,
  'transcripts/7.json': JSON.stringify({
    version: 2,
    entities: {
      users: { '111111111111111111': { id: '111111111111111111', username: 'mia', avatar: '', bot: false } },
    },
    messages: [
      {
        id: '500',
        author: '111111111111111111',
        content: 'Where is my bread?',
        timestamp: '2025-05-01T08:01:00Z',
        embeds: [],
        attachments: [],
      },
      {
        id: '501',
        author: '333',
        content: 'Here.',
        timestamp: '2025-05-01T08:02:00Z',
        attachments: [{ id: '1', filename: 'b.png', size: 5, url: 'https://cdn.example/b' }],
      },
    ],
  }),
  'transcripts/9.json': JSON.stringify([
    {
      id: '600',
      author: { id: '222222222222222222', username: 'max' },
      content: 'Hello',
      timestamp: '2025-06-01T10:01:00Z',
      embeds: [],
      attachments: [],
    },
  ]),
  'transcripts/77.json': JSON.stringify([]),
};
const before = (name: string) => {
  const number = /transcripts\/(\d+)/.exec(name)?.[1];
  return number ? `${source}|${number}|` : '';
};
const refusalOf = async (work: Promise<{ state: string; problem: string | null }>) => {
  try {
    const { state, problem } = await work;
    return `${state}: ${problem}`;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
};

test('the data of a server is read as far as it is understood, and what is not is named', async () => {
  const upload = await importArchive(owner, guild_id, signed({ 'data.json': JSON.stringify(data) }));
  expect(upload).toMatchObject({
    state: 'done',
    report: { vouched_by: 'signature', source: { format: 'signed_zip', guild_id: source } },
  });
  expect((upload.report as { notes: string[] }).notes).toContain('labels is not read.');
  const { db } = context.ctx;
  const settings = await db
    .selectFrom('guild_settings')
    .where('guild_id', '=', guild_id)
    .selectAll()
    .executeTakeFirstOrThrow();
  expect(settings).toMatchObject({
    ticket_limit: 3,
    users_can_close: false,
    naming_scheme: 'username',
    welcome_message: 'Hello from there',
  });
  const tags = await db.selectFrom('tags').where('guild_id', '=', guild_id).select('tag_id').execute();
  const forms = await db
    .selectFrom('forms')
    .innerJoin('form_inputs', 'form_inputs.form_id', 'forms.form_id')
    .where('guild_id', '=', guild_id)
    .select(['title', 'label'])
    .execute();
  const teams = await db
    .selectFrom('support_teams')
    .where('guild_id', '=', guild_id)
    .select('name')
    .execute();
  expect([tags, forms, teams]).toEqual([
    [{ tag_id: 'menu' }],
    [{ title: 'Order', label: 'What?' }],
    [{ name: 'Ovens' }],
  ]);
  const tickets = await db
    .selectFrom('tickets')
    .where('guild_id', '=', guild_id)
    .selectAll()
    .orderBy('ticket_id')
    .execute();
  expect(tickets).toMatchObject([
    {
      ticket_id: 7,
      status: 'closed',
      opener_id: '111111111111111111',
      close_reason: 'Done',
      rating: 5,
      has_transcript: false,
    },
    { ticket_id: 9, status: 'closed', close_reason: 'Imported: it was open when the archive was made.' },
  ]);
});

test('transcripts of both forms are put into the tickets of the data, once', async () => {
  await importArchive(owner, guild_id, signed({ 'data.json': JSON.stringify(data) }));
  const send = () =>
    importArchive(owner, guild_id, signed(transcripts, pair.privateKey, before), {
      field: 'transcripts_file',
    });
  expect(await send()).toMatchObject({ state: 'done' });
  const said = () =>
    context.ctx.db
      .selectFrom('ticket_messages')
      .where('guild_id', '=', guild_id)
      .select(['ticket_id', 'content'])
      .orderBy('message_id')
      .execute();
  const wanted = [
    { ticket_id: 7, content: 'Where is my bread?' },
    { ticket_id: 7, content: 'Here.' },
    { ticket_id: 9, content: 'Hello' },
  ];
  expect(await said()).toEqual(wanted);
  const [run] = await listRuns(owner, guild_id);
  expect(run).toMatchObject({ run_type: 'TRANSCRIPT', changed: 2, skipped: 1 });
  await send();
  expect(await said()).toEqual(wanted);
});

test('transcripts without the data of their server are skipped, and say so', async () => {
  const upload = await importArchive(owner, guild_id, signed(transcripts, pair.privateKey, before), {
    field: 'transcripts_file',
  });
  expect(upload.state).toBe('done');
  const [run] = await listRuns(owner, guild_id);
  expect(run?.logs.map(({ message }) => message)).toContain(
    '3 are of tickets that were not imported. Import the data of their server first',
  );
  expect(
    await context.ctx.db.selectFrom('tickets').where('guild_id', '=', guild_id).select('ticket_id').execute(),
  ).toEqual([]);
});

test('without a key nobody vouches for it, so it waits for its owner', async () => {
  context.ctx.config.import_public_key = undefined;
  const upload = await importArchive(
    owner,
    guild_id,
    forgeZip([{ name: 'data.json', data: Buffer.from(JSON.stringify(data)) }]),
  );
  expect(upload).toMatchObject({ state: 'checked', report: { vouched_by: 'none' } });
  await confirmImport(owner, { guild_id, upload_id: upload.upload_id }, undefined);
  await workOnServer(context.ctx, { guild_id });
  expect(await findUpload(context.ctx.db, upload.upload_id)).toMatchObject({ state: 'done' });
});

describe('with a key, an archive is refused', () => {
  test.each([
    [
      'without a signature',
      () => forgeZip([{ name: 'data.json', data: Buffer.from(JSON.stringify(data)) }]),
      /data\.json\.sig is missing/,
    ],
    [
      'signed by somebody else',
      () => signed({ 'data.json': JSON.stringify(data) }, other.privateKey),
      /data\.json was changed, or signed by somebody else/,
    ],
    [
      'whose transcripts were signed for another ticket',
      () => signed(transcripts, pair.privateKey, (name) => before(name).replace('|7|', '|8|')),
      /transcripts\/7\.json was changed/,
    ],
    [
      'with a signature of nothing',
      () =>
        forgeZip([
          { name: 'data.json', data: Buffer.from('{}') },
          { name: 'data.json.sig', data: Buffer.from('AAAA') },
        ]),
      /was changed/,
    ],
    ['whose data names no server', () => signed({ 'data.json': '{}' }), /does not say of which server/],
    ['whose data is no JSON', () => signed({ 'data.json': 'x' }), /data\.json is not JSON/],
    ['whose server is no id', () => signed({ 'guild_id.txt': '../..' }), /does not hold the id of a server/],
    [
      'with a transcript of an unknown form',
      () =>
        signed({ 'guild_id.txt': source, 'transcripts/1.json': '{"version": 9}' }, pair.privateKey, (name) =>
          name.startsWith('t') ? `${source}|1|` : '',
        ),
      /no transcript of a form that is known/,
    ],
    [
      'with something else in it',
      () => signed({ 'guild_id.txt': source, 'run.sh': 'x' }),
      /which is not of its format/,
    ],
  ])('%s', async (_, make, told) => {
    expect(await refusalOf(importArchive(owner, guild_id, make()))).toMatch(told);
  });
});

describe('things that name methods of things are told as not understood', () => {
  const odd = { toString: 1, valueOf: 1 };
  test.each([
    [
      'in a panel',
      { guild_id: source, panels: [{ panel_id: 1, title: 'A', button_style: odd }] },
      /^done: null$/,
    ],
    ['as the server', { guild_id: odd }, /does not say of which server/],
    ['as the number of a ticket', { guild_id: source, tickets: [{ id: odd, user_id: '1' }] }, /^done: null$/],
  ])('%s', async (_, value, told) => {
    const zip = signed({ 'data.json': JSON.stringify(value) });
    expect(await refusalOf(importArchive(owner, guild_id, zip))).toMatch(told);
  });

  test.each(['id', 'author', 'timestamp'])('as the %s of a message', async (name) => {
    const message = { id: '600', author: '333', content: 'Hello', timestamp: '2025-06-01T10:01:00Z' };
    const files = {
      'guild_id.txt': source,
      'transcripts/1.json': JSON.stringify([{ ...message, [name]: odd }]),
    };
    const zip = signed(files, pair.privateKey, (of) => (of.startsWith('t') ? `${source}|1|` : ''));
    expect(await refusalOf(importArchive(owner, guild_id, zip))).toMatch(/transcripts\/1\.json, message 1: /);
  });
});

test('the archive of a bot whose format is not known is refused by its name', async () => {
  const zip = forgeZip(
    ['settings.json', 'tickets.jsonl', 'icon.png'].map((name) => ({ name, data: Buffer.from('{}') })),
  );
  expect(await refusalOf(importArchive(owner, guild_id, zip))).toContain(
    'another ticket bot (settings.json and tickets.jsonl), whose format is not known',
  );
});

test('what is made of one leaves the disk its room, and it waits until there is enough', async () => {
  const { spool } = owner.storage;
  const storage = { ...owner.storage, spool: { ...spool, kept_free_bytes: Number.MAX_SAFE_INTEGER } };
  const zip = signed({ 'data.json': JSON.stringify(data) });
  await expect(importArchive({ ...owner, storage }, guild_id, zip, { preview: true })).rejects.toMatchObject({
    code: 'service.disk_full',
  });
  const { upload_id } = await owner.db
    .selectFrom('import_uploads')
    .where('guild_id', '=', guild_id)
    .where('state', '=', 'checking')
    .where('problem', 'like', '%too little room%')
    .select('upload_id')
    .executeTakeFirstOrThrow();
  await workOnServer(owner, { guild_id });
  expect(await findUpload(owner.db, upload_id)).toMatchObject({ state: 'checked', problem: null });
  expect(await readdir(spool.folder)).toEqual([]);
});
