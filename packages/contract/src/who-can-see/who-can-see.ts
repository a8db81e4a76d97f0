import { z } from 'zod';
import { Snowflake } from '../platform/snowflake.ts';
import { User } from '../servers/guild.ts';
import { TicketId } from '../tickets/tickets.ts';
import { type DashboardPage, dashboardPages } from './pages.ts';

const pageNames = Object.keys(dashboardPages) as [DashboardPage, ...DashboardPage[]]; // Its keys are the names.

export const explainLimits = { roles: 50, viewers_page: 50 };

const isListOfIds = (ids: readonly string[]) =>
  ids.length <= explainLimits.roles && ids.every((id) => Snowflake.safeParse(id).success);

/** One person, or a made-up member with these roles; and a ticket, or a page. */
export const ExplainQuery = z
  .object({
    user_id: Snowflake.optional(),
    role_ids: z
      .string()
      .transform((text) => text.split(',').filter(Boolean))
      .refine(isListOfIds, 'Name at most 50 roles by their ids, with commas between them.')
      .optional(),
    ticket_id: TicketId.optional(),
    page: z.enum(pageNames).optional(),
  })
  .refine(({ user_id, role_ids }) => (user_id === undefined) !== (role_ids === undefined), {
    path: ['user_id'],
    message: 'Name one person, or the roles of a made-up member.',
  })
  .refine(({ ticket_id, page }) => (ticket_id === undefined) !== (page === undefined), {
    path: ['ticket_id'],
    message: 'Name one ticket, or one page.',
  });
export type ExplainQuery = z.output<typeof ExplainQuery>;

const Named = z.object({ id: z.string(), name: z.string() });

/** Why somebody has their level in the server. */
export const LevelReason = z.object({
  kind: z.enum([
    'staff_override',
    'not_a_member',
    'owner',
    'administrator',
    'admin_user',
    'admin_role',
    'support_user',
    'team_user',
    'support_role',
    'team_role',
    'everyone',
  ]),
  role: Named.nullable(),
  team: Named.nullable(),
});
export type LevelReason = z.infer<typeof LevelReason>;

/** The rule that decided about the ticket or the page. */
export const DecidingRule = z.object({
  kind: z.enum([
    'stranger',
    'level',
    'level_missing',
    'claim',
    'opener',
    'admin',
    'default_team',
    'panel_team',
    'not_staff',
    'other_team',
  ]),
  /** The level that a page needs. */
  needed: z.number().int().nullable(),
  /** Of the panel, by which they see the ticket; and their role in it, where it is by a role. */
  team: Named.nullable(),
  role: Named.nullable(),
  /** Who has claimed the ticket. */
  claimed_by: Named.nullable(),
});
export type DecidingRule = z.infer<typeof DecidingRule>;

/** Something that would change the answer, and what it is done to. */
export const Remedy = z.object({
  kind: z.enum([
    'add_to_team',
    'add_to_default_team',
    'give_panel_a_team',
    'make_administrator',
    'join_server',
    'give_up_claim',
    'change_claim_settings',
    'take_role',
    'remove_administrator',
    'remove_from_team',
    'remove_from_default_team',
    'end_override',
  ]),
  team: Named.nullable(),
  role: Named.nullable(),
  panel: Named.nullable(),
});
export type Remedy = z.infer<typeof Remedy>;

export const Explanation = z.object({
  /** Null for a made-up member. */
  person: User.nullable(),
  level: z.number().int(),
  level_reason: LevelReason,
  allowed: z.boolean(),
  rule: DecidingRule,
  /** Of a ticket: what else they may do with it. */
  ticket: z
    .object({
      id: z.number().int(),
      is_closed: z.boolean(),
      panel: Named.nullable(),
      may_reply: z.boolean(),
      is_listed: z.boolean(),
    })
    .nullable(),
  remedies: z.array(Remedy),
});
export type Explanation = z.infer<typeof Explanation>;

/** Somebody, or everyone with a role, who sees a ticket. */
export const Viewer = z.object({
  kind: z.enum(['user', 'role']),
  id: z.string(),
  name: z.string(),
  /** Of a role: it needs one of these beside it, which were added to the ticket by hand, because a claim hides the ticket. */
  beside: z.array(Named),
  level_reason: LevelReason,
  rule: DecidingRule,
});
export type Viewer = z.infer<typeof Viewer>;

export const ViewersQuery = z.object({ page: z.coerce.number().int().min(1).max(10_000).default(1) });
export const Viewers = z.object({ viewers: z.array(Viewer), has_more: z.boolean() });
export type Viewers = z.infer<typeof Viewers>;
