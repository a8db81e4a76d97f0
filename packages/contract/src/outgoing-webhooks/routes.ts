import { z } from 'zod';
import { GuildPath, minute, type Route, second } from '../platform/route.ts';
import {
  Webhook,
  WebhookChange,
  WebhookDelivery,
  WebhookInput,
  WebhookTest,
  WebhookWithSecret,
} from './webhooks.ts';

const WebhookPath = GuildPath.extend({ webhook_id: z.uuid() });
const subject = 'Webhooks';

/** Each calls a server that is not ours. */
const outboundLimits = [
  { per: 'user', max: 10, period_ms: minute, why: 'Each calls the server of somebody else.' },
  {
    per: 'guild',
    max: 30,
    period_ms: 10 * minute,
    why: 'Each calls the server of somebody else, in the name of this server.',
  },
] as const;

export const outgoingWebhookRoutes = {
  'outgoing_webhooks.list': {
    summary: 'The addresses that are told what happens with tickets of the server.',
    subject,
    access: 'outgoing_webhook.list',
    params: GuildPath,
    answers: { 200: z.array(Webhook) },
  },
  'outgoing_webhooks.create': {
    summary: 'Adds a webhook. Its secret is in the answer, and never told again.',
    subject,
    access: 'outgoing_webhook.create',
    limits: [{ per: 'user', max: 20, period_ms: minute, why: 'Each makes a row that is kept.' }],
    params: GuildPath,
    body: WebhookInput,
    answers: { 200: WebhookWithSecret },
  },
  'outgoing_webhooks.update': {
    summary: 'Changes a webhook. What waits for one that is switched off is given up.',
    subject,
    access: 'outgoing_webhook.update',
    params: WebhookPath,
    body: WebhookChange,
    answers: { 200: Webhook },
  },
  'outgoing_webhooks.delete': {
    summary: 'Deletes a webhook with its deliveries.',
    subject,
    access: 'outgoing_webhook.delete',
    params: WebhookPath,
    answers: { 204: null },
  },
  'outgoing_webhooks.rotate': {
    summary: 'Gives a webhook another secret. For 24 hours the earlier one signs, too.',
    subject,
    access: 'outgoing_webhook.rotate',
    limits: [{ per: 'user', max: 10, period_ms: minute, why: 'Each makes a secret that is kept.' }],
    params: WebhookPath,
    answers: { 200: WebhookWithSecret },
  },
  'outgoing_webhooks.test': {
    summary: 'Sends `webhook.test` now, and says what came back.',
    subject,
    access: 'outgoing_webhook.test',
    limits: outboundLimits,
    params: WebhookPath,
    answers: { 200: WebhookTest },
  },
  'outgoing_webhooks.deliveries': {
    summary: 'The last deliveries of a webhook, the newest first.',
    subject,
    access: 'outgoing_webhook.list',
    limits: [{ per: 'user', max: 30, period_ms: 10 * second, why: 'Each reads a log.' }],
    params: WebhookPath,
    answers: { 200: z.array(WebhookDelivery) },
  },
  'outgoing_webhooks.resend': {
    summary:
      'Sends a delivery once more, under the same id. One that waits is tried at once, or the one of its ticket that it waits for.',
    subject,
    access: 'outgoing_webhook.resend',
    limits: outboundLimits,
    params: WebhookPath.extend({ delivery_id: z.uuid() }),
    answers: { 204: null },
  },
} as const satisfies Record<string, Route>;
