import type { APIChannel } from 'discord-api-types/v10';
import type { Context } from '../../platform/context.ts';
import { unlessRefused } from '../../platform/discord/failures.ts';
import type { Ticket } from './find.ts';

/** Since when a thread is open: undefined where it is locked, in the archive, or not to be seen. */
export async function openSince(ctx: Context, channel_id: string): Promise<Date | undefined> {
  const thread = await unlessRefused(ctx.discord.api.channels.get(channel_id), (err) =>
    ctx.log.info({ err, channel_id }, 'the thread of a ticket cannot be read'),
  );
  return thread && openSinceOf(thread);
}

export function openSinceOf(channel: APIChannel): Date | undefined {
  const thread = 'thread_metadata' in channel ? channel.thread_metadata : undefined;
  return thread && !thread.archived && !thread.locked ? new Date(thread.archive_timestamp) : undefined;
}

/**
 * Whether a thread was taken out of the archive after its ticket was closed. One that Discord did not let the bot close is open, too,
 * and was not reopened.
 */
export const wasReopened = (
  { channel_removed_at, thread_left_open }: Pick<Ticket, 'channel_removed_at' | 'thread_left_open'>,
  since: Date | undefined,
): boolean =>
  !thread_left_open && channel_removed_at !== null && since !== undefined && since > channel_removed_at;
