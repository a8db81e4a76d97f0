import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { webhookLimits } from '@tickets/contract/outgoing-webhooks/webhook-limits';
import type { Webhook, WebhookDelivery } from '@tickets/contract/outgoing-webhooks/webhooks';
import { Send } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Button } from '../../components/ui/button.tsx';
import { EmptyState, ErrorState } from '../../components/ui/empty-state.tsx';
import { LazyModal } from '../../components/ui/overlays/lazy-modal.tsx';
import { RelativeTime } from '../../components/ui/relative-time.tsx';
import { Table } from '../../components/ui/table/table.tsx';
import type { TableColumn } from '../../components/ui/table/table-row.tsx';
import { errorText } from '../../lib/api/query-client.ts';
import { DeliveryState } from './delivery-state.tsx';
import { hostOf, useEventNames, useProblems } from './webhook-words.ts';
import styles from './webhooks.module.css';
import { resendMutation, webhookLogQuery } from './webhooks.queries.ts';

interface WebhookLogProps {
  guildId: string;
  webhook: Webhook;
  open: boolean;
  onClose: () => void;
}

/** What was sent to a webhook, and what came back. */
export function WebhookLog({ guildId, webhook, open, onClose }: WebhookLogProps) {
  const t = useTranslations('webhooks.log');
  const queryClient = useQueryClient();
  const nameOf = useEventNames();
  const log = useQuery({ ...webhookLogQuery(guildId, webhook.id), enabled: open });
  const resend = useMutation(resendMutation(queryClient, guildId, webhook));
  const columns: TableColumn<WebhookDelivery>[] = [
    { key: 'event', head: t('event'), cell: ({ event }) => nameOf(event) },
    {
      key: 'ticket',
      head: t('ticket'),
      cell: ({ ticket_id }) => (ticket_id === null ? t('no_ticket') : `#${ticket_id}`),
    },
    { key: 'when', head: t('when'), cell: ({ happened_at }) => <RelativeTime date={happened_at} /> },
    { key: 'result', head: t('result'), cell: (delivery) => <Result delivery={delivery} /> },
    {
      key: 'resend',
      head: <span className="visually-hidden">{t('resend')}</span>,
      align: 'end',
      tight: true,
      cell: ({ id, event, state, waits_for }) =>
        event === 'webhook.test' ? null : (
          <Button
            size="small"
            disabled={!webhook.enabled}
            busy={resend.isPending && resend.variables === id}
            aria-label={
              waits_for
                ? t('try_first', { first: nameOf(waits_for.event), event: nameOf(event) })
                : t(state === 'waiting' ? 'try_named' : 'resend_named', { event: nameOf(event) })
            }
            onClick={() => resend.mutate(id)}
          >
            {t(state === 'waiting' ? 'try_now' : 'resend')}
          </Button>
        ),
    },
  ];
  return (
    <LazyModal
      open={open}
      onClose={onClose}
      size="large"
      title={t('title', { address: hostOf(webhook.url) })}
      message={t('text', { limit: webhookLimits.deliveries, days: webhookLimits.days })}
    >
      {log.isError && !log.data ? (
        <ErrorState message={errorText(log.error)} onRetry={() => void log.refetch()} />
      ) : (
        <Table
          label={t('title', { address: hostOf(webhook.url) })}
          columns={columns}
          rows={log.data}
          rowKey={({ id }) => id}
          skeletonRows={3}
          stack
          empty={
            <EmptyState icon={<Send />} title={t('empty')}>
              {t('empty_text')}
            </EmptyState>
          }
        />
      )}
    </LazyModal>
  );
}

function Result({ delivery }: { delivery: WebhookDelivery }) {
  const t = useTranslations('webhooks.log');
  const problem = useProblems()(delivery);
  const nameOf = useEventNames();
  const { attempts, duration_ms, next_at, status, waits_for } = delivery;
  const facts = [
    waits_for ? t('waits_for', { event: nameOf(waits_for.event) }) : undefined,
    problem ?? (status === null ? undefined : String(status)),
    attempts > 0 ? t('attempts', { count: attempts }) : undefined,
    // Nothing was sent without a secret.
    duration_ms === null || delivery.problem === 'secret_lost' ? undefined : t('took', { ms: duration_ms }),
  ].filter((fact) => fact !== undefined);
  return (
    <div className={styles.result}>
      <DeliveryState delivery={delivery} />
      <span className={styles.facts}>
        {facts.join(' · ')}
        {next_at && attempts > 0 && !waits_for ? (
          <>
            {' · '}
            {Date.parse(next_at) > Date.now()
              ? t.rich('next', { when: () => <RelativeTime date={next_at} /> })
              : t('next_soon')}
          </>
        ) : null}
      </span>
    </div>
  );
}
