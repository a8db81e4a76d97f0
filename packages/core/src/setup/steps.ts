import { AppError, fillText } from '@tickets/contract/platform/errors';
import { ChannelType, OverwriteType, PermissionFlagsBits as P } from 'discord-api-types/v10';
import { sql } from 'kysely';
import type { Call } from '../access/caller.ts';
import { isCallerLetIn } from '../access/outlasting.ts';
import { inTurn } from '../platform/locks/ticket-lock.ts';
import { texts } from '../platform/texts/texts.ts';
import { upsertChannel } from '../servers/channels.ts';
import { upsertRole } from '../servers/guilds.ts';
import { settingsFor, settingsOf } from '../settings/read.ts';
import type { SettingsChange } from '../settings/rules.ts';
import { updateSettings } from '../settings/save.ts';
import { addStaff } from '../staff/staff.ts';
import type { StaffRank } from '../staff/target.ts';
import { explainRefusal } from '../wording/refusals.ts';

const roleNames = { admin: 'Tickets Admin', support: 'Tickets Support' };
const archiveName = 'transcripts';
const categoryName = 'Tickets';
const panelChannelName = 'open-a-ticket';

export interface Setup {
  call: Call;
  guild_id: string;
  /** What stands in the server's audit log. */
  reason: string;
}

/** Sets a server up in the name of somebody, one at a time. */
export async function settingUp<T>(
  { call, guild_id, user_id }: { call: Call; guild_id: string; user_id: string },
  work: (setup: Setup) => Promise<T>,
): Promise<T> {
  const { text_language } = await settingsFor(call, guild_id);
  const reason = fillText(texts(text_language).setup.audit, { user: user_id });
  return inTurn(call.db, `setup:${guild_id}`, () => work({ call, guild_id, reason }));
}

/** The id of what a step made or found, or why Discord did not let the bot make it. */
export type Made = { id: string } | { error: AppError };

/** A role that answers tickets, or administers the bot. It begins without members. */
export async function staffRole({ call, guild_id, reason }: Setup, rank: StaffRank): Promise<Made> {
  if (isCallerLetIn(call)) return { error: outlastsOverride() };
  const name = roleNames[rank];
  const there = await call.db
    .selectFrom('guild_roles')
    .where('guild_id', '=', guild_id)
    .where('name', '=', name)
    .where('managed', '=', false)
    .select('role_id as id')
    .orderBy('role_id')
    .executeTakeFirst();
  const role =
    there ??
    (await inDiscord(call, guild_id, P.ManageRoles, async () => {
      const created = await call.discord.api.guilds.createRole(
        guild_id,
        { name, permissions: '0', mentionable: false },
        { reason },
      );
      await upsertRole(call, guild_id, created);
      return created;
    }));
  if ('error' in role) return role;
  await addStaff(call, { guild_id, kind: 'role', id: role.id }, rank, { in_background: true });
  return { id: role.id };
}

/** The refusal for those whom only a staff override lets in. It comes before anything is made in Discord. */
const outlastsOverride = () => new AppError('override.not_by_bot_staff');

/** A channel that staff alone see, in which closed tickets are reported. */
export async function archiveChannel(setup: Setup, staff: readonly string[]): Promise<Made> {
  const { call, guild_id } = setup;
  // Read anew: another one may have set the server up while this one waited for its turn.
  const { archive_channel } = await settingsOf(call.db, guild_id);
  const there =
    (await knownChannel(setup, ChannelType.GuildText, { id: archive_channel })) ??
    (await knownChannel(setup, ChannelType.GuildText, { name: archiveName, is_hidden: true }));
  if (!there && isCallerLetIn(call)) return { error: outlastsOverride() };
  const channel =
    there ??
    (await createChannel(setup, {
      name: archiveName,
      type: ChannelType.GuildText,
      permission_overwrites: [
        forRole(guild_id, { deny: P.ViewChannel }),
        ...staff.map((id) => forRole(id, { allow: P.ViewChannel | P.ReadMessageHistory })),
        forBot(call),
      ],
    }));
  return chosen(setup, channel, (archive_channel) => ({ archive_channel }));
}

/** The category in which new tickets open. */
export async function ticketCategory(setup: Setup): Promise<Made> {
  const { call, guild_id } = setup;
  const { category } = await settingsOf(call.db, guild_id);
  const channel =
    (await knownChannel(setup, ChannelType.GuildCategory, { id: category })) ??
    (await knownChannel(setup, ChannelType.GuildCategory, { name: categoryName })) ??
    (await createChannel(setup, { name: categoryName, type: ChannelType.GuildCategory }));
  return chosen(setup, channel, (category) => ({ category }));
}

/** A channel for the first panel: everybody sees it, and only the bot writes in it. */
export async function panelChannel(setup: Setup): Promise<Made> {
  const { use_threads } = await settingsOf(setup.call.db, setup.guild_id);
  // Its tickets are threads of that channel, which whoever manages its threads sees.
  if (use_threads && isCallerLetIn(setup.call)) return { error: outlastsOverride() };
  const there = await knownChannel(setup, ChannelType.GuildText, { name: panelChannelName });
  return (
    there ??
    createChannel(setup, {
      name: panelChannelName,
      type: ChannelType.GuildText,
      permission_overwrites: [forRole(setup.guild_id, { deny: P.SendMessages }), forBot(setup.call)],
    })
  );
}

const forRole = (id: string, { allow = 0n, deny = 0n }: { allow?: bigint; deny?: bigint }) => ({
  id,
  type: OverwriteType.Role,
  allow: String(allow),
  deny: String(deny),
});

const forBot = ({ discord }: Call) => ({
  id: discord.user_id,
  type: OverwriteType.Member,
  allow: String(P.ViewChannel | P.ReadMessageHistory | P.SendMessages | P.EmbedLinks),
});

/** Makes a channel the server's choice, by the rules by which the dashboard's choices are checked. */
async function chosen(
  { call, guild_id }: Setup,
  channel: Made,
  changeTo: (id: string) => SettingsChange,
): Promise<Made> {
  if ('error' in channel) return channel;
  try {
    await updateSettings(call, guild_id, changeTo(channel.id));
    return channel;
  } catch (error) {
    if (error instanceof AppError) return { error };
    throw error;
  }
}

/**
 * A channel of the server by its id or name, which is no ticket's; `is_hidden`: only one that not everybody sees.
 */
async function knownChannel(
  { call, guild_id }: Setup,
  type: ChannelType,
  wanted: { id: string | null } | { name: string; is_hidden?: boolean },
): Promise<{ id: string } | undefined> {
  const matching =
    'id' in wanted ? sql`channel_id = ${wanted.id}` : sql`lower(name) = ${wanted.name.toLowerCase()}`;
  const hidden =
    'is_hidden' in wanted && wanted.is_hidden
      ? sql`exists (select from jsonb_array_elements(permission_overwrites) o
          where o ->> 'id' = ${guild_id} and (o ->> 'deny')::bigint & ${String(P.ViewChannel)}::bigint <> 0)`
      : sql`true`;
  const { rows } = await sql<{ id: string }>`
    select channel_id as id from guild_channels
    where guild_id = ${guild_id} and type = ${type} and ${matching} and ${hidden}
      and not exists (select from tickets t
        where t.guild_id = ${guild_id} and t.channel_id = guild_channels.channel_id and t.status <> 'closed')
    order by channel_id limit 1`.execute(call.db);
  return rows[0];
}

function createChannel(
  { call, guild_id, reason }: Setup,
  body: Parameters<Call['discord']['api']['guilds']['createChannel']>[1],
): Promise<Made> {
  return inDiscord(call, guild_id, P.ManageChannels, async () => {
    const created = await call.discord.api.guilds.createChannel(guild_id, body, { reason });
    await upsertChannel(call, guild_id, created);
    return { id: created.id };
  });
}

/** What Discord refuses is told with the step that it belongs to. */
async function inDiscord<T>(
  call: Call,
  guild_id: string,
  needs: bigint,
  work: () => Promise<T>,
): Promise<T | { error: AppError }> {
  try {
    return await work();
  } catch (error) {
    return { error: await explainRefusal(call, error, { guild_id, needs }) };
  }
}
