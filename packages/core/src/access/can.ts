import { type Action, type ActionName, actions, type TicketParty } from '@tickets/contract/access/actions';
import { PermissionLevel } from '@tickets/contract/access/levels';
import { type AccessRule, isLetIn } from './access.ts';
import type { Caller, UserCaller } from './caller.ts';
import type { Parties } from './ticket-parties.ts';
import { mayViewTicket, mayWriteInTicket, seesAsStaff, type TicketRule, writesAsStaff } from './tickets.ts';

/** What an action is done to: a server, or one of its tickets with its parties. */
export interface ActedOn {
  guild_id: string;
  ticket?: Parties;
}

/**
 * The rule that decided. `stranger`: the server is none of theirs. `level`: theirs there suffices, or does not. `claim`:
 * someone else has claimed the ticket. `claim_of_own`: someone has claimed one that they opened, which leaves it to them as its
 * opener alone. `override`: it would outlast the override that lets them in. The others are those of the ticket.
 */
export type Rule =
  | { kind: 'system' }
  | { kind: 'stranger' }
  | { kind: 'level'; needed: PermissionLevel; by: AccessRule }
  | { kind: 'claim' | 'claim_of_own'; claimed_by: string }
  | { kind: 'not_the_opener' }
  | { kind: 'override' }
  | { kind: TicketRule; by: AccessRule };

export interface Decision {
  allowed: boolean;
  rule: Rule;
}

/**
 * Whether someone may do something, with the rule that decided. The one place where that is said; it reads nothing. What a
 * list shows is the same in SQL (`ticket-lists.ts`).
 */
export function can(caller: Caller, action: ActionName, object: ActedOn): Decision {
  if (caller.kind === 'system') return { allowed: true, rule: { kind: 'system' } };
  const { level, ticket: party, outlasts }: Action = actions[action];
  const { access } = caller;
  const isOpener = object.ticket?.opener_id === caller.user_id;
  const isStranger = access.guild_id !== object.guild_id || !(access.is_member || access.level > 0);
  // Openers keep what is theirs, also after they, or the bot, have left the server.
  if (isStranger && !(isOpener && level === PermissionLevel.none && access.guild_id === object.guild_id))
    return { allowed: false, rule: { kind: 'stranger' } };
  if (access.level < level)
    return { allowed: false, rule: { kind: 'level', needed: level, by: access.rule } };
  if (outlasts && isLetIn(access) && !isOpener) {
    // What the server itself lets them do they need no override for.
    const decided = access.own && can({ ...caller, access: access.own }, action, object);
    return decided?.allowed ? decided : { allowed: false, rule: { kind: 'override' } };
  }
  if (!party || !object.ticket)
    return { allowed: true, rule: { kind: 'level', needed: level, by: access.rule } };
  return decideParty(caller, party, object.ticket);
}

function decideParty({ user_id, access }: UserCaller, party: TicketParty, ticket: Parties): Decision {
  const { panel, claim, opener_id } = ticket;
  if (party === 'opener')
    return opener_id === user_id
      ? { allowed: true, rule: { kind: 'opener', by: access.rule } }
      : { allowed: false, rule: { kind: 'not_the_opener' } };
  const sees = mayViewTicket(access, ticket, panel);
  const writes = mayWriteInTicket(access, ticket, panel);
  const kind = opener_id === user_id ? 'claim_of_own' : 'claim';
  const decided = ({ allowed, rule }: typeof sees): Decision =>
    rule === 'claimed' && claim
      ? { allowed, rule: { kind, claimed_by: claim.claimed_by } }
      : { allowed, rule: { kind: rule, by: access.rule } };
  if (party === 'staff_or_opener' && opener_id !== user_id && access.level < PermissionLevel.support)
    return { allowed: false, rule: { kind: 'not_staff', by: access.rule } };
  if (party === 'present' || party === 'staff_or_opener')
    return decided({ ...writes, allowed: writes.rule !== 'claimed' });
  if (!sees.allowed || party === 'reader') return decided(sees);
  if (party === 'staff' && opener_id === user_id)
    return { allowed: false, rule: { kind: 'opener', by: access.rule } };
  const works = seesAsStaff(access, ticket, panel);
  if (party === 'writer' && works.allowed) return decided(writesAsStaff(access, ticket, panel));
  const isHeldByOther = claim && claim.claimed_by !== user_id && access.level < PermissionLevel.admin;
  if (party === 'holder' && works.allowed && isHeldByOther)
    return { allowed: false, rule: { kind: 'claim', claimed_by: claim.claimed_by } };
  return decided(works);
}
