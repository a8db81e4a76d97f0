import type { WebhookEvent } from '@tickets/contract/outgoing-webhooks/webhook-limits';
import type { DeliveryProblem, Webhook, WebhookDelivery } from '@tickets/contract/outgoing-webhooks/webhooks';
import { AppError } from '@tickets/contract/platform/errors';
import type { Selectable } from 'kysely';
import type { Context } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/db.ts';
import type { OutgoingDeliveries, OutgoingWebhooks } from '../platform/db/schema.generated.ts';

export interface WebhookKey {
  guild_id: string;
  webhook_id: string;
}

export type WebhookRow = Selectable<OutgoingWebhooks>;
export type DeliveryRow = Selectable<OutgoingDeliveries>;

/** Secrets are sealed for their webhook, and open nowhere else. */
export const secretContext = (webhook_id: string) => `outgoing_webhook:${webhook_id}`;

export async function findWebhook(db: Db | Tx, { guild_id, webhook_id }: WebhookKey): Promise<WebhookRow> {
  const row = await db
    .selectFrom('outgoing_webhooks')
    .selectAll()
    .where('guild_id', '=', guild_id)
    .where('webhook_id', '=', webhook_id)
    .executeTakeFirst();
  if (!row) throw new AppError('outgoing_webhook.not_found');
  return row;
}

/** A webhook, while nobody else changes it; what happens with tickets may be noted for it all the same. Undefined: there is none. */
export const heldWebhook = (tx: Tx, { guild_id, webhook_id }: WebhookKey): Promise<WebhookRow | undefined> =>
  tx
    .selectFrom('outgoing_webhooks')
    .selectAll()
    .where('guild_id', '=', guild_id)
    .where('webhook_id', '=', webhook_id)
    .forNoKeyUpdate()
    .executeTakeFirst();

type Recorded = Pick<WebhookRow, 'webhook_id' | 'url' | 'events' | 'enabled'>;

/** A webhook is called by its host: the rest of an address may hold a key. */
export const entryOf = ({ webhook_id, url }: Recorded) => ({
  resource: 'webhook' as const,
  id: webhook_id,
  name: new URL(url).host,
});

/** What the audit log tells of a webhook. */
export const said = ({ url, events, enabled }: Recorded) => ({
  address: new URL(url).host,
  events,
  enabled,
});

export type SigningRow = Pick<
  WebhookRow,
  'webhook_id' | 'secret' | 'earlier_secret' | 'earlier_secret_until'
>;

/** The secrets that sign now, the newest first. Undefined where the newest was sealed with a key that is lost. */
export function secretsOf(
  { sealer }: Pick<Context, 'sealer'>,
  { webhook_id, secret, earlier_secret, earlier_secret_until }: SigningRow,
  now: Date,
): string[] | undefined {
  const open = (sealed: Buffer) => sealer.openIfKnown(sealed, secretContext(webhook_id));
  const newest = open(secret);
  const isValid = earlier_secret && earlier_secret_until && earlier_secret_until > now;
  const earlier = isValid ? open(earlier_secret) : undefined;
  return newest === undefined ? undefined : [newest, ...(earlier === undefined ? [] : [earlier])];
}

export function viewWebhook(row: WebhookRow, last: DeliveryRow | undefined, now: Date): Webhook {
  const { webhook_id, url, events, enabled, gone_at, earlier_secret_until, created_at, version } = row;
  const { failing_since, failing_problem, failing_status } = row;
  const until = earlier_secret_until && earlier_secret_until > now ? earlier_secret_until : null;
  return {
    id: webhook_id,
    url,
    // Written from what the contract let in.
    events: events as WebhookEvent[],
    enabled,
    gone_at: gone_at?.toISOString() ?? null,
    earlier_secret_until: until?.toISOString() ?? null,
    created_at: created_at.toISOString(),
    version,
    failing:
      enabled && failing_since && failing_problem
        ? {
            since: failing_since.toISOString(),
            // Written by this room alone.
            problem: failing_problem as DeliveryProblem,
            status: failing_status,
          }
        : null,
    last_delivery: last ? viewDelivery(last) : null,
  };
}

export function viewDelivery(
  row: DeliveryRow,
  waits_for: WebhookDelivery['waits_for'] = null,
): WebhookDelivery {
  const { message_id, event, ticket_id, state, attempts, duration_ms, status, problem } = row;
  return {
    id: message_id,
    event,
    ticket_id,
    happened_at: row.happened_at.toISOString(),
    state,
    attempts,
    tried_at: row.tried_at?.toISOString() ?? null,
    next_at: state === 'waiting' ? row.due_at.toISOString() : null,
    duration_ms,
    status,
    // Written by this room alone.
    problem: problem as DeliveryProblem | null,
    waits_for,
  };
}
