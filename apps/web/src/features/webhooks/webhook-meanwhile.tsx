import type { WebhookEvent } from '@tickets/contract/outgoing-webhooks/webhook-limits';
import { webhookEvents } from '@tickets/contract/outgoing-webhooks/webhook-limits';
import type { WebhookInput } from '@tickets/contract/outgoing-webhooks/webhooks';
import { useTranslations } from 'use-intl';
import { GoneDialog } from '../../components/meanwhile/gone-dialog.tsx';
import {
  MeanwhileDialog,
  type MeanwhileWords,
  type MeetingProps,
} from '../../components/meanwhile/meanwhile-dialog.tsx';
import { hostOf, useEventNames } from './webhook-words.ts';

const same = (webhook: WebhookInput) => webhook;

/** Who saved or deleted the webhook meanwhile, and what becomes of one's own changes. */
export function WebhookMeanwhile(props: MeetingProps<WebhookInput>) {
  const { meeting } = props;
  const words = useWords();
  if (meeting.theirs) return <MeanwhileDialog {...props} words={words} partsOf={same} formOf={same} />;
  return (
    <GoneDialog
      {...props}
      what="webhook"
      name={hostOf(meeting.base.url)}
      begun={{ url: '', events: [...webhookEvents], enabled: true }}
    />
  );
}

function useWords(): MeanwhileWords {
  const t = useTranslations('webhooks.form');
  const nameOf = useEventNames();
  const labels: Record<string, string> = {
    url: t('url'),
    // As the audit log calls them, which does not tell all of an address.
    address: t('url'),
    path_changed: t('url'),
    events: t('events'),
    enabled: t('enabled'),
  };
  return {
    labelOf: (path) => labels[path] ?? path,
    textOf: (path, value) =>
      // The list of a webhook holds nothing else.
      path === 'events' ? (value as WebhookEvent[]).map(nameOf).join(', ') : undefined,
  };
}
