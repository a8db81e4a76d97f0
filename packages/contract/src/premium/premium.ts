import { z } from 'zod';
import { Snowflake } from '../platform/snowflake.ts';

/** Premium that somebody has for all servers that they own. */
const Entitlement = z.object({
  id: z.string(),
  user_id: Snowflake,
  source: z.string(),
  expires_at: z.string().nullable(),
  sku_label: z.string(),
  tier: z.enum(['premium', 'whitelabel']),
});

/** What somebody pays for elsewhere. `is_legacy`: for all servers that they own, so there is nothing to choose. */
const LegacyEntitlement = z.object({
  user_id: Snowflake,
  /** 0 premium, 1 whitelabel. */
  tier_id: z.number().int(),
  sku_label: z.string(),
  sku_id: z.string(),
  is_legacy: z.boolean(),
  expires_at: z.string().nullable(),
});

export const OwnEntitlements = z.object({
  entitlements: z.array(Entitlement).nullable(),
  legacy_entitlement: LegacyEntitlement.nullable(),
  /** For how many servers; only for who can choose them. */
  permitted_server_count: z.number().int().optional(),
  selected_guilds: z.array(Snowflake).optional(),
});
export type OwnEntitlements = z.infer<typeof OwnEntitlements>;

export const SelectedGuilds = z.object({
  /** More than anybody can have is refused by its number, not by its length. */
  selected_guilds: z.array(Snowflake).max(10_000, 'Too many guilds selected'),
});
