import { AppError } from '@tickets/contract/platform/errors';
import { ApplicationCommandType, RESTJSONErrorCodes } from 'discord-api-types/v10';
import type { Context } from '../platform/context.ts';
import type { Tx } from '../platform/db/db.ts';
import { askDiscord, toldOfDiscord } from '../platform/discord/ask.ts';
import { hasDiscordCode, unlessRefused } from '../platform/discord/failures.ts';
import type { EffectKind } from '../platform/effects/effects.ts';
import { isOpen } from '../premium/tier.ts';
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
  return (await commandsInDiscord(ctx, tag.guild_id)).get(tag.tag_id) ?? null;
}

/** The ids of a server's commands, by name; none where Discord does not let us look. */
export async function commandsInDiscord(ctx: Context, guild_id: string): Promise<Map<string, string>> {
  const { api, application_id } = ctx.discord;
  const all = await askDiscord(() =>
    unlessRefused(api.applicationCommands.getGuildCommands(application_id, guild_id), (err) =>
      ctx.log.debug({ err, guild_id }, 'the commands of a server cannot be looked at'),
    ),
  );
  return new Map(all?.map(({ name, id }) => [name, id]));
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

/** Deletes the commands that no tag wants any more. Where Discord does not answer, they stay noted. */
export async function deleteDiscardedCommands(ctx: Context, guild_id: string): Promise<void> {
  const { api, application_id } = ctx.discord;
  const rows = await ctx.db
    .selectFrom('discarded_commands')
    .where('guild_id', '=', guild_id)
    .select('command_id')
    .execute();
  for (const { command_id } of rows) {
    await unlessRefused(
      api.applicationCommands.deleteGuildCommand(application_id, guild_id, command_id),
      (err) => {
        const isGone = hasDiscordCode(err, RESTJSONErrorCodes.UnknownApplicationCommand);
        if (!isGone) ctx.log.warn({ err, guild_id, command_id }, 'the command of a tag stays');
      },
    );
    await ctx.db.deleteFrom('discarded_commands').where('command_id', '=', command_id).execute();
  }
}

/** The commands of a server's tags. One that Discord refuses is not wanted any more. */
export const tagCommands: EffectKind = {
  name: 'tag_commands',
  lockOf: ({ guild_id }) => tagsLock(guild_id),
  async settle(ctx, { guild_id }) {
    // Tags stay what they are without premium, only their commands go; with it they come back.
    const allowed = await isOpen(ctx, guild_id, 'tag_command');
    if (!allowed) await discardCommands(ctx, guild_id);
    await deleteDiscardedCommands(ctx, guild_id);
    if (!allowed) return undefined;
    const wanted = await ctx.db
      .selectFrom('tags')
      .where('guild_id', '=', guild_id)
      .where('use_guild_command', '=', true)
      .where('command_id', 'is', null)
      .select(['guild_id', 'tag_id'])
      .execute();
    for (const tag of wanted)
      await unlessRefused(createCommand(ctx, tag), (err) => {
        ctx.log.warn({ err, ...tag }, 'a tag did not become a command');
        return giveUpCommand(ctx, tag);
      });
    return undefined;
  },
};

/** Notes that the commands of all tags shall go, also those that are there without our knowing. */
async function discardCommands(ctx: Context, guild_id: string): Promise<void> {
  const ofTags = ctx.db
    .selectFrom('tags')
    .where('guild_id', '=', guild_id)
    .where((eb) => eb.or([eb('use_guild_command', '=', true), eb('command_id', 'is not', null)]))
    .select(['tag_id', 'command_id']);
  const isUnknown = (await ofTags.execute()).some(({ command_id }) => command_id === null);
  const in_discord = isUnknown ? await commandsInDiscord(ctx, guild_id) : undefined;
  await ctx.db.transaction().execute(async (tx) => {
    const rows = await tx.executeQuery(ofTags.forUpdate());
    for (const { tag_id, command_id } of rows.rows) {
      const gone = command_id ?? in_discord?.get(tag_id);
      if (gone) await discardCommand(tx, guild_id, gone);
    }
    await tx
      .updateTable('tags')
      .set({ command_id: null })
      .where('guild_id', '=', guild_id)
      .where('command_id', 'is not', null)
      .execute();
  });
}

async function giveUpCommand(
  ctx: Context,
  { guild_id, tag_id }: Pick<TagRow, 'guild_id' | 'tag_id'>,
): Promise<void> {
  await ctx.db
    .updateTable('tags')
    .set({ use_guild_command: false })
    .where('guild_id', '=', guild_id)
    .where('tag_id', '=', tag_id)
    .execute();
}

/** Why Discord did not take a command, in our words. */
export function explainCommandRefusal(error: unknown): unknown {
  if (hasDiscordCode(error, RESTJSONErrorCodes.MaximumNumberOfApplicationCommandsReached))
    return new AppError('tag.alias_limit', { cause: error });
  if (hasDiscordCode(error, RESTJSONErrorCodes.MissingAccess, RESTJSONErrorCodes.MissingPermissions))
    return new AppError('tag.alias_refused', { cause: error });
  return toldOfDiscord(error) ?? error;
}
