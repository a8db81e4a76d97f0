import type { UndoPreview } from '@tickets/contract/audit/audit';
import {
  changesBetween,
  type FieldChange,
  type Json,
  sameJson,
  valueAt,
  withValueAt,
} from '@tickets/contract/audit/changes';
import { auditResources, nameOfCode, type Undoable, undoable } from '@tickets/contract/audit/codes';
import { AppError, type ErrorCode } from '@tickets/contract/platform/errors';
import { authorise } from '../access/authorise.ts';
import type { Call } from '../access/caller.ts';
import { laterEntry } from '../audit/later.ts';
import { canUndo, type EntryRow, findEntry, viewEntries } from '../audit/list.ts';
import type { Fields, LeftOut, Now, Rewrite } from './kind.ts';
import { kinds } from './kinds.ts';

/** What taking back an entry means now: what there is, and what there will be. */
type Plan =
  | { effect: 'change'; now: Now; changes: FieldChange[]; next: Fields; left_out: LeftOut[] }
  | { effect: 'restore'; fields: Fields; left_out: LeftOut[] }
  | { effect: 'remove'; now: Now };

/** Why an entry cannot be taken back now. */
interface Refusal {
  code: ErrorCode;
  /** The path of a field that was changed again, where it is that. */
  path?: string;
}

/** What taking back an entry would do now, or why it cannot be taken back. Nothing changes. */
export async function previewUndo(call: Call, guild_id: string, entry_id: number): Promise<UndoPreview> {
  authorise(call, 'audit.undo', guild_id);
  const entry = await findEntry(call.db, guild_id, entry_id);
  const plan = await planUndo(call, entry);
  if (!('code' in plan)) return { ...shown(plan), refusal: await refusalOf(call, entry, plan) };
  const later = plan.code === 'undo.changed_since' ? await laterEntry(call.db, entry, plan.path) : undefined;
  const [view] = later ? await viewEntries(call, guild_id, [later]) : [];
  return {
    ...shownOf(entry),
    refusal: { text: new AppError(plan.code).message, entry: view ?? null },
  };
}

/** What the press would be refused for, by the checks of the press itself. */
async function refusalOf(call: Call, entry: EntryRow, plan: Plan): Promise<UndoPreview['refusal']> {
  const kind = kinds[kindOf(entry)];
  const { guild_id } = entry;
  try {
    if (plan.effect === 'restore') await kind.checkRestore?.(call, guild_id, plan.fields);
    if (plan.effect === 'change') await kind.checkWrite?.(call, guild_id, rewriteOf(entry, plan));
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { text: error.message, entry: null };
  }
}

const rewriteOf = (
  { resource_id }: EntryRow,
  { now, next, changes }: Extract<Plan, { effect: 'change' }>,
): Rewrite => ({ id: resource_id ?? '', now, next, changes });

/** Takes back an entry, by the rules by which anyone would change it by hand. Returns the entry that tells of that. */
export async function undo(call: Call, guild_id: string, entry_id: number): Promise<number> {
  authorise(call, 'audit.undo', guild_id);
  const entry = await findEntry(call.db, guild_id, entry_id);
  const plan = await planUndo(call, entry);
  if ('code' in plan) {
    await refuseUndoneSince(call, entry);
    throw new AppError(plan.code);
  }
  const kind = kinds[kindOf(entry)];
  const as = { ...call, undo_of: entry_id };
  const id = entry.resource_id ?? '';
  try {
    if (plan.effect === 'restore') await kind.restore(as, guild_id, plan.fields);
    else if (plan.effect === 'remove') await kind.remove(as, guild_id, id);
    else await kind.write(as, guild_id, rewriteOf(entry, plan));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // Somebody changed it at this moment, maybe by undoing the same.
    const now = await refuseUndoneSince(call, entry);
    if (error.code !== 'save.outdated') throw error;
    const again = await planUndo(call, now);
    throw new AppError('code' in again ? again.code : 'undo.changed_since');
  }
  const { undone_by } = await findEntry(call.db, guild_id, entry_id);
  if (undone_by === null) throw new AppError('undo.undone');
  return undone_by;
}

/** Refuses what somebody else took back after this was read. Returns it as it is now. */
async function refuseUndoneSince(call: Call, { guild_id, entry_id, undone_by }: EntryRow): Promise<EntryRow> {
  const now = await findEntry(call.db, guild_id, entry_id);
  if (now.undone_by !== null && now.undone_by !== undone_by) throw new AppError('undo.undone');
  return now;
}

function kindOf(entry: EntryRow): Undoable {
  const name = nameOfCode(auditResources, entry.resource);
  const kind = undoable.find((one) => one === name);
  if (!kind || !canUndo(entry)) throw new AppError('undo.not_possible');
  return kind;
}

async function planUndo(call: Call, entry: EntryRow): Promise<Plan | Refusal> {
  const kind = kinds[kindOf(entry)];
  const { before, after } = entry;
  const now = await kind.read(call, entry.guild_id, entry.resource_id ?? '');
  if (!before) return planRemoval(now, entry.entry_id);
  if (!after) {
    if (now) return { code: 'undo.there_again' };
    const living = await kind.living?.(call, entry.guild_id, before, undefined);
    return { effect: 'restore', ...(living ?? { fields: before, left_out: [] }) };
  }
  if (!now) return { code: 'undo.gone' };
  const todays = kind.todays ?? ((fields) => fields);
  const wanted = planChange(now, { before: todays(before), after: todays(after) });
  if ('code' in wanted) return wanted;
  const living = await kind.living?.(call, entry.guild_id, wanted.next, now.fields);
  const { fields: next, left_out } = living ?? { fields: wanted.next, left_out: [] };
  const changes = changesBetween(now.fields, next);
  if (!changes.length) return { code: left_out.length ? 'undo.names_gone' : 'undo.undone' };
  return { effect: 'change', now, next, changes, left_out };
}

/** What was made is deleted, unless somebody has worked on it since. */
function planRemoval(now: Now | undefined, made_by: number): Plan | Refusal {
  if (!now) return { code: 'undo.undone' };
  return now.version === made_by ? { effect: 'remove', now } : { code: 'undo.changed_since' };
}

/** All its fields as they would be. */
function planChange(
  now: Now,
  { before, after }: { before: Fields; after: Fields },
): { next: Fields } | Refusal {
  let next = now.fields;
  for (const { path, before: was, after: made } of changesBetween(before, after)) {
    const is = valueAt(now.fields, path);
    if (sameJson(is, was)) continue;
    if (!sameJson(is, made)) return { code: 'undo.changed_since', path };
    next = withValueAt(next, path, was);
  }
  return { next };
}

function shown(plan: Plan): Omit<UndoPreview, 'refusal'> {
  if (plan.effect === 'remove')
    return { effect: 'remove', changes: changesBetween(plan.now.fields, {}), left_out: [] };
  const { effect, left_out } = plan;
  return {
    effect,
    changes: plan.effect === 'change' ? plan.changes : changesBetween({}, plan.fields),
    left_out,
  };
}

/** What it would have been. */
function shownOf({ before, after }: EntryRow): Omit<UndoPreview, 'refusal'> {
  const empty: Json = {};
  return {
    effect: !before ? 'remove' : !after ? 'restore' : 'change',
    changes: changesBetween(after ?? empty, before ?? empty),
    left_out: [],
  };
}
