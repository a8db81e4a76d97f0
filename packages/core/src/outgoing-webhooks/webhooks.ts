import { randomUUID } from 'node:crypto';
import { earlierSecretHours } from '@tickets/contract/outgoing-webhooks/webhook-limits';
import type {
  Webhook,
  WebhookChange,
  WebhookInput,
  WebhookWithSecret,
} from '@tickets/contract/outgoing-webhooks/webhooks';
import { AppError } from '@tickets/contract/platform/errors';
import { sql } from 'kysely';
import { authorise } from '../access/authorise.ts';
import type { UserCall } from '../access/caller.ts';
import { record } from '../audit/record.ts';
import { recordEdit, refuseGone, requireVersion } from '../audit/version.ts';
import type { Context } from '../platform/context.ts';
import type { Db } from '../platform/db/db.ts';
import { isPlainlyPrivate } from '../platform/net/guarded-fetch.ts';
import { refuse } from '../platform/problems.ts';
import { requireRoomFor } from '../servers/most.ts';
import {
  type DeliveryRow,
  entryOf,
  heldWebhook,
  said,
  secretContext,
  viewWebhook,
  type WebhookKey,
  type WebhookRow,
} from './rows.ts';
import { newSecret } from './signing.ts';
import { giveUpWaiting } from './switch-off.ts';

/** The webhooks of a server, the first one first, each with what came of its last delivery. */
export async function listWebhooks(call: UserCall, guild_id: string): Promise<Webhook[]> {
  authorise(call, 'outgoing_webhook.list', guild_id);
  const rows = await call.db
    .selectFrom('outgoing_webhooks')
    .selectAll()
    .where('guild_id', '=', guild_id)
    .orderBy('created_at')
    .orderBy('webhook_id')
    .execute();
  const now = call.clock.now();
  return Promise.all(rows.map(async (row) => viewWebhook(row, await lastOf(call.db, row.webhook_id), now)));
}

/** Adds a webhook. Its secret is told here, and never again. */
export async function createWebhook(
  call: UserCall,
  { guild_id, ...input }: WebhookInput & { guild_id: string },
): Promise<WebhookWithSecret> {
  authorise(call, 'outgoing_webhook.create', guild_id);
  refusePrivate(call, input);
  const secret = newSecret();
  const webhook_id = randomUUID();
  const row = await call.db.transaction().execute(async (tx) => {
    await requireRoomFor(tx, guild_id, 'outgoing_webhooks');
    const made = await tx
      .insertInto('outgoing_webhooks')
      .values({
        webhook_id,
        guild_id,
        ...input,
        secret: call.sealer.seal(secret, secretContext(webhook_id)),
        made_by: call.caller.user_id,
        created_at: call.clock.now(),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const version = await recordEdit(tx, call, guild_id, {
      ...entryOf(made),
      action: 'webhook.create',
      after: said(made),
    });
    return { ...made, version: version ?? made.version };
  });
  return { webhook: viewWebhook(row, undefined, call.clock.now()), secret };
}

/** Changes a webhook. What waits for one that is switched off is given up. */
export async function updateWebhook(
  call: UserCall,
  { guild_id, webhook_id, url, events, enabled, based_on: read }: WebhookChange & WebhookKey,
): Promise<Webhook> {
  authorise(call, 'outgoing_webhook.update', guild_id);
  refusePrivate(call, { url });
  const key = { guild_id, webhook_id };
  const row = await call.db.transaction().execute(async (tx) => {
    const compared = { guild_id, resource: 'webhook' as const, id: webhook_id, read };
    const before = await heldWebhook(tx, key);
    if (!before) return refuseGone(tx, compared, new AppError('outgoing_webhook.not_found'));
    await requireVersion(tx, { ...compared, is: before.version });
    const changed = await tx
      .updateTable('outgoing_webhooks')
      .set({
        url,
        events,
        enabled,
        updated_at: call.clock.now(),
        ...(enabled && { gone_at: null }),
        // Another address has not failed yet.
        ...(url !== before.url && { failing_since: null, failing_problem: null, failing_status: null }),
      })
      .where('guild_id', '=', guild_id)
      .where('webhook_id', '=', webhook_id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const version = await recordEdit(tx, call, guild_id, {
      ...entryOf(changed),
      action: 'webhook.update',
      before: said(before),
      after: { ...said(changed), ...restOf(before, changed) },
    });
    if (!enabled) await giveUpWaiting(tx, key);
    return { ...changed, version: version ?? before.version };
  });
  return viewWebhook(row, await lastOf(call.db, webhook_id), call.clock.now());
}

/** Deletes a webhook, with its deliveries. */
export async function deleteWebhook(call: UserCall, { guild_id, webhook_id }: WebhookKey): Promise<void> {
  authorise(call, 'outgoing_webhook.delete', guild_id);
  await call.db.transaction().execute(async (tx) => {
    const deleted = await tx
      .deleteFrom('outgoing_webhooks')
      .where('guild_id', '=', guild_id)
      .where('webhook_id', '=', webhook_id)
      .returningAll()
      .executeTakeFirst();
    if (!deleted) throw new AppError('outgoing_webhook.not_found');
    const before = said(deleted);
    await record(tx, call, guild_id, { ...entryOf(deleted), action: 'webhook.delete', before });
  });
}

/** Gives a webhook another secret, which is told here alone. The one before signs too for a day. */
export async function rotateSecret(call: UserCall, key: WebhookKey): Promise<WebhookWithSecret> {
  authorise(call, 'outgoing_webhook.rotate', key.guild_id);
  const secret = newSecret();
  const now = call.clock.now();
  const row = await call.db.transaction().execute(async (tx) => {
    const held = await heldWebhook(tx, key);
    if (!held) throw new AppError('outgoing_webhook.not_found');
    const { webhook_id } = held;
    // What the secret is now is never written down.
    await record(tx, call, key.guild_id, { ...entryOf(held), action: 'webhook.rotate', after: {} });
    // What failed only for want of a secret need not wait any longer.
    await tx
      .updateTable('outgoing_deliveries')
      .set({ due_at: sql<Date>`clock_timestamp()` })
      .where('webhook_id', '=', webhook_id)
      .where('state', '=', 'waiting')
      .where('problem', '=', 'secret_lost')
      .execute();
    return tx
      .updateTable('outgoing_webhooks')
      .set(({ ref }) => ({
        earlier_secret: ref('secret'),
        earlier_secret_until: new Date(now.getTime() + earlierSecretHours * 3_600_000),
        secret: call.sealer.seal(secret, secretContext(webhook_id)),
        updated_at: now,
      }))
      .where('guild_id', '=', key.guild_id)
      .where('webhook_id', '=', webhook_id)
      .returningAll()
      .executeTakeFirstOrThrow();
  });
  return { webhook: viewWebhook(row, await lastOf(call.db, key.webhook_id), now), secret };
}

/** That an address leads elsewhere on the same host is told, and not where: it may hold a key. */
const restOf = (before: WebhookRow, changed: WebhookRow) =>
  before.url !== changed.url && said(before).address === said(changed).address && { path_changed: true };

function refusePrivate({ config }: Pick<Context, 'config'>, { url }: Pick<WebhookInput, 'url'>): void {
  if (isPlainlyPrivate(url, config.trusted_bases))
    refuse([{ path: 'url', code: 'outgoing_webhook.private_url' }]);
}

function lastOf(db: Db, webhook_id: string): Promise<DeliveryRow | undefined> {
  return db
    .selectFrom('outgoing_deliveries')
    .selectAll()
    .where('webhook_id', '=', webhook_id)
    .orderBy('delivery_id', 'desc')
    .limit(1)
    .executeTakeFirst();
}
