import { z } from 'zod';
import { Version } from '../audit/audit.ts';
import { webhookLimits as limits, webhookEvents } from './webhook-limits.ts';

function isCallable(url: string): boolean {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return false;
  const { username, password } = new URL(url);
  return !username && !password;
}

export const WebhookInput = z.object({
  url: z
    .string('Enter an address that begins with http:// or https://.')
    .trim()
    .max(limits.url, `Keep it to at most ${limits.url} characters.`)
    .refine(isCallable, 'Enter an address that begins with http:// or https://, without a user name.'),
  events: z
    .array(z.enum(webhookEvents), 'Choose at least one event.')
    .min(1, 'Choose at least one event.')
    .max(100, 'Name each event once.')
    .transform((chosen) => webhookEvents.filter((event) => chosen.includes(event))),
  enabled: z.boolean().default(true),
});
export type WebhookInput = z.infer<typeof WebhookInput>;

export const WebhookChange = WebhookInput.extend({ based_on: Version.optional() });
export type WebhookChange = z.infer<typeof WebhookChange>;

/** Why a delivery failed. */
export const DeliveryProblem = z.enum([
  /** The address, or one that its name leads to, is not public. */
  'blocked',
  'timeout',
  'failed',
  /** Another status than 2XX. */
  'status',
  /** Status 410, by which the webhook is switched off. */
  'gone',
  /** The webhook was switched off before it was delivered. */
  'off',
  /** Nothing was sent, because its secret was sealed with a key that is lost: it needs another secret. */
  'secret_lost',
]);
export type DeliveryProblem = z.infer<typeof DeliveryProblem>;

export const WebhookDelivery = z.object({
  /** As the receiver is told in `webhook-id`. */
  id: z.uuid(),
  event: z.string(),
  /** Null for a test. */
  ticket_id: z.number().int().nullable(),
  happened_at: z.iso.datetime(),
  state: z.enum(['waiting', 'delivered', 'given_up']),
  attempts: z.number().int(),
  tried_at: z.iso.datetime().nullable(),
  /** When it is tried next; null where it is not. */
  next_at: z.iso.datetime().nullable(),
  duration_ms: z.number().int().nullable(),
  /** HTTP's; null where nothing came back. */
  status: z.number().int().nullable(),
  problem: DeliveryProblem.nullable(),
  /** The earlier one of the same ticket that has to arrive, or be given up, before this one is tried. */
  waits_for: z.object({ id: z.uuid(), event: z.string() }).nullable(),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

export const Webhook = z.object({
  id: z.uuid(),
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  enabled: z.boolean(),
  /** When its address answered that it is gone for good, by which it was switched off. */
  gone_at: z.iso.datetime().nullable(),
  /** Until when the secret of before the last rotation signs, too. */
  earlier_secret_until: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
  version: Version,
  /** Since when nothing that was tried arrived, with what came of the last try; null while all is well. */
  failing: z
    .object({ since: z.iso.datetime(), problem: DeliveryProblem, status: z.number().int().nullable() })
    .nullable(),
  last_delivery: WebhookDelivery.nullable(),
});
export type Webhook = z.infer<typeof Webhook>;

/** The one answer that ever has a secret. */
export const WebhookWithSecret = z.object({ webhook: Webhook, secret: z.string() });
export type WebhookWithSecret = z.infer<typeof WebhookWithSecret>;

export const WebhookTest = z.object({
  delivery: WebhookDelivery,
  /** The beginning of what came back; null where nothing did. */
  answer: z.string().nullable(),
});
export type WebhookTest = z.infer<typeof WebhookTest>;
