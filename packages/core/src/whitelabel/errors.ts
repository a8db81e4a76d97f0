import type { WhitelabelError } from '@tickets/contract/whitelabel/whitelabel';
import { sql } from 'kysely';
import type { Context } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/db.ts';
import { requireWhitelabel } from './required.ts';

/** How many are kept of one person, and how many are shown. */
const KEPT = 100;
const SHOWN = 10;
/** What goes wrong again and again is said once in so long, so that it does not push out everything else. */
const AGAIN_MS = 10 * 60_000;
const LENGTH_MAX = 255;

export type WhoseBot = { bot_id: string } | { user_id: string };

/**
 * Writes into the error log of somebody's bot what went wrong with it. The sentences are those of `whitelabelErrors`. Does
 * nothing where nobody has this bot any more.
 */
export async function noteWhitelabelError(
  { db }: { db: Db | Tx },
  whose: WhoseBot,
  message: string,
): Promise<void> {
  const user_id =
    'user_id' in whose
      ? sql`${whose.user_id}::bigint`
      : sql`(select user_id from whitelabel_bots where bot_id = ${whose.bot_id})`;
  const text = message.length > LENGTH_MAX ? `${message.slice(0, LENGTH_MAX - 1)}…` : message;
  await sql`
    with said as (
      insert into whitelabel_errors (user_id, message)
      select u.user_id, ${text} from (select ${user_id} as user_id) u
      where u.user_id is not null and not exists (
        select from whitelabel_errors e where e.user_id = u.user_id and e.message = ${text}
          and e.created_at > clock_timestamp() - make_interval(secs => ${AGAIN_MS / 1000}))
      returning user_id
    )
    delete from whitelabel_errors old using said
    where old.user_id = said.user_id and old.error_id < (
      select e.error_id from whitelabel_errors e where e.user_id = said.user_id
      order by e.error_id desc offset ${KEPT - 2} limit 1)`.execute(db);
}

/** What went wrong last with somebody's bot, the newest first. */
export async function listWhitelabelErrors(ctx: Context, user_id: string): Promise<WhitelabelError[]> {
  await requireWhitelabel(ctx, user_id);
  const rows = await ctx.db
    .selectFrom('whitelabel_errors')
    .where('user_id', '=', user_id)
    .select(['message', 'created_at'])
    .orderBy('error_id', 'desc')
    .limit(SHOWN)
    .execute();
  return rows.map(({ message, created_at }) => ({ message, time: created_at.toISOString() }));
}
