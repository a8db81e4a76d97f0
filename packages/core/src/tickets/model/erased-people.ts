import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/db.ts';
import { timeOfSnowflake } from './message-payload.ts';
import { inEveryText, withoutId, withoutReason } from './without-person.ts';

/** Identifies a person without revealing who it is. */
const fingerprintOf = ({ config }: Context, user_id: string) =>
  createHmac('sha256', config.token_secret).update(`erased:${user_id}`).digest().subarray(0, 16);

/** Notes that what somebody said before `erased_at` is erased, and must not be read from Discord again. */
export async function noteErased(
  ctx: Context,
  tx: Tx | Context['db'],
  { user_id, erased_at }: { user_id: string; erased_at: Date },
): Promise<void> {
  await sql`insert into erased_people (fingerprint, erased_at) values (${fingerprintOf(ctx, user_id)}, ${erased_at})
    on conflict (fingerprint) do update set erased_at = greatest(erased_people.erased_at, excluded.erased_at)`.execute(
    tx,
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

const timeOf = ({ id, edited_timestamp }: Told) =>
  edited_timestamp ? new Date(edited_timestamp) : timeOfSnowflake(id);

/** A message that is heard this soon need not be looked up: an erasure that begins meanwhile finds it. */
const soonMs = 2_000;

export const isToldLate = ({ clock }: Context, message: Told): boolean =>
  timeOf(message).getTime() < clock.now().getTime() - soonMs;

/** Looking an id up takes a few microseconds. Text holds no more ids than this; addresses in embeds may hold thousands. */
const idsOfMessage = 600;
/** After this many messages, the event loop serves others. */
const lookedUpAtOnce = 5;

/** Drops messages that people wrote before their erasure, and removes their ids from what others wrote before it. */
export async function withoutErased<M extends Told>(ctx: Context, told: readonly M[]): Promise<M[]> {
  if (!told.length) return [];
  const oldest = new Date(Math.min(...told.map((message) => timeOf(message).getTime())));
  if (!(await isAnyoneErasedSince(ctx, oldest))) return [...told];
  const left: M[] = [];
  for (let from = 0; from < told.length; from += lookedUpAtOnce) {
    const some = told.slice(from, from + lookedUpAtOnce);
    const erased = await erasedAmong(ctx, new Set(some.flatMap(idsIn)));
    for (const message of some) {
      const gone = erased.filter(({ erased_at }) => timeOf(message) <= erased_at);
      if (!gone.some(({ user_id }) => isBy(message, user_id))) left.push(gone.reduce(withoutPerson, message));
    }
  }
  return left;
}

/** Which of these people were erased at this time or later. */
export async function erasedSince(ctx: Context, user_ids: readonly string[], time: Date): Promise<string[]> {
  const erased = await erasedAmong(ctx, new Set(user_ids));
  return erased.flatMap(({ user_id, erased_at }) => (erased_at >= time ? [user_id] : []));
}

/** Usually nobody was, and then nothing else has to be looked up. */
export async function isAnyoneErasedSince({ db }: Context, time: Date): Promise<boolean> {
  const { rows } = await sql`select from erased_people where erased_at >= ${time} limit 1`.execute(db);
  return rows.length > 0;
}

interface Erased {
  user_id: string;
  erased_at: Date;
}

async function erasedAmong(ctx: Context, ids: ReadonlySet<string>): Promise<Erased[]> {
  const byPrint = new Map([...ids].map((id) => [fingerprintOf(ctx, id).toString('hex'), id]));
  const { rows } = await sql<{ print: string; erased_at: Date }>`
    select print, erased_at from unnest(${[...byPrint.keys()]}::text[]) print
    join erased_people on fingerprint = decode(print, 'hex')`.execute(ctx.db);
  return rows.map(({ print, erased_at }) => ({ user_id: byPrint.get(print) ?? '', erased_at })); // each is one of them
}

const isBy = ({ author, webhook_id }: Told, user_id: string) =>
  !author.bot && !webhook_id && author.id === user_id;

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
