import { z } from 'zod';
import { setupStepNames } from './steps.ts';

export const SetupStep = z.enum(setupStepNames);

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
