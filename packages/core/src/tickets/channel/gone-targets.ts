import type { DiscordAPIError } from '@discordjs/rest';
import { type APIOverwrite, OverwriteType, RESTJSONErrorCodes } from 'discord-api-types/v10';
import { sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import { hasDiscordCode } from '../../platform/discord/failures.ts';
import { botAccess } from '../../servers/bot-access.ts';
import { botEntry } from './bot-entry.ts';

/** Roles and members that Discord does not know any more. It is asked again after a day. */
export const goneTargets = (guild_id: string) => sql`(select target_id from gone_targets
  where guild_id = ${guild_id} and refused_at > now() - interval '1 day')`;

/** The same for administrators, with the names that we know them by. */
export async function listGoneTargets(
  { db }: Pick<Context, 'db'>,
  guild_id: string,
): Promise<{ id: string; is_role: boolean; name: string | null }[]> {
  const { rows } = await sql<{ id: string; is_role: boolean; name: string | null }>`
    select g.target_id as id, g.is_role, coalesce(r.name, u.username) as name from gone_targets g
      left join guild_roles r on r.guild_id = g.guild_id and r.role_id = g.target_id and g.is_role
      left join users u on u.user_id = g.target_id and not g.is_role
      where g.guild_id = ${guild_id} and g.refused_at > now() - interval '1 day'
      order by g.refused_at limit 20`.execute(db);
  return rows;
}

/**
 * Sends the overwrites of a channel. Discord refuses all of them where it does not know the role or member of one, so the
 * ones that it names are left out, now and in the next channels, and administrators are shown which they are. Without the bot itself
 * and `@everyone` a channel is no use, or open to everybody, so these are never left out.
 */
export async function sendOverwrites<T>(
  ctx: Context,
  guild_id: string,
  { overwrites, send }: { overwrites: APIOverwrite[]; send: (overwrites: APIOverwrite[]) => Promise<T> },
): Promise<T> {
  try {
    return await send(overwrites);
  } catch (error) {
    const gone = refusedIn(error, overwrites);
    if (!gone.length) throw error;
    const bot = botEntry(ctx, await botAccess(ctx, guild_id));
    if (gone.some(({ id }) => id === guild_id || id === bot.id)) throw error;
    ctx.log.warn(
      { err: error, guild_id, gone: gone.map(({ id }) => id) },
      'Discord does not know who is to see a ticket',
    );
    const sent = await send(overwrites.filter((overwrite) => !gone.includes(overwrite)));
    await ctx.db
      .insertInto('gone_targets')
      .values(gone.map(({ id, type }) => ({ guild_id, target_id: id, is_role: type === OverwriteType.Role })))
      .onConflict((of) => of.columns(['guild_id', 'target_id']).doUpdateSet({ refused_at: sql`now()` }))
      .execute();
    return sent;
  }
}

/** Discord names a field by its place in the list: `errors.permission_overwrites["2"]`. */
function refusedIn(error: unknown, overwrites: readonly APIOverwrite[]): APIOverwrite[] {
  if (!hasDiscordCode(error, RESTJSONErrorCodes.InvalidFormBodyOrContentType)) return [];
  const { rawError } = error as DiscordAPIError;
  const named = 'errors' in rawError ? rawError.errors : undefined;
  const fields = (named as { permission_overwrites?: object } | undefined)?.permission_overwrites ?? {};
  return Object.keys(fields).flatMap((place) => overwrites[Number(place)] ?? []);
}
