import type { ChangedMeanwhile } from '@tickets/contract/audit/audit';
import { type AuditResource, auditResources } from '@tickets/contract/audit/codes';
import { AppError } from '@tickets/contract/platform/errors';
import { sql } from 'kysely';
import type { Db, Tx } from '../platform/db/db.ts';
import { type Change, type ChangedBy, record, unrecord } from './record.ts';

/** What two people may edit at once, and where the version of each stands. */
const versioned = {
  settings: { table: 'guild_settings', id_column: 'guild_id' },
  panel: { table: 'panels', id_column: 'panel_id' },
  multi_panel: { table: 'multi_panels', id_column: 'id' },
  form: { table: 'forms', id_column: 'form_id' },
  form_questions: { table: 'forms', id_column: 'form_id' },
  tag: { table: 'tags', id_column: 'tag_id' },
  webhook: { table: 'outgoing_webhooks', id_column: 'webhook_id' },
} as const satisfies Partial<Record<AuditResource, { table: string; id_column: string }>>;
export type Versioned = keyof typeof versioned;

/** The kinds of entries that tell of the same thing. */
const together = (resource: Versioned): Versioned[] =>
  resource === 'form' || resource === 'form_questions' ? ['form', 'form_questions'] : [resource];

export interface Edit extends Change {
  resource: Versioned;
  id: string | number;
}

/** As record(), and makes the entry the version of what was changed. Of settings the id is that of their server. */
export async function recordEdit(
  tx: Tx,
  by: ChangedBy,
  guild_id: string,
  edit: Edit,
): Promise<number | undefined> {
  const version = await record(tx, by, guild_id, edit);
  if (version === undefined || !edit.after) return version;
  const { table, id_column } = versioned[edit.resource];
  await sql`update ${sql.table(table)} set version = ${version}
    where guild_id = ${guild_id} and ${sql.ref(id_column)} = ${edit.id}`.execute(tx);
  return version;
}

/** An edit that was recorded, with what is needed to take it back. */
export interface RecordedEdit {
  resource: Versioned;
  id: string | number;
  entry_id: number;
  version_before: number;
}

/** Takes an edit back that nobody has edited over: its entry goes, and the version is the one before. */
export async function unrecordEdit(
  tx: Tx,
  guild_id: string,
  { resource, id, entry_id, version_before }: RecordedEdit,
): Promise<void> {
  const { table, id_column } = versioned[resource];
  await unrecord(tx, entry_id);
  await sql`update ${sql.table(table)} set version = ${version_before}
    where guild_id = ${guild_id} and ${sql.ref(id_column)} = ${id}`.execute(tx);
}

interface Compared {
  guild_id: string;
  resource: Versioned;
  id: string | number;
  /** What is there; undefined: it was deleted meanwhile. */
  is: number | undefined;
  /** What the person who saves had read; undefined where they do not say. */
  read: number | undefined;
}

/**
 * Refuses to save over what others changed since it was read, and says who they are. The row has to be held, so that nobody
 * changes it between this and the save.
 */
export async function requireVersion(db: Db | Tx, compared: Compared): Promise<void> {
  const { is, read } = compared;
  if (read === undefined || read === is) return;
  throw new AppError('save.outdated', { details: { changed: await changedSince(db, compared) } });
}

/** Says that what is to be saved is not there: to whoever had read it, with who deleted it since. */
export async function refuseGone(db: Db | Tx, gone: Omit<Compared, 'is'>, missing: AppError): Promise<never> {
  const changed = gone.read === undefined ? [] : await changedSince(db, gone);
  throw changed.length ? new AppError('save.outdated', { details: { changed } }) : missing;
}

async function changedSince(
  db: Db | Tx,
  { guild_id, resource, id, read = 0 }: Omit<Compared, 'is'>,
): Promise<ChangedMeanwhile[]> {
  const { rows } = await sql<Omit<ChangedMeanwhile, 'created_at'> & { created_at: Date }>`
    select a.entry_id, a.user_id::text, coalesce(u.username, a.user_id::text, '') as username, a.source, a.created_at, a.because,
      array(select key from jsonb_object_keys(coalesce(a.after, a.before, '{}')) key order by key) as fields
    from audit_entries a left join users u on u.user_id = a.user_id
    where a.guild_id = ${guild_id} and a.resource = any(${together(resource).map((one) => auditResources[one])}::smallint[])
      and a.resource_id = ${String(id)} and a.entry_id > ${read}
    order by a.entry_id desc limit 20`.execute(db);
  return rows.map(({ created_at, ...row }) => ({ ...row, created_at: created_at.toISOString() }));
}
