import { AppError } from '@tickets/contract/platform/errors';
import { dashboardPages } from '@tickets/contract/who-can-see/pages';
import type { ExplainQuery, Explanation } from '@tickets/contract/who-can-see/who-can-see';
import { authorise, authoriseTicket } from '../access/authorise.ts';
import type { UserCall } from '../access/caller.ts';
import { can } from '../access/can.ts';
import { loadAccessFacts, loadRoleFacts } from '../access/load.ts';
import type { TicketFacts } from '../access/ticket-access.ts';
import { resolveUsers } from '../servers/users.ts';
import { decide, decidingRuleOf, idsIn, levelReasonOf } from './decide.ts';
import { namesFor } from './names.ts';
import { remediesFor } from './remedies.ts';

/**
 * Whether somebody may see a ticket or a page, and why: what the server's own checks say of them, in no other words than
 * theirs. For administrators, of what they see themselves.
 */
export async function explainAccess(
  call: UserCall,
  guild_id: string,
  { user_id, role_ids = [], ticket_id, page = 'tickets' }: ExplainQuery,
): Promise<Explanation> {
  authorise(call, 'access.explain', guild_id);
  const ticket =
    ticket_id === undefined ? undefined : await authoriseTicket(call, 'ticket.read', { guild_id, ticket_id });
  const facts =
    user_id === undefined
      ? await loadRoleFacts(call, guild_id, role_ids)
      : await loadAccessFacts(call, guild_id, user_id);
  if (!facts) throw new AppError('guild.not_found');
  const object = ticket ? { guild_id, ticket } : { guild_id };
  const decided = decide(facts, ticket ? actionOf(ticket) : dashboardPages[page], object);
  const [names, people, panel] = await Promise.all([
    namesFor(call, guild_id, idsIn(decided, ticket)),
    user_id === undefined ? undefined : resolveUsers(call, [user_id]),
    ticket_id === undefined ? null : panelOf(call, guild_id, ticket_id),
  ]);
  const { allowed, caller, access } = decided;
  const rule = decidingRuleOf(decided, ticket, names);
  const level_reason = levelReasonOf(decided, names);
  const is_open = ticket?.status === 'open';
  return {
    person: (user_id !== undefined && people?.get(user_id)) || null,
    level: access.level,
    level_reason,
    allowed,
    rule,
    ticket:
      ticket && ticket_id !== undefined
        ? {
            id: ticket_id,
            is_closed: ticket.status === 'closed',
            panel,
            may_reply: is_open && can(caller, 'ticket.reply', object).allowed,
            is_listed: is_open && can(caller, 'ticket.work', object).allowed,
          }
        : null,
    remedies: remediesFor({
      allowed,
      rule,
      level_reason,
      panel: ticket && { named: panel, teams: ticket.panel },
      team: names.team,
    }),
  };
}

/** What somebody does who sees a ticket: it is read, or, once closed, its transcript is. */
export const actionOf = ({ status }: Pick<TicketFacts, 'status'>) =>
  status === 'closed' ? 'transcript.read' : 'ticket.read';

async function panelOf({ db }: UserCall, guild_id: string, ticket_id: number) {
  const row = await db
    .selectFrom('tickets')
    .innerJoin('panels', (join) =>
      join
        .onRef('panels.panel_id', '=', 'tickets.panel_id')
        .onRef('panels.guild_id', '=', 'tickets.guild_id'),
    )
    .where('tickets.guild_id', '=', guild_id)
    .where('tickets.ticket_id', '=', ticket_id)
    .select(['panels.panel_id', 'panels.title'])
    .executeTakeFirst();
  return row ? { id: String(row.panel_id), name: row.title } : null;
}
