import { createHash, randomBytes } from 'node:crypto';
import { type APIAttachment, RESTJSONErrorCodes } from 'discord-api-types/v10';
import { sql } from 'kysely';
import type { Context } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/db.ts';
import { hasDiscordCode } from '../platform/discord/failures.ts';
import { addJob } from '../platform/jobs/jobs.ts';
import { GuardedFetchError, guardedFetch } from '../platform/net/guarded-fetch.ts';
import type { Ticket, TicketKey } from '../tickets/model/find.ts';
import { timeOfSnowflake } from '../tickets/model/message-payload.ts';
import { askAgainWhereRoomIs, takeSpace } from './room.ts';
import { removeLater, removeUploaded } from './unused.ts';

/** Our own storage does not take a file now. */
export class StorageError extends Error {}

interface MessageKey extends TicketKey {
  message_id: string;
}

/** A copy takes a minute at most. */
const resumeAfterMs = 2 * 60_000;
/** And its upload less than this. */
const uploadingMs = 3_600_000;

/** Notes the attachments of a message, and has them copied before Discord's links to them expire. */
export async function addAttachments(
  tx: Tx,
  { guild_id, ticket_id }: TicketKey,
  message: { id: string; attachments?: APIAttachment[] },
): Promise<void> {
  if (!message.attachments?.length) return;
  const added = await tx
    .insertInto('ticket_attachments')
    .values(
      message.attachments.map((file) => ({
        guild_id,
        ticket_id,
        message_id: message.id,
        attachment_id: file.id,
        filename: file.filename,
        size: file.size,
        content_type: file.content_type ?? null,
        url: file.url,
      })),
    )
    .onConflict((oc) => oc.doNothing())
    .returning('attachment_id')
    .execute();
  if (added.length) await storeByJob(tx, { guild_id, ticket_id, message_id: message.id });
}

async function storeByJob(db: Db | Tx, key: MessageKey, runAt?: Date): Promise<void> {
  await addJob(db, 'attachment.store', key, { key: `attachments:${key.guild_id}:${key.message_id}`, runAt });
}

/**
 * A killed process keeps its jobs for hours, and links expire: what is still to be copied is asked for again, for the
 * time at which a process that may be copying it now is done or has given up.
 */
export async function resumeAttachments(ctx: Context): Promise<void> {
  await askAgainWhereRoomIs(ctx);
  const waiting = await ctx.db
    .selectFrom('ticket_attachments')
    .where('state', '=', 'pending')
    .select(['guild_id', 'ticket_id', 'message_id'])
    .distinct()
    .execute();
  for (const key of waiting) {
    const sent = timeOfSnowflake(key.message_id).getTime();
    await storeByJob(ctx.db, key, new Date(Math.max(Date.now(), sent + resumeAfterMs)));
  }
}

/**
 * After so many failures in a row the files are not the cause; each may take a minute to fail. If they are, the next try
 * begins with those that this one did not come to.
 */
const failuresInARowMax = 3;

/**
 * Copies what is still to be copied of a ticket, and what finds room by now; files that cannot be copied now keep others from it until the next try at
 * most. Throws when it should be tried again later.
 */
export async function storeAttachmentsOf(ctx: Context, { guild_id, ticket_id }: TicketKey): Promise<void> {
  await askAgainWhereRoomIs(ctx, { guild_id, ticket_id });
  const messages = await ctx.db
    .selectFrom('ticket_attachments')
    .where('guild_id', '=', guild_id)
    .where('ticket_id', '=', ticket_id)
    .where('state', '=', 'pending')
    .select('message_id')
    .groupBy('message_id')
    .orderBy(sql`min(coalesce(tried_at, '-infinity'))`)
    .orderBy('message_id')
    .execute();
  await tryAll(messages, ({ message_id }) => storeAttachments(ctx, { guild_id, ticket_id, message_id }));
}

/** Throws in the end what failed: first of all a failure of our own storage, which is waited for longest. */
async function tryAll<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const failures: unknown[] = [];
  let in_a_row = 0;
  for (const one of all) {
    try {
      await work(one);
      in_a_row = 0;
    } catch (error) {
      failures.push(error);
      in_a_row += 1;
      if (in_a_row >= failuresInARowMax) break;
    }
  }
  if (failures.length) throw failures.find((error) => error instanceof StorageError) ?? failures[0];
}

/** Copies what is still to be copied of a message. Throws when it should be tried again later. */
export async function storeAttachments(ctx: Context, key: MessageKey): Promise<void> {
  const pending = await ctx.db
    .selectFrom('ticket_attachments')
    .innerJoin('tickets', (join) =>
      join
        .onRef('tickets.guild_id', '=', 'ticket_attachments.guild_id')
        .onRef('tickets.ticket_id', '=', 'ticket_attachments.ticket_id'),
    )
    .where('ticket_attachments.guild_id', '=', key.guild_id)
    .where('ticket_attachments.ticket_id', '=', key.ticket_id)
    .where('ticket_attachments.message_id', '=', key.message_id)
    .where('ticket_attachments.state', '=', 'pending')
    .select(['attachment_id', 'size', 'content_type', 'url'])
    .select(['tickets.channel_id', 'tickets.channel_removed_at', 'tickets.status'])
    .orderBy('tried_at', (order) => order.nullsFirst())
    .orderBy('attachment_id')
    .execute();
  await tryAll(pending, async (file) => {
    try {
      await storeAttachment(ctx, key, file);
    } catch (error) {
      await ofPendingToChange(ctx.db, key, file).set({ tried_at: ctx.clock.now() }).execute();
      throw error;
    }
  });
}

/** When a file of a ticket that is still to be copied was last tried in vain. */
export async function lastTryAt(
  { db }: Pick<Context, 'db'>,
  { guild_id, ticket_id }: TicketKey,
): Promise<Date | undefined> {
  const row = await db
    .selectFrom('ticket_attachments')
    .where('guild_id', '=', guild_id)
    .where('ticket_id', '=', ticket_id)
    .where('state', '=', 'pending')
    .select(({ fn }) => fn.max('tried_at').as('tried_at'))
    .executeTakeFirst();
  return row?.tried_at ?? undefined;
}

interface PendingFile {
  attachment_id: string;
  size: number;
  content_type: string | null;
  url: string;
  channel_id: string | null;
  channel_removed_at: Date | null;
  status: Ticket['status'];
}

async function storeAttachment(ctx: Context, key: MessageKey, file: PendingFile): Promise<void> {
  if (file.size > ctx.config.attachments.file_bytes_max) {
    await giveUp(ctx, key, file, 'too_large');
    return;
  }
  let found = await download(ctx, file.url, file);
  if (found === 'gone') {
    const url = await renewedUrl(ctx, key, file);
    found = url ? await download(ctx, url, file, { is_renewed: true }) : 'gone';
  }
  if (found === 'gone') await giveUp(ctx, key, file, found);
  else await keepFile(ctx, key, file, found);
}

/**
 * A link of long ago may have expired. One that Discord has just given leads to a file, so what keeps us from it is an outage.
 * So are other bytes than the message named: part of a file, an error in its place, or its packed form. By their number they
 * are told apart, because an answer may break off or be repacked on the way and say nothing of it.
 */
async function download(
  ctx: Context,
  url: string,
  { size }: PendingFile,
  { is_renewed = false } = {},
): Promise<Buffer | 'gone'> {
  try {
    const answer = await guardedFetch(url, {
      headers: { 'accept-encoding': 'identity' },
      bytes_max: size + 1,
      beginning_only: true,
      timeout_ms: 60_000,
      trusted_bases: [ctx.config.cdn_url],
    });
    if (!is_renewed && [401, 403, 404, 410].includes(answer.status)) return 'gone';
    if (answer.status !== 200)
      throw new GuardedFetchError('failed', `An attachment was answered with status ${answer.status}`);
    const { length } = answer.bytes;
    if (length === size) return answer.bytes;
    const came = length > size ? 'more' : length;
    throw new GuardedFetchError('failed', `An attachment of ${size} bytes was answered with ${came}`);
  } catch (error) {
    if (error instanceof GuardedFetchError && error.problem === 'blocked' && !is_renewed) return 'gone';
    throw error;
  }
}

/**
 * Links expire after a day; Discord makes a new one for anyone who reads the message again. Undefined where there is nothing to
 * read any more. That the bot may not read it now says so of a ticket alone whose channel we have left, after it was waited for.
 */
async function renewedUrl(ctx: Context, key: MessageKey, file: PendingFile): Promise<string | undefined> {
  if (!file.channel_id) {
    if (file.status === 'closed') return undefined; // Its opening was undone.
    throw new Error(`Discord cannot be asked for a file of message ${key.message_id}: no channel is known`);
  }
  try {
    const message = await ctx.discord.api.channels.getMessage(file.channel_id, key.message_id);
    return message.attachments.find(({ id }) => id === file.attachment_id)?.url;
  } catch (error) {
    const { UnknownMessage, UnknownChannel, MissingAccess } = RESTJSONErrorCodes;
    if (hasDiscordCode(error, UnknownMessage, UnknownChannel)) return undefined;
    if (file.channel_removed_at && hasDiscordCode(error, MissingAccess)) return undefined;
    throw error;
  }
}

/** The bytes are uploaded between two short transactions: storage may be slow, and nobody waits for a row meanwhile. */
async function keepFile(ctx: Context, key: MessageKey, file: PendingFile, bytes: Buffer): Promise<void> {
  const sha256 = createHash('sha256').update(bytes).digest();
  const place = await makeRoom(ctx, key, file, { sha256, bytes });
  if (!place) return;
  if (!place.is_there || (await isLost(ctx, place.storage_key, bytes.length)))
    await ctx.storage.put(place.storage_key, bytes).catch((error: unknown) => {
      const why = error instanceof Error ? error.message : String(error);
      throw new StorageError(`A file could not be stored: ${why}`, { cause: error });
    });
  await ctx.db.transaction().execute(async (tx) => {
    await ofPending(tx, key, file).select('attachment_id').forUpdate().execute();
    await lockFile(tx, sha256);
    const named = await tx
      .selectFrom('stored_files')
      .where('storage_key', '=', place.storage_key)
      .select('sha256')
      .executeTakeFirst();
    // Where the ticket was closed without a transcript meanwhile, or somebody else copies the file to another place, these
    // bytes have no name any more.
    if (named && (await setState(tx, key, file, 'stored', sha256, bytes.length)))
      await tx.deleteFrom('files_to_remove').where('storage_key', '=', place.storage_key).execute();
    else await removeUploaded(tx, place.storage_key);
  });
}

/**
 * Whether bytes that rows know to be stored are not in storage, as after its loss: whoever has them brings them back. They have a
 * name, unless that goes meanwhile.
 */
export async function isLost(
  { db, storage }: Pick<Context, 'db' | 'storage'>,
  storage_key: string,
  bytes?: number,
): Promise<boolean> {
  const found = await storage.get(storage_key).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    throw new StorageError(`Whether a file is stored could not be looked at: ${why}`, { cause: error });
  });
  found?.stream.destroy();
  if (found && (bytes === undefined || found.size === bytes)) return false;
  await db.transaction().execute((tx) => removeLater(tx, storage_key, uploadingMs));
  return true;
}

/** Reserves the space of a file, and names its place. Undefined where there is no room, or the message is not kept any more. */
async function makeRoom(
  ctx: Context,
  key: MessageKey,
  file: PendingFile,
  { sha256, bytes }: { sha256: Buffer; bytes: Buffer },
): Promise<{ storage_key: string; is_there: boolean } | undefined> {
  return ctx.db.transaction().execute(async (tx) => {
    const before = await ofPending(tx, key, file).select(['sha256', 'size']).forUpdate().executeTakeFirst();
    if (!before) return undefined;
    // An earlier try came as far as this, or one is under way. What it reserved for other contents is given back.
    const is_reserved = before.sha256?.equals(sha256) ?? false;
    if (before.sha256 && !is_reserved)
      await release(tx, key, file, { sha256: before.sha256, bytes: before.size });
    if (!is_reserved && !(await takeSpace(ctx, tx, key, bytes.length))) {
      ctx.log.info(
        { ...key, bytes: bytes.length },
        'a file is not kept: its server or opener has no room left for it',
      );
      await setState(tx, key, file, 'over_quota');
      return undefined;
    }
    await lockFile(tx, sha256);
    const { storage_key } = await tx
      .insertInto('stored_files')
      .values({
        sha256,
        size: bytes.length,
        content_type: file.content_type,
        storage_key: `${sha256.toString('hex')}${randomBytes(8).toString('hex')}`,
      })
      .onConflict((oc) => oc.column('sha256').doUpdateSet({ size: bytes.length }))
      .returning('storage_key')
      .executeTakeFirstOrThrow();
    const stored = await tx
      .selectFrom('ticket_attachments')
      .where('sha256', '=', sha256)
      .where('state', '=', 'stored')
      .select('attachment_id')
      .limit(1)
      .executeTakeFirst();
    await ofPendingToChange(tx, key, file).set({ sha256, size: bytes.length }).execute();
    // Whoever dies while uploading leaves bytes that nothing names.
    if (!stored) await removeLater(tx, storage_key, uploadingMs);
    return { storage_key, is_there: stored !== undefined };
  });
}

/** Gives back what was reserved for a file that is not there after all. */
async function release(
  tx: Tx,
  key: MessageKey,
  file: PendingFile,
  reserved: { sha256: Buffer; bytes: number },
): Promise<void> {
  await ofPendingToChange(tx, key, file).set({ sha256: null }).execute();
  await dropUnused(tx, key.guild_id, [reserved]);
}

const ofPending = (tx: Tx, key: MessageKey, { attachment_id }: PendingFile) =>
  tx
    .selectFrom('ticket_attachments')
    .where('guild_id', '=', key.guild_id)
    .where('ticket_id', '=', key.ticket_id)
    .where('message_id', '=', key.message_id)
    .where('attachment_id', '=', attachment_id)
    .where('state', '=', 'pending');

const ofPendingToChange = (tx: Db | Tx, key: MessageKey, { attachment_id }: PendingFile) =>
  tx
    .updateTable('ticket_attachments')
    .where('guild_id', '=', key.guild_id)
    .where('ticket_id', '=', key.ticket_id)
    .where('message_id', '=', key.message_id)
    .where('attachment_id', '=', attachment_id)
    .where('state', '=', 'pending');

async function setState(
  db: Db | Tx,
  key: MessageKey,
  file: PendingFile,
  state: 'stored' | 'too_large' | 'over_quota' | 'gone',
  sha256: Buffer | null = null,
  size = file.size,
): Promise<boolean> {
  const rows = await ofPendingToChange(db, key, file)
    .set({ state, sha256, size })
    .returning('attachment_id')
    .execute();
  return rows.length > 0;
}

/** It is not kept. What an earlier try reserved for it is free again. */
async function giveUp(
  ctx: Context,
  key: MessageKey,
  file: PendingFile,
  state: 'too_large' | 'gone',
): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const before = await ofPending(tx, key, file).select(['sha256', 'size']).forUpdate().executeTakeFirst();
    if (before?.sha256) await release(tx, key, file, { sha256: before.sha256, bytes: before.size });
    await setState(tx, key, file, state);
  });
}

/** Forgets the attachments of a ticket, or of some of its messages, with their bytes where nothing else uses them. Returns how many. */
export async function removeAttachments(
  tx: Tx,
  { guild_id, ticket_id }: TicketKey,
  message_ids?: readonly string[],
): Promise<number> {
  const removed = await tx
    .deleteFrom('ticket_attachments')
    .where('guild_id', '=', guild_id)
    .where('ticket_id', '=', ticket_id)
    .$if(message_ids !== undefined, (query) =>
      query.where('message_id', '=', sql<string>`any(${message_ids ?? []}::bigint[])`),
    )
    .returning(['sha256', 'size'])
    .execute();
  const files = removed.flatMap(({ sha256, size }) => (sha256 ? [{ sha256, bytes: size }] : []));
  await dropUnused(tx, guild_id, files);
  return removed.length;
}

async function dropUnused(
  tx: Tx,
  guild_id: string,
  files: { sha256: Buffer; bytes: number }[],
): Promise<void> {
  if (!files.length) return;
  const freed = files.reduce((sum, { bytes }) => sum + bytes, 0);
  await sql`update guild_storage set bytes = greatest(0, bytes - ${freed}) where guild_id = ${guild_id}`.execute(
    tx,
  );
  const hashes = new Map(files.map(({ sha256 }) => [sha256.toString('hex'), sha256]));
  for (const [, sha256] of [...hashes].sort()) {
    await lockFile(tx, sha256);
    const { rows } = await sql<{ storage_key: string }>`
      delete from stored_files f where f.sha256 = ${sha256}
        and not exists (select from ticket_attachments a where a.sha256 = f.sha256)
      returning storage_key`.execute(tx);
    for (const { storage_key } of rows) await removeLater(tx, storage_key, 0);
  }
}

/**
 * Until the end of the transaction, so that nobody removes a file that someone else is just putting there. Whoever needs
 * the row of an attachment or of a server's space takes it before, or two would wait for each other.
 */
export async function lockFile(tx: Tx, sha256: Buffer): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sha256.readBigInt64BE(0).toString()}::bigint)`.execute(tx);
}
