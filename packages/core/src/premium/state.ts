import { authorise } from '../access/authorise.ts';
import type { Call } from '../access/caller.ts';
import { type Entitled, entitlementsOf, followPremium, lastEnded } from './follow.ts';
import { graceMs, isOpen, type PremiumTier, premiumTier } from './tier.ts';

export interface PremiumState {
  tier: PremiumTier;
  /** Everybody has it here. */
  everyone: boolean;
  /** By what the server has it, the best first. */
  entitlements: Entitled[];
  /** Until when what has run out counts, where nothing else does. */
  grace_until: Date | undefined;
  /** When it ended, where it did. */
  ended_at: Date | undefined;
  /** Titles of the panels that do not work without it. */
  panels_off: string[];
  /** Tags whose own commands are gone without it. */
  tags_off: string[];
  /** Whether panels work again that did not until this was asked. */
  has_panels_back: boolean;
}

/** What a server has, since when not, and what that turned off. What it has is followed first: nobody waits for a clock. */
export async function readPremium(call: Call, guild_id: string): Promise<PremiumState> {
  authorise(call, 'premium.read', guild_id);
  const has_panels_back = await followPremium(call, guild_id);
  const everyone = call.config.premium === 'everyone';
  const tier = await premiumTier(call, guild_id);
  const entitlements = everyone ? [] : await entitlementsOf(call, guild_id);
  const last = tier < 0 ? await lastEnded(call, guild_id) : undefined;
  const ends = entitlements.map(({ expires_at }) => expires_at?.getTime() ?? Infinity);
  const last_end = Math.max(...ends);
  const is_grace = ends.length > 0 && last_end <= call.clock.now().getTime();
  return {
    tier,
    everyone,
    entitlements,
    grace_until: is_grace ? new Date(last_end + graceMs) : undefined,
    ended_at: last?.expires_at ?? undefined,
    panels_off: await panelsOff(call, guild_id),
    tags_off: (await isOpen(call, guild_id, 'tag_command')) ? [] : await tagsOff(call, guild_id),
    has_panels_back: has_panels_back && tier >= 0,
  };
}

async function panelsOff({ db }: Call, guild_id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('panels')
    .where('guild_id', '=', guild_id)
    .where('force_disabled', '=', true)
    .select('title')
    .orderBy('panel_id')
    .execute();
  return rows.map(({ title }) => title);
}

async function tagsOff({ db }: Call, guild_id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('tags')
    .where('guild_id', '=', guild_id)
    .where('use_guild_command', '=', true)
    .select('tag_id')
    .orderBy('tag_id')
    .execute();
  return rows.map(({ tag_id }) => tag_id);
}
