import { AppError } from '@tickets/contract/platform/errors';
import { limits } from '@tickets/contract/platform/limits';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/db.ts';

/** When the oldest of as many tickets was opened as may be opened in the time of `limits.opens`; null where there were fewer. */
export interface Pace {
  oldest_in_server: Date | null;
  oldest_of_opener: Date | null;
}

interface Opening {
  guild_id: string;
  opener_id: string;
}

/** So much may the clocks of two machines differ. */
const clocksApartMs = 30_000;
const { max, max_each, per_seconds } = limits.opens;

/**
 * The columns of a `Pace`. Tickets that go on from a closed one count too. Imported ones do not: their archive says when they were
 * opened. Nor do those of a time that is still to come: since they were opened, the clock was set back.
 */
export function paceBefore({ guild_id, opener_id }: Opening, now: Date): RawBuilder<unknown> {
  const since = new Date(now.getTime() - per_seconds * 1000);
  const until = new Date(now.getTime() + clocksApartMs);
  const oldest = (most: number, whose = sql``) => sql`(select opened_at from tickets
    where guild_id = ${guild_id} and opened_at > ${since} and opened_at <= ${until} and interaction_id <> -ticket_id
      ${whose} order by opened_at desc offset ${most - 1} limit 1)`;
  return sql`${oldest(max)} as oldest_in_server,
    ${oldest(max_each, sql`and opener_id = ${opener_id}`)} as oldest_of_opener`;
}

/** `is_limited`: whether they open it for themselves and are not staff. One member cannot use up what the whole server has. */
export function checkPace(
  { clock }: Context,
  { oldest_in_server, oldest_of_opener }: Pace,
  { is_limited }: { is_limited: boolean },
): void {
  const tooFast = (code: 'ticket.too_fast' | 'ticket.opener_too_fast', oldest: Date) => {
    const passed = (clock.now().getTime() - oldest.getTime()) / 1000;
    const seconds = Math.min(per_seconds, Math.max(1, Math.ceil(per_seconds - passed)));
    return new AppError(code, { params: { seconds } });
  };
  if (is_limited && oldest_of_opener) throw tooFast('ticket.opener_too_fast', oldest_of_opener);
  if (oldest_in_server) throw tooFast('ticket.too_fast', oldest_in_server);
}

/** To be called while the server's row is held, so that what was counted stays true. */
export async function readPace(ctx: Context, tx: Tx, opening: Opening): Promise<Pace> {
  const { rows } = await sql<Pace>`select ${paceBefore(opening, ctx.clock.now())}`.execute(tx);
  return rows[0] ?? { oldest_in_server: null, oldest_of_opener: null };
}
