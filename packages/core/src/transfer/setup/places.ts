import type { ImportMapping, ImportReport, Unmatched } from '@tickets/contract/transfer/transfer';
import { unmatchedLimits } from '@tickets/contract/transfer/transfer-limits';
import { ChannelType } from 'discord-api-types/v10';
import type { Context } from '../../platform/context.ts';
import type { NameRow } from '../registry/registry.ts';

export type PlaceKind = Unmatched['kind'];

/** How the channels, roles, emojis and people of the other server are called, as far as the archive tells. */
export interface SourceNames {
  channels: ReadonlyMap<string, Pick<NameRow<'guild_channels'>, 'name' | 'type'>>;
  roles: ReadonlyMap<string, string>;
  emojis: ReadonlyMap<string, string>;
  people: ReadonlyMap<string, string>;
}

/** What stands here for the channels, categories, roles and emojis of the server that an archive was made of. */
export interface Places {
  channel(id: string | null, used_by: string): string | null;
  category(id: string | null, used_by: string): string | null;
  role(id: string, used_by: string): string | null;
  /** By id where it is the same server, else by name. */
  emoji(id: string, name: string): { id: string; name: string } | null;
  /** How a place of the other server is called. */
  nameOf(kind: PlaceKind, id: string): string;
  /** How somebody is called in the archive, with their id, which alone is unique. */
  personOf(id: string): string;
  /** All that were asked for and that this server does not have under their own id. */
  unmatched(): Pick<ImportReport, 'unmatched' | 'unmatched_left_out'>;
}

interface Here {
  channels: { id: string; name: string; type: number }[];
  roles: { id: string; name: string; managed: boolean }[];
  emojis: { id: string; name: string }[];
}

export async function placesIn(
  { db }: Pick<Context, 'db'>,
  guild_id: string,
  {
    source_guild_id,
    names,
    mapping,
  }: { source_guild_id: string | null; names: SourceNames; mapping: ImportMapping },
): Promise<Places> {
  const [channels, roles, emojis] = await Promise.all([
    db
      .selectFrom('guild_channels')
      .where('guild_id', '=', guild_id)
      .select(['channel_id as id', 'name', 'type'])
      .orderBy('position')
      .execute(),
    db
      .selectFrom('guild_roles')
      .where('guild_id', '=', guild_id)
      .select(['role_id as id', 'name', 'managed'])
      .execute(),
    db
      .selectFrom('guild_emojis')
      .where('guild_id', '=', guild_id)
      .select(['emoji_id as id', 'name'])
      .execute(),
  ]);
  return placesAmong({ channels, roles, emojis }, { guild_id, source_guild_id, names, mapping });
}

function placesAmong(
  here: Here,
  {
    guild_id,
    source_guild_id,
    names,
    mapping,
  }: { guild_id: string; source_guild_id: string | null; names: SourceNames; mapping: ImportMapping },
): Places {
  const missing = new Map<string, Omit<Unmatched, 'used_by'> & { used_by: Set<string> }>();
  const further = new Set<string>();
  const note = (kind: PlaceKind, id: string, counterpart: string | null, used_by: string) => {
    const key = `${kind}:${id}`;
    const known = missing.get(key) ?? { kind, id, name: nameIn(kind, id), counterpart, used_by: new Set() };
    if (known.used_by.size < unmatchedLimits.used_by) known.used_by.add(used_by);
    if (missing.has(key) || missing.size < unmatchedLimits.places) missing.set(key, known);
    else further.add(key);
    return counterpart;
  };
  const nameIn = (kind: PlaceKind, id: string) =>
    (kind === 'role' ? names.roles.get(id) : names.channels.get(id)?.name) ?? null;
  const isCategory = (type: number) => type === ChannelType.GuildCategory;

  const find = (kind: 'channel' | 'category', id: string | null, used_by: string): string | null => {
    if (!id || id === '0') return null;
    const isFit = ({ type }: { type: number }) => isCategory(type) === (kind === 'category');
    const chosen = mapping.channels[id];
    if (chosen === undefined && here.channels.some((one) => one.id === id && isFit(one))) return id;
    if (chosen !== undefined) {
      const isThere = here.channels.some((one) => one.id === chosen && isFit(one));
      return note(kind, id, isThere ? chosen : null, used_by);
    }
    const name = nameIn(kind, id)?.toLowerCase();
    const type = names.channels.get(id)?.type;
    const called = here.channels.filter((one) => isFit(one) && one.name.toLowerCase() === name);
    return note(kind, id, (called.find((one) => one.type === type) ?? called[0])?.id ?? null, used_by);
  };

  // Asked for thousands of mentions in a row.
  const roleIds = new Set(here.roles.map(({ id }) => id));
  // A role of another bot is nobody's choice. Of several with one name, the first.
  const nameable = here.roles.filter(({ id, managed }) => !managed && id !== guild_id);
  const roleOfName = new Map(nameable.toReversed().map(({ id, name }) => [name.toLowerCase(), id]));

  return {
    channel: (id, used_by) => find('channel', id, used_by),
    category: (id, used_by) => find('category', id, used_by),
    role(id, used_by) {
      if (id === source_guild_id || id === guild_id) return guild_id;
      const chosen = mapping.roles[id];
      if (chosen === undefined && roleIds.has(id)) return id;
      if (chosen !== undefined)
        return note('role', id, chosen !== null && roleIds.has(chosen) ? chosen : null, used_by);
      const name = nameIn('role', id)?.toLowerCase();
      return note('role', id, name === undefined ? null : (roleOfName.get(name) ?? null), used_by);
    },
    emoji: (id, name) =>
      here.emojis.find((one) => one.id === id) ??
      here.emojis.find((one) => one.name === (names.emojis.get(id) ?? name)) ??
      null,
    nameOf: (kind, id) => nameIn(kind, id) ?? id,
    personOf(id) {
      const name = names.people.get(id);
      return name ? `${name} (${id})` : id;
    },
    unmatched: () => ({
      unmatched: [...missing.values()].map((one) => ({ ...one, used_by: [...one.used_by] })),
      unmatched_left_out: further.size,
    }),
  };
}
