import { minute, Ok, type Route, second } from '../platform/route.ts';
import {
  StartedBot,
  StatusInput,
  TokenInput,
  WhitelabelBot,
  WhitelabelErrors,
  WhitelabelServers,
} from './whitelabel.ts';

const own = { subject: 'Whitelabel', access: 'whitelabel' } as const;
/** Setting and clearing share it: they are the same address. */
const statusLimits = [
  {
    per: 'user',
    max: 1,
    period_ms: 5 * second,
    why: 'Each is sent over the connection to Discord, which takes few.',
  },
] as const;

export const whitelabelRoutes = {
  'whitelabel.get': {
    ...own,
    summary: 'The bot that the user runs under an account of their own.',
    answers: { 200: WhitelabelBot },
  },
  'whitelabel.submit': {
    ...own,
    summary:
      'Runs a bot by its token, in place of the one that the user ran before. A new token of the same bot takes over without a gap.',
    limits: [{ per: 'user', max: 5, period_ms: minute, why: 'Each asks Discord whose the token is.' }],
    body: TokenInput,
    answers: { 200: StartedBot },
  },
  'whitelabel.disable': {
    ...own,
    summary: 'Stops the bot of the user. The bot that everybody shares takes over where it is.',
    answers: { 204: null },
  },
  'whitelabel.set_status': {
    ...own,
    summary: 'Sets what is shown below the name of the bot in Discord.',
    limits: statusLimits,
    body: StatusInput,
    answers: { 200: Ok },
  },
  'whitelabel.clear_status': {
    ...own,
    summary: 'Has the bot show what the product shows by itself.',
    limits: statusLimits,
    answers: { 200: Ok },
  },
  'whitelabel.errors': {
    ...own,
    summary: 'What went wrong last with the bot of the user, in sentences that say what to do.',
    answers: { 200: WhitelabelErrors },
  },
  'whitelabel.create_commands': {
    ...own,
    summary: 'Registers the slash commands of the bot with Discord again; once in a minute.',
    answers: { 200: Ok },
  },
  'whitelabel.guilds': {
    ...own,
    summary: 'The servers that the bot of the user is in.',
    answers: { 200: WhitelabelServers },
  },
} as const satisfies Record<string, Route>;
