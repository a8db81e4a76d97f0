import { sql } from 'kysely';
import type { Context } from '../platform/context.ts';
import { transact } from '../platform/events/events.ts';
import { heldBy, userTier } from '../premium/tier.ts';
import { endBot } from './end.ts';
import { whitelabelErrors } from './error-texts.ts';
import { noteWhitelabelError } from './errors.ts';
import { findOwnBot } from './find.ts';

/** Ends the bots of those whose premium does not let them run one any more. Their error log says so. */
export async function endUnpaidBots(ctx: Context): Promise<void> {
  if (ctx.config.premium === 'everyone') return;
  const { rows } = await sql<{ user_id: string }>`
    select w.user_id from whitelabel_bots w
    where not exists (select from ${heldBy(ctx, sql`w.user_id`)} h where h.tier >= 1)`.execute(ctx.db);
  for (const { user_id } of rows) await endUnpaidBot(ctx, user_id);
}

async function endUnpaidBot(ctx: Context, user_id: string): Promise<void> {
  await transact(ctx, async (tx, emit) => {
    const bot = await findOwnBot(tx, user_id);
    // It may have been renewed since.
    if (!bot || (await userTier({ ...ctx, db: tx }, user_id)) >= 1) return;
    const because = 'whitelabel premium ended';
    await endBot(tx, emit, { bot, by: { user_id: null, source: 'system', because } });
    await noteWhitelabelError({ db: tx }, { user_id }, whitelabelErrors.premium_ended(bot.name));
    ctx.log.info({ user_id, bot_id: bot.bot_id }, 'a bot of a user ended with their premium');
  });
}
