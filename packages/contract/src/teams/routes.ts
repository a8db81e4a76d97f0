import { z } from 'zod';
import { GuildPath, minute, Ok, type Route, second } from '../platform/route.ts';
import { Snowflake } from '../platform/snowflake.ts';
import { Administrator, EntityType, Team, TeamId, TeamInput, TeamMember } from './teams.ts';

const TeamPath = GuildPath.extend({ team_id: TeamId });
const MemberPath = TeamPath.extend({ member_id: Snowflake });
const AdministratorPath = GuildPath.extend({ member_id: Snowflake });
const Kind = z.object({ type: EntityType });

const adding = [
  {
    per: 'guild',
    max: 5,
    period_ms: 10 * second,
    why: 'Each changes the channels of open tickets in Discord, whose limits for one server its administrators share.',
  },
] as const;
const removing = [
  {
    per: 'guild',
    max: 30,
    period_ms: minute,
    why: 'Each changes the channels of open tickets in Discord, whose limits for one server its administrators share.',
  },
] as const;

export const teamRoutes = {
  'teams.list': {
    summary: 'Named support teams of the server. The Default team is none of them.',
    subject: 'Teams',
    access: 'team.list',
    params: GuildPath,
    answers: { 200: z.array(Team) },
  },
  'teams.members': {
    summary:
      'The roles and people of a team, roles first. Those of the team `default` include the administrators.',
    subject: 'Teams',
    access: 'team.list',
    limits: [{ per: 'user', max: 10, period_ms: 30 * second, why: 'Each reads the names of many people.' }],
    params: TeamPath,
    answers: { 200: z.array(TeamMember) },
  },
  'teams.create': {
    summary: 'Creates a team without members.',
    subject: 'Teams',
    access: 'team.create',
    limits: [{ per: 'user', max: 10, period_ms: minute, why: 'Each makes a row that is kept.' }],
    params: GuildPath,
    body: TeamInput,
    answers: { 200: Team },
  },
  'teams.remove': {
    summary: 'Deletes a team. Panels that used it do without it from then on.',
    subject: 'Teams',
    access: 'team.delete',
    params: TeamPath,
    answers: { 200: Ok },
  },
  'teams.add_member': {
    summary:
      'Adds a role (type 1) to a team, or a person (type 0) to a named one. Adding one again changes nothing.',
    subject: 'Teams',
    access: 'team.add_member',
    limits: adding,
    params: MemberPath,
    query: Kind,
    answers: { 200: Ok },
  },
  'teams.remove_member': {
    summary:
      'Takes a person (type 0) or a role (type 1) out of a team. Out of `default` it takes what makes them an administrator, too, which only the owner of the server may.',
    subject: 'Teams',
    access: 'team.remove_member',
    limits: removing,
    params: MemberPath,
    query: Kind,
    answers: { 200: Ok },
  },
  'staff.administrators': {
    summary: 'People and roles that administer the bot: the owner, then those who were added, people first.',
    subject: 'Administrators',
    access: 'staff.list_administrators',
    params: GuildPath,
    answers: { 200: z.array(Administrator) },
  },
  'staff.add_administrator': {
    summary: 'Makes a person (type 0) or a role (type 1) an administrator, as /addadmin does.',
    subject: 'Administrators',
    access: 'staff.add',
    limits: adding,
    params: AdministratorPath,
    query: Kind,
    answers: { 200: Ok },
  },
  'staff.remove_administrator': {
    summary: 'Takes from a person (type 0) or a role (type 1) what /addadmin gave them.',
    subject: 'Administrators',
    access: 'staff.remove',
    limits: removing,
    params: AdministratorPath,
    query: Kind,
    answers: { 200: Ok },
  },
} as const satisfies Record<string, Route>;
