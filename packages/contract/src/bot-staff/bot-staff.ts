import { z } from 'zod';
import { Snowflake } from '../platform/snowflake.ts';

/** Hours for which bot staff can be let in. */
export const overrideHours = { min: 1, max: 72 };

/** Whether the product's own team may use a server's dashboard now, and until when. */
export const StaffOverride = z.object({
  has_override: z.boolean(),
  expires_at: z.string().nullable(),
  /** Whether the caller may let them in. Who is there only because they were let in may not. */
  may_grant: z.boolean(),
});
export type StaffOverride = z.infer<typeof StaffOverride>;

const hoursText = `Choose ${overrideHours.min} to ${overrideHours.max} hours.`;

export const StaffOverrideInput = z.object({
  /** In hours. */
  time_period: z
    .number(hoursText)
    .int(hoursText)
    .min(overrideHours.min, hoursText)
    .max(overrideHours.max, hoursText),
});
export type StaffOverrideInput = z.infer<typeof StaffOverrideInput>;

/** One of the product's own team. */
export const BotStaffMember = z.object({ id: Snowflake, username: z.string() });
export type BotStaffMember = z.infer<typeof BotStaffMember>;
