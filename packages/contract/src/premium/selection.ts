import { z } from 'zod';
import { Snowflake } from '../platform/snowflake.ts';

/** More servers than any subscription is for. */
export const chosenServersMax = 1_000;

const TierName = z.enum(['premium', 'whitelabel']);

/** Premium for every server that somebody owns. */
export const UserEntitlement = z.object({
  id: z.uuid(),
  user_id: Snowflake,
  /** Who granted it: operator, key, discord, patreon or voting. */
  source: z.string(),
  expires_at: z.string().nullable(),
  sku_id: z.uuid(),
  sku_label: z.string(),
  tier: TierName,
  /** Of several, the highest counts. */
  sku_priority: z.number().int(),
});
export type UserEntitlement = z.infer<typeof UserEntitlement>;

/** A subscription that gives premium to some servers. */
export const LegacyEntitlement = z.object({
  user_id: Snowflake,
  tier_id: z.number().int(),
  sku_label: z.string(),
  sku_id: z.uuid(),
  /** True for the kind without a choice of servers. */
  is_legacy: z.boolean(),
  expires_at: z.string().nullable(),
});

/** What premium somebody pays for, and, for a subscription of several servers, which they chose. */
export const OwnEntitlements = z.object({
  entitlements: z.array(UserEntitlement).nullable(),
  legacy_entitlement: LegacyEntitlement.nullable(),
  permitted_server_count: z.number().int().optional(),
  selected_guilds: z.array(Snowflake).optional(),
});
export type OwnEntitlements = z.infer<typeof OwnEntitlements>;

export const ActiveGuildsInput = z.object({
  selected_guilds: z
    .array(Snowflake, 'Send the ids of the chosen servers as a list.')
    .max(chosenServersMax, `Choose at most ${chosenServersMax} servers.`),
});
