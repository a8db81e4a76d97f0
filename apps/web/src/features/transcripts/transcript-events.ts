import type { Transcript, TranscriptTicket } from '@tickets/contract/transcripts/transcripts';

export type TranscriptEvent = { time: number } & (
  | { kind: 'opened'; name: string; panel: string | null }
  | { kind: 'claimed'; name: string }
  | { kind: 'reopened' }
  | { kind: 'closed'; name: string | null; how: TranscriptTicket['close_source']; reason: string | null }
);

/**
 * What happened to a ticket, in that order. Its beginning and its end are noted by our clock and messages by Discord's, so
 * neither is trusted to stand before or after what was said in between. As long as messages are still to come, so is what
 * happened after the last one that is there.
 */
export function transcriptEvents({ ticket, ticket_id, messages, next }: Transcript): TranscriptEvent[] {
  const own = messages.filter((message) => message.ticket_id === ticket_id);
  const [first, last] = [own[0]?.time, own.at(-1)?.time];
  const { opener, claimed_by, claimed_at, reopened_at, closed_at } = ticket;
  const events: TranscriptEvent[] = [
    {
      kind: 'opened',
      time: Math.min(Date.parse(ticket.opened_at), first ?? Number.POSITIVE_INFINITY),
      name: nameOf(opener),
      panel: ticket.panel_title,
    },
  ];
  if (claimed_by && claimed_at)
    events.push({ kind: 'claimed', time: Date.parse(claimed_at), name: nameOf(claimed_by) });
  if (reopened_at) events.push({ kind: 'reopened', time: Date.parse(reopened_at) });
  if (closed_at)
    events.push({
      kind: 'closed',
      time: Math.max(Date.parse(closed_at), (last ?? 0) + 1),
      name: ticket.closed_by && nameOf(ticket.closed_by),
      how: ticket.close_source,
      reason: ticket.close_reason,
    });
  const until = next === null ? Number.POSITIVE_INFINITY : (messages.at(-1)?.time ?? 0);
  return events.filter(({ time }) => time <= until).toSorted((a, b) => a.time - b.time);
}

/** As the messages name their authors. */
const nameOf = ({ username }: TranscriptTicket['opener']) => username;
