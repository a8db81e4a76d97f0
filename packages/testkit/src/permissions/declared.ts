import { type Action, actions, isProductAction, type TicketParty } from '@tickets/contract/access/actions';
import { PermissionLevel } from '@tickets/contract/access/levels';
import type { Route } from '@tickets/contract/platform/route';

const { none, support, admin } = PermissionLevel;

/** What someone is to a server and to the one ticket in it, which nobody has claimed. */
interface Standing {
  /** Whether they are in the server. */
  member: boolean;
  level: PermissionLevel;
  /** What they are to the ticket. */
  is?: readonly TicketParty[];
  runs_product?: boolean;
  /** What they are by the server itself, where an override makes them more. */
  own?: PermissionLevel;
}

const inChannel: readonly TicketParty[] = ['present'];
const ofServer: readonly TicketParty[] = [...inChannel, 'staff_or_opener'];
const ofPanel: readonly TicketParty[] = [...ofServer, 'reader', 'writer', 'worker', 'holder', 'staff'];

/** Everyone of the permission matrix, with what they are. */
export const standings = {
  'a stranger': { member: false, level: none },
  'the owner of another server': { member: false, level: none },
  'a member': { member: true, level: none, is: inChannel },
  'the opener': {
    member: true,
    level: none,
    is: [...ofServer, 'reader', 'opener'],
  },
  // Their own ticket is of a panel that they do not work.
  'an opener of another team': { member: true, level: support, is: [...ofServer, 'reader', 'opener'] },
  'support by role': { member: true, level: support, is: ofPanel },
  'a team of the panel': { member: true, level: support, is: ofPanel },
  'a team of another panel': { member: true, level: support, is: ofServer },
  'support whose role was just taken': { member: true, level: none, is: inChannel },
  'an administrator': { member: true, level: admin, is: ofPanel },
  'the owner': { member: true, level: admin, is: ofPanel },
  'bot staff without an override': { member: false, level: none },
  'bot staff with an override': { member: false, level: admin, is: ofPanel },
  'support by role, of the bot staff, with an override': {
    member: true,
    level: admin,
    own: support,
    is: ofPanel,
  },
  'a product administrator': { member: false, level: none, runs_product: true },
  'a product administrator with an override': {
    member: false,
    level: admin,
    is: ofPanel,
    runs_product: true,
  },
} as const satisfies Record<string, Standing>;

export type CallerName = keyof typeof standings;
export const callerNames = Object.keys(standings) as CallerName[]; // Its keys are the names.

/** `unknown`: as if there were no such server. `refused`: in words. `served`: it is done, or the input was wrong. */
export type Expected = 'signed out' | 'unknown' | 'refused' | 'served';

/** Those whom an override lets in. */
export const letIn: readonly CallerName[] = [
  'bot staff with an override',
  'support by role, of the bot staff, with an override',
  'a product administrator with an override',
];

/** Whether nothing but an override lets someone do what takes this level. */
export function isLetInFor(who: CallerName, level: PermissionLevel): boolean {
  const { own = none }: Standing = standings[who];
  return letIn.includes(who) && (own === none || own < level);
}

/** What someone gets to whom a route, a socket or a handler is declared. `joined`: they came into the server, whoever they are. */
export function expectedOf(
  who: CallerName | 'nobody',
  { access, joined = false }: { access: Route['access'] | 'everyone'; joined?: boolean },
): Expected {
  if (access === 'public') return 'served';
  if (who === 'nobody') return 'signed out';
  // In tests everybody has premium.
  if (access === 'user' || access === 'whitelabel') return 'served';
  const standing: Standing = standings[who];
  if (isProductAction(access)) return standing.runs_product ? 'served' : 'refused';
  const { level, ticket, outlasts }: Action = access === 'everyone' ? { level: none } : actions[access];
  const isIn = joined || standing.member;
  if (!isIn && standing.level === none) return 'unknown';
  if (standing.level < level) return 'refused';
  if (outlasts && isLetInFor(who, level)) return 'refused';
  const parties = joined ? [...inChannel, ...(standing.is ?? [])] : (standing.is ?? []);
  return !ticket || parties.includes(ticket) ? 'served' : 'refused';
}
