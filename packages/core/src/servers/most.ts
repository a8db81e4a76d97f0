import { webhookLimits } from '@tickets/contract/outgoing-webhooks/webhook-limits';
import { AppError, type ErrorCode } from '@tickets/contract/platform/errors';
import { perServer } from '@tickets/contract/platform/limits';
import { tagLimits } from '@tickets/contract/tags/tag-limits';
import { sql } from 'kysely';
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
  await checkRoomFor(tx, guild_id, kind);
}

/** As requireRoomFor(), before anything is added. */
export async function checkRoomFor(db: Db | Tx, guild_id: string, kind: CountedWhenAdded): Promise<void> {
  const full = fullAt(kind, await countOf(db, guild_id, kind));
  if (full) throw full;
}

/** Kinds of which a list is answered as a whole, texts and all. */
type Listed = 'tags' | 'panels' | 'multi_panels';

/** Writes one of a kind. Refused where all of the server's hold more than one answer may, and more than before. */
export async function withinListedBytes<T>(
  tx: Tx,
  guild_id: string,
  kind: Listed,
  write: () => Promise<T>,
): Promise<T> {
  const before = await bytesOf(tx, guild_id, kind);
  const written = await write();
  const after = await bytesOf(tx, guild_id, kind);
  if (after > perServer.listed_bytes && after > before) throw textsTooLong();
  return written;
}

/** What a column and the rest of its row take in JSON, beside what is written. */
const rowBytes = 500;

/** Room in a server's list for what is planned: a little less than there is, so that what is planned fits. */
export class ListedRoom {
  #bytes: number;

  private constructor(bytes: number) {
    this.#bytes = bytes;
  }

  static async of(db: Db | Tx, guild_id: string, kind: Listed): Promise<ListedRoom> {
    return new ListedRoom(await bytesOf(db, guild_id, kind));
  }

  /** Takes room for one more, or for one in the place of `before`. Returns why it has none. */
  take(planned: object, before?: object): AppError | undefined {
    const more = bytesIn(planned) - (before ? bytesIn(before) : -rowBytes);
    if (more > 0 && this.#bytes + more > perServer.listed_bytes) return textsTooLong();
    this.#bytes += more;
    return undefined;
  }
}

const bytesIn = (value: object) => Buffer.byteLength(JSON.stringify(value));

const textsTooLong = () =>
  new AppError('guild.texts_too_long', { params: { megabytes: perServer.listed_bytes / 1_000_000 } });

/** As they are said in JSON. */
async function bytesOf(tx: Db | Tx, guild_id: string, kind: Listed): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`
    select coalesce(sum(octet_length(to_jsonb(k)::text)), 0) as bytes from ${sql.table(kind)} k
    where guild_id = ${guild_id}`.execute(tx);
  return Number(rows[0]?.bytes);
}
