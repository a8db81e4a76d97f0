import { isDeepStrictEqual } from 'node:util';
import { PermissionLevel } from '@tickets/contract/access/levels';
import { isSaidOf } from '@tickets/contract/platform/fields';
import type { Context } from '../platform/context.ts';
import type { Problem } from '../platform/problems.ts';
import { isLetIn, ownLevel } from './access.ts';
import type { Call } from './caller.ts';

/** Who looks at a change: a call, or what the product does by itself. */
export type CheckContext = Context & Partial<Pick<Call, 'caller'>>;

/** Whether nothing but a staff override lets the caller do what takes this level. */
export const isCallerLetIn = (
  { caller }: Partial<Pick<Call, 'caller'>>,
  level: PermissionLevel = PermissionLevel.admin,
): boolean => caller?.kind === 'user' && isLetIn(caller.access) && ownLevel(caller.access) < level;

/** A change of fields that would outlast the override which lets the caller in, as problems of these fields. */
export function outlastingProblems<Values extends object>(
  outlasting: Readonly<Record<string, boolean>>,
  before: Values,
  next: Values,
): Problem[] {
  const was = new Map<string, unknown>(Object.entries(before));
  return Object.entries(next).flatMap(([path, value]) =>
    isSaidOf(outlasting, path) ? changedIn(path, was.get(path), value) : [],
  );
}

function changedIn(path: string, was: unknown, is: unknown): Problem[] {
  if (isDeepStrictEqual(was, is)) return [];
  if (!isRecord(was) || !isRecord(is)) return [{ path, code: 'override.not_by_bot_staff' }];
  return Object.keys(is).flatMap((part) => changedIn(`${path}.${part}`, was[part], is[part]));
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
