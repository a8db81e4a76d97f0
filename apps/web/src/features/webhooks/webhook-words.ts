import type { WebhookEvent } from '@tickets/contract/outgoing-webhooks/webhook-limits';
import type { WebhookDelivery } from '@tickets/contract/outgoing-webhooks/webhooks';
import { useTranslations } from 'use-intl';

/** Under which name the texts have an event. */
export type EventName = WebhookEvent extends `ticket.${infer Name}` ? Name : never;

// Every event is called so.
export const nameOfEvent = (event: WebhookEvent) => event.replace('ticket.', '') as EventName;

/** What an event is called on the screen. */
export function useEventNames() {
  const t = useTranslations('webhooks.event');
  return (event: string) => (event === 'webhook.test' ? t('test') : t(nameOfEvent(event as WebhookEvent))); // the API names no others
}

/** Why a delivery failed; undefined where it did not. */
export function useProblems() {
  const t = useTranslations('webhooks.problem');
  return ({ problem, status }: Pick<WebhookDelivery, 'problem' | 'status'>) =>
    problem === null ? undefined : t(problem, { status: status ?? 0 });
}

/** The part of an address by which people know it. */
export const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : url);
