import { channelName } from '@tickets/contract/channel-name';
import { fillText } from '@tickets/contract/errors';
import type { NamingScheme } from '@tickets/contract/settings';

export { channelName };

/** The name of a new ticket's channel. */
export function ticketName(
  scheme: NamingScheme,
  ticket: { ticket_id: number; word: string; username: string },
): string {
  const last = scheme === 'username' ? ticket.username : String(ticket.ticket_id);
  // Somebody whose name has no letter that a channel can have still gets a name of their own.
  return channelName(`${ticket.word}-${channelName(last) || ticket.ticket_id}`);
}

/** What `%name%` in a name given by hand stands for. */
export interface NameFacts {
  ticket_id: number;
  username: string;
  nickname: string | null;
  claimed_by: string | null;
}

export function fillName(name: string, facts: NameFacts): string {
  const values: Record<string, string> = {
    id: String(facts.ticket_id),
    id_padded: String(facts.ticket_id).padStart(4, '0'),
    username: facts.username,
    nickname: facts.nickname ?? facts.username,
    claimed: facts.claimed_by === null ? 'unclaimed' : 'claimed',
    claim_indicator: facts.claimed_by === null ? '🔴' : '🟢',
    claimed_by: facts.claimed_by ?? '',
  };
  return channelName(fillText(name.replace(/%(\w+)%/g, '{$1}'), values));
}
