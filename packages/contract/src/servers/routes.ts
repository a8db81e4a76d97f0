import { z } from 'zod';
import { QueryFlag } from '../platform/query-flag.ts';
import { GuildPath, MemberSearch, memberSearchLimits, type Route, second } from '../platform/route.ts';
import {
  Channel,
  DiscordProblem,
  Emoji,
  GuildDetail,
  Member,
  PeopleQuery,
  PremiumAnswer,
  Role,
  User,
} from './guild.ts';

export const serverRoutes = {
  'guild.get': {
    summary: 'Name, icon and owner of the server, and how the bot appears in it.',
    subject: 'Server',
    access: 'server.read',
    params: GuildPath,
    answers: { 200: GuildDetail },
  },
  'guild.discord': {
    summary: 'Why Discord keeps the bot out, if it does, for the people who can do something about it.',
    subject: 'Server',
    access: 'server.diagnose',
    params: GuildPath,
    answers: {
      200: z.object({
        problem: DiscordProblem.nullable(),
        // When a ban ends.
        until: z.iso.datetime().nullable(),
        // Whom tickets leave out, because Discord does not know them.
        gone: z.array(z.object({ id: z.string(), is_role: z.boolean(), name: z.string().nullable() })),
      }),
    },
  },
  'guild.channels': {
    summary: 'Channels of the server, without threads, in their order.',
    subject: 'Server',
    access: 'server.read',
    params: GuildPath,
    query: z.object({ refresh: QueryFlag.optional() }),
    answers: { 200: z.array(Channel) },
  },
  'guild.roles': {
    summary: 'Roles of the server.',
    subject: 'Server',
    access: 'server.read',
    params: GuildPath,
    answers: { 200: z.object({ success: z.literal(true), roles: z.array(Role) }) },
  },
  'guild.emojis': {
    summary: 'Custom emojis of the server.',
    subject: 'Server',
    access: 'server.read',
    // They are read from our own tables, so a team may open its editors side by side.
    limits: [
      {
        per: 'guild',
        max: 30,
        period_ms: 30 * second,
        why: 'Each asks Discord, whose limits for one server its staff share.',
      },
    ],
    params: GuildPath,
    answers: { 200: z.array(Emoji) },
  },
  'guild.premium': {
    summary: 'Whether the server has premium.',
    subject: 'Server',
    access: 'server.read',
    params: GuildPath,
    query: z.object({ include_voting: QueryFlag.optional() }),
    answers: { 200: PremiumAnswer },
  },
  'guild.people': {
    summary: 'Who some people are, by their ids. Whoever is not known is left out.',
    subject: 'Server',
    access: 'server.read',
    limits: [{ per: 'user', max: 20, period_ms: 10 * second, why: 'Each reads the names of many people.' }],
    params: GuildPath,
    query: PeopleQuery,
    answers: { 200: z.array(User) },
  },
  'guild.search_members': {
    summary: 'Members whose name or nickname begins with the query.',
    subject: 'Server',
    access: 'server.read',
    limits: memberSearchLimits,
    params: GuildPath,
    query: MemberSearch,
    answers: { 200: z.array(Member) },
  },
} as const satisfies Record<string, Route>;
