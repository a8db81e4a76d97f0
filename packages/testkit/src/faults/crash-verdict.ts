import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Db } from '@tickets/core/platform/db/db';
import { diskStorage } from '@tickets/core/platform/storage/storage';
import { closeButton } from '@tickets/core/tickets/welcome/welcome-message';
import type { SimMessage } from '@tickets/discord-sim/world/entities';
import { sql } from 'kysely';
import type { BusyServer, BusyServers } from '../data/busy-servers.ts';
import { reportQuestions } from '../data/busy-topics.ts';

/** What people were told and what Discord took from them. */
export interface Ledger {
  presses: number;
  /** Channels of tickets that somebody was told of, with that somebody. */
  told: Map<string, string>;
  /** What was answered to the forms that led to a ticket's channel. */
  answered: Map<string, string[][]>;
  /** Answers to forms that were sent, of which nobody was told in which ticket they are. */
  unplaced: Set<string>;
  /** How often people were pinged in a channel. */
  pinged: Map<string, number>;
  written: Map<
    string,
    {
      guild_id: string;
      channel_id: string;
      author_id: string;
      content: string;
      file: string | undefined;
      deleted: boolean;
    }
  >;
}

export interface Found {
  tickets: number;
  closed: number;
  /** Of panels that ask, with what they were answered. */
  reports: number;
  messages: number;
  files_stored: number;
  /** Of files whose copy a killed process had begun: it is begun anew when that process would have given up. */
  files_to_come: number;
  differences: string[];
}

/** What the program still has to do. */
async function unfinished(db: Db): Promise<string[]> {
  const { rows } = await sql<{ what: string }>`
    select 'ticket ' || ticket_id || ' of ' || guild_id || ' is ' || status as what from tickets
      where status in ('opening', 'closing') or (status = 'open' and welcome_message_id is null)
    union all
    select 'effect ' || kind || ' ' || guild_id || ' ' || key || coalesce(': ' || problem, '') from effects
      where kind <> 'ticket.category' and due_at <= now()
    union all
    select 'job ' || task_identifier || ' ' || coalesce(key, '') || coalesce(': ' || last_error, '') from graphile_worker.jobs
      where locked_at is null and run_at <= now() and attempts < max_attempts`.execute(db);
  return rows.map(({ what }) => what);
}

/** Compares what the program kept with what happened. */
export async function verdictOf(world: BusyServers, ledger: Ledger, data_dir: string): Promise<Found> {
  const { db } = world;
  const tickets = await db.selectFrom('tickets').selectAll().execute();
  const files = await compareFiles(db, ledger, data_dir);
  return {
    tickets: tickets.length,
    closed: tickets.filter(({ status }) => status === 'closed').length,
    reports: tickets.filter(isReport).length,
    messages: ledger.written.size,
    ...files,
    differences: [
      ...(await unfinished(db)),
      ...comparePlaces(world, ledger, tickets),
      ...(await compareNumbers(db)),
      ...(await compareMessages(db, ledger, tickets)),
      ...(await compareAnswers(db, ledger, tickets)),
      ...world.servers.flatMap((server) => [
        ...compareGreetings(world, ledger, server, tickets),
        ...compareDoors(world, server),
      ]),
      ...files.differences,
      ...world.servers.flatMap((server) => [...compareNotices(world, server, tickets)]),
      ...[...world.sim.unimplemented.keys()].map((route) => `the simulated Discord lacks ${route}`),
    ],
  };
}

interface TicketRow {
  guild_id: string;
  ticket_id: number;
  status: string;
  opener_id: string;
  channel_id: string | null;
  channel_name: string;
  close_source: string | null;
}

const nameOf = ({ guild_id, ticket_id, status }: TicketRow) =>
  `ticket ${ticket_id} of ${guild_id} (${status})`;

function* comparePlaces(
  { sim, servers }: BusyServers,
  ledger: Ledger,
  tickets: TicketRow[],
): Generator<string> {
  const byChannel = Map.groupBy(tickets, ({ channel_id }) => channel_id);
  for (const [channel_id, member_id] of ledger.told) {
    const found = byChannel.get(channel_id) ?? [];
    if (found.length !== 1)
      yield `a member was told of channel ${channel_id}, of which ${found.length} tickets know`;
    else if (found[0]?.opener_id !== member_id) yield `channel ${channel_id} belongs to somebody else`;
    else if (found[0]?.close_source === 'undone')
      yield `${nameOf(found[0])} was told to be open and was undone`;
  }
  for (const ticket of tickets) {
    const isThere = ticket.channel_id !== null && sim.world.channels.has(ticket.channel_id);
    if (ticket.status === 'open' && !isThere) yield `${nameOf(ticket)} has no channel in Discord`;
    if (ticket.status === 'closed' && isThere) yield `${nameOf(ticket)} still has its channel`;
    if (ticket.status === 'opening' || ticket.status === 'closing') yield `${nameOf(ticket)} is stuck`;
  }
  for (const { guild_id, category } of servers)
    for (const channel of sim.world.channels.in('guild', guild_id))
      if (channel.parent_id === category.id && !byChannel.has(channel.id))
        yield `channel ${channel.name} (${channel.id}) belongs to no ticket`;
}

async function compareNumbers(db: Db): Promise<string[]> {
  const differences: string[] = [];
  const guilds = await db.selectFrom('guilds').select(['guild_id', 'last_ticket_id']).execute();
  for (const { guild_id, last_ticket_id } of guilds) {
    const rows = await db
      .selectFrom('tickets')
      .where('guild_id', '=', guild_id)
      .select(['ticket_id', 'channel_name'])
      .orderBy('ticket_id')
      .execute();
    const expected = Array.from({ length: last_ticket_id }, (_, i) => i + 1).join();
    const actual = rows.map(({ ticket_id }) => ticket_id).join();
    if (actual !== expected) differences.push(`numbers of ${guild_id} are ${actual} and not ${expected}`);
    if (new Set(rows.map(({ channel_name }) => channel_name)).size !== rows.length)
      differences.push(`two tickets of ${guild_id} have the same name`);
  }
  return differences;
}

async function compareMessages(db: Db, ledger: Ledger, tickets: TicketRow[]): Promise<string[]> {
  const rows = await db
    .selectFrom('ticket_messages as m')
    .innerJoin('tickets as t', (on) =>
      on.onRef('t.guild_id', '=', 'm.guild_id').onRef('t.ticket_id', '=', 'm.ticket_id'),
    )
    .select(['m.message_id', 'm.content', 'm.deleted_at', 'm.created_at', 't.channel_id'])
    .execute();
  const kept = new Map(rows.map((row) => [row.message_id, row]));
  const statusOf = new Map(tickets.map((ticket) => [ticket.channel_id, nameOf(ticket)]));
  return [...ledger.written].flatMap(([id, row]) => {
    const where = `message ${id} in ${statusOf.get(row.channel_id) ?? 'no ticket'}`;
    const stored = kept.get(id);
    // Nobody ever heard what was deleted while the program was dead; Discord does not tell of it afterwards.
    if (!stored) return row.deleted ? [] : [`${where} is missing: ${row.content}`];
    if (stored.channel_id !== row.channel_id) return [`${where} is kept in another ticket`];
    if (row.deleted !== (stored.deleted_at !== null))
      return [`${where} is ${row.deleted ? 'not ' : ''}marked as deleted`];
    // The text before an unheard edit may be the last that was heard of a message that was deleted then.
    return row.deleted || stored.content === row.content
      ? []
      : [`${where} says "${stored.content}" and not "${row.content}"`];
  });
}

/** A ticket of a panel that asks has one person's answers to all of its questions, and no other has any. */
async function compareAnswers(db: Db, ledger: Ledger, tickets: TicketRow[]): Promise<string[]> {
  const rows = await db.selectFrom('ticket_answers').selectAll().orderBy('position').execute();
  const kept = Map.groupBy(rows, ({ guild_id, ticket_id }) => `${guild_id}:${ticket_id}`);
  const values = new Set<string>();
  return tickets.flatMap((ticket) => {
    const answers = kept.get(`${ticket.guild_id}:${ticket.ticket_id}`) ?? [];
    const asked = isReport(ticket) ? reportQuestions : [];
    const labels = answers.map(({ label }) => label);
    if (labels.join() !== asked.join())
      return [`${nameOf(ticket)} has answers to "${labels}" and not "${asked}"`];
    const [first] = answers;
    if (!first) return [];
    if (values.has(first.value)) return [`${nameOf(ticket)} has the answers of another ticket`];
    values.add(first.value);
    const told = ledger.answered.get(ticket.channel_id ?? '');
    const actual = answers.map(({ value }) => value).join();
    if (!told || told.some((given) => given.join() === actual)) return [];
    // Of a form that was never answered, before the one that was pointed to its ticket.
    if (ledger.unplaced.has(actual)) return [];
    return [`${nameOf(ticket)} was answered "${told[0]}" and keeps "${actual}"`];
  });
}

const isReport = ({ channel_name }: TicketRow) => channel_name.startsWith('report-');

/** Small and hidden, as the bot writes pings. */
export const isPing = (content: string) => content.startsWith('-# ||');

/** One welcome with the answers in each open ticket, and one ping where the panel pings. */
function* compareGreetings(
  { application, sim }: BusyServers,
  ledger: Ledger,
  { guild_id, topics }: BusyServer,
  tickets: TicketRow[],
): Generator<string> {
  for (const ticket of tickets.filter((row) => row.guild_id === guild_id && row.channel_id !== null)) {
    const channel_id = String(ticket.channel_id);
    const pings = ledger.pinged.get(channel_id) ?? 0;
    const expected = isReport(ticket) ? 1 : 0;
    // One that was closed while it was still being opened may have come without.
    if (pings > expected || (ticket.status === 'open' && pings < expected))
      yield `${nameOf(ticket)} pinged ${pings} times and not ${expected}`;
    if (ticket.status !== 'open') continue;
    const ours = sim.world.messages
      .in('channel', channel_id)
      .filter(({ author_id }) => author_id === application.bot_user_id);
    const standing = ours.filter(({ content }) => isPing(content)).length;
    if (standing !== (topics?.deletes_mentions ? 0 : expected))
      yield `${nameOf(ticket)} shows ${standing} pings`;
    const fields = ours.flatMap(({ embeds }) => embeds.flatMap((embed) => embed.fields ?? []));
    const shown = fields.filter(({ name }) => name === reportQuestions[0]).length;
    if (shown !== expected) yield `${nameOf(ticket)} shows its answers ${shown} times and not ${expected}`;
    const welcomes = ours.filter(({ components }) => JSON.stringify(components).includes(closeButton)).length;
    if (welcomes !== 1) yield `${nameOf(ticket)} has ${welcomes} welcome messages`;
  }
}

/** Each panel and multi-panel has one message. */
function* compareDoors({ sim }: BusyServers, { name, lobby, topics }: BusyServer): Generator<string> {
  for (const channel of topics ? [lobby, topics.reports, topics.menu] : [lobby]) {
    const count = sim.world.messages.in('channel', channel.id).length;
    if (count !== 1) yield `channel ${channel.name} of ${name} has ${count} messages and not 1`;
  }
}

async function compareFiles(db: Db, ledger: Ledger, data_dir: string) {
  const storage = diskStorage(join(data_dir, 'files'));
  const rows = await db
    .selectFrom('ticket_attachments as a')
    .leftJoin('stored_files as f', 'f.sha256', 'a.sha256')
    .select(['message_id', 'state', 'a.sha256', 'storage_key'])
    .execute();
  const byMessage = new Map(rows.map((row) => [row.message_id, row]));
  const { rows: jobs } = await sql<{ key: string }>`
    select key from graphile_worker.jobs where key like 'attachments:%' and locked_at is null`.execute(db);
  const asked = new Set(jobs.map(({ key }) => key.split(':').at(-1)));
  const differences: string[] = [];
  let [files_stored, files_to_come] = [0, 0];
  for (const [id, { file, deleted }] of ledger.written) {
    const row = byMessage.get(id);
    if (file === undefined || deleted) continue;
    if (row?.state === 'stored' && row.sha256 && row.storage_key) {
      const hex = row.sha256.toString('hex');
      const kept = await storage.get(row.storage_key);
      const bytes = kept && (await buffer(kept.stream));
      if (hex !== createHash('sha256').update(file).digest('hex') || bytes?.toString() !== file)
        differences.push(`the file of message ${id} is not the one that was sent`);
      files_stored += 1;
    } else if (row?.state === 'pending' && asked.has(id)) files_to_come += 1;
    else
      differences.push(
        `the file of message ${id} is ${row ? `${row.state}, and nothing copies it` : 'unknown'}`,
      );
  }
  return { files_stored, files_to_come, differences };
}

/** One archive message and one direct message of each closed ticket, and none of others. */
function* compareNotices(world: BusyServers, server: BusyServer, tickets: TicketRow[]): Generator<string> {
  const { messages } = world.sim.world;
  const inArchive = messages.in('channel', server.archive.id).map(numberIn);
  for (const ticket of tickets.filter(({ guild_id }) => guild_id === server.guild_id)) {
    const expected = ticket.status === 'closed' && ticket.close_source !== 'undone' ? 1 : 0;
    const archived = inArchive.filter((number) => number === ticket.ticket_id).length;
    if (archived !== expected) yield `${nameOf(ticket)} has ${archived} archive messages and not ${expected}`;
    const opener = server.members.find(({ id }) => id === ticket.opener_id);
    const told = (opener?.directMessages(world.application.bot_user_id) ?? []).filter(
      (message) => message.embeds[0]?.author?.name === server.name && numberIn(message) === ticket.ticket_id,
    ).length;
    if (told !== expected) yield `${nameOf(ticket)} has ${told} direct messages and not ${expected}`;
  }
}

/** The first field of what is said of a closed ticket is its number. */
const numberIn = ({ embeds }: SimMessage): number => Number(embeds[0]?.fields?.[0]?.value);
