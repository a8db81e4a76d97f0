import { buffer } from 'node:stream/consumers';
import type { TranscriptMessage } from '@tickets/contract/transcripts/transcripts';
import { sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import { storageProblem } from '../../platform/storage/problem.ts';
import type { Pictures } from './drawing.ts';

const MIB = 1024 ** 2;
/** Of one picture, and of all in one page. What is larger stays a link. */
const bytesMax = { each: 4 * MIB, all: 24 * MIB };

/** What a browser shows and cannot run. */
const shown = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']);

type PictureContext = Pick<Context, 'db' | 'storage' | 'log'>;

interface Kept {
  attachment_id: string;
  content_type: string;
  storage_key: string;
  sha256: Buffer;
}

/**
 * Reads the pictures that were sent in messages and kept, for one page that needs nothing else. Throws the storage's problem
 * where it cannot be asked: a page without its pictures would look finished, and each of them would be waited for.
 */
export function picturesFor(
  ctx: PictureContext,
  guild_id: string,
  signal?: AbortSignal,
): (messages: readonly TranscriptMessage[]) => Promise<Pictures> {
  const room = { bytes: bytesMax.all };
  return (messages) => picturesOf(ctx, guild_id, messages, { room, signal });
}

async function picturesOf(
  { db, storage, log }: PictureContext,
  guild_id: string,
  messages: readonly TranscriptMessage[],
  { room, signal }: { room: { bytes: number }; signal: AbortSignal | undefined },
): Promise<Pictures> {
  const wanted: string[] = [];
  for (const { id, size, content_type, copy } of messages.flatMap(({ attachments }) => attachments)) {
    if (copy !== 'stored' || !shown.has(typeOf(content_type)) || size > Math.min(bytesMax.each, room.bytes))
      continue;
    room.bytes -= size;
    wanted.push(id);
  }
  const pictures = new Map<string, string>();
  if (!wanted.length) return pictures;
  const ticket_ids = [...new Set(messages.map(({ ticket_id }) => ticket_id))];
  const { rows } = await sql<Kept>`
    select a.attachment_id, a.content_type, f.storage_key, f.sha256
    from ticket_attachments a join stored_files f using (sha256)
    where a.guild_id = ${guild_id} and a.ticket_id = any(${ticket_ids}::int[])
      and a.attachment_id = any(${wanted}::bigint[]) and a.state = 'stored'`.execute(db);
  for (const { attachment_id, content_type, storage_key, sha256 } of rows) {
    signal?.throwIfAborted();
    try {
      const file = await storage.get(storage_key, sha256.toString('hex'));
      if (!file || file.size > bytesMax.each) continue;
      const bytes = await buffer(file.stream);
      pictures.set(attachment_id, `data:${typeOf(content_type)};base64,${bytes.toString('base64')}`);
    } catch (err) {
      const trouble = storageProblem(err)?.trouble;
      if (trouble === 'unreachable' || trouble === 'denied') throw err;
      // It stays a link.
      log.warn({ err, guild_id, attachment_id }, 'a picture could not be put into a page');
    }
  }
  return pictures;
}

const typeOf = (content_type: string | null) => content_type?.split(';')[0]?.trim().toLowerCase() ?? '';
