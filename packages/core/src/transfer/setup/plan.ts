import type { CopyPart, ImportMapping } from '@tickets/contract/transfer/transfer';
import type { Access } from '../../access/access.ts';
import { callBy, callBySystem } from '../../access/caller.ts';
import { breather } from '../../platform/async/breather.ts';
import type { Context } from '../../platform/context.ts';
import { inServer } from '../../platform/discord/bots.ts';
import { Facts } from '../../platform/facts.ts';
import { openGates } from '../../premium/tier.ts';
import { meetMembers } from '../../servers/members.ts';
import type { SetupRows } from '../format/archive.ts';
import { forms } from './forms.ts';
import { type Area, type IdSpace, idsOf } from './ids.ts';
import { Ids, type Item, peopleIn, type SetupEnv, setupParts } from './items.ts';
import { withinMost } from './most.ts';
import { blacklist, retention, tags } from './others.ts';
import { multiPanels, panels } from './panels.ts';
import { type Places, placesIn, type SourceNames } from './places.ts';
import { contextMenuPanel, settings } from './settings.ts';
import { staff, teams } from './teams.ts';

type Kind = (env: SetupEnv) => AsyncGenerator<Item, void>;

/** All kinds of things, in an order in which each finds what it names. */
const all: { part?: CopyPart; kind: Kind }[] = [
  { kind: teams },
  { kind: staff },
  { part: 'forms', kind: forms },
  { part: 'settings', kind: settings },
  { part: 'panels', kind: panels },
  { part: 'multi_panels', kind: multiPanels },
  { part: 'settings', kind: contextMenuPanel },
  { part: 'tags', kind: tags },
  { kind: blacklist },
  { kind: retention },
];

export interface SetupImport {
  /** Who imports it, as they are in the server; undefined for the operator. */
  access: Access | undefined;
  guild_id: string;
  space: IdSpace;
  rows: SetupRows;
  /** Those that are found here by their names, also where none is made. */
  teams?: SetupRows['support_teams'];
  names: SourceNames;
  mapping: ImportMapping;
  source_guild_id: string | null;
  /** Called between one thing and the next. What it throws ends it. */
  goOn?(): void;
}

/** What becomes of each thing that was set up. Whoever goes through it applies what they want made. */
export async function planSetup(
  ctx: Context,
  {
    access,
    guild_id,
    space,
    rows: all_rows,
    teams: named = [],
    names,
    mapping,
    source_guild_id,
    goOn = () => undefined,
  }: SetupImport,
): Promise<{ items: AsyncGenerator<Item, void>; places: Places; ids: Ids }> {
  const places = await placesIn(ctx, guild_id, { source_guild_id, names, mapping });
  const ids = await knownIds(ctx, space);
  const { rows, over } = withinMost(all_rows);
  if (source_guild_id === guild_id) await findOwn(ctx, guild_id, { rows, ids });
  await findTeams(ctx, guild_id, { named, ids });
  const isOpen = await openGates(ctx, guild_id);
  const env: SetupEnv = {
    as() {
      const anew = { ...inServer(ctx, guild_id), facts: new Facts() };
      return access
        ? callBy(anew, access, 'dashboard')
        : callBySystem(anew, 'the operator imported an archive');
    },
    guild_id,
    rows,
    parts: setupParts(rows),
    places,
    ids,
    isOpen,
  };
  return { items: itemsOf(env, { over, goOn }), places, ids };
}

async function* itemsOf(
  env: SetupEnv,
  { over, goOn }: { over: readonly Item[]; goOn(): void },
): AsyncGenerator<Item, void> {
  const breathe = breather();
  yield* over;
  await meetMembers(env.as(), env.guild_id, { user_ids: peopleIn(env.rows), goOn });
  for (const { kind } of all)
    for await (const item of kind(env)) {
      // Of what is here already, or is refused, planning asks the database nothing.
      await breathe();
      goOn();
      yield item;
    }
}

async function knownIds({ db }: Context, space: IdSpace): Promise<Ids> {
  const areas: Area[] = ['form', 'panel', 'multi_panel', 'team'];
  const known = new Map<Area, Map<string, string>>();
  for (const area of areas) known.set(area, await idsOf(db, space, area));
  return new Ids(space, known);
}

/** What is of this very server is known by its own number, as long as it is there. */
async function findOwn(
  { db }: Context,
  guild_id: string,
  { rows, ids }: { rows: SetupRows; ids: Ids },
): Promise<void> {
  const [form_ids, panel_ids, multi_ids] = await Promise.all([
    db.selectFrom('forms').where('guild_id', '=', guild_id).select('form_id as id').execute(),
    db.selectFrom('panels').where('guild_id', '=', guild_id).select('panel_id as id').execute(),
    db.selectFrom('multi_panels').where('guild_id', '=', guild_id).select('id').execute(),
  ]);
  const own = [
    ['form', form_ids, rows.forms.map(({ form_id }) => form_id)],
    ['panel', panel_ids, rows.panels.map(({ panel_id }) => panel_id)],
    ['multi_panel', multi_ids, rows.multi_panels.map(({ id }) => id)],
  ] as const;
  for (const [area, here, wanted] of own) {
    const there = new Set(here.map(({ id }) => id));
    for (const id of wanted) if (there.has(id) && !ids.has(area, id)) ids.set(area, id, id);
  }
}

async function findTeams(
  { db }: Context,
  guild_id: string,
  { named, ids }: { named: SetupRows['support_teams']; ids: Ids },
): Promise<void> {
  if (!named.length) return;
  const here = await db
    .selectFrom('support_teams')
    .where('guild_id', '=', guild_id)
    .select(['team_id', 'name'])
    .execute();
  const byName = new Map(here.map((team) => [team.name.toLowerCase(), team.team_id]));
  for (const { team_id, name } of named) {
    const found = byName.get(name.toLowerCase());
    if (found !== undefined) ids.set('team', team_id, found);
  }
}

/** Of a set-up, what was chosen to be copied. Teams are found by their names, and not made. */
export function partsOf(rows: SetupRows, parts: readonly CopyPart[]): SetupRows {
  const has = (part: CopyPart) => parts.includes(part);
  return {
    ...rows,
    guild_settings: has('settings') ? rows.guild_settings : [],
    forms: has('forms') ? rows.forms : [],
    panels: has('panels') ? rows.panels : [],
    multi_panels: has('multi_panels') ? rows.multi_panels : [],
    tags: has('tags') ? rows.tags : [],
    role_permissions: [],
    permissions: [],
    support_teams: [],
    support_team_roles: [],
    support_team_users: [],
    blacklisted_users: [],
    blacklisted_roles: [],
    transcript_retention: [],
  };
}
