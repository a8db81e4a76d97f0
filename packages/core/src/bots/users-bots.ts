import { sql } from 'kysely';
import type { Context } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/db.ts';
import type { AppEvent } from '../platform/events/events.ts';

/** A bot that a user runs under an account of its own. */
export interface UsersBot {
  bot_id: string;
  user_id: string;
  token_version: number;
  state: UsersBotState;
  status: string | null;
  status_type: number;
}

/** What a bot's connection to Discord has come to. */
export type UsersBotState =
  | 'connecting'
  | 'ready'
  | 'reconnecting'
  | 'token_refused'
  | 'intents_refused'
  | 'token_lost';

export function readUsersBots({ db }: Pick<Context, 'db'>): Promise<UsersBot[]> {
  return db
    .selectFrom('whitelabel_bots')
    .select(['bot_id', 'user_id', 'token_version', 'status', 'status_type', 'state'])
    .orderBy('created_at')
    .orderBy('bot_id')
    .execute();
}

/**
 * Writes down what a bot's connection has come to, unless it has another token by now. The database decides by it who serves
 * its servers. Returns whether it changed.
 */
export async function writeState(
  ctx: Context,
  { bot_id, token_version }: Pick<UsersBot, 'bot_id' | 'token_version'>,
  state: UsersBotState,
): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('whitelabel_bots')
    .set({ state, state_at: sql`clock_timestamp()` })
    .where('bot_id', '=', bot_id)
    .where('token_version', '=', token_version)
    .where('state', '!=', state)
    .executeTakeFirstOrThrow();
  if (!numUpdatedRows) return false;
  ctx.events.publish({ type: 'bots.changed' });
  for (const event of await accessChanged(ctx.db, bot_id)) ctx.events.publish(event);
  return true;
}

/** Where a bot begins to hear, or does no more, who its servers' members are is asked again, or the server counts as left. */
export async function accessChanged(db: Db | Tx, bot_id: string): Promise<AppEvent[]> {
  const servers = await db
    .selectFrom('bot_guilds')
    .where('bot_id', '=', bot_id)
    .where('is_trusted', '=', true)
    .select('guild_id')
    .execute();
  return servers.map(({ guild_id }) => ({ type: 'access.changed', guild_id }));
}
