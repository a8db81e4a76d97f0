import type { APIEntitlement } from 'discord-api-types/v10';
import type { Context } from '../platform/context.ts';
import { askDiscord, isFinal } from '../platform/discord/ask.ts';
import { followPremium, serversOf } from './follow.ts';

/** https://discord.com/developers/docs/resources/entitlement#list-entitlements */
const PAGE = 100;

/** What somebody bought in Discord's store, as it is now. Of what is not sold as premium nothing is kept. */
export async function takeEntitlement(ctx: Context, bought: APIEntitlement): Promise<void> {
  const sku = ctx.config.premium_skus.find(({ sku_id }) => sku_id === bought.sku_id);
  if (!sku || bought.deleted) return forgetEntitlement(ctx, bought.id);
  // A server's subscription names its buyer, too, whose other servers it does not concern.
  const owner = bought.guild_id
    ? { guild_id: bought.guild_id, user_id: null }
    : { guild_id: null, user_id: bought.user_id ?? null };
  if (!owner.guild_id && !owner.user_id) return;
  const values = {
    ...owner,
    tier: sku.tier,
    sku_id: sku.sku_id,
    sku_label: sku.label,
    // Until a subscription has ended Discord does not tell when it will.
    expires_at: bought.ends_at ? new Date(bought.ends_at) : null,
  };
  await ctx.db
    .insertInto('entitlements')
    .values({ ...values, source: 'discord', discord_id: bought.id, created_at: ctx.clock.now() })
    .onConflict((conflict) =>
      conflict
        .column('discord_id')
        .doUpdateSet(values)
        .where(({ eb, or }) =>
          or([
            eb('entitlements.expires_at', 'is distinct from', values.expires_at),
            eb('entitlements.tier', '<>', values.tier),
            eb('entitlements.sku_label', '<>', values.sku_label),
          ]),
        ),
    )
    .execute();
  await follow(ctx, owner);
}

/** It was taken back, as after a refund: unlike what runs out, that counts at once. */
export async function forgetEntitlement(ctx: Context, discord_id: string): Promise<void> {
  const gone = await ctx.db
    .deleteFrom('entitlements')
    .where('discord_id', '=', discord_id)
    .returning(['guild_id', 'user_id'])
    .executeTakeFirst();
  if (gone) await follow(ctx, gone);
}

/**
 * Makes good what was not heard of: asks Discord for everything that was bought, and forgets what is not among it. Where
 * Discord does not tell, everything stays as it is until the next time; throws where it may tell soon.
 */
export async function compareEntitlements(ctx: Context): Promise<void> {
  const sku_ids = ctx.config.premium_skus.map(({ sku_id }) => sku_id);
  const began = ctx.clock.now();
  const bought = sku_ids.length ? await listBought(ctx, sku_ids) : [];
  if (!bought) return;
  for (const entitlement of bought) await takeEntitlement(ctx, entitlement);
  const known = new Set(bought.map(({ id }) => id));
  const rows = await ctx.db
    .selectFrom('entitlements')
    .where('source', '=', 'discord')
    // What was heard of since the list was asked for need not be in it.
    .where('created_at', '<', began)
    .select('discord_id')
    .execute();
  for (const { discord_id } of rows)
    if (discord_id && !known.has(discord_id)) await forgetEntitlement(ctx, discord_id);
}

async function listBought(ctx: Context, sku_ids: string[]): Promise<APIEntitlement[] | undefined> {
  const { api, application_id } = ctx.discord;
  const all: APIEntitlement[] = [];
  for (let after = '0'; ; ) {
    const query = { sku_ids: sku_ids.join(','), after, limit: PAGE };
    let page: APIEntitlement[];
    try {
      page = await askDiscord(() => api.monetization.getEntitlements(application_id, query));
    } catch (err) {
      if (!isFinal(err)) throw err;
      ctx.log.warn({ err }, 'Discord does not tell what was bought; it is asked again within the hour');
      return undefined;
    }
    all.push(...page);
    if (page.length < PAGE) return all;
    after = page.map(({ id }) => id).reduce((a, b) => (BigInt(a) > BigInt(b) ? a : b));
  }
}

async function follow(
  ctx: Context,
  owner: { guild_id: string | null; user_id: string | null },
): Promise<void> {
  for (const guild_id of await serversOf(ctx, owner)) await followPremium(ctx, guild_id);
}
