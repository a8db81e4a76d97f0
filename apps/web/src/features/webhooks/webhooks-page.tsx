import { useQuery } from '@tanstack/react-query';
import { webhookLimits } from '@tickets/contract/outgoing-webhooks/webhook-limits';
import type { Webhook } from '@tickets/contract/outgoing-webhooks/webhooks';
import { Plus, Webhook as WebhookIcon } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Page } from '../../components/layout/page.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { EmptyState, ErrorState } from '../../components/ui/empty-state.tsx';
import { fetchModal } from '../../components/ui/overlays/lazy-modal.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { errorText } from '../../lib/api/query-client.ts';
import { useUnlessLetIn } from '../../lib/page/let-in.ts';
import { useGuildId } from '../../lib/page/use-guild.ts';
import type { Queries } from '../../routes/screens.ts';
import { GuideLink } from './guide-link.tsx';
import { SecretModal } from './secret-modal.tsx';
import { WebhookCard } from './webhook-card.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { webhooksQuery } from './webhooks.queries.ts';

export const queries: Queries = {
  'outgoing_webhooks.list': ({ guildId }) => webhooksQuery(guildId),
};

export function WebhooksPage() {
  const guildId = useGuildId();
  return <Webhooks key={guildId} guildId={guildId} />;
}

function Webhooks({ guildId }: { guildId: string }) {
  const t = useTranslations('webhooks');
  const list = useQuery(webhooksQuery(guildId));
  // Here, so that one that somebody else deletes takes nothing with it that was typed.
  const [form, setForm] = useState<{ webhook?: Webhook; open: boolean; key: number }>({
    open: false,
    key: 0,
  });
  const show = (webhook?: Webhook) =>
    setForm(({ webhook: last, key }) => ({
      ...(webhook && { webhook }),
      open: true,
      // What was typed for a new one stays until it is made.
      key: webhook || last ? key + 1 : key,
    }));
  const [secret, setSecret] = useState<string>();
  const unlessLetIn = useUnlessLetIn();
  const isFull = (list.data?.length ?? 0) >= webhookLimits.webhooks;
  return (
    <Page
      title={t('title')}
      purpose={isFull ? t('full', { count: webhookLimits.webhooks }) : t('purpose')}
      action={
        <Button
          variant="primary"
          icon={<Plus aria-hidden="true" />}
          {...unlessLetIn}
          disabled={isFull || unlessLetIn.disabled}
          onPointerEnter={fetchModal}
          onFocus={fetchModal}
          onClick={() => show()}
        >
          {t('add')}
        </Button>
      }
    >
      {list.data ? (
        list.data.map((webhook) => (
          <WebhookCard
            key={webhook.id}
            guildId={guildId}
            webhook={webhook}
            onEdit={() => show(webhook)}
            onSecret={setSecret}
          />
        ))
      ) : list.isError ? (
        <Card>
          <ErrorState message={errorText(list.error)} onRetry={() => void list.refetch()} />
        </Card>
      ) : (
        <Skeleton height={220} />
      )}
      {list.data?.length === 0 ? (
        <Card>
          <EmptyState
            icon={<WebhookIcon />}
            title={t('empty.title')}
            action={<GuideLink>{t('empty.guide')}</GuideLink>}
          >
            {t('empty.text')}
          </EmptyState>
        </Card>
      ) : list.data ? (
        <p>
          <GuideLink>{t('empty.guide')}</GuideLink>
        </p>
      ) : null}
      <WebhookForm
        key={form.key}
        guildId={guildId}
        webhook={form.webhook}
        open={form.open}
        onClose={() => setForm((now) => ({ ...now, open: false }))}
        onMade={setSecret}
      />
      <SecretModal secret={secret} onClose={() => setSecret(undefined)} />
    </Page>
  );
}
