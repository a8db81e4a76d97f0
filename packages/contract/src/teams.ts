import { z } from 'zod';
import { Snowflake } from './snowflake.ts';

/** A named support team. The built-in Default team is none of these. */
export const Team = z.object({
  id: z.number().int(),
  guild_id: Snowflake,
  name: z.string(),
  on_call_role_id: Snowflake.nullable(),
});
export type Team = z.infer<typeof Team>;
