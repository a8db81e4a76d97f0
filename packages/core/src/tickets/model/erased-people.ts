import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/db.ts';
import { timeOfSnowflake } from './message-payload.ts';
import { inEveryText, withoutId, withoutReason } from './without-person.ts';

/** Tells nobody whose it is, and the same person's from another's. */
const fingerprintOf = ({ config }: Context, user_id: string) =>
  createHmac('sha256', config.token_secret).update(`erased:${user_id}`).digest().subarray(0, 16);

/** Notes that somebody has what they said before `erased_at` erased: it is not taken from Discord again. */
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

/** What of a message tells who said it, and when. */
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

/** What is told so soon after it was said need not be looked up: an erasure that began meanwhile finds it. */
const soonMs = 2_000;

export const isToldLate = ({ clock }: Context, message: Told): boolean =>
  timeOf(message).getTime() < clock.now().getTime() - soonMs;

/** Leaves out of messages what people said before they had it erased, and their ids in what others said before that. */
export async function withoutErased<M extends Told>(ctx: Context, told: readonly M[]): Promise<M[]> {
  if (!told.length) return [];
  const ids = new Set(told.flatMap(idsIn));
  const byPrint = new Map([...ids].map((id) => [fingerprintOf(ctx, id).toString('hex'), id]));
  const { rows } = await sql<{ print: string; erased_at: Date }>`
    select encode(fingerprint, 'hex') as print, erased_at from erased_people
    where fingerprint = any(${[...byPrint.keys()].map((print) => Buffer.from(print, 'hex'))}::bytea[])`.execute(
    ctx.db,
  );
  if (!rows.length) return [...told];
  const erased = rows.flatMap(({ print, erased_at }) => {
    const user_id = byPrint.get(print);
    return user_id === undefined ? [] : [{ user_id, erased_at }];
  });
  return told.flatMap((message) => {
    const gone = erased.filter(({ erased_at }) => timeOf(message) <= erased_at);
    if (gone.some(({ user_id }) => isBy(message, user_id))) return [];
    return [gone.reduce(withoutPerson, message)];
  });
}

const isBy = ({ author, webhook_id }: Told, user_id: string) =>
  !author.bot && !webhook_id && author.id === user_id;

/** Discord's ids as they stand in texts, and the author's. */
const idsIn = ({ author, content, embeds, components = [] }: Told): string[] => [
  author.id,
  ...(JSON.stringify([content, embeds, components]).match(/(?<!\d)\d{15,20}(?!\d)/g) ?? []),
];

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
