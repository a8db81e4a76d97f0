import type { Tx } from '../platform/db/db.ts';
import type { WebhookKey } from './rows.ts';

/** Its address answered that it is gone for good. */
export async function switchOff(tx: Tx, key: WebhookKey, now: Date): Promise<void> {
  await tx
    .updateTable('outgoing_webhooks')
    .set({ enabled: false, gone_at: now })
    .where('guild_id', '=', key.guild_id)
    .where('webhook_id', '=', key.webhook_id)
    .execute();
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
