import { z } from 'zod';
import { Snowflake } from '../platform/snowflake.ts';

export const EntitlementSource = z.enum(['operator', 'key', 'discord', 'patreon', 'voting']);
export type EntitlementSource = z.infer<typeof EntitlementSource>;

const Moment = z.iso.datetime().nullable();

/** What somebody has for all servers that they own. */
export const Entitlement = z.object({
  id: z.uuid(),
  user_id: Snowflake,
  source: EntitlementSource,
  expires_at: Moment,
  sku_id: z.uuid(),
  sku_label: z.string(),
  tier: z.enum(['premium', 'whitelabel']),
  /** The highest counts where somebody has several. */
  sku_priority: z.number().int(),
});

/** A subscription for some servers, which its holder chooses. */
export const LegacyEntitlement = z.object({
  user_id: Snowflake,
  tier_id: z.number().int(),
  sku_label: z.string(),
  sku_id: z.uuid(),
  is_legacy: z.boolean(),
  expires_at: Moment,
});

export const OwnEntitlements = z.object({
  entitlements: z.array(Entitlement).nullable(),
  legacy_entitlement: LegacyEntitlement.nullable(),
  /** For how many servers, and which were chosen; only with a subscription for some servers. */
  permitted_server_count: z.number().int().optional(),
  selected_guilds: z.array(Snowflake).optional(),
});
export type OwnEntitlements = z.infer<typeof OwnEntitlements>;

export const ActiveGuildsInput = z.object({
  selected_guilds: z
    .array(Snowflake)
    .max(1_000, 'These are too many servers.')
    .transform((ids) => [...new Set(ids)]),
});
