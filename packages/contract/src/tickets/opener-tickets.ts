import { z } from 'zod';

export const OpenerTicket = z.object({
  id: z.number().int(),
  panel_title: z.string().nullable(),
  opened_at: z.string(),
  is_open: z.boolean(),
  has_transcript: z.boolean(),
  /** A server imported it: nothing of it was recorded here. */
  imported: z.boolean(),
});
export type OpenerTicket = z.infer<typeof OpenerTicket>;

/** What someone had opened before a ticket, as far as its reader may see it. */
export const OpenerTickets = z.object({
  success: z.literal(true),
  total: z.number().int(),
  /** The latest few, newest first. */
  tickets: z.array(OpenerTicket),
});
export type OpenerTickets = z.infer<typeof OpenerTickets>;
