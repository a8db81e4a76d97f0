import type { WebhookDelivery } from '@tickets/contract/outgoing-webhooks/webhooks';
import { useTranslations } from 'use-intl';
import { Badge } from '../../components/ui/badge.tsx';

/** How a delivery stands, in one word or a few. */
export function DeliveryState({ delivery }: { delivery: WebhookDelivery }) {
  const t = useTranslations('webhooks.state');
  if (delivery.state === 'delivered') return <Badge tone="success">{t('delivered')}</Badge>;
  if (delivery.state === 'waiting')
    return delivery.problem ? <Badge tone="warning">{t('retrying')}</Badge> : <Badge>{t('waiting')}</Badge>;
  return <Badge tone="danger">{t(delivery.event === 'webhook.test' ? 'failed' : 'given_up')}</Badge>;
}
