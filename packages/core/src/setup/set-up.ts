import type { AppError } from '@tickets/contract/errors';
import { fillText } from '@tickets/contract/errors';
import { ChannelType, OverwriteType, PermissionFlagsBits as P } from 'discord-api-types/v10';
import { sql } from 'kysely';
import type { Context } from '../platform/context.ts';
import { inTurn } from '../platform/locks/ticket-lock.ts';
import { texts } from '../platform/texts/texts.ts';
import { upsertChannel } from '../servers/channels.ts';
import { upsertRole } from '../servers/guilds.ts';
import { changeSettings } from '../settings/change.ts';
import { settingsOf } from '../settings/read.ts';
import { addStaff, type StaffRank } from '../staff/staff.ts';
import { explainRefusal } from '../wording/refusals.ts';

export const setupSteps = ['admin_role', 'support_role', 'archive', 'category'] as const;
export type SetupStep = (typeof setupSteps)[number];

/** What came of a step: the id of the role or channel, or why Discord did not let the bot make it. */
export type StepResult = { step: SetupStep } & ({ id: string } | { error: AppError });

const roleNames = { admin: 'Tickets Admin', support: 'Tickets Support' };
const archiveName = 'transcripts';
const categoryName = 'Tickets';

interface Setup {
  ctx: Context;
  guild_id: string;
  /** What stands in the server's audit log. */
  reason: string;
}

/**
 * Makes what tickets need in a server: a role for each kind of staff, a channel for what was closed, a category. What
 * is there already is used, so it can be repeated until nothing is missing; no step keeps another from being done.
 */
export async function setUpServer(
  ctx: Context,
  { guild_id, user_id }: { guild_id: string; user_id: string },
  onStep: (result: StepResult) => Promise<void>,
): Promise<void> {
  const { text_language } = await settingsOf(ctx.db, guild_id);
  const reason = fillText(texts(text_language).setup.audit, { user: user_id });
  const setup: Setup = { ctx, guild_id, reason };
  await inTurn(ctx.db, `setup:${guild_id}`, async () => {
    const made = async (step: SetupStep, work: Promise<Made>) => {
      const result = await work;
      await onStep({ step, ...result });
      return 'id' in result ? result.id : undefined;
    };
    const admin = await made('admin_role', staffRole(setup, 'admin'));
    const support = await made('support_role', staffRole(setup, 'support'));
    const staff = [admin, support].filter((id) => id !== undefined);
    await made('archive', archiveChannel(setup, staff));
    await made('category', ticketCategory(setup));
  });
}

type Made = { id: string } | { error: AppError };

async function staffRole({ ctx, guild_id, reason }: Setup, rank: StaffRank): Promise<Made> {
  const name = roleNames[rank];
  const there = await ctx.db
    .selectFrom('guild_roles')
    .where('guild_id', '=', guild_id)
    .where('name', '=', name)
    .where('managed', '=', false)
    .select('role_id as id')
    .orderBy('role_id')
    .executeTakeFirst();
  const role =
    there ??
    (await inDiscord(ctx, guild_id, P.ManageRoles, async () => {
      const created = await ctx.discord.api.guilds.createRole(
        guild_id,
        { name, permissions: '0', mentionable: false },
        { reason },
      );
      await upsertRole(ctx, guild_id, created);
      return created;
    }));
  if ('error' in role) return role;
  await addStaff(ctx, { guild_id, kind: 'role', id: role.id }, rank);
  return { id: role.id };
}

async function archiveChannel(setup: Setup, staff: readonly string[]): Promise<Made> {
  const { ctx, guild_id } = setup;
  const { archive_channel } = await settingsOf(ctx.db, guild_id);
  const there =
    (await knownChannel(setup, ChannelType.GuildText, { id: archive_channel })) ??
    (await knownChannel(setup, ChannelType.GuildText, { name: archiveName, is_hidden: true }));
  const role = (id: string, values: { allow?: string; deny?: string }) => ({
    id,
    type: OverwriteType.Role,
    ...values,
  });
  const channel =
    there ??
    (await createChannel(setup, {
      name: archiveName,
      type: ChannelType.GuildText,
      permission_overwrites: [
        role(guild_id, { deny: String(P.ViewChannel) }),
        ...staff.map((id) => role(id, { allow: String(P.ViewChannel | P.ReadMessageHistory) })),
        {
          id: ctx.discord.user_id,
          type: OverwriteType.Member,
          allow: String(P.ViewChannel | P.ReadMessageHistory | P.SendMessages | P.EmbedLinks),
        },
      ],
    }));
  if ('id' in channel) await changeSettings(ctx.db, guild_id, { archive_channel: channel.id });
  return channel;
}

async function ticketCategory(setup: Setup): Promise<Made> {
  const { ctx, guild_id } = setup;
  const { category } = await settingsOf(ctx.db, guild_id);
  const channel =
    (await knownChannel(setup, ChannelType.GuildCategory, { id: category })) ??
    (await knownChannel(setup, ChannelType.GuildCategory, { name: categoryName })) ??
    (await createChannel(setup, { name: categoryName, type: ChannelType.GuildCategory }));
  if ('id' in channel) await changeSettings(ctx.db, guild_id, { category: channel.id });
  return channel;
}

/** A channel of the server by its id or name; `is_hidden`: only one that not everybody sees. */
async function knownChannel(
  { ctx, guild_id }: Setup,
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
    order by channel_id limit 1`.execute(ctx.db);
  return rows[0];
}

function createChannel(
  { ctx, guild_id, reason }: Setup,
  body: Parameters<Context['discord']['api']['guilds']['createChannel']>[1],
): Promise<Made> {
  return inDiscord(ctx, guild_id, P.ManageChannels, async () => {
    const created = await ctx.discord.api.guilds.createChannel(guild_id, body, { reason });
    await upsertChannel(ctx, guild_id, created);
    return { id: created.id };
  });
}

/** What Discord refuses is told with the step that it belongs to. */
async function inDiscord<T>(
  ctx: Context,
  guild_id: string,
  needs: bigint,
  work: () => Promise<T>,
): Promise<T | { error: AppError }> {
  try {
    return await work();
  } catch (error) {
    return { error: await explainRefusal(ctx, error, { guild_id, needs }) };
  }
}
