import { type Route, second } from '../platform/route.ts';
import { ActiveGuildsInput, OwnEntitlements } from './premium.ts';

export const premiumRoutes = {
  'premium.own': {
    summary: 'What premium the user has, and which servers they chose for a subscription for some servers.',
    subject: 'Premium',
    access: 'user',
    answers: { 200: OwnEntitlements },
  },
  'premium.choose_servers': {
    summary:
      'Chooses the servers of a subscription for some servers: all of them, in the place of those before. Whoever adds one administers it.',
    subject: 'Premium',
    access: 'user',
    limits: [
      {
        per: 'user',
        max: 10,
        period_ms: 10 * second,
        why: 'Each has what several servers have followed in Discord.',
      },
    ],
    body: ActiveGuildsInput,
    answers: { 204: null },
  },
} as const satisfies Record<string, Route>;
