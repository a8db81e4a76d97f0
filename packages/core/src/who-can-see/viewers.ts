import { explainLimits, type Viewers } from '@tickets/contract/who-can-see/who-can-see';
import { sql } from 'kysely';
import type { AccessFacts } from '../access/access.ts';
import { authorise, authoriseTicket } from '../access/authorise.ts';
import type { UserCall } from '../access/caller.ts';
import { loadAccessFacts, loadRoleFacts } from '../access/load.ts';
import { productTeam } from '../access/product-team.ts';
import type { Parties } from '../access/ticket-parties.ts';
import { isGuestOfEarlierMembership } from '../servers/membership.ts';
import { type Decided, decide, decidingRuleOf, idsIn, levelReasonOf } from './decide.ts';
import { actionOf } from './explain.ts';
import { namesFor } from './names.ts';

interface Candidate {
  kind: 'user' | 'role';
  id: string;
}

/**
 * The people and roles who see a ticket, each as the server's own checks say of them: whoever any row could let in is asked
 * about, a page of them at a time.
 */
export async function listViewers(
  call: UserCall,
  key: { guild_id: string; ticket_id: number },
  page: number,
): Promise<Viewers> {
  const { guild_id } = key;
  authorise(call, 'access.explain', guild_id);
  const ticket = await authoriseTicket(call, 'ticket.read', key);
  const size = explainLimits.viewers_page;
  const found = await candidates(call, key, { limit: size + 1, offset: (page - 1) * size });
  const object = { guild_id, ticket };
  const added = ticket.claim ? await rolesAmong(call, guild_id, ticket.claim.added_ids) : [];
  const decided = await Promise.all(
    found.slice(0, size).map(async (candidate) => {
      for (const beside of added.length && candidate.kind === 'role' ? [[], added] : [[]]) {
        const facts = await factsOf(call, guild_id, candidate, beside);
        const one = facts && { candidate, beside, ...decide(facts, actionOf(ticket), object) };
        if (one?.allowed) return one;
      }
      return undefined;
    }),
  );
  const seeing = decided.filter((one) => one !== undefined);
  const names = await namesFor(call, guild_id, idsOf(seeing, ticket));
  return {
    viewers: seeing.map(({ candidate: { kind, id }, beside, ...one }) => ({
      kind,
      id,
      name: (kind === 'role' ? names.role(id) : names.user(id))?.name ?? id,
      beside: beside.map((role_id) => names.role(role_id)).filter((role) => role !== null),
      level_reason: levelReasonOf(one, names),
      rule: decidingRuleOf(one, ticket, names),
    })),
    has_more: found.length > size,
  };
}

function factsOf(
  call: UserCall,
  guild_id: string,
  { kind, id }: Candidate,
  beside: readonly string[],
): Promise<AccessFacts | undefined> {
  return kind === 'role'
    ? loadRoleFacts(call, guild_id, [id, ...beside])
    : loadAccessFacts(call, guild_id, id);
}

/** Those of the ids that are roles of the server. */
async function rolesAmong({ db }: UserCall, guild_id: string, ids: readonly string[]): Promise<string[]> {
  if (!ids.length) return [];
  const rows = await db
    .selectFrom('guild_roles')
    .where('guild_id', '=', guild_id)
    .where('role_id', 'in', [...ids])
    .select('role_id')
    .execute();
  return rows.map(({ role_id }) => role_id);
}

function idsOf(
  seeing: readonly (Decided & { candidate: Candidate; beside: readonly string[] })[],
  ticket: Parties,
) {
  const ids = seeing.map((one) => idsIn(one, ticket));
  const named = (wanted: Candidate['kind']) =>
    seeing.flatMap(({ candidate: { kind, id } }) => (kind === wanted ? [id] : []));
  return {
    roles: [
      ...new Set([
        ...named('role'),
        ...seeing.flatMap(({ beside }) => beside),
        ...ids.flatMap(({ roles }) => roles),
      ]),
    ],
    teams: [...new Set(ids.flatMap(({ teams }) => teams))],
    users: [...new Set([...named('user'), ...ids.flatMap(({ users }) => users)])],
  };
}

/** Roles first, because they stand for most people. */
async function candidates(
  call: UserCall,
  { guild_id, ticket_id }: { guild_id: string; ticket_id: number },
  { limit, offset }: { limit: number; offset: number },
): Promise<Candidate[]> {
  const { db, clock } = call;
  const { rows } = await sql<Candidate>`
    with ticket as (select * from tickets where guild_id = ${guild_id} and ticket_id = ${ticket_id}),
      teams as (select pt.team_id from panel_teams pt join ticket using (panel_id))
    select 'role' as kind, role_id as id from guild_roles where guild_id = ${guild_id} and permissions & 8 <> 0
    union select 'role', role_id from role_permissions where guild_id = ${guild_id}
    union select 'role', role_id from support_team_roles join teams using (team_id)
    union select 'user', owner_id from guilds where guild_id = ${guild_id}
    union select 'user', user_id from permissions where guild_id = ${guild_id}
    union select 'user', user_id from support_team_users join teams using (team_id)
    union select 'user', opener_id from ticket
    union select 'user', claimed_by from ticket where claimed_by is not null
    union select 'user', member_id from ticket_members
      where guild_id = ${guild_id} and ticket_id = ${ticket_id} and kind = 'user'
        and not ${isGuestOfEarlierMembership('ticket_members')}
    union select 'user', t.user_id from (${productTeam(call)}) t where exists (select from staff_overrides o
      where o.guild_id = ${guild_id} and o.expires_at > ${clock.now()})
    order by kind, id limit ${limit} offset ${offset}`.execute(db);
  return rows;
}
