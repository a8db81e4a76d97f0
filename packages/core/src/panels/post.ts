import {
  type APIButtonComponentWithCustomId,
  ComponentType,
  PermissionFlagsBits as P,
} from 'discord-api-types/v10';
import type { Context } from '../context.ts';
import { isRefusal } from '../discord/failures.ts';
import { lookOf, noMentions } from '../discord/look.ts';
import { settingsOf } from '../settings/read.ts';
import { findOwnMessage, hasButton } from '../tickets/open-found.ts';
import { withLock } from '../tickets/ticket-lock.ts';
import type { PanelRow } from './panels.ts';

/** What the bot must have in a panel's channel. Seeing the history is how it finds its own message again. */
export const panelNeeds = P.ViewChannel | P.SendMessages | P.EmbedLinks | P.ReadMessageHistory;

export const panelLock = ({ panel_id }: Pick<PanelRow, 'panel_id'>) => `panel:${panel_id}`;

/** Posts the message of a panel that has none, or finds the one whose answer was lost. To be called with its lock. */
export async function postPanel(
  ctx: Context,
  row: PanelRow,
  { is_first_try }: { is_first_try: boolean },
): Promise<PanelRow> {
  const found = is_first_try ? undefined : await findPosted(ctx, row);
  const message_id =
    found ??
    (
      await ctx.discord.api.channels.createMessage(row.channel_id, {
        ...(await panelMessage(ctx, row)),
        nonce: `p${row.panel_id}-${row.guild_id.slice(-8)}`,
        enforce_nonce: true,
      })
    ).id;
  const saved = await ctx.db
    .updateTable('panels')
    .set({ message_id, message_state: 'posted' })
    .where('panel_id', '=', row.panel_id)
    .returningAll()
    .executeTakeFirst();
  // Removed in the meantime by somebody who did not wait for the lock: its message goes as well.
  if (!saved) await ctx.discord.api.channels.deleteMessage(row.channel_id, message_id);
  return saved ?? row;
}

/** The id of Discord's that was smallest when the panel was made: its message is newer. */
async function findPosted(ctx: Context, row: PanelRow): Promise<string | undefined> {
  const before = BigInt(row.created_at.getTime() - 60_000 - 1_420_070_400_000) << 22n;
  const found = await findOwnMessage(ctx, row.channel_id, String(before), (message) =>
    hasButton(message, row.custom_id),
  );
  return found?.id;
}

async function panelMessage(ctx: Context, row: PanelRow) {
  const look = await lookOf(ctx, await settingsOf(ctx.db, row.guild_id));
  const button: APIButtonComponentWithCustomId = {
    type: ComponentType.Button,
    style: row.button_style as APIButtonComponentWithCustomId['style'], // the table allows 1 to 4
    custom_id: row.custom_id,
    disabled: row.disabled,
    ...(row.button_label && { label: row.button_label }),
    ...(row.emoji_name && { emoji: { name: row.emoji_name, ...(row.emoji_id && { id: row.emoji_id }) } }),
  };
  return {
    embeds: [
      {
        title: row.title,
        description: row.content,
        color: row.colour,
        ...(look.footer && { footer: look.footer }),
      },
    ],
    components: [{ type: ComponentType.ActionRow as const, components: [button] }],
    allowed_mentions: noMentions,
  };
}

/** Posts what Discord's silence or a crash left unposted. A panel that Discord refuses now stays without a message. */
export async function reconcilePanels(ctx: Context): Promise<void> {
  const unposted = ctx.db
    .selectFrom('panels')
    .innerJoin('guilds', 'guilds.guild_id', 'panels.guild_id')
    .where('guilds.left_at', 'is', null)
    .where('message_id', 'is', null)
    .selectAll('panels');
  for (const { panel_id } of await unposted.execute()) {
    try {
      await withLock(ctx.db, panelLock({ panel_id }), async () => {
        // It may have been posted while this waited.
        const row = await unposted.where('panel_id', '=', panel_id).executeTakeFirst();
        if (row) await postPanel(ctx, row, { is_first_try: false });
      });
    } catch (error) {
      ctx.log.warn({ err: error, panel_id }, 'the message of a panel could not be posted');
      if (!isRefusal(error)) return;
    }
  }
}
