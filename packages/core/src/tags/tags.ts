import { isDeepStrictEqual } from 'node:util';
import { actions } from '@tickets/contract/access/actions';
import { isCommandName } from '@tickets/contract/platform/command-names';
import { AppError, errorTable, fillText } from '@tickets/contract/platform/errors';
import { type GateName, gates } from '@tickets/contract/premium/gates';
import type { Tag, TagFields, TagInput } from '@tickets/contract/tags/tags';
import { authorise } from '../access/authorise.ts';
import type { Call } from '../access/caller.ts';
import { type CheckContext, isCallerLetIn } from '../access/outlasting.ts';
import { record, unrecord } from '../audit/record.ts';
import { recordEdit, requireVersion } from '../audit/version.ts';
import { isNewFooter } from '../embeds/footer.ts';
import type { Context } from '../platform/context.ts';
import type { Tx } from '../platform/db/db.ts';
import { isRefusal } from '../platform/discord/failures.ts';
import { inTurn } from '../platform/locks/ticket-lock.ts';
import { warnUnlessOutage } from '../platform/outages.ts';
import { type Problem, refuse } from '../platform/problems.ts';
import { openGates } from '../premium/tier.ts';
import { holdGuild } from '../servers/hold-guild.ts';
import { requireRoomFor, withinListedBytes } from '../servers/most.ts';
import {
  commandOf,
  createCommand,
  deleteDiscardedCommands,
  discardCommand,
  explainCommandRefusal,
  tagsLock,
} from './commands.ts';
import { namedIn } from './message.ts';
import { columnsOf, deleteTag, fieldsOf, findTag, readTags, type TagRow, toTag, writeTag } from './rows.ts';

/** https://discord.com/developers/docs/interactions/application-commands#registering-a-command */
const commandsPerGuild = 100;

export async function listTags(call: Call, guild_id: string): Promise<Record<string, Tag>> {
  authorise(call, 'tag.list', guild_id);
  const rows = await readTags(call.db, guild_id);
  return Object.fromEntries(rows.map((row) => [row.tag_id, toTag(row)]));
}

/** A tag by the id that someone gave; refuses one that is not there. */
export async function getTag(ctx: Pick<Context, 'db'>, guild_id: string, tag_id: string): Promise<Tag> {
  const row = await findTag(ctx.db, guild_id, tag_id.trim().toLowerCase());
  if (!row) throw new AppError('tag.not_found', { params: { tag_id } });
  return toTag(row);
}

/** The tag that a command of a server stands for. One that is not known by its id yet is known by its name. */
export async function findAlias(
  ctx: Pick<Context, 'db'>,
  guild_id: string,
  { command_id, name }: { command_id: string; name: string },
): Promise<Tag | undefined> {
  const row = await ctx.db
    .selectFrom('tags')
    .selectAll()
    .where('guild_id', '=', guild_id)
    .where('use_guild_command', '=', true)
    .where((eb) =>
      eb.or([
        eb('command_id', '=', command_id),
        eb.and([eb('command_id', 'is', null), eb('tag_id', '=', name)]),
      ]),
    )
    .executeTakeFirst();
  return row && toTag(row);
}

/** Ids with these letters in them, those that begin so first. */
export async function suggestTags(
  ctx: Pick<Context, 'db'>,
  guild_id: string,
  { typed, max }: { typed: string; max: number },
): Promise<string[]> {
  const letters = typed.trim().toLowerCase();
  const rows = await ctx.db
    .selectFrom('tags')
    .where('guild_id', '=', guild_id)
    .where((eb) => eb(eb.fn('strpos', ['tag_id', eb.val(letters)]), '>', 0))
    .select('tag_id')
    .orderBy((eb) => eb(eb.fn('strpos', ['tag_id', eb.val(letters)]), '>', 1))
    .orderBy('tag_id')
    .limit(max)
    .execute();
  return rows.map(({ tag_id }) => tag_id);
}

/**
 * Makes a tag, or changes the one of this id, and then its command in Discord. When Discord refuses the command,
 * everything is as before and the reason is said; when Discord does not answer, the command follows. With `only_new`,
 * a tag that is there already is left alone.
 */
export async function saveTag(
  call: Call,
  guild_id: string,
  input: TagInput,
  { only_new = false }: { only_new?: boolean } = {},
): Promise<void> {
  authorise(call, 'tag.save', guild_id);
  const isOpen = await openGates(call, guild_id);
  await inTurn(call.db, tagsLock(guild_id), async () => {
    const read = await findTag(call.db, guild_id, input.id);
    const gone = read && !input.use_guild_command ? await commandOf(call, read) : null;
    const kept = input.use_guild_command ? (read?.command_id ?? null) : null;
    const done = await call.db.transaction().execute(async (tx) => {
      const found = await lockedTag(tx, guild_id, input.id);
      const isNew = only_new || input.based_on === null;
      await requireVersion(tx, {
        guild_id,
        resource: 'tag',
        id: input.id,
        is: found?.version,
        read: input.based_on ?? undefined,
      });
      if (found && (isNew || isOverlooked(found, input))) throw existing(input.id);
      await checkTag(tx, guild_id, input, {
        before: found,
        isOpen,
        is_let_in: isCallerLetIn(call, actions['tag.save'].level),
      });
      const row = { guild_id, ...columnsOf(tagOf(input)), command_id: kept };
      await withinListedBytes(tx, guild_id, 'tags', () => writeTag(tx, row));
      if (gone) await discardCommand(tx, guild_id, gone);
      const entry_id = await recordEdit(tx, call, guild_id, {
        ...entryOf(input.id),
        action: 'tag.save',
        ...(found && { before: fieldsOf(found) }),
        after: tagOf(input),
      });
      return { before: found, entry_id };
    });
    const wants = input.use_guild_command && !kept && isOpen('tag_command');
    await settle(call, guild_id, { ...done, wants: wants ? input.id : undefined });
  });
}

/** Refuses what saveTag() would refuse of a tag that is made, or changed from the one that is there. */
export async function checkTagInput(ctx: CheckContext, guild_id: string, input: TagInput): Promise<void> {
  const isOpen = await openGates(ctx, guild_id);
  await ctx.db.transaction().execute(async (tx) => {
    const before = await findTag(tx, guild_id, input.id);
    await checkTag(tx, guild_id, input, {
      before,
      isOpen,
      is_let_in: isCallerLetIn(ctx, actions['tag.save'].level),
    });
  });
}

/** Removes a tag, and then its command in Discord. With a version, only the tag that was read. */
export async function removeTag(
  call: Call,
  guild_id: string,
  given_id: string,
  { based_on: read }: { based_on?: number | undefined } = {},
): Promise<void> {
  authorise(call, 'tag.delete', guild_id);
  const tag_id = given_id.trim().toLowerCase();
  await inTurn(call.db, tagsLock(guild_id), async () => {
    const tag = await findTag(call.db, guild_id, tag_id);
    if (!tag) throw new AppError('tag.not_found', { params: { tag_id } });
    await requireVersion(call.db, { guild_id, resource: 'tag', id: tag_id, is: tag.version, read });
    const command_id = await commandOf(call, tag);
    await call.db.transaction().execute(async (tx) => {
      if (command_id) await discardCommand(tx, guild_id, command_id);
      await record(tx, call, guild_id, {
        ...entryOf(tag_id),
        action: 'tag.delete',
        before: fieldsOf(tag),
      });
      await deleteTag(tx, guild_id, tag_id);
    });
    await makeRoom(call, guild_id);
  });
}

/** A tag is called by its id. */
const entryOf = (tag_id: string) => ({ resource: 'tag' as const, id: tag_id, name: tag_id });

/** Whether a tag would be lost to someone who wrote its id in another case, and may mean another tag. */
function isOverlooked(found: TagRow, input: TagInput): boolean {
  if (input.given_id === input.id) return false;
  return !isDeepStrictEqual(fieldsOf(found), JSON.parse(JSON.stringify(tagOf(input))));
}

/** The tag that is read once this is saved. */
function tagOf({ given_id, based_on: _, ...tag }: TagInput): TagFields {
  return { ...tag, use_embed: tag.embed !== null };
}

function existing(tag_id: string): AppError {
  const params = { tag_id };
  const message = fillText(errorTable['tag.exists'][1], params);
  return new AppError('tag.exists', { params, fields: [{ path: 'id', message }] });
}

/** The row of a tag, if there is one, while nobody else adds any to its server. */
async function lockedTag(tx: Tx, guild_id: string, tag_id: string): Promise<TagRow | undefined> {
  await holdGuild(tx, guild_id);
  return findTag(tx, guild_id, tag_id);
}

/** What was saved while the server had premium may stay. */
async function checkTag(
  tx: Tx,
  guild_id: string,
  input: TagInput,
  {
    before,
    isOpen,
    is_let_in,
  }: { before: TagRow | undefined; isOpen(gate: GateName): boolean; is_let_in: boolean },
): Promise<void> {
  const { commands } = await tx
    .selectFrom('tags')
    .where('guild_id', '=', guild_id)
    .where('tag_id', '<>', input.id)
    .select((eb) => [eb.fn.countAll<number>().filterWhere('use_guild_command', '=', true).as('commands')])
    .executeTakeFirstOrThrow();
  if (!before) await requireRoomFor(tx, guild_id, 'tags');

  const problems: Problem[] = [];
  if (input.use_guild_command && !before?.use_guild_command) {
    if (!isOpen('tag_command')) problems.push({ path: 'use_guild_command', code: gates.tag_command.refused });
    else if (isCommandName(input.id))
      problems.push({ path: 'id', code: 'tag.alias_taken', params: { tag_id: input.id } });
    else if (Number(commands) >= commandsPerGuild)
      problems.push({ path: 'use_guild_command', code: 'tag.alias_limit' });
  }
  const footer = input.embed?.footer;
  if (!isOpen('footer') && footer && isNewFooter(footer, before && toTag(before).embed?.footer))
    problems.push({ path: 'embed.footer.text', code: gates.footer.refused });
  if (is_let_in && mentionsMore(input.content, before?.content))
    problems.push({ path: 'content', code: 'override.not_by_bot_staff' });
  refuse(problems);
}

/** Whether a text mentions people whom it did not mention. Discord adds to a private thread whom a tag in it mentions. */
function mentionsMore(text: string | null, before: string | null | undefined): boolean {
  const known = new Set(namedIn(before ?? ''));
  return namedIn(text ?? '').some((id) => !known.has(id));
}

/** Deletes commands now; later by itself where Discord does not answer, and then false. */
async function makeRoom(ctx: Context, guild_id: string): Promise<boolean> {
  try {
    await deleteDiscardedCommands(ctx, guild_id);
    return true;
  } catch (err) {
    warnUnlessOutage(ctx.log, err, 'commands of tags that are gone are deleted later', { guild_id });
    return false;
  }
}

/** Makes Discord's commands agree with what was just written. */
async function settle(
  ctx: Context,
  guild_id: string,
  {
    before,
    entry_id,
    wants,
  }: { before: TagRow | undefined; entry_id: number | undefined; wants: string | undefined },
): Promise<void> {
  // Those that go make room for the one that comes.
  if (!(await makeRoom(ctx, guild_id)) || !wants) return;
  try {
    await createCommand(ctx, { guild_id, tag_id: wants });
  } catch (error) {
    if (!isRefusal(error)) {
      warnUnlessOutage(ctx.log, error, 'the command of a tag is not made yet', { guild_id, tag_id: wants });
      return;
    }
    await ctx.db.transaction().execute(async (tx) => {
      if (before) await writeTag(tx, before);
      else await deleteTag(tx, guild_id, wants);
      await unrecord(tx, entry_id);
    });
    throw explainCommandRefusal(error);
  }
}
