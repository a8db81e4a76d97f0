import { notShownWords } from '@tickets/contract/platform/names';
import { ShownComponents, ShownEmbeds } from '@tickets/contract/tickets/shown';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/db.ts';
import { nextLimit, readWithin } from '../../platform/db/within-bytes.ts';
import { isKeptVersion } from '../../tickets/model/message-versions.ts';
import { archiveLimits } from '../format/limits.ts';
import type { ExportedTable } from '../registry/entry.ts';
import { type NameTable, registry, type SetupTable, type TicketTable } from '../registry/registry.ts';

const batch = 1000;

type Row = Record<string, unknown>;
const drawnParts = { embeds: ShownEmbeds, components: ShownComponents };

/** A row as its line has it: ids stay texts, times are in UTC, and bytes in hexadecimal. */
function lineOf(row: Row): Row {
  const line: Row = {};
  for (const [name, value] of Object.entries(row))
    line[name] = Buffer.isBuffer(value) ? value.toString('hex') : value;
  return line;
}

const columnsOf = (alias: string, { columns }: ExportedTable) =>
  sql.join(Object.keys(columns).map((name) => sql.ref(`${alias}.${name}`)));

/** Some rows at a time, each time from behind the last one. */
async function* inBatches(
  read: (after: Row | undefined, limit: number) => Promise<{ rows: Row[]; isCut?: boolean }>,
): AsyncGenerator<Row, void> {
  let limit = batch;
  for (let after: Row | undefined; ; ) {
    const { rows, isCut = false } = await read(after, limit);
    for (const row of rows) yield lineOf(row);
    after = rows.at(-1);
    if (!after || (rows.length < limit && !isCut)) return;
    limit = nextLimit(rows.length, batch);
  }
}

const behind = (alias: string, order: readonly string[], after: Row | undefined) =>
  after && order.length
    ? sql`(${sql.join(order.map((name) => sql.ref(`${alias}.${name}`)))}) > (${sql.join(order.map((name) => sql`${after[name]}`))})`
    : sql`true`;

const sorted = (alias: string, order: readonly string[]) =>
  order.length ? sql`order by ${sql.join(order.map((name) => sql.ref(`${alias}.${name}`)))}` : sql``;

/** What administrators of a server set up, of one table. */
export function setupRows(db: Db | Tx, guild_id: string, table: SetupTable): AsyncGenerator<Row, void> {
  const entry: ExportedTable = registry.setup[table];
  const { of, order } = entry;
  // The column by which a row of a multi-panel names it has another name there.
  const link = table === 'multi_panel_panels' ? 'multi_panel_id' : of?.column;
  const ofServer = of
    ? sql`${sql.ref(`r.${link}`)} in (select ${sql.ref(of.column)} from ${sql.table(of.table)} where guild_id = ${guild_id})`
    : sql`r.guild_id = ${guild_id}`;
  return inBatches((after, limit) =>
    sql<Row>`
      select ${columnsOf('r', entry)} from ${sql.table(table)} r
      where ${ofServer} and ${behind('r', order, after)} ${sorted('r', order)} limit ${limit}`.execute(db),
  );
}

/** How things and people are called whom a server's data names. */
export function nameRows(db: Db | Tx, guild_id: string, table: NameTable): AsyncGenerator<Row, void> {
  const entry: ExportedTable = registry.names[table];
  const ofServer = table === 'users' ? peopleOf(guild_id) : sql`r.guild_id = ${guild_id}`;
  const from = table === 'users' ? namedPeople(guild_id, entry) : sql.table(table);
  return inBatches((after, limit) =>
    sql<Row>`
      select ${columnsOf('r', entry)} from ${from} r
      where ${ofServer} and ${behind('r', entry.order, after)} ${sorted('r', entry.order)} limit ${limit}`.execute(
      db,
    ),
  );
}

/** Those whom this installation knows, and those whom only what the server imported names. */
const namedPeople = (guild_id: string, entry: ExportedTable) => sql`(
  select ${columnsOf('u', entry)} from users u
  union all
  select ${columnsOf('i', entry)} from imported_people i
  where i.guild_id = ${guild_id} and not exists (select from users u where u.user_id = i.user_id))`;

const peopleOf = (guild_id: string) => sql`r.user_id in (
  select user_id from permissions where guild_id = ${guild_id}
  union select user_id from blacklisted_users where guild_id = ${guild_id}
  union select user_id from support_team_users join support_teams using (team_id) where guild_id = ${guild_id}
  union select opener_id from tickets where guild_id = ${guild_id}
  union select claimed_by from tickets where guild_id = ${guild_id}
  union select closed_by from tickets where guild_id = ${guild_id}
  union select author_id from ticket_messages where guild_id = ${guild_id}
  union select sent_by from ticket_messages where guild_id = ${guild_id}
  union select member_id from ticket_members where guild_id = ${guild_id} and kind = 'user'
  union select user_id from ticket_participants where guild_id = ${guild_id})`;

/** The tickets of one folder: from the first to the last of these numbers. */
export interface Folder {
  first: number;
  last: number;
  tickets: number;
}

const folderTickets = 1000;
const folderMessages = 20_000;

/** The tickets of a server, some hundred a folder, so that an import that was interrupted has little to read again. */
export async function* foldersOf(db: Db | Tx, guild_id: string): AsyncGenerator<Folder, void> {
  for (let after = 0; ; ) {
    const { rows } = await sql<{ ticket_id: number; message_count: number }>`
      select ticket_id, message_count from tickets
      where guild_id = ${guild_id} and ticket_id > ${after} and status <> 'opening'
      order by ticket_id limit ${folderTickets}`.execute(db);
    const [first] = rows;
    if (!first) return;
    let messages = 0;
    let tickets = 0;
    for (const row of rows) {
      tickets += 1;
      messages += row.message_count;
      after = row.ticket_id;
      if (messages >= folderMessages) break;
    }
    yield { first: first.ticket_id, last: after, tickets };
  }
}

/** A panel that was deleted is not in the archive, so no ticket names it. */
const ticketColumns = sql.join(
  Object.keys(registry.tickets.tickets.columns).map((name) =>
    name === 'panel_id'
      ? sql`(select p.panel_id from panels p where p.panel_id = r.panel_id) as panel_id`
      : sql.ref(`r.${name}`),
  ),
);

/**
 * What an import takes of one message, however often that was edited: each edit may bring new attachments, and versions of earlier
 * releases are more than are kept now.
 */
const ofMessage: Partial<Record<TicketTable, RawBuilder<boolean>>> = {
  ticket_message_versions: isKeptVersion('r'),
  ticket_attachments: sql`not exists (
    select from ticket_attachments newer
    where newer.guild_id = r.guild_id and newer.ticket_id = r.ticket_id and newer.message_id = r.message_id
      and newer.attachment_id > r.attachment_id
    offset ${sql.lit(archiveLimits.of_message - 1)})`,
};

/** Rows of one table of the tickets of a folder. */
export function ticketRows(
  db: Db | Tx,
  guild_id: string,
  { table, folder }: { table: TicketTable; folder: Folder },
): AsyncGenerator<Row, void> {
  const entry: ExportedTable = registry.tickets[table];
  const { first, last } = folder;
  const opened =
    table === 'tickets'
      ? sql`r.status <> 'opening'`
      : sql`exists (select from tickets t where t.guild_id = r.guild_id and t.ticket_id = r.ticket_id and t.status <> 'opening')`;
  const columns = table === 'tickets' ? ticketColumns : columnsOf('r', entry);
  const order = sql.join(entry.order.map((name) => sql.ref(name)));
  return inBatches(async (after, limit) => {
    const from = sql`(
      select ${columns} from ${sql.table(table)} r
      where r.guild_id = ${guild_id} and r.ticket_id between ${first} and ${last} and ${opened}
        and ${ofMessage[table] ?? sql`true`}
        and ${behind('r', entry.order, after)} ${sorted('r', entry.order)} limit ${limit})`;
    const read = await readWithin<Row>(db, from, { order });
    return { ...read, rows: read.rows.map(drawn) };
  });
}

/**
 * With the embeds and components that can be drawn, and that fit into a line: an import refuses others. Where a part of a message does
 * not, that is said.
 */
function drawn(row: Row): Row {
  const isTooLong = Buffer.byteLength(JSON.stringify(row)) > archiveLimits.ticket_line_bytes;
  const bad = Object.entries(drawnParts).filter(
    ([name, part]) => name in row && (isTooLong || !part.safeParse(row[name]).success),
  );
  if (!bad.length) return row;
  const embeds = isTooLong ? [] : (ShownEmbeds.safeParse(row.embeds).data ?? []);
  return {
    ...row,
    ...Object.fromEntries(bad.map(([name]) => [name, []])),
    embeds: [...embeds, { description: notShownWords }],
  };
}

export interface StoredFile {
  sha256: string;
  storage_key: string;
}

/** The attachments of a server that are kept, each once. */
export async function* filesOf(db: Db | Tx, guild_id: string): AsyncGenerator<StoredFile, void> {
  for (let after: Buffer = Buffer.alloc(0); ; ) {
    const { rows } = await sql<{ sha256: Buffer; storage_key: string }>`
      select distinct a.sha256, f.storage_key from ticket_attachments a join stored_files f using (sha256)
      where a.guild_id = ${guild_id} and a.state = 'stored' and a.sha256 > ${after}
      order by a.sha256 limit ${batch}`.execute(db);
    for (const { sha256, storage_key } of rows) yield { sha256: sha256.toString('hex'), storage_key };
    const last = rows.at(-1);
    if (!last || rows.length < batch) return;
    after = last.sha256;
  }
}
