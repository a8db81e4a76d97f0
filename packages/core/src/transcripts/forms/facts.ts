import type { CloseSource, Transcript } from '@tickets/contract/transcripts/transcripts';
import { timeText } from './formatted-text.ts';

/** How a ticket came to be closed. */
const sources: Record<NonNullable<CloseSource>, string> = {
  discord: 'in Discord',
  dashboard: 'in the dashboard',
  auto_close: 'by itself, because nobody wrote for long',
  user_left: 'by itself, because its opener left the server',
  channel_deleted: 'by deleting its channel in Discord',
  thread_archived: 'by archiving its thread in Discord',
};

/** What is known of a ticket beside its messages, a line each. */
export function factsOf({ ticket }: Transcript): string[] {
  const { opener, panel_title, subject, claimed_by, claimed_at, reopened_at, rating, survey } = ticket;
  const at = (date: string | null) => (date ? ` on ${timeText(Date.parse(date))}` : '');
  const lines = [
    `Opened by ${opener.username}${at(ticket.opened_at)}${panel_title ? `, with the panel ${panel_title}` : ''}.`,
    subject && subject !== panel_title && `Subject: ${subject}`,
    claimed_by && `Claimed by ${claimed_by.username}${at(claimed_at)}.`,
    reopened_at && `Reopened${at(reopened_at)}.`,
    `Closed${ticket.closed_by ? ` by ${ticket.closed_by.username}` : ''}${at(ticket.closed_at)}${
      ticket.close_source ? `, ${sources[ticket.close_source]}` : ''
    }.`,
    `Reason: ${ticket.close_reason ?? 'none was given'}`,
    rating && `Rated ${rating} of 5.`,
    ...(survey ?? []).map(({ label, value }) => `${label}: ${value || '-'}`),
  ];
  return lines.filter((line) => typeof line === 'string');
}
