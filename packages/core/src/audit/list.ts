import { type AuditEntry, type AuditFilter, type AuditPage, auditPage } from '@tickets/contract/audit/audit';
import type { Json } from '@tickets/contract/audit/changes';
import { auditResources, nameOfCode, undoable } from '@tickets/contract/audit/codes';
import { AppError } from '@tickets/contract/platform/errors';
import { type RawBuilder, sql } from 'kysely';
import { authorise } from '../access/authorise.ts';
import type { Call } from '../access/caller.ts';
import type { Context } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/db.ts';
import { usersSoon } from '../servers/users.ts';

/** An entry of the audit log as it is kept. */
export interface EntryRow {
  entry_id: number;
  guild_id: string;
  created_at: Date;
  user_id: string | null;
  source: AuditEntry['source'];
  because: string | null;
  action: number;
  resource: number;
  resource_id: string | null;
  about_user_id: string | null;
  resource_name: string | null;
  before: { [field: string]: Json } | null;
  after: { [field: string]: Json } | null;
  /** What changed is too long to stand here, so neither of the two does. */
  is_left_out: boolean;
  /** What changed is not kept any more. */
  is_data_removed: boolean;
  undo_of: number | null;
  undone_by: number | null;
}

/** A page of who changed what in a server, newest first. */
export async function listEntries(call: Call, guild_id: string, filter: AuditFilter): Promise<AuditPage> {
  authorise(call, 'audit.read', guild_id);
  const chosen = chosenBy(guild_id, filter);
  const page = Math.max(1, filter.page ?? 1);
  const { older_than, newer_than } = filter;
  const beyond = older_than ? sql`and a.entry_id < ${older_than}` : sql``;
  const before = newer_than ? sql`and a.entry_id > ${newer_than}` : sql``;
  // Who names no page reads on by key.
  const is_keyed = Boolean(older_than || newer_than) || !filter.page;
  const size = Math.min(filter.per_page ?? auditPage.normal, is_keyed ? auditPage.max : auditPage.numbered);
  // Those just after an entry are the oldest of the newer ones.
  const order = newer_than && !older_than ? sql`asc` : sql`desc`;
  const wanted = sql`${chosen} ${beyond} ${before} order by a.entry_id ${order}
    limit ${size} offset ${is_keyed ? 0 : (page - 1) * size}`;
  const [{ total }, rows] = await Promise.all([
    counted(call.db, chosen),
    is_keyed
      ? readEntries(call.db, withinBytes(guild_id, wanted, order))
      : // A page by number has all of its entries.
        readEntries(call.db, wanted, withinBytes(guild_id, wanted, order)),
  ]);
  const total_pages = Math.max(1, Math.ceil(total / size));
  rows.sort((a, b) => b.entry_id - a.entry_id);
  const [newest] = rows;
  const oldest = rows.at(-1);
  const edges = await call.db
    .selectNoFrom([
      sql<boolean>`exists (select from audit_entries a where ${chosen} and a.entry_id > ${newest?.entry_id ?? null}::int)`.as(
        'has_newer',
      ),
      sql<boolean>`exists (select from audit_entries a where ${chosen} and a.entry_id < ${oldest?.entry_id ?? null}::int)`.as(
        'has_older',
      ),
    ])
    .executeTakeFirstOrThrow();
  return {
    entries: await viewEntries(call, guild_id, rows),
    total_count: total,
    total_pages,
    current_page: page,
    ...edges,
  };
}

/** One entry of a server's log. */
export async function findEntry(db: Db | Tx, guild_id: string, entry_id: number): Promise<EntryRow> {
  const [row] = await readEntries(db, sql`a.guild_id = ${guild_id} and a.entry_id = ${entry_id}`);
  if (!row) throw new AppError('audit.entry_not_found');
  return row;
}

/** Entries with the names of who made them, as the wire has them. */
export async function viewEntries(
  ctx: Context,
  guild_id: string,
  rows: readonly EntryRow[],
): Promise<AuditEntry[]> {
  const ids = rows.flatMap(({ user_id, about_user_id }) =>
    [user_id, about_user_id].filter((id) => id !== null),
  );
  const known = await usersSoon(ctx, guild_id, [...new Set(ids)]);
  const nameOf = (id: string) => known.get(id)?.username ?? id;
  return rows.map((row) => {
    const resource_id = row.about_user_id ?? row.resource_id;
    return {
      id: row.entry_id,
      guild_id: row.guild_id,
      user_id: row.user_id,
      username: row.user_id ? nameOf(row.user_id) : '',
      action_type: row.action,
      resource_type: row.resource,
      ...(resource_id !== null && { resource_id }),
      ...(row.before && { old_data: JSON.stringify(row.before) }),
      ...(row.after && { new_data: JSON.stringify(row.after) }),
      ...(row.is_left_out && { data_left_out: true as const }),
      ...(row.is_data_removed && { data_removed: true as const }),
      created_at: row.created_at.toISOString(),
      source: row.source,
      because: row.because,
      resource_name: row.about_user_id ? nameOf(row.about_user_id) : row.resource_name,
      undo_of: row.undo_of,
      undone_by: row.undone_by,
      can_undo: canUndo(row),
    };
  });
}

/** Whether an entry is of a kind that can be taken back: what a person changed of something that is edited. */
export function canUndo({ resource, before, after, is_left_out, user_id }: EntryRow): boolean {
  const name = nameOfCode(auditResources, resource);
  const isOfFields = is_left_out || before !== null || after !== null;
  return user_id !== null && isOfFields && undoable.some((one) => one === name);
}

async function counted(db: Db, chosen: RawBuilder<unknown>): Promise<{ total: number }> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from audit_entries a where ${chosen}`.execute(db);
  return rows[0] ?? { total: 0 };
}

/** `whole`: of which of them all is told. */
async function readEntries(
  db: Db | Tx,
  which: RawBuilder<unknown>,
  whole: RawBuilder<unknown> = sql`true`,
): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select a.entry_id, a.guild_id::text, a.created_at, a.user_id::text, a.source, a.because, a.action, a.resource,
      a.resource_id, a.about_user_id::text, a.resource_name,
      case when ${whole} then a.before end as before, case when ${whole} then a.after end as after,
      a.bytes > 0 and not ${whole} as is_left_out, a.is_data_removed, a.undo_of,
      (select max(u.entry_id) from audit_entries u where u.undo_of = a.entry_id) as undone_by
    from audit_entries a where ${which}`.execute(db);
  return rows;
}

/** The first of some entries, and the next as long as what changed in them is not too long for one answer. */
const withinBytes = (guild_id: string, wanted: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql`(
  a.guild_id = ${guild_id} and a.entry_id in (
    select entry_id from (
      select entry_id, bytes, sum(bytes) over (order by entry_id ${order}) as so_far
      from (select a.entry_id, a.bytes from audit_entries a where ${wanted}) sized
    ) summed where so_far - bytes < ${auditPage.bytes}
  ))`;

function chosenBy(guild_id: string, filter: AuditFilter): RawBuilder<unknown> {
  const { user_id, source, by_override, action_type, resource_type, resource_id, before, after } = filter;
  const parts = [sql`a.guild_id = ${guild_id}`];
  if (user_id) parts.push(sql`a.user_id = ${user_id}`);
  if (source) parts.push(sql`a.source = ${source}`);
  if (by_override) parts.push(sql`a.by_override`);
  if (typeof action_type === 'number') parts.push(sql`a.action = ${action_type}`);
  if (typeof resource_type === 'number')
    parts.push(sql`a.resource = any(${kindsOf(resource_type)}::smallint[])`);
  if (resource_id)
    parts.push(sql`(a.resource_id = ${resource_id} or a.about_user_id::text = ${resource_id})`);
  if (before) parts.push(sql`a.created_at < ${new Date(before)}::timestamptz`);
  if (after) parts.push(sql`a.created_at >= ${new Date(after)}::timestamptz`);
  return sql.join(parts, sql` and `);
}

/** The history of a form tells of its questions, too. */
function kindsOf(resource: number): number[] {
  return resource === auditResources.form ? [resource, auditResources.form_questions] : [resource];
}
