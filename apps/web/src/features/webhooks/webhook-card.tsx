import { useMutation, useQueryClient } from '@tanstack/react-query';
import { webhookEvents } from '@tickets/contract/outgoing-webhooks/webhook-limits';
import type { Webhook } from '@tickets/contract/outgoing-webhooks/webhooks';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Badge } from '../../components/ui/badge.tsx';
import { Banner } from '../../components/ui/banner.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { DeleteButton } from '../../components/ui/delete-button.tsx';
import { fetchModal, LazyConfirmDialog } from '../../components/ui/overlays/lazy-modal.tsx';
import { RelativeTime } from '../../components/ui/relative-time.tsx';
import { useUnlessLetIn } from '../../lib/page/let-in.ts';
import { DeliveryState } from './delivery-state.tsx';
import { TestButton } from './test-button.tsx';
import { WebhookLog } from './webhook-log.tsx';
import { hostOf, useEventNames, useProblems } from './webhook-words.ts';
import styles from './webhooks.module.css';
import { removeMutation, rotateMutation, webhookKeys } from './webhooks.queries.ts';

interface WebhookCardProps {
  guildId: string;
  webhook: Webhook;
  onEdit: () => void;
  onSecret: (secret: string) => void;
}

const tones = { on: 'success', failing: 'danger', off: 'neutral' } as const;

/** One webhook: where it leads, what it is told, how the last delivery went, and what can be done with it. */
export function WebhookCard({ guildId, webhook, onEdit, onSecret }: WebhookCardProps) {
  const t = useTranslations('webhooks.card');
  const removal = useTranslations('webhooks.remove');
  const unlessLetIn = useUnlessLetIn();
  const queryClient = useQueryClient();
  const [showsLog, setShowsLog] = useState(false);
  const address = hostOf(webhook.url);
  const state = !webhook.enabled ? 'off' : webhook.failing ? 'failing' : 'on';
  return (
    <Card
      title={<span className={styles.address}>{address}</span>}
      actions={<Badge tone={tones[state]}>{t(state)}</Badge>}
      footer={
        <div className={styles.actions}>
          <DeleteButton
            remove={removeMutation(guildId, webhook)}
            onDeleted={() => void queryClient.invalidateQueries({ queryKey: webhookKeys.list(guildId) })}
            texts={{
              action: removal('action'),
              title: removal('title'),
              message: removal('message', { address }),
              confirm: removal('confirm'),
              done: removal('done'),
            }}
          />
          <span className={styles.space} />
          <RotateButton guildId={guildId} webhook={webhook} onSecret={onSecret} />
          <TestButton guildId={guildId} webhook={webhook} />
          <Button onPointerEnter={fetchModal} onFocus={fetchModal} onClick={() => setShowsLog(true)}>
            {t('log')}
          </Button>
          <Button {...unlessLetIn} onPointerEnter={fetchModal} onFocus={fetchModal} onClick={onEdit}>
            {t('edit')}
          </Button>
        </div>
      }
    >
      <Facts webhook={webhook} />
      <WebhookLog guildId={guildId} webhook={webhook} open={showsLog} onClose={() => setShowsLog(false)} />
    </Card>
  );
}

function Facts({ webhook }: { webhook: Webhook }) {
  const t = useTranslations('webhooks.card');
  const nameOf = useEventNames();
  const problemOf = useProblems();
  const { url, events, gone_at, failing, earlier_secret_until, last_delivery } = webhook;
  return (
    <div className={styles.stack}>
      <code className={styles.url}>{url}</code>
      <p>
        {events.length === webhookEvents.length
          ? t('all_events')
          : t('events', { count: events.length, names: events.map(nameOf).join(', ') })}
      </p>
      {gone_at ? <Banner tone="danger">{t('gone')}</Banner> : null}
      {failing ? (
        <Banner tone="danger">
          {t.rich('failing_since', {
            problem: problemOf(failing) ?? '',
            when: () => <RelativeTime date={failing.since} />,
          })}
        </Banner>
      ) : null}
      <p className={styles.last}>
        {last_delivery ? (
          <>
            <span>
              {t.rich('last', {
                event: nameOf(last_delivery.event),
                when: () => <RelativeTime date={last_delivery.happened_at} />,
              })}
            </span>
            <DeliveryState delivery={last_delivery} />
          </>
        ) : (
          t('none_yet')
        )}
      </p>
      {earlier_secret_until ? (
        <p className={styles.faint}>
          {t.rich('earlier_secret', { when: () => <RelativeTime date={earlier_secret_until} /> })}
        </p>
      ) : null}
    </div>
  );
}

function RotateButton({ guildId, webhook, onSecret }: Omit<WebhookCardProps, 'onEdit'>) {
  const t = useTranslations('webhooks');
  const [asks, setAsks] = useState(false);
  const unlessLetIn = useUnlessLetIn();
  const queryClient = useQueryClient();
  const { onSuccess: reload, ...rotating } = rotateMutation(queryClient, guildId, webhook);
  const rotate = useMutation({
    ...rotating,
    onSuccess: async (...answer) => {
      await reload?.(...answer);
      setAsks(false);
      onSecret(answer[0].secret);
    },
  });
  return (
    <>
      <Button {...unlessLetIn} onPointerEnter={fetchModal} onFocus={fetchModal} onClick={() => setAsks(true)}>
        {t('card.rotate')}
      </Button>
      <LazyConfirmDialog
        open={asks}
        onClose={() => setAsks(false)}
        onConfirm={() => rotate.mutate()}
        title={t('rotate.title')}
        message={t(webhook.earlier_secret_until ? 'rotate.text_again' : 'rotate.text', {
          address: hostOf(webhook.url),
        })}
        confirmLabel={t('rotate.confirm')}
        action={rotate}
      />
    </>
  );
}
