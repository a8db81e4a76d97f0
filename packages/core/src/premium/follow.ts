import { sql } from 'kysely';
import type { Context } from '../platform/context.ts';
import { type EffectKind, want } from '../platform/effects/effects.ts';
import { transact } from '../platform/events/events.ts';
import { outdateMessages, writePanelQuota } from './panel-quota.ts';
import { entitles, GRACE_MS, hasPremiumNow, type PremiumGround } from './tier.ts';

/** What following premium needs: little enough that a command can bring it without a Discord. */
export type Ground = PremiumGround & Pick<Context, 'events'>;

/** The tags of a server with commands of their own follow its premium. */
const TAG_COMMANDS = 'tag_commands';

/**
 * What depends on a server's premium. The database wants it with every entitlement that comes, changes or goes; where one
 * ends by itself, it is due again at that moment.
 */
export const premiumFollowed: EffectKind = {
  name: 'premium',
  lockOf: ({ guild_id }) => `premium:${guild_id}`,
  settle: (ctx, { guild_id }) => followPremium(ctx, guild_id),
};

/** As when the effects of these servers had been settled, by whoever has just changed who has premium. */
export async function followPremiumOf(ctx: Ground, guild_ids: readonly string[]): Promise<void> {
  for (const guild_id of guild_ids) await followPremium(ctx, guild_id);
}

/**
 * Panels beyond the quota stop or work again, and what stands in Discord is made anew if it was made for a server with
 * premium and it has none, or the other way round. Safe to repeat. Returns when premium ends next, if it does.
 */
async function followPremium(ctx: Ground, guild_id: string): Promise<Date | undefined> {
  return transact(ctx, async (tx, emit) => {
    // What is read below is read once nobody else follows it, and so of what they left.
    await sql`select from guilds where guild_id = ${guild_id} for update`.execute(tx);
    const { rows } = await sql<{ shown: boolean | null; premium: boolean; ends_at: Date | null }>`
      select s.shows_premium as shown, ${hasPremiumNow(ctx, sql`s.guild_id`)} as premium,
        (select min(e.expires_at) from entitlements e where ${entitles(ctx, sql`s.guild_id`)}) as ends_at
      from guilds s where s.guild_id = ${guild_id}`.execute(tx);
    const [row] = rows;
    if (!row) return undefined;
    const { shown, premium, ends_at } = row;
    const isOther = shown !== premium;
    if (isOther) {
      await tx
        .updateTable('guilds')
        .set({ shows_premium: premium })
        .where('guild_id', '=', guild_id)
        .execute();
      await outdateMessages(tx, guild_id);
      await want(tx, { name: TAG_COMMANDS }, { guild_id, key: '', wanted: {} }, ctx.clock.now());
    }
    if ((await writePanelQuota(ctx, tx, guild_id)) || isOther) emit({ type: 'access.changed', guild_id });
    return ends_at === null ? undefined : new Date(ends_at.getTime() + GRACE_MS);
  });
}

/**
 * For the start: servers whose premium is other than what was made for them, such as all of them after the installation
 * began to give it to everyone.
 */
export async function wantPremiumFollowed(ctx: PremiumGround): Promise<void> {
  await sql`select want_effect(s.guild_id, 'premium', '', clock_timestamp()) from guilds s
    where s.left_at is null and s.shows_premium is distinct from ${hasPremiumNow(ctx, sql`s.guild_id`)}`.execute(
    ctx.db,
  );
}
