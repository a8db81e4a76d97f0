import { recordEdit } from '../audit/version.ts';
import type { Tx } from '../platform/db/db.ts';
import { entryOf, heldWebhook, said, type WebhookKey } from './rows.ts';

/** Its address answered that it is gone for good. */
export function switchOff(tx: Tx, key: WebhookKey, now: Date): Promise<void> {
  return switchOffBecause(tx, key, { because: 'its address answered that it is gone (410)', gone_at: now });
}

/** No person does it. */
export async function switchOffBecause(
  tx: Tx,
  key: WebhookKey,
  { because, gone_at }: { because: string; gone_at?: Date },
): Promise<void> {
  const before = await heldWebhook(tx, key);
  if (!before) return;
  await tx
    .updateTable('outgoing_webhooks')
    .set({ enabled: false, ...(gone_at && { gone_at }) })
    .where('guild_id', '=', key.guild_id)
    .where('webhook_id', '=', key.webhook_id)
    .execute();
  const by = { user_id: null, source: 'system' as const, because };
  await recordEdit(tx, by, key.guild_id, {
    ...entryOf(before),
    action: 'webhook.update',
    before: said(before),
    after: { ...said(before), enabled: false },
  });
  await giveUpWaiting(tx, key);
}

/** What waits for a webhook that is off is not told any more. */
export async function giveUpWaiting(tx: Tx, { guild_id, webhook_id }: WebhookKey): Promise<void> {
  await tx
    .updateTable('outgoing_deliveries')
    .set({ state: 'given_up', problem: 'off' })
    .where('guild_id', '=', guild_id)
    .where('webhook_id', '=', webhook_id)
    .where('state', '=', 'waiting')
    .execute();
}
