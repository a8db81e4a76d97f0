import { AppError } from '@tickets/contract/platform/errors';
import type { EntityType, ImportOutcome } from '@tickets/contract/transfer/transfer';
import type { Call } from '../../access/caller.ts';
import type { Db } from '../../platform/db/db.ts';
import type { SetupRows } from '../format/archive.ts';
import { archiveLimits } from '../format/limits.ts';
import { ArchiveProblem } from '../format/problem.ts';
import { type Area, type IdSpace, rememberId } from './ids.ts';
import type { Places } from './places.ts';

/** What becomes of one thing of an archive. */
export interface Item {
  entity: EntityType;
  name: string;
  outcome: ImportOutcome;
  /** Why it is skipped, or what is left out of it. */
  reason?: string | undefined;
  /** How many things it stands for, where it is more than one. */
  many?: number;
  /** Which fields change. */
  fields?: string[];
  /** Makes it so, by the use-cases by which anyone would. Absent where there is nothing to do. */
  apply?: () => Promise<void>;
}

/** Rows by the thing that they belong to, so that nothing looks through those of all others. */
export type SetupParts = ReturnType<typeof setupParts>;

export function setupParts(rows: SetupRows) {
  const by = <R>(of: readonly R[], owner: (row: R) => number) => {
    const groups = Map.groupBy(of, owner);
    return (id: number): readonly R[] => groups.get(id) ?? [];
  };
  /** Of what is looked at as a whole. */
  const few = <R>(of: readonly R[], owner: (row: R) => number, [thing, parts]: [string, string]) => {
    const max = archiveLimits.of_thing;
    for (const [id, { length }] of Map.groupBy(of, owner))
      if (length > max) throw new ArchiveProblem(`${thing} ${id} has more than ${max} ${parts}`);
    return by(of, owner);
  };
  return {
    inputsOf: few(rows.form_inputs, ({ form_id }) => form_id, ['form', 'questions']),
    rulesOf: few(rows.panel_access_rules, ({ panel_id }) => panel_id, ['panel', 'rules']),
    teamsOf: few(rows.panel_teams, ({ panel_id }) => panel_id, ['panel', 'teams']),
    panelsOf: few(rows.multi_panel_panels, ({ multi_panel_id }) => multi_panel_id, ['multi-panel', 'panels']),
    teamRolesOf: by(rows.support_team_roles, ({ team_id }) => team_id),
    teamUsersOf: by(rows.support_team_users, ({ team_id }) => team_id),
  };
}

/** Everybody whom a set-up names. */
export const peopleIn = (rows: SetupRows): ReadonlySet<string> =>
  new Set(
    [rows.permissions, rows.support_team_users, rows.blacklisted_users].flatMap((of) =>
      of.map(({ user_id }) => user_id),
    ),
  );

/** All that the kinds of things need to be planned and made. */
export interface SetupEnv {
  /** By whom, as a call of their own for each thing: what was read for one does not hold for the next. */
  as(): Call;
  guild_id: string;
  rows: SetupRows;
  parts: SetupParts;
  places: Places;
  ids: Ids;
  isOpen(
    gate: 'colours' | 'auto_close' | 'exit_survey' | 'waiting_category' | 'footer' | 'tag_command',
  ): boolean;
}

/** Things that are not there yet, while it is only planned to make them. */
const planned = 'planned';

/** What the things of an archive are here: known from before, found, or still to be made. */
export class Ids {
  readonly space: IdSpace;
  readonly #known: ReadonlyMap<Area, Map<string, string>>;

  constructor(space: IdSpace, known: ReadonlyMap<Area, Map<string, string>>) {
    this.space = space;
    this.#known = known;
  }

  /** Its number here. Undefined where it was never imported. */
  get(area: Area, from: number | string): number | undefined {
    const to = this.#known.get(area)?.get(String(from));
    return to === undefined || to === planned ? undefined : Number(to);
  }

  /** Whether it is here, or will be once the import is done. */
  has(area: Area, from: number | string): boolean {
    return this.#known.get(area)?.has(String(from)) ?? false;
  }

  plan(area: Area, from: number | string): void {
    if (!this.has(area, from)) this.#known.get(area)?.set(String(from), planned);
  }

  /** Whether it will be made once the import is done. */
  isPlanned(area: Area, from: number | string): boolean {
    return this.#known.get(area)?.get(String(from)) === planned;
  }

  forget(area: Area, from: number | string): void {
    this.#known.get(area)?.delete(String(from));
  }

  /** For this run alone, as for what is found here by its own number. */
  set(area: Area, from: number | string, to: number): void {
    this.#known.get(area)?.set(String(from), String(to));
  }

  /** For good, before it is made, so that a crash in between makes nothing twice. */
  async remember(db: Db, area: Area, { from, to }: { from: number | string; to: number }): Promise<void> {
    this.set(area, from, to);
    await rememberId(db, this.space, { area, from, to });
  }
}

/** What a rule says against something, in its own words; whatever else goes wrong goes on. */
export async function refusalOf(check: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await check();
    return undefined;
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return error.message;
    throw error;
  }
}

/** Several things that are left out, as one reason. */
export const reasonOf = (parts: readonly (string | false | undefined | null)[]): string | undefined => {
  const said = parts.filter((part) => typeof part === 'string');
  return said.length ? said.join('; ') : undefined;
};
