import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { erasureKeys, fingerprintWith } from './erasure-keys.ts';
import { timeOfSnowflake } from './message-payload.ts';
import { inEveryText, withoutId, withoutReason } from './without-person.ts';

/** Notes that what somebody said before `erased_at` is erased, and must not be read from Discord again. */
export async function noteErased(
  ctx: Context,
  { user_id, erased_at }: { user_id: string; erased_at: Date },
): Promise<void> {
  const [key = ''] = await erasureKeys(ctx); // there is one
  await sql`insert into erased_people (fingerprint, erased_at) values (${fingerprintWith(key, user_id)}, ${erased_at})
    on conflict (fingerprint) do update set erased_at = greatest(erased_people.erased_at, excluded.erased_at)`.execute(
    ctx.db,
  );
}

/** The parts of a message that say who wrote it, when and what. */
interface Told {
  id: string;
  author: { id: string; bot?: boolean | undefined };
  webhook_id?: string | undefined;
  edited_timestamp?: string | null;
  content: string;
  embeds: readonly object[];
  components?: readonly object[] | undefined;
}

/** When a message was written, or last edited. A bot's edits do not count: they mostly change buttons, and repeat earlier words. */
export const writtenAt = (told: Pick<Told, 'id' | 'author' | 'webhook_id' | 'edited_timestamp'>): Date =>
  told.edited_timestamp && !isOfBot(told) ? new Date(told.edited_timestamp) : timeOfSnowflake(told.id);

const isOfBot = ({ author, webhook_id }: Pick<Told, 'author' | 'webhook_id'>) =>
  Boolean(author.bot || webhook_id);

/** Looking an id up takes a few microseconds. Text holds no more ids than this; addresses in embeds may hold thousands. */
const idsOfMessage = 600;
/** After this many messages, the event loop serves others. */
const lookedUpAtOnce = 5;

/** Drops messages that people wrote before their erasure, and removes their ids from what others wrote before it. */
export async function withoutErased<M extends Told>(
  ctx: Context,
  told: readonly M[],
  db: Db | Tx = ctx.db,
): Promise<M[]> {
  if (!told.length) return [];
  const oldest = new Date(Math.min(...told.map((message) => writtenAt(message).getTime())));
  if (!(await isAnyoneErasedSince(db, oldest))) return [...told];
  const left: M[] = [];
  for (let from = 0; from < told.length; from += lookedUpAtOnce) {
    const some = told.slice(from, from + lookedUpAtOnce);
    const erased = await erasedAmong(ctx, new Set(some.flatMap(idsIn)), db);
    for (const message of some) {
      const gone = erased.filter(({ erased_at }) => writtenAt(message) <= erased_at);
      if (!gone.some(({ user_id }) => isBy(message, user_id))) left.push(gone.reduce(withoutPerson, message));
    }
  }
  return left;
}

/** Which of these people were erased at this time or later. */
export async function erasedSince(
  ctx: Context,
  user_ids: readonly string[],
  time: Date,
  db: Db | Tx = ctx.db,
): Promise<string[]> {
  if (!(await isAnyoneErasedSince(db, time))) return [];
  const erased = await erasedAmong(ctx, new Set(user_ids), db);
  return erased.flatMap(({ user_id, erased_at }) => (erased_at >= time ? [user_id] : []));
}

/** Usually nobody was, and then nothing else has to be looked up. */
export const anyoneErasedSince = (time: Date): RawBuilder<boolean> =>
  // By the newest one: with `exists`, a prepared statement would read the whole table.
  sql<boolean>`coalesce((select max(erased_at) from erased_people) >= ${time}, false)`;

export async function isAnyoneErasedSince(db: Db | Tx, time: Date): Promise<boolean> {
  const { rows } = await sql<{ is_so: boolean }>`select ${anyoneErasedSince(time)} as is_so`.execute(db);
  return rows[0]?.is_so ?? false;
}

interface Erased {
  user_id: string;
  erased_at: Date;
}

async function erasedAmong(ctx: Context, ids: ReadonlySet<string>, db: Db | Tx): Promise<Erased[]> {
  const keys = await erasureKeys(ctx);
  const prints = [...ids].flatMap((id) =>
    keys.map((key) => [fingerprintWith(key, id).toString('hex'), id] as const),
  );
  const byPrint = new Map(prints);
  const { rows } = await sql<{ print: string; erased_at: Date }>`
    select print, erased_at from unnest(${[...byPrint.keys()]}::text[]) print
    join erased_people on fingerprint = decode(print, 'hex')`.execute(db);
  return rows.map(({ print, erased_at }) => ({ user_id: byPrint.get(print) ?? '', erased_at })); // each is one of them
}

const isBy = (told: Told, user_id: string) => !isOfBot(told) && told.author.id === user_id;

/** The author's id, and those that stand in texts: mentions first. */
function idsIn({ author, content, embeds, components = [] }: Told): string[] {
  const text = JSON.stringify([content, embeds, components]);
  const mentions = text.match(/(?<=<@!?)\d{15,20}(?=>)/g) ?? [];
  const numbers = text.match(/(?<!\d)\d{15,20}(?!\d)/g) ?? [];
  return [...new Set([author.id, ...mentions, ...numbers])].slice(0, idsOfMessage);
}

function withoutPerson<M extends Told>(message: M, person: { user_id: string }): M {
  const { author, content, embeds, components } = message;
  const change = (text: string) => withoutId(author.bot ? withoutReason(text, person) : text, person);
  return {
    ...message,
    content: change(content),
    embeds: inEveryText(embeds, change),
    ...(components && { components: inEveryText(components, change) }),
  };
}
