import { z } from 'zod';
import { Snowflake } from '../platform/snowflake.ts';

/** People by page; all roles on every page. */
export const BlacklistPage = z.object({
  page_limit: z.number().int(),
  /** `username` is empty where nobody knows it. */
  users: z.array(z.object({ id: Snowflake, username: z.string() })),
  roles: z.array(Snowflake),
});
export type BlacklistPage = z.infer<typeof BlacklistPage>;

/** entity_type: 0 a user, 1 a role. */
export const BlacklistInput = z.object({
  entity_type: z.union([z.literal(0), z.literal(1)], 'Invalid entity type'),
  snowflake: Snowflake,
});
export type BlacklistInput = z.infer<typeof BlacklistInput>;

export const BlacklistAdded = z.object({
  success: z.literal(true),
  /** Whether the name of a user is known. */
  resolved: z.boolean(),
  id: Snowflake,
  username: z.string(),
});
export type BlacklistAdded = z.infer<typeof BlacklistAdded>;
