import { PermissionLevel } from '@tickets/contract/access/levels';

/** The rule that decided a level, with what it found. The first that holds decides. */
export type AccessRule =
  | { kind: 'staff_override' }
  | { kind: 'not_a_member' }
  | { kind: 'owner' }
  /** A role that has Discord's Administrator permission. */
  | { kind: 'administrator'; role_id: string }
  | { kind: 'admin_user' }
  | { kind: 'admin_role'; role_id: string }
  | { kind: 'support_user' }
  | { kind: 'team_user'; team_id: number }
  | { kind: 'support_role'; role_id: string }
  | { kind: 'team_role'; team_id: number; role_id: string }
  | { kind: 'everyone' };

/** Who someone is in one server. */
export interface Access {
  guild_id: string;
  user_id: string;
  /** As far as it is known; else their id. */
  username: string;
  level: PermissionLevel;
  /** Whether they are in the server. Bot staff whom an override lets in may not be. */
  is_member: boolean;
  role_ids: readonly string[];
  /** Named teams that they belong to, by name or by role. */
  team_ids: readonly number[];
  /** Whether they belong to the default team, by name or by role. */
  is_default_team: boolean;
  rule: AccessRule;
  /** What they are by the server itself, where an override lets them in and they have a level without it. */
  own?: Access;
}

/** What the decision is made from. Role lists hold only roles of this person, with @everyone. */
export interface AccessFacts {
  guild_id: string;
  user_id: string;
  username: string;
  owner_id: string;
  /** On the product's own team while this server's override lasts. */
  is_override_staff: boolean;
  is_member: boolean;
  role_ids: readonly string[];
  administrator_role_ids: readonly string[];
  /** Entries that name the person. */
  user_entry: { admin: boolean; support: boolean };
  role_entries: readonly { role_id: string; admin: boolean; support: boolean }[];
  user_team_ids: readonly number[];
  role_teams: readonly { team_id: number; role_id: string }[];
}

/** Whether nothing but a staff override lets somebody in. */
export const isLetIn = ({ rule }: Pick<Access, 'rule'>): boolean => rule.kind === 'staff_override';

/** Who they are without an override, for what outlasts it; as they are where the server itself gives them no level. */
export const withoutOverride = (access: Access): Access => access.own ?? access;

/** Their level without an override. */
export const ownLevel = (access: Access): PermissionLevel => {
  if (!isLetIn(access)) return access.level;
  return access.own?.level ?? PermissionLevel.none;
};

/** Decides what someone is in a server, and says which rule decided. */
export function accessOf(facts: AccessFacts): Access {
  const access = decideAccess(facts);
  if (!isLetIn(access)) return access;
  const own = decideAccess({ ...facts, is_override_staff: false });
  return own.level > 0 ? { ...access, own } : access;
}

function decideAccess(facts: AccessFacts): Access {
  const is_member = facts.is_member || facts.user_id === facts.owner_id;
  const mine = is_member
    ? facts
    : { ...facts, user_entry: nobody, role_entries: [], user_team_ids: [], role_teams: [], role_ids: [] };
  const rule = decide(mine, is_member);
  return {
    guild_id: facts.guild_id,
    user_id: facts.user_id,
    username: facts.username,
    level: levels[rule.kind],
    is_member,
    role_ids: mine.role_ids,
    team_ids: [...new Set([...mine.user_team_ids, ...mine.role_teams.map(({ team_id }) => team_id)])],
    is_default_team: mine.user_entry.support || mine.role_entries.some(({ support }) => support),
    rule,
  };
}

const nobody = { admin: false, support: false };

const levels: Record<AccessRule['kind'], PermissionLevel> = {
  staff_override: 2,
  not_a_member: 0,
  owner: 2,
  administrator: 2,
  admin_user: 2,
  admin_role: 2,
  support_user: 1,
  team_user: 1,
  support_role: 1,
  team_role: 1,
  everyone: 0,
};

function decide(facts: AccessFacts, is_member: boolean): AccessRule {
  // Who administers the server anyway does not owe it to the override.
  const administers = is_member ? administering(facts) : undefined;
  if (administers) return administers;
  if (facts.is_override_staff) return { kind: 'staff_override' };
  if (!is_member) return { kind: 'not_a_member' };
  if (facts.user_entry.support) return { kind: 'support_user' };
  const team = facts.user_team_ids[0];
  if (team !== undefined) return { kind: 'team_user', team_id: team };
  const supportRole = facts.role_entries.find(({ support }) => support);
  if (supportRole) return { kind: 'support_role', role_id: supportRole.role_id };
  const roleTeam = facts.role_teams[0];
  if (roleTeam) return { kind: 'team_role', ...roleTeam };
  return { kind: 'everyone' };
}

function administering(facts: AccessFacts): AccessRule | undefined {
  if (facts.user_id === facts.owner_id) return { kind: 'owner' };
  const administrator = facts.administrator_role_ids[0];
  if (administrator) return { kind: 'administrator', role_id: administrator };
  if (facts.user_entry.admin) return { kind: 'admin_user' };
  const adminRole = facts.role_entries.find(({ admin }) => admin);
  return adminRole && { kind: 'admin_role', role_id: adminRole.role_id };
}
