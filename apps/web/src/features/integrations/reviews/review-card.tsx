import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { IntegrationReview } from '@tickets/contract/integrations/integrations';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { CopyId } from '../../../components/ui/copy-id.tsx';
import { placeOfFocus } from '../../../components/ui/overlays/keep-focus.ts';
import { fetchModal } from '../../../components/ui/overlays/lazy-modal.tsx';
import { RelativeTime } from '../../../components/ui/relative-time.tsx';
import { toast } from '../../../lib/page/toast.ts';
import { IntegrationPicture } from '../integration-picture.tsx';
import styles from '../integrations.module.css';
import { privacyLink } from '../privacy-policy.ts';
import { approveMutation } from './integration-reviews.queries.ts';

interface ReviewCardProps {
  review: IntegrationReview;
  onRefuse: () => void;
}

/** All that is known of an integration that its author wants to be public. */
export function ReviewCard({ review, onRefuse }: ReviewCardProps) {
  const t = useTranslations('integrations.reviews');
  const queryClient = useQueryClient();
  const approve = useMutation(approveMutation(queryClient));
  const { integration, author, guild_count, asked_at } = review;
  const { name } = integration;
  const isPublic = integration.review === 'approved';
  return (
    <Card
      title={name}
      footer={
        <>
          <Button
            aria-label={t(isPublic ? 'withdraw_named' : 'refuse_named', { name })}
            onPointerEnter={fetchModal}
            onFocus={fetchModal}
            onClick={onRefuse}
          >
            {t(isPublic ? 'withdraw' : 'refuse')}
          </Button>
          {isPublic ? null : (
            <Button
              variant="primary"
              aria-label={t('approve_named', { name })}
              busy={approve.isPending}
              onClick={({ currentTarget }) => {
                placeOfFocus(currentTarget).keep();
                approve.mutate(review, { onSuccess: () => toast.success(t('approved', { name })) });
              }}
            >
              {t('approve')}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.stack}>
        <div className={styles.preview}>
          <IntegrationPicture name={name} token={integration.proxy_token} size={64} />
          <p className={styles.words}>{integration.description}</p>
        </div>
        <dl className={styles.known}>
          <Known label={t('author')}>
            <a href={`https://discord.com/users/${author.id}`} target="_blank" rel="noreferrer">
              {author.username}
            </a>{' '}
            <CopyId id={author.id} of={author.username} />
          </Known>
          <Known label={t('asked')}>
            <RelativeTime date={asked_at} />
          </Known>
          <Known label={t('servers')}>{guild_count}</Known>
          <Known label={t('request')}>
            <code>
              {integration.http_method} {integration.webhook_url}
            </code>
          </Known>
          <Known label={t('validation')}>
            {integration.validation_url ? <code>{integration.validation_url}</code> : t('none')}
          </Known>
          <Known label={t('privacy')}>
            <Privacy url={integration.privacy_policy_url} />
          </Known>
          <Known label={t('image')}>
            {integration.image_url ? <code>{integration.image_url}</code> : t('none')}
          </Known>
          <Known label={t('secrets')}>
            <List
              rows={integration.secrets.map(({ id, name, description }) => ({
                id,
                name,
                text: description ?? '',
              }))}
            />
          </Known>
          <Known label={t('placeholders')}>
            <List
              rows={integration.placeholders.map(({ id, name, json_path }) => ({
                id,
                name: `%${name}%`,
                text: json_path,
              }))}
            />
          </Known>
        </dl>
      </div>
    </Card>
  );
}

function Known({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Privacy({ url }: { url: string | null }) {
  const t = useTranslations('integrations.reviews');
  const link = privacyLink(url);
  if (!link) return t('none');
  return (
    <a href={link} target="_blank" rel="noreferrer">
      {link}
    </a>
  );
}

function List({ rows }: { rows: readonly { id: number; name: string; text: string }[] }) {
  const t = useTranslations('integrations.reviews');
  if (rows.length === 0) return t('none');
  return (
    <ul>
      {rows.map(({ id, name, text }) => (
        <li key={id}>
          <code>{name}</code> <span className={styles.faint}>{text}</span>
        </li>
      ))}
    </ul>
  );
}
