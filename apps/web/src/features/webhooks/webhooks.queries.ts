import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Webhook, WebhookInput } from '@tickets/contract/outgoing-webhooks/webhooks';
import { call } from '../../lib/api/api.ts';
import type { Edit, Meeting, State } from '../../lib/meanwhile/edits.ts';
import { isOutdated, saveOver } from '../../lib/meanwhile/save-over.ts';

export const webhookKeys = {
  list: (guildId: string) => ['guild', guildId, 'webhooks'] as const,
  log: (guildId: string, id: string) => ['guild', guildId, 'webhook-log', id] as const,
};

export const webhooksQuery = (guildId: string) =>
  queryOptions({
    queryKey: webhookKeys.list(guildId),
    queryFn: ({ signal }) => call('outgoing_webhooks.list', { params: { guild_id: guildId } }, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.some(({ failing, last_delivery }) => failing || last_delivery?.state === 'waiting')
        ? LIST_MS
        : false,
  });

/** While something fails or waits. */
const LIST_MS = 10_000;
const WAITS_MS = 3_000;

/** While something waits, the log is read again and again. */
export const webhookLogQuery = (guildId: string, id: string) =>
  queryOptions({
    queryKey: webhookKeys.log(guildId, id),
    queryFn: ({ signal }) =>
      call('outgoing_webhooks.deliveries', { params: { guild_id: guildId, webhook_id: id } }, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.some((delivery) => delivery.state === 'waiting') ? WAITS_MS : false,
  });

const reload = (queryClient: QueryClient, guildId: string) =>
  queryClient.invalidateQueries({ queryKey: webhookKeys.list(guildId) });

interface WebhookSaving {
  guildId: string;
  id: string | undefined;
  onMet: (meeting: Meeting<WebhookInput>) => void;
}

export const stateOf = ({ url, events, enabled, version }: Webhook): State<WebhookInput> => ({
  value: { url, events, enabled },
  version,
});

/** Adds one where there is no version, or changes the one that is given. Answers the secret of a new one. */
export const saveMutation = (queryClient: QueryClient, { guildId, id, onMet }: WebhookSaving) =>
  mutationOptions({
    mutationFn: (edit: Edit<WebhookInput>) =>
      saveOver<WebhookInput, string | null>(edit, {
        save: async (body, { version }) => {
          const params = { guild_id: guildId };
          if (id === undefined || version === undefined)
            return (await call('outgoing_webhooks.create', { params, body })).secret;
          await call('outgoing_webhooks.update', {
            params: { ...params, webhook_id: id },
            body: { ...body, based_on: version },
          });
          return null;
        },
        read: async () => {
          const list = await queryClient.fetchQuery({ ...webhooksQuery(guildId), staleTime: 0 });
          const webhook = list.find((one) => one.id === id);
          return webhook && stateOf(webhook);
        },
        onMet,
      }),
    meta: { isShown: isOutdated },
    onSuccess: () => reload(queryClient, guildId),
  });

export const rotateMutation = (queryClient: QueryClient, guildId: string, { id }: Webhook) =>
  mutationOptions({
    mutationFn: () => call('outgoing_webhooks.rotate', { params: { guild_id: guildId, webhook_id: id } }),
    onSuccess: () => reload(queryClient, guildId),
  });

export const testMutation = (queryClient: QueryClient, guildId: string, { id }: Webhook) =>
  mutationOptions({
    mutationFn: () => call('outgoing_webhooks.test', { params: { guild_id: guildId, webhook_id: id } }),
    onSuccess: () => reload(queryClient, guildId),
  });

export const resendMutation = (queryClient: QueryClient, guildId: string, { id }: Webhook) =>
  mutationOptions({
    mutationFn: (delivery_id: string) =>
      call('outgoing_webhooks.resend', { params: { guild_id: guildId, webhook_id: id, delivery_id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: webhookKeys.log(guildId, id) }),
  });

export const removeMutation = (guildId: string, { id }: Webhook) =>
  mutationOptions({
    mutationFn: async () => {
      await call('outgoing_webhooks.delete', { params: { guild_id: guildId, webhook_id: id } });
      return { success: true as const };
    },
  });
