import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { IntegrationDetail } from '@tickets/contract/integrations/integrations';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { fetchModal, LazyConfirmDialog } from '../../../components/ui/overlays/lazy-modal.tsx';
import { toast } from '../../../lib/page/toast.ts';
import styles from '../integrations.module.css';
import { ReviewBadge } from '../review-badge.tsx';
import { deleteMutation, publishMutation } from './integration-editor.queries.ts';
import { integrationFormOf, integrationPayload } from './integration-form.ts';

interface PublicationCardProps {
  guildId: string;
  integration: IntegrationDetail;
  /** Whether the form holds what is not saved. */
  dirty: boolean;
}

/** Who can add the integration, and what makes it public or takes it away. */
export function PublicationCard({ guildId, integration, dirty }: PublicationCardProps) {
  const t = useTranslations('integrations.publication');
  const { review, refusal } = integration;
  return (
    <Card
      title={t('title')}
      actions={<ReviewBadge review={review} />}
      footer={
        <>
          <DeleteIntegration guildId={guildId} integration={integration} />
          <MakePublic guildId={guildId} integration={integration} dirty={dirty} />
        </>
      }
    >
      <div className={styles.words}>
        {review === 'refused' ? (
          <>
            <p>{refusal ? t('refused', { reason: refusal }) : t('refused_bare')}</p>
            <p className={styles.faint}>{t('again')}</p>
          </>
        ) : (
          <p>{t(review)}</p>
        )}
      </div>
    </Card>
  );
}

function MakePublic({ guildId, integration, dirty }: PublicationCardProps) {
  const t = useTranslations('integrations');
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState(false);
  const publish = useMutation(publishMutation(queryClient, guildId, integration.id));
  return (
    <>
      <Button
        // One that was refused can be asked for again.
        disabled={integration.public && integration.review !== 'refused'}
        onPointerEnter={fetchModal}
        onFocus={fetchModal}
        onClick={() => setAsking(true)}
      >
        {t('publication.make_public')}
      </Button>
      <LazyConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() =>
          publish.mutate(integrationPayload(integrationFormOf(integration)), {
            onSuccess: () => {
              toast.success(t('toast.public'));
              setAsking(false);
            },
          })
        }
        title={t('publication.ask_title')}
        message={
          <>
            {t('publication.ask', { name: integration.name })}
            {dirty ? ` ${t('publication.unsaved')}` : null}
          </>
        }
        confirmLabel={t('publication.confirm')}
        action={publish}
      />
    </>
  );
}

function DeleteIntegration({ guildId, integration }: Omit<PublicationCardProps, 'dirty'>) {
  const t = useTranslations('integrations');
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState(false);
  const { onSuccess: deleted, ...deleting } = deleteMutation(queryClient, guildId, integration.id);
  const remove = useMutation({
    ...deleting,
    onSuccess: async (...answer) => {
      await deleted?.(...answer);
      toast.success(t('toast.deleted', { name: integration.name }));
      // Nothing of what was typed could be saved any more.
      await navigate({ to: '/manage/$guildId/integrations', params: { guildId }, ignoreBlocker: true });
    },
  });
  return (
    <>
      <Button onPointerEnter={fetchModal} onFocus={fetchModal} onClick={() => setAsking(true)}>
        {t('publication.delete')}
      </Button>
      <LazyConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate()}
        title={t('publication.delete_title')}
        message={
          <>
            {t('publication.delete_ask', { name: integration.name })} {t('publication.delete_servers')}
          </>
        }
        confirmLabel={t('publication.delete_confirm')}
        danger
        action={remove}
      />
    </>
  );
}
