import { charactersIn } from '@tickets/contract/embeds/embed-limits';
import { AppError } from '@tickets/contract/platform/errors';
import { limits } from '@tickets/contract/platform/limits';
import type { UploadedFile } from '@tickets/contract/platform/uploads';
import type { NamedGate } from '@tickets/contract/premium/gates';
import { authorise } from '../../access/authorise.ts';
import type { Call, UserCall } from '../../access/caller.ts';
import { blank } from '../../embeds/payload.ts';
import { requirePremium } from '../../premium/required.ts';
import { wordingOf } from '../../wording/look.ts';
import type { TicketKey } from '../model/find.ts';
import { fillMessage } from '../welcome/placeholder-facts.ts';
import { speakInTicket } from './speak.ts';

export interface ReplyRequest extends TicketKey {
  content: string;
  files?: readonly UploadedFile[];
  /** Chosen by the sender: the same key never sends twice, and answers the same. Refused with anything else. */
  idempotency_key?: string | undefined;
}

/** Writes into a ticket from the dashboard, under the name of the member of staff or of the server. */
export async function replyToTicket(
  call: UserCall,
  { content, files = [], ...request }: ReplyRequest,
): Promise<{ message_id: string }> {
  const text = messageText(content, files);
  await requireReplyRights(call, request.guild_id);
  return speakInTicket(call, 'ticket.reply', {
    ...request,
    text,
    files,
    render: async (ticket, now) => {
      const wording = await wordingOf(call, ticket.guild_id);
      const filled = await fillMessage(call, wording, ticket, text, now);
      // A placeholder may stand for nothing, and Discord refuses a message of nothing.
      return { content: filled || (files.length ? '' : blank), embeds: [], files };
    },
  });
}

/** Refuses anyone who may not reply from the dashboard; asked before files are taken in. */
export const requireReplyRights = (call: Call, guild_id: string) =>
  requireDashboardReplies(call, guild_id, 'dashboard_replies');

/** Refuses anyone who may not write into tickets from the dashboard. */
export async function requireDashboardReplies(call: Call, guild_id: string, gate: NamedGate): Promise<void> {
  authorise(call, 'ticket.list', guild_id);
  await requirePremium(call, guild_id, gate);
}

/** What someone wrote, as it is sent. Refuses what Discord would not take. */
export function messageText(content: string, files: readonly UploadedFile[]): string {
  const text = content.trim();
  if (!text && !files.length) throw new AppError('ticket.message_empty');
  const length = charactersIn(text);
  if (length > limits.message_content) throw new AppError('ticket.message_too_long', { params: { length } });
  return text;
}
