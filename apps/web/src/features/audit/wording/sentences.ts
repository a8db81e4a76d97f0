import type { AuditEntry } from '@tickets/contract/audit/audit';
import { changesBetween, type FieldChange, type Json } from '@tickets/contract/audit/changes';
import {
  type AuditAction,
  type AuditResource,
  auditActions,
  auditResources,
  nameOfCode,
} from '@tickets/contract/audit/codes';
import { fieldAt } from './fields.ts';
import { linesOf } from './lines.ts';
import { shownValue } from './values.ts';
import type { Words } from './words.ts';

type Fields = { [field: string]: Json };

/** An entry with what its numbers and texts stand for. */
export interface ReadEntry {
  entry: AuditEntry;
  /** Undefined: of a later version. */
  action: AuditAction | undefined;
  resource: AuditResource | undefined;
  before: Fields | undefined;
  after: Fields | undefined;
  lines: FieldChange[];
}

export function readEntry(entry: AuditEntry): ReadEntry {
  const resource = nameOfCode(auditResources, entry.resource_type);
  const before = fieldsIn(entry.old_data);
  const after = fieldsIn(entry.new_data);
  return {
    entry,
    action: nameOfCode(auditActions, entry.action_type),
    resource,
    before,
    after,
    lines: linesOf(resource, changesBetween(before ?? {}, after ?? {})),
  };
}

function fieldsIn(text: string | undefined): Fields | undefined {
  if (!text) return undefined;
  const data: unknown = JSON.parse(text);
  // The server writes objects and nothing else.
  return typeof data === 'object' && data !== null ? (data as Fields) : undefined;
}

/** Who did it: a person by name, else the product or whoever runs it. */
export function whoDid(
  { user_id, username, source }: Pick<AuditEntry, 'user_id' | 'username' | 'source'>,
  t: Words['t'],
) {
  if (user_id) return username || user_id;
  return t(source === 'operator' ? 'audit.operator' : 'audit.product');
}

/** What something is called, where it has a name. */
export function nameOfThing({ entry, resource }: ReadEntry, { t, names, format }: Words): string {
  const { resource_id = '', resource_name } = entry;
  if (resource === 'settings') return t('audit.kind.settings');
  if (resource_name) return resource_name;
  if (resource === 'member' || resource === 'blacklist')
    return shownValue('role', resource_id, { t, names, format }).pieces[0]?.text ?? resource_id;
  if (resource === 'multi_panel') return t('panels.multi.default_title');
  return resource_id ? `#${resource_id}` : '';
}

/** What was done, for a person who reads it after the name of who did. <b> is around names. */
export function sentenceOf(read: ReadEntry, words: Words): { key: SentenceKey; values: SentenceValues } {
  const { entry, action, resource, before, after, lines } = read;
  const data = after ?? before ?? {};
  const values: SentenceValues = {
    name: nameOfThing(read, words),
    count: lines.length,
    team: String(data.team ?? ''),
    until: 'expires_at' in data ? plain('time', data.expires_at, words) : '',
    days: Number(data.days ?? 0),
    action: entry.action_type,
    resource: resource
      ? words.t(`audit.kind.${resource}`)
      : words.t('audit.something', { code: entry.resource_type }),
  };
  return { key: action ? sentenceKey(action, read) : 'unknown', values };
}

export interface SentenceValues {
  [name: string]: string | number;
  name: string;
  count: number;
  team: string;
  until: string;
  days: number;
  action: number;
  resource: string;
}

/** The same as plain text. */
export function plainSentence(read: ReadEntry, words: Words): string {
  const { key, values } = sentenceOf(read, words);
  return words.t.markup(`audit.did.${key}`, { ...values, b: (name) => name });
}

type OneOf<Action extends AuditAction> = Action extends 'tag.save' | 'premium.change' ? never : Action;
export type SentenceKey =
  | OneOf<AuditAction>
  | 'tag.create'
  | 'tag.update'
  | 'premium.began'
  | 'premium.ended'
  | 'premium.given'
  | 'premium.taken'
  | 'unknown';

function sentenceKey(action: AuditAction, { before, after }: ReadEntry): SentenceKey {
  if (action === 'tag.save') return before ? 'tag.update' : 'tag.create';
  if (action !== 'premium.change') return action;
  if (before && after) return after.premium === true ? 'premium.began' : 'premium.ended';
  return after ? 'premium.given' : 'premium.taken';
}

const plain = (kind: 'time', value: Json | undefined, words: Words) =>
  shownValue(kind, value, words)
    .pieces.map(({ text }) => text)
    .join(', ');

/** What a field is called, with the part that it belongs to. One of a later version is called as it is stored. */
export function fieldName(resource: AuditResource | undefined, path: string, t: Words['t']): string {
  const known = fieldAt(resource, path);
  if (!known) return path.replaceAll(/[._]/g, ' ');
  const label = t(known.label);
  return known.part ? t('audit.field_of', { part: t(known.part), field: label }) : label;
}
