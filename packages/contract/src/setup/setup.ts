import { z } from 'zod';

/** What a server needs before a member can open a ticket in it, and that the product can do by itself. */
export const setupStepNames = ['category', 'staff', 'panel'] as const;
export const SetupStepName = z.enum(setupStepNames);
export type SetupStepName = z.infer<typeof SetupStepName>;

/** How far a new server is. */
export const FirstSteps = z.object({
  /** Whether new tickets have a place to open in: a category, or threads. */
  category: z.boolean(),
  /** Whether anybody answers tickets beside the administrators. */
  staff: z.boolean(),
  panel: z.boolean(),
  /** Whether anybody has opened a ticket yet. */
  ticket: z.boolean(),
});
export type FirstSteps = z.infer<typeof FirstSteps>;
