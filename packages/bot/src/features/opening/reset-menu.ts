import type { Context } from '@tickets/core/context';
import { noMentions } from '@tickets/core/discord/look';
import { lockOf } from '@tickets/core/posted-messages/kind';
import { withLock } from '@tickets/core/tickets/ticket-lock';
import type { APIMessageComponentInteraction } from 'discord-api-types/v10';

/** The messages that are being edited, and whether somebody chose in them since that began. */
const underWay = new WeakMap<Context, Map<string, { again: boolean }>>();

/**
 * Makes the menu of a multi-panel show its placeholder again: Discord keeps showing what somebody chose until the
 * message is edited. Choices that come faster than edits share one. Never rejects, because a ticket matters more.
 */
export async function resetMenu(ctx: Context, interaction: APIMessageComponentInteraction): Promise<void> {
  const { guild_id, message } = interaction;
  const here = underWay.get(ctx) ?? new Map<string, { again: boolean }>();
  underWay.set(ctx, here);
  const running = here.get(message.id);
  if (running) {
    running.again = true;
    return;
  }
  const mine = { again: true };
  here.set(message.id, mine);
  try {
    while (mine.again) {
      mine.again = false;
      await editAsItIs(ctx, { guild_id, channel_id: message.channel_id, message_id: message.id });
    }
  } catch (error) {
    ctx.log.info({ err: error, guild_id }, 'the menu of a multi-panel was not reset');
  } finally {
    here.delete(message.id);
  }
}

interface Place {
  guild_id: string | undefined;
  channel_id: string;
  message_id: string;
}

/** Under the lock of the multi-panel, and as it is by then: an edit of its own at the same time is not undone. */
async function editAsItIs(ctx: Context, { guild_id, channel_id, message_id }: Place): Promise<void> {
  const row = await ctx.db
    .selectFrom('multi_panels')
    .where('guild_id', '=', guild_id ?? null)
    .where('message_id', '=', message_id)
    .select('id')
    .executeTakeFirst();
  if (!row) return;
  await withLock(ctx.db, lockOf({ name: 'multi_panel' }, row.id), async () => {
    const { components } = await ctx.discord.api.channels.getMessage(channel_id, message_id);
    if (!components) return;
    await ctx.discord.api.channels.editMessage(channel_id, message_id, {
      components,
      allowed_mentions: noMentions,
    });
  });
}
