import { minute, type Route } from '../platform/route.ts';
import { ActiveGuildsInput, OwnEntitlements } from './selection.ts';

export const premiumRoutes = {
  'premium.own_entitlements': {
    summary:
      'What premium the caller holds. For a subscription of several servers also how many, and which they chose.',
    subject: 'Premium',
    access: 'user',
    answers: { 200: OwnEntitlements },
  },
  'premium.choose_servers': {
    summary:
      "Chooses which servers have premium by the caller's subscription: these and no others. Each server that is added needs level 2. Refused as a whole.",
    subject: 'Premium',
    access: 'user',
    limits: [{ per: 'user', max: 20, period_ms: minute }],
    body: ActiveGuildsInput,
    answers: { 204: null },
  },
} as const satisfies Record<string, Route>;
