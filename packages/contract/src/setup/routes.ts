import { GuildPath, type Route, second } from '../platform/route.ts';
import { FirstSteps, SetupStep } from './setup.ts';

export const setupRoutes = {
  'setup.first_steps': {
    summary: 'What a server still needs before its members can open tickets.',
    subject: 'Server',
    access: 'server.set_up',
    params: GuildPath,
    answers: { 200: FirstSteps },
  },
  'setup.take_step': {
    summary:
      'Makes what a step needs: a category for tickets, a role that answers them, or a panel in a channel of its own. What is there already is used.',
    subject: 'Server',
    access: 'server.set_up',
    params: GuildPath.extend({ step: SetupStep }),
    limits: [
      {
        per: 'guild',
        max: 10,
        period_ms: 10 * second,
        why: 'Each makes channels or messages in Discord, whose limits for one server its administrators share.',
      },
    ],
    answers: { 200: FirstSteps },
  },
} as const satisfies Record<string, Route>;
