import { sql } from 'kysely';
import type { Context } from '../platform/context.ts';
import type { Tx } from '../platform/db/db.ts';
import type { DeliveryRow } from './rows.ts';

/** So many of one webhook in one statement. */
const AT_ONCE = 500;

/**
 * Decides for each new delivery, once, whether it may be sent or waits behind an earlier one of its ticket. It holds the webhook, as
 * whoever ends a delivery does, so that nothing is put behind a delivery that has just ended.
 */
export async function lineUp({ db }: Pick<Context, 'db'>): Promise<void> {
  for (;;) {
    const { rows: some } = await sql`
      select from outgoing_deliveries where state = 'waiting' and behind is null limit 1`.execute(db);
    if (!some.length || !(await db.transaction().execute(lineUpSome))) return;
  }
}

/** Returns whether it decided for any. Webhooks that somebody else holds are left for the next look. */
async function lineUpSome(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ webhook_id: string }>`
    with recursive fresh as (
      (select webhook_id from outgoing_deliveries where state = 'waiting' and behind is null order by webhook_id limit 1)
      union all
      select (select d.webhook_id from outgoing_deliveries d
        where d.state = 'waiting' and d.behind is null and d.webhook_id > fresh.webhook_id order by d.webhook_id limit 1)
      from fresh where fresh.webhook_id is not null)
    select w.webhook_id from fresh join outgoing_webhooks w using (webhook_id) for no key update of w skip locked`.execute(
    tx,
  );
  if (!rows.length) return false;
  const { numAffectedRows } = await sql`
    update outgoing_deliveries d set behind = d.resent_at is null and exists (
      select from outgoing_deliveries e where e.webhook_id = d.webhook_id and e.ticket_id = d.ticket_id
        and e.state = 'waiting' and e.resent_at is null and e.delivery_id < d.delivery_id)
    from unnest(${rows.map(({ webhook_id }) => webhook_id)}::uuid[]) as held (webhook_id) cross join lateral (
      select n.delivery_id from outgoing_deliveries n
      where n.webhook_id = held.webhook_id and n.state = 'waiting' and n.behind is null
      order by n.delivery_id limit ${AT_ONCE} for no key update skip locked) n
    where d.delivery_id = n.delivery_id`.execute(tx);
  return numAffectedRows !== undefined && numAffectedRows > 0n;
}

/** Lets the next delivery of a ticket be sent, after one of it has ended. The caller holds the webhook. */
export async function letNextGo(
  tx: Tx,
  { webhook_id, ticket_id }: Pick<DeliveryRow, 'webhook_id' | 'ticket_id'>,
): Promise<void> {
  await sql`
    update outgoing_deliveries set behind = false, due_at = clock_timestamp()
    where behind and delivery_id = (
      select delivery_id from outgoing_deliveries
      where webhook_id = ${webhook_id} and ticket_id = ${ticket_id} and state = 'waiting' and resent_at is null
      order by delivery_id limit 1)`.execute(tx);
}

/** Decides again for deliveries whose predecessor was deleted, as when a person's data is erased. */
export async function lineUpAgain({ db }: Pick<Context, 'db'>): Promise<void> {
  await sql`
    with recursive chains as (
      (select webhook_id, ticket_id, delivery_id from outgoing_deliveries where state = 'waiting' and behind
        order by webhook_id, ticket_id, delivery_id limit 1)
      union all
      select n.* from chains c cross join lateral (
        select d.webhook_id, d.ticket_id, d.delivery_id from outgoing_deliveries d
        where d.state = 'waiting' and d.behind and (d.webhook_id, d.ticket_id) > (c.webhook_id, c.ticket_id)
        order by d.webhook_id, d.ticket_id, d.delivery_id limit 1) n)
    update outgoing_deliveries set behind = null where delivery_id in (
      select d.delivery_id from chains c join outgoing_deliveries d using (delivery_id)
      where not exists (
        select from outgoing_deliveries e where e.webhook_id = c.webhook_id and e.ticket_id = c.ticket_id
          and e.state = 'waiting' and e.resent_at is null and e.delivery_id < c.delivery_id)
      for no key update of d skip locked)`.execute(db);
}
