import type { GuildEntry } from '@tickets/contract/sessions/session';
import { isGuilds } from '../../lib/session/session.ts';

/** The list of servers as the browser keeps it; undefined where it is missing or broken. */
export function storedGuilds(): GuildEntry[] | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem('guilds') ?? 'null');
    return isGuilds(stored) ? stored : undefined;
  } catch {
    return undefined;
  }
}
