import { createHmac } from 'node:crypto';
import { type WebhookEvent, webhookEvents } from '@tickets/contract/outgoing-webhooks/webhook-limits';
import type { UserCall } from '@tickets/core/access/caller';
import { createWebhook } from '@tickets/core/outgoing-webhooks/webhooks';
import type { Context } from '@tickets/core/platform/context';
import type { Received } from '../outside/receiver.ts';
import { buildTicket, buildUser } from './factories.ts';

/** A webhook that hears of everything, unless told otherwise, with its secret. */
export async function buildWebhook(
  call: UserCall,
  { guild_id, url, events = [...webhookEvents] }: { guild_id: string; url: string; events?: WebhookEvent[] },
): Promise<{ guild_id: string; webhook_id: string; secret: string }> {
  const { webhook, secret } = await createWebhook(call, { guild_id, url, events, enabled: true });
  return { guild_id, webhook_id: webhook.id, secret };
}

/** A ticket that is claimed now. Returns its number. */
export async function buildClaimedTicket(ctx: Context, guild_id: string): Promise<number> {
  const { user_id } = await buildUser(ctx);
  const { ticket_id } = await buildTicket(ctx, { guild_id, opener_id: user_id });
  await ctx.db
    .updateTable('tickets')
    .set({ claimed_by: user_id, changed_by: user_id })
    .where('guild_id', '=', guild_id)
    .where('ticket_id', '=', ticket_id)
    .execute();
  return ticket_id;
}

/** How many of the signatures of a request a secret made, as its receiver finds out. */
export function signaturesBy(secret: string, { headers, body }: Received): number {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const said = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const expected = createHmac('sha256', key).update(said).digest('base64');
  return String(headers['webhook-signature'])
    .split(' ')
    .filter((signature) => signature === `v1,${expected}`).length;
}
