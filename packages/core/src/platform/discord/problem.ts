import type { DiscordProblem } from '@tickets/contract/servers/guild';
import type { Context } from '../context.ts';

/** Why Discord keeps the bot out until a person sees to it; null while nothing does. */
export function discordProblem(ctx: Pick<Context, 'discord'>, bot_state: string): DiscordProblem | null {
  if (ctx.discord.identity.state.value === 'refused') return 'token_refused';
  return bot_state === 'intents_refused' ? 'intents_refused' : null;
}
