import { AppError } from '@tickets/contract/errors';
import { isLanguage } from '@tickets/contract/locales';
import { sql, type Updateable } from 'kysely';
import type { Actor, Context } from '../context.ts';
import type { Db, Tx } from '../db/db.ts';
import type { GuildSettings } from '../db/schema.generated.ts';

/** Changes these settings of a server and leaves all others as they are. */
export async function changeSettings(
  db: Db | Tx,
  guild_id: string,
  values: Omit<Updateable<GuildSettings>, 'guild_id'>,
): Promise<void> {
  await db
    .insertInto('guild_settings')
    .values({ guild_id, ...values })
    .onConflict((oc) => oc.column('guild_id').doUpdateSet({ ...values, updated_at: sql`now()` }))
    .execute();
}

/** Chooses the language that the bot speaks in a server; null is the server's own in Discord. */
export async function setLanguage(
  ctx: Context,
  actor: Actor,
  guild_id: string,
  language: string | null,
): Promise<void> {
  if (language !== null && !isLanguage(language)) throw new AppError('settings.language_invalid');
  await changeSettings(ctx.db, guild_id, { language });
  ctx.log.info({ guild_id, actor, language }, 'language changed');
}
