import { hour, minute, type Route } from '../platform/route.ts';
import { DataRequest, EraseInput, ExportLink, OwnData } from './personal-data.ts';

export const personalDataRoutes = {
  'own_data.get': {
    summary: 'What is kept of the caller, counted, and how far what they asked for is.',
    subject: 'Own data',
    access: 'user',
    answers: { 200: OwnData },
  },
  'own_data.export': {
    summary:
      'Asks for a copy of everything that is kept of the caller. While one is being made, that one is answered. Needs a recent sign-in.',
    subject: 'Own data',
    access: 'user',
    limits: [{ per: 'user', max: 5, period_ms: hour, why: 'Each makes a file in the background.' }],
    answers: { 200: DataRequest },
  },
  'own_data.export_link': {
    summary: "Makes a link to the caller's copy, good for a minute. Needs a recent sign-in.",
    subject: 'Own data',
    access: 'user',
    limits: [
      { per: 'user', max: 10, period_ms: minute, why: 'Each makes an address for anyone who has it.' },
    ],
    answers: { 200: ExportLink },
  },
  'own_data.erase': {
    summary:
      'Asks to erase everything that is kept of the caller, in an hour. Refused while they have open tickets. Needs a recent sign-in.',
    subject: 'Own data',
    access: 'user',
    body: EraseInput,
    answers: { 200: DataRequest },
  },
  'own_data.cancel_erasure': {
    summary: 'Takes that back, as long as it has not begun.',
    subject: 'Own data',
    access: 'user',
    answers: { 204: null },
  },
} as const satisfies Record<string, Route>;
