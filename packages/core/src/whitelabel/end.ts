import type { ChangedBy } from '../audit/record.ts';
import type { Context } from '../platform/context.ts';
import type { Tx } from '../platform/db/db.ts';
import { type AppEvent, transact } from '../platform/events/events.ts';
import { findOwnBot, type OwnBot } from './find.ts';
import { recordWhitelabel } from './record.ts';

/**
 * Ends a user's bot: the process that runs it hears of it and stops, and the bot that everybody shares takes over where it
 * is; elsewhere the server counts as left. The error log stays, because it may say why.
 */
export async function endBot(
  tx: Tx,
  emit: (event: AppEvent) => void,
  { bot, by }: { bot: OwnBot; by: ChangedBy },
): Promise<void> {
  const { bot_id, name, username } = bot;
  // Always in the same order, so that two ends at once never wait for each other.
  const servers = await tx
    .selectFrom('guilds')
    .where('guild_id', 'in', (q) =>
      q.selectFrom('bot_guilds').where('bot_id', '=', bot_id).select('guild_id'),
    )
    .select('guild_id')
    .orderBy('guild_id')
    .forUpdate()
    .execute();
  await tx.deleteFrom('whitelabel_bots').where('bot_id', '=', bot_id).execute();
  for (const { guild_id } of servers) emit({ type: 'access.changed', guild_id });
  // An entry of nobody is not found again when a person is erased, so it has no words of theirs.
  const before = 'user_id' in by && by.user_id === null ? {} : { name, username };
  await recordWhitelabel(tx, by, 'delete', { bot_id, before });
  emit({ type: 'bots.changed' });
}

/** Ends the bot of a person whose data is erased, as if they had. Returns whether there was one. */
export async function endBotOf(ctx: Context, user_id: string, because: string): Promise<boolean> {
  return transact(ctx, async (tx, emit) => {
    const bot = await findOwnBot(tx, user_id);
    if (!bot) return false;
    await endBot(tx, emit, { bot, by: { user_id: null, source: 'system', because } });
    return true;
  });
}
