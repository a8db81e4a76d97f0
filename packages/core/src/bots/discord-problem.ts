import type { DiscordProblem } from '@tickets/contract/servers/guild';
import type { Context } from '../platform/context.ts';
import type { Installation } from '../platform/processes/processes.ts';
import { bannedUntil } from './shared-ban.ts';

/**
 * Why Discord keeps the bot out, until a person sees to it, a ban ends or Discord answers; null while nothing does. All processes of
 * an installation find the same, because each of them says in the database what it knows.
 */
export async function discordProblem(
  { db, discord }: Pick<Context, 'db' | 'discord'>,
  installation: () => Promise<Pick<Installation, 'bot'>>,
): Promise<{ problem: DiscordProblem | null; until: Date | null }> {
  const [{ bot }, shared] = await Promise.all([installation(), bannedUntil(db)]);
  if (bot === 'token_refused' || bot === 'intents_refused') return { problem: bot, until: null };
  const own = discord.guard.bannedUntil;
  const until = own === undefined ? shared : new Date(Math.max(own, shared?.getTime() ?? 0));
  // While the address is shut out the bot may have no connection either; this is why.
  if (until) return { problem: 'banned', until };
  return { problem: bot === 'disconnected' || bot === 'incomplete' ? bot : null, until: null };
}
