import { listWebhookDeliveries, resendDelivery, testWebhook } from '@tickets/core/outgoing-webhooks/log';
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  rotateSecret,
  updateWebhook,
} from '@tickets/core/outgoing-webhooks/webhooks';
import { type ApiParts, mount } from '../http/mount.ts';

export function outgoingWebhookRoutes(parts: ApiParts): void {
  mount(parts, 'outgoing_webhooks.list', ({ params, call }) => listWebhooks(call, params.guild_id));

  mount(parts, 'outgoing_webhooks.create', ({ params, body, call }) =>
    createWebhook(call, { ...params, ...body }),
  );

  mount(parts, 'outgoing_webhooks.update', ({ params, body, call }) =>
    updateWebhook(call, { ...params, ...body }),
  );

  mount(parts, 'outgoing_webhooks.delete', async ({ params, call }) => {
    await deleteWebhook(call, params);
    return undefined;
  });

  mount(parts, 'outgoing_webhooks.rotate', ({ params, call }) => rotateSecret(call, params));

  mount(parts, 'outgoing_webhooks.test', ({ params, call }) => testWebhook(call, params));

  mount(parts, 'outgoing_webhooks.deliveries', ({ params, call }) => listWebhookDeliveries(call, params));

  mount(parts, 'outgoing_webhooks.resend', async ({ params, call }) => {
    await resendDelivery(call, params);
    return undefined;
  });
}
