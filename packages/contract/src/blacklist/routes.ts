import { z } from 'zod';
import { PageNumber } from '../platform/page-number.ts';
import { GuildPath, type Route } from '../platform/route.ts';
import { Snowflake } from '../platform/snowflake.ts';
import { BlacklistAdded, BlacklistInput, BlacklistPage } from './blacklist.ts';

export const blacklistRoutes = {
  'blacklist.list': {
    summary: 'A page of blacklisted people, with all blacklisted roles.',
    subject: 'Blacklist',
    access: 'blacklist.list',
    params: GuildPath,
    query: z.object({ page: PageNumber.default(1) }),
    answers: { 200: BlacklistPage },
  },
  'blacklist.add': {
    summary: 'Blacklists a person or a role. Adding one again changes nothing.',
    subject: 'Blacklist',
    access: 'blacklist.add',
    params: GuildPath,
    body: BlacklistInput,
    answers: { 200: BlacklistAdded },
  },
  'blacklist.remove_user': {
    summary: 'Takes a person off the blacklist.',
    subject: 'Blacklist',
    access: 'blacklist.remove',
    params: GuildPath.extend({ user_id: Snowflake }),
    answers: { 204: null },
  },
  'blacklist.remove_role': {
    summary: 'Takes a role off the blacklist.',
    subject: 'Blacklist',
    access: 'blacklist.remove',
    params: GuildPath.extend({ role_id: Snowflake }),
    answers: { 204: null },
  },
} as const satisfies Record<string, Route>;
