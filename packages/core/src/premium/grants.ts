import { AppError } from '@tickets/contract/platform/errors';
import { record } from '../audit/record.ts';
import type { Context } from '../platform/context.ts';
import type { Db } from '../platform/db/db.ts';
import { followPremium, type PremiumChange, serversOf } from './follow.ts';
import { byOperator, premiumOf } from './record-premium.ts';

/** Whom premium is given to: one server, or a person for all servers that they own. */
export type Grantee = { guild_id: string } | { user_id: string };

export interface Grant {
  entitlement_id: string;
  guild_id: string | null;
  user_id: string | null;
  tier: number;
  source: string;
  sku_label: string;
  expires_at: Date | null;
  created_at: Date;
}

/** Gives premium by hand, to a server that the bot is in. Without `expires_at` it never ends. */
export async function grantPremium(
  ctx: PremiumChange,
  grantee: Grantee,
  {
    tier,
    label = 'Granted by the operator',
    expires_at = null,
  }: { tier: 0 | 1; label?: string; expires_at?: Date | null },
): Promise<Grant> {
  if ('guild_id' in grantee && !(await isServed(ctx.db, grantee.guild_id)))
    throw new AppError('guild.not_found');
  const grant = await ctx.db.transaction().execute(async (tx) => {
    const made = await tx
      .insertInto('entitlements')
      .values({
        ...grantee,
        tier,
        source: 'operator',
        sku_label: label,
        expires_at,
        created_at: ctx.clock.now(),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    for (const guild_id of await serversOf({ db: tx }, made))
      await record(tx, byOperator, guild_id, { ...premiumOf, after: { by: label, until: expires_at } });
    return made;
  });
  await apply(ctx, grantee);
  return grant;
}

async function isServed(db: Db, guild_id: string): Promise<boolean> {
  const found = await db
    .selectFrom('guilds')
    .where('guild_id', '=', guild_id)
    .where('left_at', 'is', null)
    .select('guild_id')
    .executeTakeFirst();
  return found !== undefined;
}

/** Takes back what was given by hand. Returns how many grants ended. */
export async function revokePremium(ctx: PremiumChange, grantee: Grantee): Promise<number> {
  const taken = await ctx.db.transaction().execute(async (tx) => {
    const gone = await tx
      .deleteFrom('entitlements')
      .where('source', '=', 'operator')
      // What was given to a server and names a person is the server's.
      .where((eb) => eb.and({ guild_id: null, ...grantee }))
      .returning(['sku_label', 'expires_at'])
      .execute();
    const servers = gone.length
      ? await serversOf({ db: tx }, { guild_id: null, user_id: null, ...grantee })
      : [];
    for (const guild_id of servers)
      for (const { sku_label, expires_at } of gone)
        await record(tx, byOperator, guild_id, {
          ...premiumOf,
          before: { by: sku_label, until: expires_at },
        });
    return gone.length;
  });
  await apply(ctx, grantee);
  return taken;
}

export async function listPremium(ctx: Pick<Context, 'db'>): Promise<Grant[]> {
  return ctx.db
    .selectFrom('entitlements')
    .selectAll()
    .orderBy('created_at')
    .orderBy('entitlement_id')
    .execute();
}

/** Everything follows at once, also where no program runs that would see to it. */
async function apply(ctx: PremiumChange, grantee: Grantee): Promise<void> {
  const servers = await serversOf(ctx, { guild_id: null, user_id: null, ...grantee });
  for (const guild_id of servers) await followPremium(ctx, guild_id);
}
