import { minute, type Route } from '../platform/route.ts';
import { OwnEntitlements, SelectedGuilds } from './premium.ts';

export const premiumRoutes = {
  'premium.own': {
    summary: 'The premium that the caller has, and the servers that they chose for it.',
    subject: 'Premium',
    access: 'user',
    answers: { 200: OwnEntitlements },
  },
  'premium.choose_servers': {
    summary:
      'Chooses the servers that have premium by the subscription of the caller. Needs the level of an administrator in each that is new.',
    subject: 'Premium',
    access: 'user',
    limits: [{ per: 'user', max: 20, period_ms: minute }],
    body: SelectedGuilds,
    answers: { 204: null },
  },
} as const satisfies Record<string, Route>;
