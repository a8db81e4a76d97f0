import { AppError } from '@tickets/contract/errors';
import { ApplicationCommandType, RESTJSONErrorCodes } from 'discord-api-types/v10';
import { sql } from 'kysely';
import type { Context } from '../platform/context.ts';
import type { Tx } from '../platform/db/db.ts';
import { askDiscord, toldOfDiscord } from '../platform/discord/ask.ts';
import { hasDiscordCode, isRefusal, unlessRefused } from '../platform/discord/failures.ts';
import { withLock } from '../platform/locks/ticket-lock.ts';
import type { TagRow } from './rows.ts';

/**
 * Tags that are commands of their own. A row says what is wanted; `command_id` says what Discord has. Whoever changes
 * either holds this lock.
 */
export const tagsLock = (guild_id: string) => `tags:${guild_id}`;

/** Notes, with the change that makes it superfluous, that a command shall go. */
export async function discardCommand(tx: Tx, guild_id: string, command_id: string): Promise<void> {
  await tx
    .insertInto('discarded_commands')
    .values({ guild_id, command_id })
    .onConflict((conflict) => conflict.column('command_id').doNothing())
    .execute();
}

/**
 * The command of a tag. One that was asked for, and whose answer was lost, may be there without our knowing, and
 * would stay for ever if its tag went.
 */
export async function commandOf(ctx: Context, tag: TagRow): Promise<string | null> {
  if (tag.command_id || !tag.use_guild_command) return tag.command_id;
  const { api, application_id } = ctx.discord;
  const all = await askDiscord(() =>
    unlessRefused(api.applicationCommands.getGuildCommands(application_id, tag.guild_id), (err) =>
      ctx.log.debug({ err, guild_id: tag.guild_id }, 'the commands of a server cannot be looked at'),
    ),
  );
  return all?.find(({ name }) => name === tag.tag_id)?.id ?? null;
}

/** Makes the command of a tag that wants one. Discord's errors pass through, and then the row still says so. */
export async function createCommand(
  ctx: Context,
  { guild_id, tag_id }: Pick<TagRow, 'guild_id' | 'tag_id'>,
): Promise<void> {
  const { api, application_id } = ctx.discord;
  // Discord puts it in the place of one of the same name, so that asking twice makes one.
  const { id } = await api.applicationCommands.createGuildCommand(application_id, guild_id, {
    type: ApplicationCommandType.ChatInput,
    name: tag_id,
    description: `Alias for /tag ${tag_id}`,
  });
  await ctx.db
    .updateTable('tags')
    .set({ command_id: id })
    .where('guild_id', '=', guild_id)
    .where('tag_id', '=', tag_id)
    .execute();
}

/** Deletes the commands that no tag wants any more. False where Discord does not answer: they stay noted. */
export async function deleteDiscardedCommands(ctx: Context, guild_id: string): Promise<boolean> {
  const { api, application_id } = ctx.discord;
  const rows = await ctx.db
    .selectFrom('discarded_commands')
    .where('guild_id', '=', guild_id)
    .select('command_id')
    .execute();
  for (const { command_id } of rows) {
    try {
      await api.applicationCommands.deleteGuildCommand(application_id, guild_id, command_id);
    } catch (err) {
      const isGone = hasDiscordCode(err, RESTJSONErrorCodes.UnknownApplicationCommand);
      if (!isGone) ctx.log.warn({ err, guild_id, command_id }, 'the command of a tag stays');
      if (!isRefusal(err)) return false;
    }
    await ctx.db.deleteFrom('discarded_commands').where('command_id', '=', command_id).execute();
  }
  return true;
}

/** Finishes what Discord's silence or a crash left. A command that Discord refuses is not wanted any more. */
export async function reconcileTagCommands(ctx: Context): Promise<void> {
  const { rows } = await sql<{ guild_id: string }>`
    select guild_id from guilds g where left_at is null and (
      exists (select from discarded_commands d where d.guild_id = g.guild_id)
      or exists (select from tags t where t.guild_id = g.guild_id and use_guild_command and command_id is null))
    order by 1`.execute(ctx.db);
  for (const { guild_id } of rows) {
    const done = await withLock(ctx.db, tagsLock(guild_id), () => reconcileServer(ctx, guild_id));
    if (!done.busy && !done.value) return;
  }
}

/** Returns false where Discord does not answer, so that the rest is better asked later. */
async function reconcileServer(ctx: Context, guild_id: string): Promise<boolean> {
  if (!(await deleteDiscardedCommands(ctx, guild_id))) return false;
  const wanted = await ctx.db
    .selectFrom('tags')
    .where('guild_id', '=', guild_id)
    .where('use_guild_command', '=', true)
    .where('command_id', 'is', null)
    .select(['guild_id', 'tag_id'])
    .execute();
  for (const tag of wanted) {
    try {
      await createCommand(ctx, tag);
    } catch (err) {
      ctx.log.warn({ err, ...tag }, 'a tag did not become a command');
      if (!isRefusal(err)) return false;
      await ctx.db
        .updateTable('tags')
        .set({ use_guild_command: false })
        .where('guild_id', '=', guild_id)
        .where('tag_id', '=', tag.tag_id)
        .execute();
    }
  }
  return true;
}

/** Why Discord did not take a command, in our words. */
export function explainCommandRefusal(error: unknown): unknown {
  if (hasDiscordCode(error, RESTJSONErrorCodes.MaximumNumberOfApplicationCommandsReached))
    return new AppError('tag.alias_limit', { cause: error });
  if (hasDiscordCode(error, RESTJSONErrorCodes.MissingAccess, RESTJSONErrorCodes.MissingPermissions))
    return new AppError('tag.alias_refused', { cause: error });
  return toldOfDiscord(error) ?? error;
}
