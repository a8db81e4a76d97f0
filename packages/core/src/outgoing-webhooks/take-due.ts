import { sql } from 'kysely';
import type { Context } from '../platform/context.ts';
import { inDatabaseTime } from '../platform/db/time.ts';
import { lineUp } from './line-up.ts';
import type { DeliveryRow, WebhookRow } from './rows.ts';
import type { UnderWay } from './under-way.ts';

/** At once in one process. */
const AT_ONCE = 64;
/**
 * In all processes together: for one server, for one webhook that failed last time, and for all unreliable ones, which failed last time
 * or belong to servers whose receivers were slow.
 */
const AT_ONCE_IN_SERVER = 4;
const AT_ONCE_OF_FAILING = 1;
const AT_ONCE_OF_UNRELIABLE = 32;
/** Longer than any call takes. A process that died leaves what it had in hand to others after this. */
const TAKEN_MS = 30_000;

export type Taken = DeliveryRow &
  Pick<WebhookRow, 'url' | 'enabled' | 'secret' | 'earlier_secret' | 'earlier_secret_until'>;

/**
 * Takes deliveries in hand: for each webhook and ticket only the earliest, new ones before those that failed. Servers take turns:
 * one with fewer deliveries in hand comes first. The clock may be told another time than the database's.
 */
export async function takeDue(ctx: Context, under_way: UnderWay): Promise<Taken[]> {
  const max = AT_ONCE - under_way.calls.size;
  if (max < 1) return [];
  await lineUp(ctx);
  // The calls of a webhook that was deleted or switched off go on, though it has no row in hand any more.
  const { servers, slow } = under_way.now();
  const callsOfSlow = sum(servers.filter(({ guild_id }) => slow.includes(guild_id)));
  const now = sql`greatest(clock_timestamp(), ${inDatabaseTime(ctx.clock.now())})`;
  const isFree = sql`d.state = 'waiting' and not d.behind and d.due_at <= ${now} and (d.taken_until is null or d.taken_until <= ${now})`;
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
      order by place, failed, due_at, delivery_id limit ${max}),
    free as (
      select d.delivery_id from first join outgoing_deliveries d using (delivery_id)
      where ${isFree} for no key update of d skip locked)
    update outgoing_deliveries d set taken_until = ${now} + ${TAKEN_MS} * interval '1 millisecond'
    from free, outgoing_webhooks w
    where d.delivery_id = free.delivery_id and w.webhook_id = d.webhook_id
    returning d.*, w.url, w.enabled, w.secret, w.earlier_secret, w.earlier_secret_until`.execute(ctx.db);
  return rows;
}

const sum = (servers: readonly { calls: number }[]) => servers.reduce((total, { calls }) => total + calls, 0);
