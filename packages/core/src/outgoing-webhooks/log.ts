import { randomUUID } from 'node:crypto';
import { webhookLimits } from '@tickets/contract/outgoing-webhooks/webhook-limits';
import type { WebhookDelivery, WebhookTest } from '@tickets/contract/outgoing-webhooks/webhooks';
import { AppError } from '@tickets/contract/platform/errors';
import { sql } from 'kysely';
import { authorise } from '../access/authorise.ts';
import type { UserCall } from '../access/caller.ts';
import type { Context } from '../platform/context.ts';
import { noteOutcome } from './outcome.ts';
import { type DeliveryRow, findWebhook, heldWebhook, viewDelivery, type WebhookKey } from './rows.ts';
import { send } from './send.ts';
import { switchOff } from './switch-off.ts';

/** The last deliveries of a webhook, the newest first. */
export async function listWebhookDeliveries(call: UserCall, key: WebhookKey): Promise<WebhookDelivery[]> {
  authorise(call, 'outgoing_webhook.list', key.guild_id);
  const { webhook_id } = await findWebhook(call.db, key);
  const { rows } = await sql<DeliveryRow & { waits_for: { id: string; event: string } | null }>`
    select d.*, (
      select json_build_object('id', e.message_id, 'event', e.event) from outgoing_deliveries e where ${isInFront}
      order by e.delivery_id limit 1) as waits_for
    from outgoing_deliveries d where d.webhook_id = ${webhook_id}
    order by d.delivery_id desc limit ${webhookLimits.deliveries}`.execute(call.db);
  return rows.map(({ waits_for, ...row }) => viewDelivery(row, waits_for));
}

/** Whether `e` has to be over before `d` is tried. */
const isInFront = sql`d.state = 'waiting' and d.resent_at is null and e.webhook_id = d.webhook_id
  and e.ticket_id = d.ticket_id and e.state = 'waiting' and e.resent_at is null and e.delivery_id < d.delivery_id`;

/**
 * Sends a delivery once more, under the id that it had, without keeping others waiting. One that waits for its next try is
 * tried at once; where it waits for an earlier one of its ticket, that one is, and it follows.
 */
export async function resendDelivery(
  call: UserCall,
  { delivery_id, ...key }: WebhookKey & { delivery_id: string },
): Promise<void> {
  authorise(call, 'outgoing_webhook.resend', key.guild_id);
  const now = call.clock.now();
  await call.db.transaction().execute(async (tx) => {
    const { webhook_id, enabled } = await findWebhook(tx, key);
    if (!enabled) throw new AppError('outgoing_webhook.off');
    const { rows } = await sql`
      update outgoing_deliveries r set state = 'waiting', behind = false, due_at = clock_timestamp(), attempts_before = r.attempts,
        resent_at = case when r.state = 'waiting' then r.resent_at else ${now}::timestamptz end
      from outgoing_deliveries d
      where d.webhook_id = ${webhook_id} and d.message_id = ${delivery_id} and r.delivery_id = coalesce((
        select e.delivery_id from outgoing_deliveries e where ${isInFront} order by e.delivery_id limit 1), d.delivery_id)
      returning r.delivery_id`.execute(tx);
    if (!rows.length) throw new AppError('outgoing_webhook.delivery_not_found');
  });
}

/** Sends a test now, and tells what came back. It stands in the log like any other delivery, and is not tried again. */
export async function testWebhook(call: UserCall, key: WebhookKey): Promise<WebhookTest> {
  authorise(call, 'outgoing_webhook.test', key.guild_id);
  const webhook = await findWebhook(call.db, key);
  const message = {
    id: randomUUID(),
    event: 'webhook.test',
    happened_at: call.clock.now(),
    data: { guild_id: key.guild_id, by: { id: call.caller.user_id } },
  };
  const { sent_at, duration_ms, status, problem, answer } = await send(call, webhook, message);
  const row = await call.db.transaction().execute(async (tx) => {
    const held = await heldWebhook(tx, key);
    if (!held) throw new AppError('outgoing_webhook.not_found');
    // Of another address than it has now nothing is known.
    if (held.url === webhook.url) {
      await noteOutcome(tx, held, { problem, status }, sent_at);
      if (problem === 'gone') await switchOff(tx, key, sent_at);
    }
    return tx
      .insertInto('outgoing_deliveries')
      .values({
        guild_id: key.guild_id,
        webhook_id: key.webhook_id,
        message_id: message.id,
        event: message.event,
        data: JSON.stringify(message.data),
        happened_at: message.happened_at,
        state: problem === null ? 'delivered' : 'given_up',
        attempts: 1,
        tried_at: sent_at,
        duration_ms,
        status,
        problem,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
  });
  return { delivery: viewDelivery(row), answer };
}

/** Forgets deliveries that are over: old ones, and of each webhook all but the last. */
export async function purgeDeliveries({ db, clock }: Context): Promise<void> {
  const { days, deliveries } = webhookLimits;
  await sql`delete from outgoing_deliveries
    where state <> 'waiting' and happened_at < ${clock.now()}::timestamptz - ${days} * interval '1 day'`.execute(
    db,
  );
  await sql`delete from outgoing_deliveries d using outgoing_webhooks w
    where d.webhook_id = w.webhook_id and d.state <> 'waiting' and d.delivery_id <= (
      select delivery_id from outgoing_deliveries o where o.webhook_id = w.webhook_id
      order by delivery_id desc offset ${deliveries} limit 1)`.execute(db);
}
