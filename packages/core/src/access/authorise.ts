import type { ServerAction, TicketAction } from '@tickets/contract/access/actions';
import { AppError, type ErrorCode } from '@tickets/contract/platform/errors';
import type { Db, Tx } from '../platform/db/db.ts';
import type { Call } from './caller.ts';
import { can, type Rule } from './can.ts';
import { findTicketFacts, type TicketFacts, ticketFactsFor } from './ticket-access.ts';
import type { Parties } from './ticket-parties.ts';

/** Refuses a caller who may not do something to a server: the first line of every use-case. */
export function authorise({ caller }: Call, action: ServerAction, guild_id: string): void {
  const { allowed, rule } = can(caller, action, { guild_id });
  if (!allowed) throw refusalOf(rule);
}

/** What a refusal says where an action has words of its own: for a claim of someone else, and for everything else. */
export interface OwnWords {
  claimed?: ErrorCode;
  denied?: ErrorCode;
}

/**
 * As authorise(), for what is done to one ticket. Returns what decided. Reads it in `db`, which may be a transaction; where
 * it is `only_read`, once in the call, so not again after the door.
 */
export async function authoriseTicket(
  call: Call,
  action: TicketAction,
  key: { guild_id: string; ticket_id: number },
  { db = call.db, only_read = false, ...words }: OwnWords & { db?: Db | Tx; only_read?: boolean } = {},
): Promise<TicketFacts> {
  const facts = await (only_read
    ? ticketFactsFor(call, key.guild_id, key.ticket_id)
    : findTicketFacts(db, key));
  if (!facts) throw new AppError('ticket.not_found');
  authoriseParty(call, action, { guild_id: key.guild_id, ticket: facts }, words);
  return facts;
}

/** As authoriseTicket(), where the ticket's parties are known. */
export function authoriseParty(
  { caller }: Call,
  action: TicketAction,
  object: { guild_id: string; ticket: Parties },
  words: OwnWords = {},
): void {
  const { allowed, rule } = can(caller, action, object);
  // The dashboard leaves a page by the code of a refusal, and says it in words of its own.
  const isInDiscord = caller.kind === 'user' && caller.door === 'discord';
  const denied = isInDiscord && rule.kind === 'other_team' ? 'ticket.other_team' : undefined;
  if (!allowed) throw refusalOf(rule, { denied, ...words });
}

/** Staff of a ticket's panel, and nobody else, are told whose claim keeps the ticket from them. */
function refusalOf(
  rule: Rule,
  { claimed = 'ticket.claimed_to_see', denied = 'permission.denied' }: OwnWords = {},
) {
  if (rule.kind === 'stranger') return new AppError('guild.not_found');
  if (rule.kind === 'override') return new AppError('override.not_by_bot_staff');
  if (rule.kind === 'claim_of_own')
    return new AppError('ticket.claimed_of_own', { params: { user: `<@${rule.claimed_by}>` } });
  if (rule.kind === 'claim') return new AppError(claimed, { params: { user: `<@${rule.claimed_by}>` } });
  return new AppError(denied);
}
