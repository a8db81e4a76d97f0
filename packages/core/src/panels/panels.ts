import { AppError } from '@tickets/contract/errors';
import { limits } from '@tickets/contract/limits';
import type { Emote, Panel, PanelInput } from '@tickets/contract/panels';
import type { Actor, Context } from '../context.ts';
import type { Db, Tx } from '../db/db.ts';
import { newCustomId } from '../discord/random-id.ts';
import { requireAdmin } from '../permissions/load.ts';
import { postNew, removePosted } from '../posted-messages/change.ts';
import { findRow, holding } from '../posted-messages/kind.ts';
import { premiumTier } from '../premium/tier.ts';
import { checkPanel } from './check.ts';
import { type PanelRow, panelKind } from './message.ts';

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
  return toPanel(await postNew(ctx, panelKind, row));
}

/** Removes a panel and its message. Tickets that it opened stay, without a panel. */
export async function removePanel(
  ctx: Context,
  actor: Actor,
  guild_id: string,
  panel_id: number,
): Promise<void> {
  await requireAdmin(ctx, actor, guild_id);
  await holding(ctx, panelKind, panel_id, async () => {
    const row = await findRow(ctx.db, panelKind, guild_id, panel_id);
    if (!row) throw new AppError('panel.not_found');
    await removePosted(ctx, panelKind, row, async (tx) => {
      await tx
        .deleteFrom('panels')
        .where('guild_id', '=', guild_id)
        .where('panel_id', '=', panel_id)
        .execute();
    });
  });
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
  const { emoji_name, emoji_id, created_at: _, message_wanted_at: __, welcome_message, ...panel } = row;
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
