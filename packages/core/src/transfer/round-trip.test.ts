import { notShownWords } from '@tickets/contract/platform/names';
import { archiveOf, importArchive } from '@tickets/testkit/archives/archives';
import { Forgery } from '@tickets/testkit/archives/forge';
import { readZip } from '@tickets/testkit/archives/zip';
import { callAs } from '@tickets/testkit/data/access';
import { buildMessage, buildTicket } from '@tickets/testkit/data/factories';
import { addServer, fillPlaces, fillServer, type Places } from '@tickets/testkit/worlds/filled-server';
import { startTicketWorld, type TicketWorld } from '@tickets/testkit/worlds/ticket-world';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { UserCall } from '../access/caller.ts';
import { listMultiPanels } from '../panels/multi/multi-panels.ts';
import { listPanels, removePanel } from '../panels/panels.ts';
import { listRuns } from './import/runs.ts';
import type { ExportedTable } from './registry/entry.ts';
import { registry } from './registry/registry.ts';

let w: TicketWorld;
let from: Places;
let to: Places;
let owner: UserCall;
let before: Rows;
let after: Rows;
let log: string[];

type Row = Record<string, unknown>;
type Rows = Map<string, Row[]>;

beforeAll(async () => {
  w = await startTicketWorld();
  from = await fillPlaces(w, w.guild_id);
  await fillServer(w, from);
  to = await addServer(w);
  owner = await callAs({ ctx: w.ctx, guild_id: to.guild_id }, w.owner.id);
  before = await rowsOf(from.guild_id);
  const archive = await archiveOf(w.ctx, from.guild_id);
  const upload = await importArchive(owner, to.guild_id, archive);
  expect(upload).toMatchObject({ state: 'done', problem: null });
  after = await rowsOf(to.guild_id);
  log = (await listRuns(owner, to.guild_id)).flatMap(({ logs }) =>
    logs.map(({ log_type, entity_type, message }) => `${log_type} ${entity_type}: ${message}`),
  );
});
afterAll(() => w[Symbol.asyncDispose]());

/** What an archive has of a server, by table: by the same list by which it is written. */
async function rowsOf(guild_id: string): Promise<Rows> {
  const files = await readZip(await archiveOf(w.ctx, guild_id));
  const rows: Rows = new Map();
  for (const [name, bytes] of files) {
    const table = /([a-z_]+)\.jsonl$/.exec(name)?.[1];
    if (!table) continue;
    const lines = String(bytes).split('\n').filter(Boolean);
    rows.set(table, [...(rows.get(table) ?? []), ...lines.map((line) => JSON.parse(line))]);
  }
  return rows;
}

/** Ids of the first server that are other ones in the second, in the order in which they were made. */
function translation(): Map<string, string> {
  const pairs = new Map<string, string>([[from.guild_id, to.guild_id]]);
  for (const key of Object.keys(from) as (keyof Places)[]) pairs.set(from[key], to[key]);
  const numbered = [
    ['forms', 'form_id', 'title'],
    ['panels', 'panel_id', 'title'],
    ['support_teams', 'team_id', 'name'],
  ] as const;
  for (const [table, id, name] of numbered)
    for (const row of before.get(table) ?? []) {
      const same = after.get(table)?.find((one) => one[name] === row[name]);
      pairs.set(`${id}:${row[id]}`, `${id}:${same?.[id]}`);
    }
  return pairs;
}

/** The column under whose name a number stands elsewhere. */
const numberOf: Record<string, string> = {
  context_menu_panel: 'panel_id',
  exit_survey_form_id: 'form_id',
  form_id: 'form_id',
  panel_id: 'panel_id',
  team_id: 'team_id',
};

function translated(row: Row, pairs: Map<string, string>): Row {
  const next: Row = {};
  for (const [column, value] of Object.entries(row)) {
    const kind = numberOf[column];
    if (kind && typeof value === 'number')
      next[column] = Number(pairs.get(`${kind}:${value}`)?.split(':')[1] ?? value);
    else if (typeof value === 'string') next[column] = pairs.get(value) ?? value;
    else if (Array.isArray(value))
      next[column] = value.map((one) => (typeof one === 'string' ? (pairs.get(one) ?? one) : one));
    else next[column] = value;
  }
  return next;
}

/** What is another one in every server, or was said to become another. */
const differs: Record<string, string[]> = {
  form_inputs: ['id'],
  multi_panels: ['id'],
  multi_panel_panels: ['multi_panel_id'],
};

const sorted = (rows: Row[]) =>
  rows.map((row) => JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)))).sort();

/** Everything that an archive has, but for how things are called, which is the server's own. */
const tables = Object.keys({ ...registry.setup, ...registry.tickets } satisfies Record<
  string,
  ExportedTable
>);

describe.each(tables)('%s', (table) => {
  test('is in the second server as it was in the first', () => {
    const pairs = translation();
    const plain = (rows: Row[] | undefined, isFirst: boolean) =>
      (rows ?? []).map((row) => {
        const next = isFirst ? expectedOf(table, translated(row, pairs)) : { ...row };
        for (const column of differs[table] ?? []) delete next[column];
        return next;
      });
    const wanted = plain(before.get(table), true);
    expect(wanted.length, `${table} is filled`).toBeGreaterThan(0);
    expect(sorted(plain(after.get(table), false))).toEqual(sorted(wanted));
  });
});

/** What an import changes, and says so. */
function expectedOf(table: string, row: Row): Row {
  if (table === 'tickets' && row.status === 'open')
    return {
      ...row,
      status: 'closed',
      closed_at: after.get('tickets')?.find(({ ticket_id }) => ticket_id === row.ticket_id)?.closed_at,
      close_reason: 'Imported: it was open when the archive was made.',
      has_transcript: true,
    };
  return row;
}

test('people are called as they were', async () => {
  expect(after.get('users')).toEqual(before.get('users'));
});

test('every attachment is there by its content, and counts for the second server', async () => {
  const filesIn = async (guild_id: string) =>
    [...(await readZip(await archiveOf(w.ctx, guild_id)))]
      .filter(([name]) => name.startsWith('files/'))
      .map(([name, bytes]) => [name, String(bytes)]);
  expect(await filesIn(to.guild_id)).toEqual(await filesIn(from.guild_id));
  const used = await w.ctx.db
    .selectFrom('guild_storage')
    .where('guild_id', 'in', [from.guild_id, to.guild_id])
    .select('bytes')
    .execute();
  expect(new Set(used.map(({ bytes }) => bytes)).size).toBe(1);
});

test('panels and multi-panels are posted in the channels of the second server, as if somebody had made them', async () => {
  const messages = w.sim.world.messages.in('channel', to.lobby);
  expect(messages.map(({ embeds }) => embeds[0]?.title).sort()).toEqual(['Choose', 'Complaints', 'Orders']);
});

test('what was imported is told step by step', () => {
  expect(log).toEqual(
    expect.arrayContaining([
      'RUN_START null: null',
      'SUCCESS panels: Orders created',
      'SUCCESS tickets: Tickets 1 to 4 created, with 4 messages',
      'SUCCESS tickets: Open in the other server, and closed here: 4',
    ]),
  );
  expect(log.filter((line) => /^(FAIL|SKIP)/.test(line))).toEqual([]);
});

test('imported once more, nothing is made twice, and nothing changes', async () => {
  const archive = await archiveOf(w.ctx, from.guild_id);
  const first = await rowsOf(to.guild_id);
  const again = await importArchive(owner, to.guild_id, archive);
  expect(again).toMatchObject({ state: 'done' });
  const second = await rowsOf(to.guild_id);
  expect(second).toEqual(first);
  const runs = (await listRuns(owner, to.guild_id)).filter(({ upload_id }) => upload_id === again.upload_id);
  expect(runs.map(({ created, changed, failed }) => [created, changed, failed])).toEqual([
    [0, 0, 0],
    [0, 0, 0],
  ]);
});

test('what was changed in the first server is changed in the second', async () => {
  await w.ctx.db
    .updateTable('panels')
    .set({ content: 'Another' })
    .where('title', '=', 'Orders')
    .where('guild_id', '=', from.guild_id)
    .execute();
  const upload = await importArchive(owner, to.guild_id, await archiveOf(w.ctx, from.guild_id), {
    preview: true,
  });
  expect(upload.state).toBe('checked');
  const report = upload.report as { items: { name: string; outcome: string; fields: string[] }[] };
  expect(report.items.filter(({ outcome }) => outcome !== 'same')).toMatchObject([
    { name: 'Orders', outcome: 'change', fields: ['content'] },
  ]);
});

test('the archive of a server brings back into it what was deleted, and leaves the rest', async () => {
  const archive = await archiveOf(w.ctx, from.guild_id);
  const call = await callAs(w, w.owner.id);
  await w.ctx.db
    .deleteFrom('tags')
    .where('guild_id', '=', from.guild_id)
    .where('tag_id', '=', 'hours')
    .execute();
  await w.ctx.db
    .deleteFrom('forms')
    .where('guild_id', '=', from.guild_id)
    .where('title', '=', 'How was it?')
    .execute();
  await importArchive(call, from.guild_id, archive);
  const now = await rowsOf(from.guild_id);
  expect(now.get('tags')).toEqual(before.get('tags'));
  expect(now.get('forms')?.map(({ title }) => title)).toEqual(['Your order', 'How was it?']);
  expect(now.get('tickets')?.length).toBe(before.get('tickets')?.length);
});

test('a panel that was deleted is made anew under another number, and its closed tickets stay without one', async () => {
  const { guild_id } = await addServer(w);
  const call = await callAs({ ctx: w.ctx, guild_id }, w.owner.id);
  const archive = await archiveOf(w.ctx, from.guild_id);
  await importArchive(call, guild_id, archive);
  const panels = await listPanels(call, guild_id);
  const closed = { guild_id, status: 'closed' as const };
  for (const { panel_id } of panels) {
    await buildTicket(w.ctx, { ...closed, panel_id });
    await removePanel(call, guild_id, panel_id);
  }
  await importArchive(call, guild_id, archive);
  const again = await listPanels(call, guild_id);
  expect(again.map(({ title }) => title)).toEqual(panels.map(({ title }) => title));
  const given = new Set(panels.map(({ panel_id }) => panel_id));
  expect(again.filter(({ panel_id }) => given.has(panel_id))).toEqual([]);
  const multi_panels = await listMultiPanels(call, guild_id);
  expect(multi_panels.flatMap((one) => one.panels).filter((panel_id) => given.has(panel_id))).toEqual([]);
  // Those are known by their new numbers from now on.
  await importArchive(call, guild_id, archive);
  expect(await listPanels(call, guild_id)).toEqual(again);
});

test('an archive can be imported whose message was changed more often than an import takes of one', async () => {
  const [{ guild_id }, other] = [await addServer(w), await addServer(w)];
  const { ticket_id } = await buildTicket(w.ctx, { guild_id, status: 'closed', has_transcript: true });
  const { message_id } = await buildMessage(w.ctx, { guild_id, ticket_id });
  const of = { guild_id, ticket_id, message_id };
  const many = Array.from({ length: 1_500 }, (_, n) => n);
  await w.ctx.db
    .insertInto('ticket_message_versions')
    .values(many.map((n) => ({ ...of, replaced_at: new Date(Date.UTC(2026, 0) + n), content: String(n) })))
    .execute();
  await w.ctx.db
    .insertInto('ticket_attachments')
    .values(many.map((n) => ({ ...of, attachment_id: String(n), filename: 'graph.png', size: 1, url: '' })))
    .execute();
  const call = await callAs({ ctx: w.ctx, guild_id: other.guild_id }, w.owner.id);
  const upload = await importArchive(call, other.guild_id, await archiveOf(w.ctx, guild_id));
  expect(upload).toMatchObject({ state: 'done', problem: null });
  const rows = await rowsOf(other.guild_id);
  const newest = (count: number) => many.slice(-count).map(String);
  expect(rows.get('ticket_message_versions')?.map(({ content }) => content)).toEqual(['0', ...newest(200)]);
  expect(rows.get('ticket_attachments')?.map((one) => one.attachment_id)).toEqual(newest(1_000));
});

test('an archive can be imported whose message shows more than an import takes in one line', async () => {
  const [{ guild_id }, other] = [await addServer(w), await addServer(w)];
  const { ticket_id } = await buildTicket(w.ctx, { guild_id, status: 'closed', has_transcript: true });
  const words = Array(15).fill('x'.repeat(20_000));
  await buildMessage(w.ctx, {
    guild_id,
    ticket_id,
    content: 'See',
    embeds: JSON.stringify(words.map((description) => ({ description }))),
    components: JSON.stringify(words.map((content) => ({ type: 10, content }))),
  });
  const call = await callAs({ ctx: w.ctx, guild_id: other.guild_id }, w.owner.id);
  const upload = await importArchive(call, other.guild_id, await archiveOf(w.ctx, guild_id));
  expect(upload).toMatchObject({ state: 'done', problem: null });
  expect((await rowsOf(other.guild_id)).get('ticket_messages')).toMatchObject([
    { content: 'See', embeds: [{ description: notShownWords }], components: [] },
  ]);
});

test('an archive that does not say whose words its subjects are gives them to whoever wrote them', async () => {
  const [{ guild_id }, other] = [await addServer(w), await addServer(w)];
  const [opener_id, author_id] = [w.member.id, w.owner.id];
  const ticket = (subject: string, more: object) =>
    buildTicket(w.ctx, { guild_id, opener_id, status: 'closed', source: 'context_menu', subject, ...more });
  const from = { channel_id: '5', message_id: '6', author_id, author_is_bot: false, content: 'My bread' };
  const { ticket_id: first } = await ticket('My bread', { origin: JSON.stringify(from) });
  const { ticket_id: second } = await ticket('My bread', { continues: first });
  await ticket('My bread', { continues: second });
  await ticket('Another matter', { continues: second });
  await ticket('My tea', { source: 'command' });
  await ticket('Billing', { source: 'panel' });
  const archive = await Forgery.of(await archiveOf(w.ctx, guild_id));
  archive.rows('tickets/00001/tickets.jsonl', (rows) => rows.map(({ subject_author_id: _, ...row }) => row));
  const call = await callAs({ ctx: w.ctx, guild_id: other.guild_id }, w.owner.id);
  expect(await importArchive(call, other.guild_id, archive.zip())).toMatchObject({ problem: null });
  expect((await rowsOf(other.guild_id)).get('tickets')?.map((row) => row.subject_author_id)).toEqual([
    ...[author_id, author_id, author_id, null],
    ...[opener_id, null],
  ]);
});

test('a message of more words than can be searched is imported', async () => {
  const [{ guild_id }, other] = [await addServer(w), await addServer(w)];
  const { ticket_id } = await buildTicket(w.ctx, { guild_id, status: 'closed', has_transcript: true });
  const { message_id } = await buildMessage(w.ctx, { guild_id, ticket_id, content: 'x' });
  const words = Array.from({ length: 110_000 }, (_, n) => n.toString(36).padStart(3, 'z'));
  const description = (from: number) => words.slice(from, from + 4_500).join(' ');
  const embeds = Array.from({ length: 24 }, (_, n) => ({ description: description(n * 4_500) }));
  await sql`update ticket_messages set embeds = ${JSON.stringify(embeds)}::jsonb where message_id = ${message_id}`.execute(
    w.ctx.db,
  );
  const call = await callAs({ ctx: w.ctx, guild_id: other.guild_id }, w.owner.id);
  const upload = await importArchive(call, other.guild_id, await archiveOf(w.ctx, guild_id));
  expect(upload).toMatchObject({ state: 'done', problem: null });
});
