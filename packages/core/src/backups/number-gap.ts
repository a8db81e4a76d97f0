import type pg from 'pg';
import type { Manifest } from './manifest.ts';

/** For a server that opened few tickets before the backup, and many since. */
const gapMin = 100;

/**
 * Skips the numbers of tickets that may have been opened since a backup, because channels and messages in Discord still use them. The backup
 * does not know how many there were, so twice as many are skipped as were opened in an equally long time before it. Returns whether any were.
 */
export async function leaveNumberGap(client: pg.ClientBase, manifest: Manifest): Promise<boolean> {
  if (isDemo(manifest)) return false;
  const { rowCount } = await client.query(
    `update guilds g set last_ticket_id = last_ticket_id + $1 + 2 * (
       select count(*)::integer from tickets t
       where t.guild_id = g.guild_id and t.opened_at > $2::timestamptz - (now() - $2::timestamptz)
         and t.interaction_id <> -t.ticket_id)
     where last_ticket_id > 0`,
    [gapMin, manifest.made_at],
  );
  return Boolean(rowCount);
}

/** The simulated Discord of a demo is restored, too. An older schema does not name its Discord, but only a demo has a journal. */
const isDemo = ({ discord, journal }: Manifest): boolean =>
  (discord ?? (journal ? 'simulated' : 'real')) === 'simulated';
