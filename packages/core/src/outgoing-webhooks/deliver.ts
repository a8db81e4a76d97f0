import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Context } from '../platform/context.ts';
import { warnUnlessOutage } from '../platform/outages.ts';
import { toldData } from './message-data.ts';
import { noteOutcome } from './outcome.ts';
import { type DeliveryRow, secretsOf, type WebhookRow } from './rows.ts';
import { type Sent, send } from './send.ts';
import { giveUpWaiting, switchOff } from './switch-off.ts';
import { UnderWay } from './under-way.ts';
import { nextTry } from './waits.ts';

/** At once in one process. */
const AT_ONCE = 64;
/**
 * In all processes together: for one server, for one webhook that failed last time, and for all unreliable ones, which failed last time
 * or belong to servers whose receivers were slow.
 */
const AT_ONCE_IN_SERVER = 4;
const AT_ONCE_OF_FAILING = 1;
const AT_ONCE_OF_UNRELIABLE = 32;
const LOOK_MS = 1_000;
/** Longer than any call takes. A process that died leaves what it had in hand to others after this. */
const TAKEN_MS = 30_000;

/** Delivers what is due until stopped. Any number of processes may do so on one database. */
export async function deliverUntil(ctx: Context, stopping: AbortSignal): Promise<void> {
  const under_way = new UnderWay(ctx.clock);
  while (!stopping.aborted) {
    const taken = await takeDue(ctx, under_way).catch((err: unknown) => {
      warnUnlessOutage(ctx.log, err, 'what webhooks are to be told could not be looked for');
      return [];
    });
    for (const one of taken) under_way.add(one.guild_id, deliver(ctx, one));
    // What ends may let the next one of its ticket begin.
    const wait = sleep(LOOK_MS, undefined, { signal: stopping, ref: false }).catch(() => undefined); // ended by a stop
    await Promise.race([wait, ...under_way.calls]);
  }
  await Promise.all(under_way.calls);
}

/** Delivers what is due now, and what becomes due by that. Returns how many were tried. */
export async function deliverDue(ctx: Context): Promise<number> {
  const under_way = new UnderWay(ctx.clock);
  let tried = 0;
  for (;;) {
    const taken = await takeDue(ctx, under_way);
    if (!taken.length) return tried;
    tried += taken.length;
    for (const one of taken) under_way.add(one.guild_id, deliver(ctx, one));
    await Promise.all(under_way.calls);
  }
}

type Taken = DeliveryRow &
  Pick<WebhookRow, 'url' | 'enabled' | 'secret' | 'earlier_secret' | 'earlier_secret_until'>;

/**
 * Takes deliveries in hand: for each webhook and ticket only the earliest, new ones before those that failed. Servers take turns:
 * one with fewer deliveries in hand comes first. The clock may be told another time than the database's.
 */
async function takeDue(ctx: Context, under_way: UnderWay): Promise<Taken[]> {
  const max = AT_ONCE - under_way.calls.size;
  if (max < 1) return [];
  // The calls of a webhook that was deleted or switched off go on, though it has no row in hand any more.
  const { servers, slow } = under_way.now();
  const callsOfSlow = sum(servers.filter(({ guild_id }) => slow.includes(guild_id)));
  const now = sql`greatest(clock_timestamp(), ${ctx.clock.now()}::timestamptz)`;
  const isFree = sql`d.state = 'waiting' and d.due_at <= ${now} and (d.taken_until is null or d.taken_until <= ${now})`;
  const { rows } = await sql<Taken>`
    with recursive waiting as (
      (select webhook_id from outgoing_deliveries where state = 'waiting' order by webhook_id limit 1)
      union all
      select (select d.webhook_id from outgoing_deliveries d
        where d.state = 'waiting' and d.webhook_id > waiting.webhook_id order by d.webhook_id limit 1)
      from waiting where waiting.webhook_id is not null),
    busy as (
      select webhook_id, count(*) as places from outgoing_deliveries
      where state = 'waiting' and taken_until is not null and taken_until > ${now} group by webhook_id),
    here as (
      select * from unnest(${servers.map(({ guild_id }) => guild_id)}::bigint[], ${servers.map(({ calls }) => calls)}::integer[])
        as here (guild_id, calls)),
    hooks as (
      select webhook_id, w.guild_id, w.failing_since is not null as failing, coalesce(b.places, 0) as busy,
        w.guild_id = any(${slow}::bigint[]) as slow,
        w.failing_since is not null or w.guild_id = any(${slow}::bigint[]) as unreliable,
        greatest(coalesce(h.calls, 0), sum(coalesce(b.places, 0)) over (partition by w.guild_id)) as busy_in_server
      from waiting join outgoing_webhooks w using (webhook_id)
      left join busy b using (webhook_id) left join here h on h.guild_id = w.guild_id),
    due as (
      select h.unreliable, d.delivery_id, d.failed, d.due_at,
        h.busy_in_server + row_number() over (partition by h.guild_id order by d.failed, d.due_at, d.delivery_id) as place
      from hooks h cross join lateral (
        select d.* from (values (false), (true)) as had (failed) cross join lateral (
          select d.delivery_id, had.failed, d.due_at from outgoing_deliveries d
          where d.webhook_id = h.webhook_id and (d.attempts > d.attempts_before) = had.failed and ${isFree}
            and (d.resent_at is not null or not exists (
              select from outgoing_deliveries e where e.webhook_id = d.webhook_id and e.ticket_id = d.ticket_id
                and e.state = 'waiting' and e.resent_at is null and e.delivery_id < d.delivery_id))
          order by d.due_at, d.delivery_id limit ${AT_ONCE_IN_SERVER}) d
        order by d.failed, d.due_at, d.delivery_id
        limit case when h.failing then greatest(0, ${AT_ONCE_OF_FAILING} - h.busy) else ${AT_ONCE_IN_SERVER} end) d),
    first as (
      select delivery_id from (
        select *, row_number() over (partition by unreliable order by place, failed, due_at, delivery_id) as nth
        from due where place <= ${AT_ONCE_IN_SERVER}) d
      where not unreliable or nth <= ${AT_ONCE_OF_UNRELIABLE} - (
        select greatest(${callsOfSlow}, coalesce(sum(busy) filter (where slow), 0)) + coalesce(sum(busy) filter (where unreliable and not slow), 0)
        from hooks)
      order by place, failed, due_at, delivery_id limit ${max})
    update outgoing_deliveries d set taken_until = ${now} + ${TAKEN_MS} * interval '1 millisecond'
    from first, outgoing_webhooks w
    where d.delivery_id = first.delivery_id and w.webhook_id = d.webhook_id and ${isFree}
    returning d.*, w.url, w.enabled, w.secret, w.earlier_secret, w.earlier_secret_until`.execute(ctx.db);
  return rows;
}

const sum = (servers: readonly { calls: number }[]) => servers.reduce((total, { calls }) => total + calls, 0);

/** Returns how long the receiver took, in milliseconds. What goes wrong here leaves it in hand, so that it is taken up again later. */
async function deliver(ctx: Context, taken: Taken): Promise<number> {
  const { guild_id, webhook_id, message_id } = taken;
  let took_ms = 0;
  try {
    // Noted while it was being switched off.
    if (!taken.enabled) {
      await ctx.db.transaction().execute((tx) => giveUpWaiting(tx, taken));
      return took_ms;
    }
    const secrets = secretsOf(ctx, taken, ctx.clock.now());
    const sent = await send(ctx, { url: taken.url, secrets }, messageOf(ctx, taken));
    took_ms = sent.duration_ms;
    await writeDown(ctx, taken, sent);
  } catch (err) {
    warnUnlessOutage(ctx.log, err, 'a webhook could not be told', { guild_id, webhook_id, message_id });
  }
  return took_ms;
}

const messageOf = (ctx: Context, { message_id, event, happened_at, data, ...of }: Taken) => ({
  id: message_id,
  event,
  happened_at,
  data: toldData(ctx, data, of),
});

/** The row says what came of it, and when it or the next one of its ticket is due. */
async function writeDown(ctx: Context, taken: Taken, sent: Sent): Promise<void> {
  const attempts = taken.attempts + 1;
  const now = ctx.clock.now();
  const { duration_ms, status, problem, retry_after } = sent;
  const since = taken.resent_at ?? taken.happened_at;
  const again =
    problem === null || problem === 'gone'
      ? undefined
      : nextTry({ attempts: attempts - taken.attempts_before, since, now, retry_after });
  const state = problem === null ? 'delivered' : again ? 'waiting' : 'given_up';
  await ctx.db.transaction().execute(async (tx) => {
    // First the webhook and then its deliveries, in the order of whoever changes one.
    if (!(await noteOutcome(tx, taken, { problem, status }, now)))
      // It did not arrive there, and goes to the new address.
      return tx
        .updateTable('outgoing_deliveries')
        .set({ taken_until: null })
        .where('delivery_id', '=', taken.delivery_id)
        .execute();
    await tx
      .updateTable('outgoing_deliveries')
      .set({ state, attempts, tried_at: sent.sent_at, duration_ms, status, problem, taken_until: null })
      .$if(again !== undefined, (query) => query.set({ due_at: again ?? now }))
      .where('delivery_id', '=', taken.delivery_id)
      // Unless it was given up meanwhile.
      .where('state', '=', 'waiting')
      .execute();
    // Those that wait behind it are looked at when they can go.
    if (taken.ticket_id !== null && taken.resent_at === null)
      await tx
        .updateTable('outgoing_deliveries')
        .set({ due_at: again ?? now })
        .where('webhook_id', '=', taken.webhook_id)
        .where('ticket_id', '=', taken.ticket_id)
        .where('state', '=', 'waiting')
        .where('resent_at', 'is', null)
        .where('delivery_id', '>', taken.delivery_id)
        .execute();
    if (problem === 'gone') await switchOff(tx, taken, now);
  });
}
