import { z } from 'zod';
import { charactersIn } from '../embeds/embed-limits.ts';
import { RowId } from '../platform/row-id.ts';
import { Snowflake } from '../platform/snowflake.ts';
import { teamLimits } from './team-limits.ts';

/** A named support team. The built-in Default team is none of these. */
export const Team = z.object({
  id: z.number().int(),
  guild_id: Snowflake,
  name: z.string(),
  on_call_role_id: Snowflake.nullable(),
});
export type Team = z.infer<typeof Team>;

const nameProblem = `Team name must be between 1 and ${teamLimits.name} characters`;

export const TeamInput = z.object({
  name: z.preprocess(
    (value) => value ?? '',
    z
      .string(nameProblem)
      .trim()
      .refine((name) => name !== '' && charactersIn(name) <= teamLimits.name, nameProblem),
  ),
});
export type TeamInput = z.infer<typeof TeamInput>;

/** Names a team in a path: the number of a named one, or the one that is always there. */
export const TeamId = z.union(
  [z.literal('default'), RowId],
  'Enter a number: digits only. The team of everybody is "default".',
);
export type TeamId = z.infer<typeof TeamId>;

/** Who may be added to a team, or made an administrator: 0 a person, 1 a role. */
export const EntityType = z.preprocess(
  (value) => (typeof value === 'string' && /^\d$/.test(value) ? Number(value) : value),
  z.union([z.literal(0), z.literal(1)], 'Invalid entity type'),
);
export type EntityType = z.infer<typeof EntityType>;

export const TeamMember = z.object({
  id: Snowflake,
  type: z.union([z.literal(0), z.literal(1)]),
  /** Absent where nobody knows it any more. */
  name: z.string().optional(),
  /** The avatar hash of a person; empty when there is none. */
  avatar: z.string().optional(),
});
export type TeamMember = z.infer<typeof TeamMember>;

/** A person or a role that administers the bot. */
export const Administrator = TeamMember.extend({
  /** The owner of the server is one always. */
  is_owner: z.boolean(),
});
export type Administrator = z.infer<typeof Administrator>;
