import type { FieldChange, Json } from '@tickets/contract/audit/changes';
import { AppError } from '@tickets/contract/platform/errors';
import type { Call } from '../access/caller.ts';

export type Fields = { [name: string]: Json };

/** Something as it is now, with the version by which a save of it is refused once somebody else has changed it. */
export interface Now {
  fields: Fields;
  version: number;
}

export interface Rewrite {
  id: string;
  now: Now;
  /** All its fields as they shall be, and which of them differ. */
  next: Fields;
  changes: readonly FieldChange[];
}

/** What would be written, with what it leaves out of what was there. */
export interface Living {
  fields: Fields;
  left_out: LeftOut[];
}
export interface LeftOut {
  path: string;
  value: Json;
}

/** How one kind of thing is read and changed, by the use-cases that everybody else uses. */
export interface Kind {
  /** The fields of an entry in today's form, where an earlier one was another. */
  todays?(fields: Fields): Fields;
  /** Leaves out what names things that are gone, in place of which stands what is `now`, or nothing. */
  living?(call: Call, guild_id: string, wanted: Fields, now: Fields | undefined): Promise<Living>;
  /** Refuse what `write` and `restore` would refuse, before anybody presses, and change nothing. */
  checkWrite?(call: Call, guild_id: string, rewrite: Rewrite): Promise<unknown>;
  checkRestore?(call: Call, guild_id: string, fields: Fields): Promise<unknown>;
  read(call: Call, guild_id: string, id: string): Promise<Now | undefined>;
  write(call: Call, guild_id: string, rewrite: Rewrite): Promise<unknown>;
  /** Makes again what was deleted, from what its entry kept. */
  restore(call: Call, guild_id: string, fields: Fields): Promise<unknown>;
  remove(call: Call, guild_id: string, id: string): Promise<unknown>;
}

/** The fields of something, as JSON holds them. */
export const asFields = (values: object): Fields => JSON.parse(JSON.stringify(values)) as Fields; // an object stays one

/** Those top fields of what shall be that differ. */
export function changedOf({ next, changes }: Rewrite): Fields {
  const names = new Set(changes.map(({ path }) => path.split('.')[0]));
  return Object.fromEntries(Object.entries(next).filter(([name]) => names.has(name)));
}

/** For what is always there. */
export const notPossible = async (): Promise<never> => {
  throw new AppError('undo.not_possible');
};
