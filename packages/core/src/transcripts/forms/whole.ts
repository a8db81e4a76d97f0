import type { Transcript, TranscriptMessage } from '@tickets/contract/transcripts/transcripts';
import { timeText } from './formatted-text.ts';

/** How much of the ticket is here, and what is missing, in sentences. */
export function wholeness({ ticket }: Transcript): string[] {
  const { shown, total, unheard, erased, files_not_kept, read_until } = ticket.completeness;
  const lines = [
    `${shown} of ${total} ${total === 1 ? 'message' : 'messages'}.`,
    unheard &&
      (unheard === 1
        ? '1 message was deleted before the bot could read it.'
        : `${unheard} messages were deleted before the bot could read them.`),
    erased && `${counted(erased, 'message was', 'messages were')} erased, as its author asked.`,
    files_not_kept && `${counted(files_not_kept, 'file was', 'files were')} not kept.`,
    read_until &&
      `Read until ${timeText(Date.parse(read_until))}: what was written after that, before ${
        ticket.close_source === 'channel_deleted' ? 'the channel was deleted' : 'the ticket was closed'
      }, is not here.`,
  ];
  return lines.filter((line) => typeof line === 'string');
}

/** Below the heading of what was imported: nobody here vouches for it. */
export const importedWords = 'Imported by the server. This was not recorded here.';

/** Whether a message stands in a ticket that was imported, be it the transcript's own or an earlier one. */
export const isImportedIn =
  ({ ticket_id, imported, earlier }: Pick<Transcript, 'ticket_id' | 'imported' | 'earlier'>) =>
  (of: Pick<TranscriptMessage, 'ticket_id'>): boolean =>
    of.ticket_id === ticket_id ? imported : earlier.some((one) => one.id === of.ticket_id && one.imported);

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;
