import { OverwriteType } from 'discord-api-types/v10';
import type { Context } from '../../platform/context.ts';
import type { BotAccess } from '../../servers/bot-access.ts';

/** Who an overwrite for the bot that acts is for: its own role, or itself where it has none. */
export function botEntry(ctx: Context, bot: BotAccess): { id: string; type: OverwriteType } {
  return bot.role_id
    ? { id: bot.role_id, type: OverwriteType.Role }
    : { id: ctx.discord.user_id, type: OverwriteType.Member };
}
