import { z } from 'zod';
import { ConfigPublic } from '../platform/config.ts';
import type { Route } from '../platform/route.ts';
import { CallbackAnswer, CodeVerifier, PermissionLevelAnswer, ReloadAnswer } from './session.ts';

export const sessionRoutes = {
  'config.get': {
    summary: 'What the dashboard needs to know before sign-in.',
    subject: 'Session',
    access: 'public',
    answers: { 200: ConfigPublic },
  },
  'session.callback': {
    summary:
      'Ends sign-in: exchanges the code of Discord for a session. A code that was asked for with a challenge needs its verifier.',
    subject: 'Session',
    access: 'public',
    query: z.object({ code: z.string().max(512).optional(), code_verifier: CodeVerifier.optional() }),
    answers: { 200: CallbackAnswer },
  },
  'session.logout': {
    summary: 'Ends the session; its token is refused from now on.',
    subject: 'Session',
    access: 'user',
    answers: { 204: null },
  },
  'user.reload_guilds': {
    summary: "Asks Discord again for the user's servers.",
    subject: 'Session',
    access: 'user',
    answers: { 200: ReloadAnswer },
  },
  'user.permission_level': {
    summary: "The user's permission level in one server.",
    subject: 'Session',
    access: 'user',
    query: z.object({ guild: z.string().max(64).optional() }),
    answers: { 200: PermissionLevelAnswer },
  },
} as const satisfies Record<string, Route>;
