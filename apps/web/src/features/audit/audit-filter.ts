import type { AuditFilter, AuditSource } from '@tickets/contract/audit/audit';
import {
  type AuditAction,
  type AuditResource,
  auditActions,
  auditResources,
} from '@tickets/contract/audit/codes';
import type { AuditSearch } from './audit-search.ts';

/** The kinds of things of a server, in the order in which they are offered. Questions are told of with their form. */
export const kinds = [
  'settings',
  'panel',
  'multi_panel',
  'form',
  'tag',
  'team',
  'member',
  'blacklist',
  'integration',
  'override',
  'premium',
  'transcript',
  'webhook',
] as const satisfies readonly AuditResource[];
export type Kind = (typeof kinds)[number];

export const sources = [
  'dashboard',
  'discord',
  'system',
  'operator',
  // Beside it stands from where: these are changes that nothing but a staff override allowed.
  'override',
] as const satisfies readonly (AuditSource | 'override')[];

export const kindOf = ({ type }: AuditSearch): Kind | undefined => kinds.find((kind) => kind === type);

/** What can be done with things of a kind. */
export function actionsOf(kind: Kind): AuditAction[] {
  const actions = Object.keys(auditActions) as AuditAction[]; // Its keys are the names.
  return actions.filter((action) => action.startsWith(`${kind}.`));
}

export const actionOf = (search: AuditSearch): AuditAction | undefined => {
  const kind = kindOf(search);
  return kind && actionsOf(kind).find((action) => action === search.action);
};

/** Whether entries are left out, beside those of other pages. */
export const isFiltered = ({ user, type, source, from, to }: AuditSearch): boolean =>
  [user, type, source, from, to].some((value) => value !== undefined);

/** What is sent for an address. */
export function payloadOf(search: AuditSearch): AuditFilter {
  const kind = kindOf(search);
  const action = actionOf(search);
  const after = search.from && startOfDay(search.from);
  const before = search.to && startOfDay(search.to, 1);
  return {
    ...(search.user && { user_id: search.user }),
    ...(search.source === 'override'
      ? { by_override: true as const }
      : search.source && { source: search.source as AuditSource }), // The address is read by its names.
    ...(kind && { resource_type: auditResources[kind] }),
    ...(kind && search.id && { resource_id: search.id }),
    ...(action && { action_type: auditActions[action] }),
    ...(after && { after }),
    ...(before && { before }),
    ...(search.older_than && { older_than: search.older_than }),
    ...(search.newer_than && !search.older_than && { newer_than: search.newer_than }),
  };
}

/** When a day begins where the reader is, or so many days later; undefined where it is no day. */
function startOfDay(day: string, later = 0): string | undefined {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const start = new Date(year, month - 1, date + later);
  return Number.isNaN(start.getTime()) ? undefined : start.toISOString();
}
