import type { ActionName } from '@tickets/contract/access/actions';
import type { DecidingRule, LevelReason } from '@tickets/contract/who-can-see/who-can-see';
import { type Access, type AccessFacts, accessOf } from '../access/access.ts';
import type { UserCaller } from '../access/caller.ts';
import { type ActedOn, can, type Decision } from '../access/can.ts';
import type { Parties } from '../access/ticket-parties.ts';
import type { Names } from './names.ts';

/** What the server's own checks say of somebody, with the facts from which they say it. */
export interface Decided extends Decision {
  facts: AccessFacts;
  access: Access;
  caller: UserCaller;
}

export function decide(facts: AccessFacts, action: ActionName, object: ActedOn): Decided {
  const access = accessOf(facts);
  const { user_id, username } = facts;
  const caller: UserCaller = { kind: 'user', door: 'dashboard', user_id, username, access };
  return { facts, access, caller, ...can(caller, action, object) };
}

export function levelReasonOf({ access: { rule } }: Decided, { role, team }: Names): LevelReason {
  return {
    kind: rule.kind,
    role: role('role_id' in rule ? rule.role_id : null),
    team: team('team_id' in rule ? rule.team_id : null),
  };
}

/** The rule that decided, with what it found. */
export function decidingRuleOf(decided: Decided, ticket: Parties | undefined, names: Names): DecidingRule {
  const { rule, allowed, facts } = decided;
  const said = { needed: null, team: null, role: null, claimed_by: null };
  switch (rule.kind) {
    case 'level':
      return { ...said, kind: allowed ? 'level' : 'level_missing', needed: rule.needed };
    case 'claim':
      return { ...said, kind: 'claim', claimed_by: names.user(rule.claimed_by) };
    case 'default_team':
      return { ...said, kind: 'default_team', role: names.role(roleInDefaultTeam(facts)) };
    case 'panel_team': {
      const team_id = teamOf(decided.access, ticket);
      return {
        ...said,
        kind: 'panel_team',
        team: names.team(team_id),
        role: names.role(roleIn(facts, team_id)),
      };
    }
    case 'stranger':
    case 'opener':
    case 'admin':
    case 'not_staff':
    case 'other_team':
      return { ...said, kind: rule.kind };
    // Nobody asks as the product, and what only openers do, or outlasts an override, is seen on no page.
    case 'system':
    case 'override':
    case 'claim_of_own':
    case 'not_the_opener':
    case 'claimed':
      throw new Error(`the rule ${rule.kind} decides nothing that is seen`);
  }
}

/** The ids that the answer names. */
export function idsIn({ facts, access }: Decided, ticket: Parties | undefined) {
  const { rule } = access;
  return {
    roles: [
      ...('role_id' in rule ? [rule.role_id] : []),
      ...facts.role_teams.map(({ role_id }) => role_id),
      ...facts.role_entries.map(({ role_id }) => role_id),
    ],
    teams: [...('team_id' in rule ? [rule.team_id] : []), ...(ticket?.panel?.team_ids ?? [])],
    users: ticket?.claim ? [ticket.claim.claimed_by] : [],
  };
}

const teamOf = ({ team_ids }: Access, ticket: Parties | undefined) =>
  ticket?.panel?.team_ids.find((id) => team_ids.includes(id));

/** By which they are in a team, unless they are in it by name. */
const roleIn = ({ user_team_ids, role_teams }: AccessFacts, team_id: number | undefined) =>
  team_id === undefined || user_team_ids.includes(team_id)
    ? null
    : role_teams.find((entry) => entry.team_id === team_id)?.role_id;

const roleInDefaultTeam = ({ user_entry, role_entries }: AccessFacts) =>
  user_entry.support ? null : role_entries.find(({ support }) => support)?.role_id;
