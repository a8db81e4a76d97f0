import type { Context } from '../../platform/context.ts';
import type { Discord } from '../../platform/discord/discord.ts';
import { editOwnMessage } from '../../platform/discord/own-messages.ts';
import { withLock } from '../../platform/locks/ticket-lock.ts';
import { lockOf } from '../../posted-messages/kind.ts';
import { multiPanelKind } from './message.ts';

/**
 * The messages that each bot is editing, and whether someone chose in them since that began. Kept by bot, because a
 * context lives no longer than one call.
 */
const underWay = new WeakMap<Discord, Map<string, { again: boolean }>>();

/**
 * Makes the menu of a multi-panel show its placeholder again: Discord keeps showing someone what they chose until the
 * message is edited. Choices that come faster than edits share one. Never rejects, because the ticket matters more.
 */
export async function resetMenu(
  ctx: Context,
  { guild_id, message_id }: { guild_id: string; message_id: string },
): Promise<void> {
  const here = underWay.get(ctx.discord) ?? new Map<string, { again: boolean }>();
  underWay.set(ctx.discord, here);
  const running = here.get(message_id);
  if (running) {
    running.again = true;
    return;
  }
  const mine = { again: true };
  here.set(message_id, mine);
  try {
    while (mine.again) {
      mine.again = false;
      await editAnew(ctx, guild_id, message_id);
    }
  } catch (error) {
    ctx.log.info({ err: error, guild_id }, 'the menu of a multi-panel was not reset');
  } finally {
    here.delete(message_id);
  }
}

/** A row that waits for an edit of its own, or that went, needs none. */
async function editAnew(ctx: Context, guild_id: string, message_id: string): Promise<void> {
  const posted = ctx.db
    .selectFrom('multi_panels')
    .selectAll()
    .where('guild_id', '=', guild_id)
    .where('message_id', '=', message_id)
    .where('message_state', '=', 'posted');
  const found = await posted.executeTakeFirst();
  if (!found) return;
  await withLock(ctx.db, lockOf(multiPanelKind, found.id), async () => {
    const row = await posted.executeTakeFirst(); // It may have been changed while this waited.
    if (!row) return;
    const message = await multiPanelKind.message(ctx, row);
    await editOwnMessage(ctx, guild_id, { channel_id: row.channel_id, message_id }, message);
  });
}
