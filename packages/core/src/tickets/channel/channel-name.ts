import type { NamingScheme } from '@tickets/contract/settings/settings';
import { channelName } from '@tickets/contract/tickets/channel-name';
import { fillNamingScheme, type NamingFacts } from '@tickets/contract/tickets/naming';

export { channelName };

/** Discord's own limit. */
export const longestName = 100;

/** The name of a new ticket's channel where its panel has no scheme of its own. */
export function ticketName(
  scheme: NamingScheme,
  ticket: { ticket_id: number; word: string; username: string },
): string {
  const last = scheme === 'username' ? ticket.username : String(ticket.ticket_id);
  // Someone whose name has no letter that a channel can have still gets a name of their own.
  return channelName(`${ticket.word}-${channelName(last) || ticket.ticket_id}`);
}

/** The name by a panel's scheme; one of which nothing can stand in a channel's name is called "unclaimed". */
export function schemeName(scheme: string, facts: NamingFacts): string {
  return channelName(fillNamingScheme(scheme, facts)) || 'unclaimed';
}
