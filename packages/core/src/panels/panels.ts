import { AppError } from '@tickets/contract/errors';
import { limits } from '@tickets/contract/limits';
import type { Emote, Panel, PanelInput } from '@tickets/contract/panels';
import { RESTJSONErrorCodes } from 'discord-api-types/v10';
import type { Selectable } from 'kysely';
import type { Actor, Context } from '../context.ts';
import type { Db, Tx } from '../db/db.ts';
import type { Panels } from '../db/schema.generated.ts';
import { hasDiscordCode, isRefusal } from '../discord/failures.ts';
import { newCustomId } from '../discord/random-id.ts';
import { explainRefusal } from '../discord/refusals.ts';
import { requireAdmin } from '../permissions/load.ts';
import { premiumTier } from '../premium/tier.ts';
import { withLock } from '../tickets/ticket-lock.ts';
import { checkPanel } from './check.ts';
import { panelLock, panelNeeds, postPanel } from './post.ts';

export type PanelRow = Selectable<Panels>;

export async function listPanels(ctx: Context, guild_id: string): Promise<Panel[]> {
  const rows = await ctx.db
    .selectFrom('panels')
    .selectAll()
    .where('guild_id', '=', guild_id)
    .orderBy('panel_id')
    .execute();
  return rows.map(toPanel);
}

/**
 * Makes a panel and posts its message. When Discord refuses the message there is no panel either, and the reason is
 * said; when Discord does not answer, the panel stays and its message follows.
 */
export async function createPanel(
  ctx: Context,
  actor: Actor,
  guild_id: string,
  input: PanelInput,
): Promise<Panel> {
  await requireAdmin(ctx, actor, guild_id);
  await checkQuota(ctx, ctx.db, guild_id); // before the lock, only to refuse early
  const checked = await checkPanel(ctx, guild_id, input);
  const row = await ctx.db.transaction().execute(async (tx) => {
    const guild = await tx
      .selectFrom('guilds')
      .where('guild_id', '=', guild_id)
      .where('left_at', 'is', null)
      .select('guild_id')
      .forUpdate()
      .executeTakeFirst();
    if (!guild) throw new AppError('guild.not_found');
    await checkQuota(ctx, tx, guild_id);
    return tx
      .insertInto('panels')
      .values({ guild_id, custom_id: newCustomId(), ...checked })
      .returningAll()
      .executeTakeFirstOrThrow();
  });
  return toPanel(await postOrTakeBack(ctx, row));
}

async function postOrTakeBack(ctx: Context, row: PanelRow): Promise<PanelRow> {
  try {
    const done = await withLock(ctx.db, panelLock(row), () => postPanel(ctx, row, { is_first_try: true }));
    return done.busy ? row : done.value;
  } catch (error) {
    if (isRefusal(error)) {
      await ctx.db.deleteFrom('panels').where('panel_id', '=', row.panel_id).execute();
      throw await explainRefusal(ctx, error, {
        guild_id: row.guild_id,
        channel_id: row.channel_id,
        needs: panelNeeds,
      });
    }
    ctx.log.warn({ err: error, panel_id: row.panel_id }, 'the message of a panel was not posted yet');
    return row;
  }
}

/** Removes a panel and its message. Tickets that it opened stay, without a panel. */
export async function removePanel(
  ctx: Context,
  actor: Actor,
  guild_id: string,
  panel_id: number,
): Promise<void> {
  await requireAdmin(ctx, actor, guild_id);
  const row = await findPanel(ctx, guild_id, panel_id);
  if (!row) throw new AppError('panel.not_found');
  const done = await withLock(ctx.db, panelLock(row), async () => {
    const now = await findPanel(ctx, guild_id, panel_id);
    if (now?.message_id) await deleteMessage(ctx, now, now.message_id);
    await ctx.db
      .deleteFrom('panels')
      .where('guild_id', '=', guild_id)
      .where('panel_id', '=', panel_id)
      .execute();
  });
  if (done.busy) throw new AppError('request.rate_limited');
}

/** A message that is gone, or that the bot may not touch any more, does not keep the panel. */
async function deleteMessage(ctx: Context, row: PanelRow, message_id: string): Promise<void> {
  try {
    await ctx.discord.api.channels.deleteMessage(row.channel_id, message_id);
  } catch (error) {
    if (!isRefusal(error)) throw new AppError('discord.unavailable', { cause: error });
    if (!hasDiscordCode(error, RESTJSONErrorCodes.UnknownMessage, RESTJSONErrorCodes.UnknownChannel))
      ctx.log.warn({ err: error, panel_id: row.panel_id }, 'the message of a removed panel stays');
  }
}

function findPanel(ctx: Context, guild_id: string, panel_id: number): Promise<PanelRow | undefined> {
  return ctx.db
    .selectFrom('panels')
    .selectAll()
    .where('guild_id', '=', guild_id)
    .where('panel_id', '=', panel_id)
    .executeTakeFirst();
}

/** Premium that was earned by voting does not count here. */
async function checkQuota(ctx: Context, db: Db | Tx, guild_id: string): Promise<void> {
  if ((await premiumTier({ ...ctx, db }, guild_id, { include_voting: false })) >= 0) return;
  const { count } = await db
    .selectFrom('panels')
    .where('guild_id', '=', guild_id)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  const limit = limits.free_panels;
  if (Number(count) >= limit)
    throw new AppError('panel.quota_exceeded', { params: { count: Number(count), limit } });
}

function toPanel(row: PanelRow): Panel {
  const { emoji_name, emoji_id, created_at: _, welcome_message, ...panel } = row;
  return {
    ...panel,
    emote: toEmote(emoji_name, emoji_id),
    use_custom_emoji: emoji_id !== null,
    use_server_default_naming_scheme: panel.naming_scheme === null,
    welcome_message: welcome_message as unknown as Panel['welcome_message'], // written from the contract's schema
    teams: [],
    access_control_list: [{ role_id: row.guild_id, action: 'allow' }],
  };
}

function toEmote(name: string | null, id: string | null): Emote {
  return name && id ? { name, id } : (name ?? '');
}
