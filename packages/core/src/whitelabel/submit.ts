import type { StartedBot } from '@tickets/contract/whitelabel/whitelabel';
import { sql } from 'kysely';
import { tokenContext } from '../bots/open-bots.ts';
import { accessChanged } from '../bots/users-bots.ts';
import type { Context } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/db.ts';
import { transact } from '../platform/events/events.ts';
import { saveUsers } from '../servers/users.ts';
import { endBot } from './end.ts';
import { whitelabelErrors } from './error-texts.ts';
import { noteWhitelabelError } from './errors.ts';
import { findOwnBot } from './find.ts';
import { askWhose, prepareApplication, refusedToken, type TokenOwner } from './own-application.ts';
import { recordWhitelabel } from './record.ts';
import { requireWhitelabel } from './required.ts';

/**
 * Runs somebody's bot by its token, which Discord is asked about first. Another bot that they ran ends with it; a new token
 * of the same bot is a swap, and its client takes over from the one before; until it is connected the bot hears nothing.
 * The token itself is sealed, and goes nowhere else: not into an answer, an error, an entry of the audit log or a line of the log.
 */
export async function submitToken(ctx: Context, user_id: string, submitted: string): Promise<StartedBot> {
  await requireWhitelabel(ctx, user_id);
  const token = submitted.trim().replace(/^Bot\s+/i, '');
  if (!looksLikeToken(token)) throw refusedToken('whitelabel.token_invalid');
  const owner = await askWhose(ctx, token);
  const { application, user } = owner;
  await refuseTaken(ctx, ctx.db, { user_id, owner });
  const { answers_elsewhere } = await prepareApplication(ctx, token, application);

  await transact(ctx, async (tx, emit) => {
    // Two at once are looked at one after the other, whoever they are of.
    await sql`select pg_advisory_xact_lock(hashtextextended('whitelabel.submit', 0))`.execute(tx);
    await refuseTaken(ctx, tx, { user_id, owner });
    const by = { user_id, source: 'dashboard' as const };
    const before = await findOwnBot(tx, user_id);
    const names = { application_id: application.id, name: application.name, username: user.username };
    const sealed = ctx.sealer.seal(token, tokenContext(user.id));
    if (before?.bot_id === user.id) {
      await tx
        .updateTable('whitelabel_bots')
        .set({ ...names, token: sealed, state: 'connecting', state_at: ctx.clock.now() })
        .set(({ eb }) => ({ token_version: eb('token_version', '+', 1) }))
        .where('bot_id', '=', user.id)
        .execute();
      for (const event of await accessChanged(tx, user.id)) emit(event);
      const { name, username, token_version } = before;
      await recordWhitelabel(tx, by, 'new_token', {
        bot_id: user.id,
        before: { name, username, token_version },
        after: { name: names.name, username: names.username, token_version: token_version + 1 },
      });
    } else {
      if (before) await endBot(tx, emit, { bot: before, by });
      await tx
        .insertInto('whitelabel_bots')
        .values({ ...names, bot_id: user.id, user_id, token: sealed, state_at: ctx.clock.now() })
        .execute();
      const { name, username } = names;
      await recordWhitelabel(tx, by, 'create', { bot_id: user.id, after: { name, username } });
    }
    await saveUsers(tx, [user]);
    emit({ type: 'bots.changed' });
  });
  if (answers_elsewhere)
    await noteWhitelabelError(ctx, { user_id }, whitelabelErrors.address_for_interactions(application.id));
  ctx.log.info({ user_id, bot_id: user.id }, 'a user runs a bot of their own');
  return {
    success: true,
    bot: { id: application.id, name: application.name },
    username: user.username,
  };
}

/** Three parts: the id of the bot's user in base64, when the token was made, and what proves it. */
function looksLikeToken(token: string): boolean {
  const [id = '', made = '', proof = '', ...more] = token.split('.');
  if (more.length || ![id, made, proof].every((part) => /^[\w-]+$/.test(part))) return false;
  return /^\d{15,20}$/.test(Buffer.from(id, 'base64url').toString('latin1'));
}

/** Nobody runs the bot that everybody shares, nor one that somebody else runs here. */
async function refuseTaken(
  { bots }: Pick<Context, 'bots'>,
  db: Db | Tx,
  { user_id, owner: { application, user } }: { user_id: string; owner: TokenOwner },
): Promise<void> {
  if (application.id === bots.main.application_id || user.id === bots.main.user_id)
    throw refusedToken('whitelabel.main_bot');
  const other = await db
    .selectFrom('whitelabel_bots')
    .where('user_id', '<>', user_id)
    .where((eb) => eb.or([eb('bot_id', '=', user.id), eb('application_id', '=', application.id)]))
    .select('bot_id')
    .executeTakeFirst();
  if (other) throw refusedToken('whitelabel.bot_taken');
}
