import { createHash } from 'node:crypto';
import type { Context } from '@tickets/core/platform/context';
import type { Storage } from '@tickets/core/platform/storage/storage';
import { randomId } from './factories.ts';

/** Keeps a file as a copy of an attachment is kept. Returns its hash. */
export async function keepFile(
  { db, storage }: Context,
  { guild_id, ticket_id, message_id }: { guild_id: string; ticket_id: number; message_id: string },
  filename: string,
  text: string,
  content_type: string | null = null,
): Promise<string> {
  const bytes = Buffer.from(text);
  const sha256 = createHash('sha256').update(bytes).digest();
  await storage.put(sha256.toString('hex'), bytes);
  await db
    .insertInto('stored_files')
    .values({ sha256, size: bytes.length, storage_key: sha256.toString('hex') })
    .onConflict((oc) => oc.doNothing())
    .execute();
  await db
    .insertInto('ticket_attachments')
    .values({
      guild_id,
      ticket_id,
      message_id,
      attachment_id: randomId(),
      filename,
      content_type,
      size: bytes.length,
      url: `https://cdn/attachments/${filename}`,
      sha256,
      state: 'stored',
    })
    .execute();
  return sha256.toString('hex');
}

/** Whether storage has a file, which is not read. */
export async function isKept(storage: Storage, key: string): Promise<boolean> {
  const file = await storage.get(key);
  file?.stream.destroy();
  return file !== undefined;
}
