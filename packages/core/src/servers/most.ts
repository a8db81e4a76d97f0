import { webhookLimits } from '@tickets/contract/outgoing-webhooks/webhook-limits';
import { AppError, type ErrorCode } from '@tickets/contract/platform/errors';
import { perServer } from '@tickets/contract/platform/limits';
import { tagLimits } from '@tickets/contract/tags/tag-limits';
import type { Db, Tx } from '../platform/db/db.ts';
import { takeTurn } from './hold-guild.ts';

const most = {
  forms: { max: perServer.forms, code: 'guild.full_of_these' },
  panels: { max: perServer.panels, code: 'guild.full_of_these' },
  multi_panels: { max: perServer.multi_panels, code: 'guild.full_of_these' },
  support_teams: { max: perServer.support_teams, code: 'guild.full_of_these' },
  tags: { max: tagLimits.per_guild, code: 'tag.limit_reached' },
  outgoing_webhooks: { max: webhookLimits.webhooks, code: 'outgoing_webhook.limit' },
} as const satisfies Record<string, { max: number; code: ErrorCode }>;
type Kind = keyof typeof most;
/** Panels are bounded where an import plans them, because premium has no quota of them. */
type CountedWhenAdded = Exclude<Kind, 'panels'>;

/** What is said where a server has as many of a kind as it may have, with one more planned or wanted; undefined below. */
export function fullAt(kind: Kind, count: number): AppError | undefined {
  const { max, code } = most[kind];
  return count < max ? undefined : new AppError(code, { params: { count: max } });
}

export async function countOf(db: Db | Tx, guild_id: string, kind: Kind): Promise<number> {
  const { count } = await db
    .selectFrom(kind)
    .where('guild_id', '=', guild_id)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Refuses one more of a kind than a server may have, whoever adds it, an import too. Those who add one come one after the other,
 * so that no two take the last place.
 */
export async function requireRoomFor(tx: Tx, guild_id: string, kind: CountedWhenAdded): Promise<void> {
  await takeTurn(tx, guild_id);
  const full = fullAt(kind, await countOf(tx, guild_id, kind));
  if (full) throw full;
}
