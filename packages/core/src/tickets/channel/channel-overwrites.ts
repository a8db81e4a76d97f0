import { type APIOverwrite, OverwriteType, PermissionFlagsBits as P } from 'discord-api-types/v10';
import { type RawBuilder, sql } from 'kysely';
import { accessLoader } from '../../access/load.ts';
import type { Context } from '../../platform/context.ts';
import { asBot } from '../../platform/discord/bots.ts';
import {
  botExtras,
  essential,
  memberPermissions,
  readOnly,
  standard,
  teamStandard,
} from '../../platform/discord/channel-permissions.ts';
import type { Discord } from '../../platform/discord/discord.ts';
import { type BotAccess, botAccess, botPermissionsIn } from '../../servers/bot-access.ts';
import type { Overwrite } from '../../servers/channel-permissions.ts';
import { isGuestOfEarlierMembership, isOfEarlierMembership } from '../../servers/membership.ts';
import type { GuildSettings } from '../../settings/read.ts';
import type { Ticket } from '../model/find.ts';
import { panelTeamsOf } from '../model/panel-teams.ts';
import { botEntry } from './bot-entry.ts';
import { goneTargets } from './gone-targets.ts';
import { standingIn, unchangeable } from './unchangeable.ts';

type Who = { id: string; type: OverwriteType };
type Bits = { allow: bigint; deny?: bigint };
/** `support` may be kept out of a claimed ticket; `admin` never is. */
interface Staff extends Who {
  rank: 'admin' | 'support';
  team: 'default' | 'named';
}

/**
 * Who may do what in a ticket's channel, whole and fresh: the category's own permissions do not come along. One entry
 * for a person or role, however many reasons there are; where they disagree, being allowed wins. `parent_id`: the
 * category that the channel comes to be in, where that is not the one in which it is. `without`: who is about to be in it no more,
 * although they were added.
 */
export async function ticketOverwrites(
  ctx: Context,
  ticket: Ticket,
  settings: GuildSettings,
  parent_id?: string | null,
  without?: string,
): Promise<APIOverwrite[]> {
  const [let_in, bot, standing] = await Promise.all([
    letIn(ctx, ticket),
    botAccess(ctx, ticket.guild_id),
    standingIn(ctx, ticket),
  ]);
  const { staff } = let_in;
  const members = let_in.members.filter(({ id }) => id !== without);
  const held = await heldAround(ctx, bot, ticket, parent_id);
  const all = new OverwriteSet(held);
  all.add({ id: ticket.guild_id, type: OverwriteType.Role }, { allow: 0n, deny: P.ViewChannel });
  const member = memberPermissions(settings);
  for (const who of [{ id: ticket.opener_id, type: OverwriteType.Member }, ...members]) all.add(who, member);
  for (const who of let_in.removed) all.add(who, { allow: 0n, deny: standard });
  for (const who of staff) {
    const bits = staffBits(who, ticket, settings);
    if (bits) all.add(who, bits);
  }
  if (ticket.claimed_by) all.add({ id: ticket.claimed_by, type: OverwriteType.Member }, { allow: standard });
  await letOurBotsIn(ctx, all, { guild_id: ticket.guild_id, bot, held });
  all.keep(standing);
  return all.list();
}

/** All our bots: any of them may have to take over from the one that serves the server. */
async function letOurBotsIn(
  ctx: Context,
  all: OverwriteSet,
  { guild_id, bot, held }: { guild_id: string; bot: BotAccess; held: bigint },
): Promise<void> {
  const allow = standard | (botExtras & held);
  all.add(botEntry(ctx, bot), { allow });
  for (const other of ctx.bots.inGuild(guild_id)) {
    if (other.user_id === ctx.discord.user_id) continue;
    const as = asBot(ctx, other);
    all.add(botEntry(as, await botAccess(as, guild_id)), { allow });
  }
}

/** The channel of a ticket that is over: nobody but our bots and the server's administrators sees it. */
export async function hiddenOverwrites(ctx: Context, ticket: Ticket): Promise<APIOverwrite[]> {
  const { guild_id } = ticket;
  const bot = await botAccess(ctx, guild_id);
  const held = await heldAround(ctx, bot, ticket);
  const all = new OverwriteSet(held);
  all.add({ id: guild_id, type: OverwriteType.Role }, { allow: 0n, deny: P.ViewChannel });
  await letOurBotsIn(ctx, all, { guild_id, bot, held });
  all.keep(await standingIn(ctx, ticket));
  return all.list();
}

/** What the bot may do in the category of a ticket's channel, or in the server where the channel is in none. */
export async function heldAround(
  ctx: Context,
  bot: BotAccess,
  ticket: Ticket,
  parent_id?: string | null,
): Promise<bigint> {
  const around = parent_id === undefined ? await categoryOf(ctx, ticket) : parent_id;
  return around ? botPermissionsIn(ctx, ticket.guild_id, around, bot) : bot.permissions;
}

/** Where a ticket's channel is now; as long as nobody has told us of it, where it was made. */
async function categoryOf(ctx: Context, { guild_id, channel_id, parent_id }: Ticket): Promise<string | null> {
  const channel = await ctx.db
    .selectFrom('guild_channels')
    .where('guild_id', '=', guild_id)
    .where('channel_id', '=', channel_id)
    .select('parent_id')
    .executeTakeFirst();
  return channel ? channel.parent_id : parent_id;
}

function staffBits(who: Staff, ticket: Ticket, settings: GuildSettings): Bits | undefined {
  const full = { allow: who.team === 'named' ? teamStandard : standard };
  if (who.rank === 'admin' || !ticket.claimed_by || settings.support_can_type) return full;
  return settings.support_can_view ? readOnly : undefined;
}

/** What lets one of our bots into a ticket's channel, as far as `by`, which lets it in, may give that. */
export async function botOverwrite(
  ctx: Context,
  guild_id: string,
  { bot, by }: { bot: Discord; by: Discord },
): Promise<{ id: string; type: OverwriteType; allow: string; deny: string }> {
  const as = asBot(ctx, bot);
  const [of_bot, of_giver] = await Promise.all([
    botAccess(as, guild_id),
    botAccess(asBot(ctx, by), guild_id),
  ]);
  const allow = givable(of_giver.permissions, standard | botExtras);
  return { ...botEntry(as, of_bot), allow: String(allow), deny: '0' };
}

/** Roles that are gone are left out, because Discord refuses them. Admins always; the default team and the named teams as the panel says. */
export async function staffOf(ctx: Context, ticket: Pick<Ticket, 'guild_id' | 'panel_id'>): Promise<Staff[]> {
  const rows = await staffRows(ctx, ticket);
  return staffAmong(await known(ctx, ticket.guild_id, () => rows.execute(ctx.db)));
}

/**
 * After a restart it is not known who is a member. Discord is asked about those people first, because who left and came back meanwhile
 * is not let in any more.
 */
async function known(ctx: Context, guild_id: string, read: () => Promise<{ rows: Row[] }>): Promise<Row[]> {
  const { rows } = await read();
  const unknown = rows.filter(({ is_known }) => !is_known);
  if (!unknown.length) return rows;
  const accessOf = accessLoader(ctx);
  await Promise.all(unknown.map(({ id }) => accessOf({ guild_id, user_id: id })));
  return (await read()).rows;
}

interface Row {
  id: string;
  is_role: boolean;
  admin: boolean;
  /** `added`, `removed`: by hand, of this ticket. */
  team: Staff['team'] | 'added' | 'removed';
  /** Whether Discord has told of this person; always of roles. */
  is_known: boolean;
}

/**
 * Staff, who was added by hand, and who was taken out and is not staff by now, in one statement. Never everyone, whom an archive
 * may have named.
 */
async function letIn(
  ctx: Context,
  ticket: Ticket,
): Promise<{ staff: Staff[]; members: Who[]; removed: Who[] }> {
  const { guild_id, ticket_id } = ticket;
  const those_let_in = sql<Row>`with staff as (${await staffRows(ctx, ticket)})
    select * from (select * from staff
    union all
    select member_id, kind = 'role', false, 'added', true from ticket_members m
      where guild_id = ${guild_id} and ticket_id = ${ticket_id} and member_id <> guild_id
        and not ${isGuestOfEarlierMembership('m')} and (kind = 'user' or exists (
        select from guild_roles r where r.guild_id = m.guild_id and r.role_id = m.member_id))
    union all
    select r.user_id, false, false, 'removed', g.user_id is not null from ticket_removals r
      left join guild_members g on g.guild_id = r.guild_id and g.user_id = r.user_id
      where r.guild_id = ${guild_id} and r.ticket_id = ${ticket_id}
        and not exists (select from staff s where s.id = r.user_id or s.id = any(g.role_ids))) let_in
    where id not in ${goneTargets(guild_id)}`;
  const rows = await known(ctx, guild_id, () => those_let_in.execute(ctx.db));
  const those = (which: Row['team']) => rows.filter(({ team }) => team === which).map(whoIn);
  return { staff: staffAmong(rows), members: those('added'), removed: those('removed') };
}

const whoIn = ({ id, is_role }: Row): Who => ({
  id,
  type: is_role ? OverwriteType.Role : OverwriteType.Member,
});

const staffIn = (row: Row, team: Staff['team']): Staff => ({
  ...whoIn(row),
  rank: row.admin ? 'admin' : 'support',
  team,
});

const staffAmong = (rows: readonly Row[]): Staff[] =>
  rows.flatMap((row) => (row.team === 'added' || row.team === 'removed' ? [] : [staffIn(row, row.team)]));

const isFormer = isOfEarlierMembership(sql`added_at`, sql`m.joined_at`);

async function staffRows(
  ctx: Context,
  { guild_id, panel_id }: Pick<Ticket, 'guild_id' | 'panel_id'>,
): Promise<RawBuilder<Row>> {
  const panel = await panelTeamsOf(ctx, guild_id, panel_id);
  const { default_team, team_ids } = panel ?? { default_team: true, team_ids: [] };
  return sql<Row>`
    select user_id as id, false as is_role, admin, 'default' as team, m.user_id is not null as is_known from permissions
      left join guild_members m using (guild_id, user_id)
      where guild_id = ${guild_id} and (admin or (support and ${default_team})) and not ${isFormer}
    union all
    select role_id, true, admin, 'default', true from role_permissions join guild_roles using (guild_id, role_id)
      where guild_id = ${guild_id} and (admin or (support and ${default_team}))
    union all
    select user_id, false, false, 'named', m.user_id is not null from support_team_users join support_teams using (team_id)
      left join guild_members m using (guild_id, user_id)
      where guild_id = ${guild_id} and team_id = any(${team_ids}) and not ${isFormer}
    union all
    select role_id, true, false, 'named', true from support_team_roles join support_teams using (team_id)
      join guild_roles using (guild_id, role_id)
      where guild_id = ${guild_id} and team_id = any(${team_ids})`;
}

class OverwriteSet {
  readonly #held: bigint;
  readonly #entries = new Map<string, { type: OverwriteType; allow: bigint; deny: bigint }>();

  constructor(held: bigint) {
    this.#held = held;
  }

  add({ id, type }: Who, { allow, deny = 0n }: Bits): void {
    const entry = this.#entries.get(id) ?? { type, allow: 0n, deny: 0n };
    entry.allow |= givable(this.#held, allow);
    entry.deny |= givable(this.#held, deny);
    this.#entries.set(id, entry);
  }

  /** Keeps what the bot may not change, also for those who are no longer let in: otherwise Discord refuses the whole list. */
  keep(standing: readonly Overwrite[]): void {
    for (const { id, type, ...bits } of standing) {
      const kept = unchangeable(this.#held, bits);
      if (!kept.allow && !kept.deny) continue;
      const entry = this.#entries.get(id) ?? { type, allow: 0n, deny: 0n };
      entry.allow |= kept.allow;
      entry.deny |= kept.deny;
      this.#entries.set(id, entry);
    }
  }

  list(): APIOverwrite[] {
    return [...this.#entries].map(([id, { type, allow, deny }]) => ({
      id,
      type,
      allow: String(allow),
      deny: String(deny & ~allow),
    }));
  }
}

/**
 * Discord lets a bot allow and deny only what it has itself, in the category of the channel or else in the server:
 * https://discord.com/developers/docs/resources/channel#edit-channel-permissions. A nicety that it lacks is left out.
 * Without an essential the ticket is no use, or open to everybody, so that stays in and Discord says what is missing.
 */
export function givable(held: bigint, permissions: bigint): bigint {
  return permissions & (held | essential);
}
