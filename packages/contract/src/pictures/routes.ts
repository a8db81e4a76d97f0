import { z } from 'zod';
import { minute, type Route } from '../platform/route.ts';

export const pictureRoutes = {
  'pictures.preview': {
    summary:
      'Where a browser may fetch the picture at an address that the user is typing, for about an hour; null for what is no address of a picture.',
    subject: 'Pictures',
    access: 'user',
    limits: [
      { per: 'user', max: 60, period_ms: minute, why: 'With each our server fetches from somewhere else.' },
    ],
    body: z.object({
      url: z.string('Give the address of a picture.').max(2048, 'Addresses have at most 2048 characters.'),
    }),
    answers: { 200: z.object({ success: z.literal(true), url: z.string().nullable() }) },
  },
} as const satisfies Record<string, Route>;
