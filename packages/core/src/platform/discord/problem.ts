import type { DiscordProblem } from '@tickets/contract/servers/guild';
import type { Discord } from './discord.ts';

/** Why Discord keeps the bot out, until a person sees to it or a ban of this address ends; null while nothing does. */
export function discordProblem({ discord }: { discord: Discord }, bot_state: string): DiscordProblem | null {
  if (discord.identity.state.value === 'refused') return 'token_refused';
  if (bot_state === 'intents_refused') return 'intents_refused';
  return discord.guard.bannedUntil === undefined ? null : 'banned';
}
