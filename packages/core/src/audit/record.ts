import type { AuditSource } from '@tickets/contract/audit/audit';
import { type Json, sameJson } from '@tickets/contract/audit/changes';
import {
  type AuditAction,
  type AuditResource,
  auditActions,
  auditResources,
} from '@tickets/contract/audit/codes';
import { sql } from 'kysely';
import type { Caller } from '../access/caller.ts';
import type { ProductCall } from '../access/product.ts';
import type { Tx } from '../platform/db/db.ts';
import { storableJson } from '../platform/db/storable.ts';

/** Who changes something, and from where. A call of a use-case is one, and so is a call about the product itself. */
export type ChangedBy =
  | { caller: Caller; undo_of?: number | undefined }
  | Pick<ProductCall, 'caller'>
  | Actor;

interface Actor {
  user_id: string | null;
  source: AuditSource;
  because?: string;
  /** A staff override lets them in, and nothing else does. */
  by_override?: boolean;
}

export interface Change {
  action: AuditAction;
  resource: AuditResource;
  /** What was changed, and what it is called. */
  id?: string | number;
  name?: string;
  /** A person, where one was changed: in place of `id`. */
  about_user_id?: string;
  /** All its fields, or those that changed; absent before it was there, and once it is gone. Never a secret. */
  before?: object;
  after?: object;
}

/**
 * Writes down what a transaction changes, with who does it. Of a change of fields only those are kept that are others now;
 * where none is, nothing is written. Returns the number of the entry, which is the version of what was changed.
 */
export async function record(
  tx: Tx,
  by: ChangedBy,
  guild_id: string | null,
  change: Change,
): Promise<number | undefined> {
  const { action, resource, id, name, about_user_id } = change;
  const data = changedFields(change);
  if (!data) return undefined;
  const { user_id, source, because = null, by_override = false } = actorOf(by);
  const { rows } = await sql<{ entry_id: number }>`
    insert into audit_entries
      (guild_id, user_id, source, because, action, resource, resource_id, about_user_id, resource_name, before, after, undo_of,
        by_override)
    values (${guild_id}, ${user_id}, ${source}, ${because},
      ${auditActions[action]}, ${auditResources[resource]}, ${id === undefined ? null : String(id)},
      ${about_user_id ?? null}, ${name ?? null}, ${data.before}::jsonb, ${data.after}::jsonb,
      ${'undo_of' in by ? (by.undo_of ?? null) : null}, ${by_override})
    returning entry_id`.execute(tx);
  return rows[0]?.entry_id;
}

/** Who did it, for what changes along with what they did. It is no undoing of its own. */
export const alongWith = (by: ChangedBy, because: string): ChangedBy => {
  const actor = actorOf(by);
  return isLetIn(by) ? { ...actor, because: `${because} (${letIn})` } : { because, ...actor };
};

const letIn = 'the server let the Tickets team in';
const isLetIn = (by: ChangedBy) =>
  'caller' in by &&
  'kind' in by.caller &&
  by.caller.kind === 'user' &&
  by.caller.access.rule.kind === 'staff_override';

/** Takes an entry back, where what it tells of did not come to be after all. */
export async function unrecord(tx: Tx, entry_id: number | undefined): Promise<void> {
  if (entry_id !== undefined) await sql`delete from audit_entries where entry_id = ${entry_id}`.execute(tx);
}

/** What undid another entry was taken back itself, but its entry stays: that one is not undone. */
export async function undoesNothing(tx: Tx, entry_id: number | undefined): Promise<void> {
  if (entry_id !== undefined)
    await sql`update audit_entries set undo_of = null where entry_id = ${entry_id}`.execute(tx);
}

function actorOf(by: ChangedBy): Actor {
  if ('source' in by) return by;
  const { caller } = by;
  // Whoever administers the product does it in the dashboard.
  if (!('kind' in caller)) return { user_id: caller.user_id, source: 'dashboard' };
  if (caller.kind === 'user')
    return {
      user_id: caller.user_id,
      source: caller.door,
      ...(isLetIn(by) && { because: letIn, by_override: true }),
    };
  return { user_id: null, source: 'system', because: caller.because };
}

type Fields = Record<string, Json>;
const jsonOf = (fields: object | undefined): Fields | null =>
  fields ? (JSON.parse(storableJson(JSON.stringify(fields))) as Fields) : null; // an object stays one

/** As texts of JSON. Undefined: nothing changed. */
function changedFields(change: Change): { before: string | null; after: string | null } | undefined {
  const before = jsonOf(change.before);
  const after = jsonOf(change.after);
  if (!before || !after)
    return { before: before && JSON.stringify(before), after: after && JSON.stringify(after) };
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !sameJson(before[name], after[name]),
  );
  if (!names.length) return undefined;
  const only = (fields: Fields) =>
    JSON.stringify(Object.fromEntries(names.map((name) => [name, fields[name]])));
  return { before: only(before), after: only(after) };
}
