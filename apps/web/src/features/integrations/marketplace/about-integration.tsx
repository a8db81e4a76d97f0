import { Link } from '@tanstack/react-router';
import type { ListedIntegration } from '@tickets/contract/integrations/integrations';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button, buttonClass } from '../../../components/ui/button.tsx';
import { LazyModal } from '../../../components/ui/overlays/lazy-modal.tsx';
import styles from '../integrations.module.css';
import { privacyLink } from '../privacy-policy.ts';
import { RemoveQuestion } from '../remove-question.tsx';

interface AboutIntegrationProps {
  guildId: string;
  integration: ListedIntegration;
  open: boolean;
  onClose: () => void;
  /** Calls back when it is removed. */
  onRemove: (removed: () => void) => void;
  removing: boolean;
}

/** What one wants to know before a server sends its members' ids anywhere. */
export function AboutIntegration(props: AboutIntegrationProps) {
  const t = useTranslations('integrations.about');
  const common = useTranslations('common');
  const { guildId, integration, open, onClose, onRemove, removing } = props;
  const [asking, setAsking] = useState(false);
  const privacy = privacyLink(integration.privacy_policy_url);
  return (
    <LazyModal
      open={open}
      onClose={onClose}
      title={t('title', { name: integration.name })}
      footer={
        <>
          {/* The first of them has the focus, and changes nothing. */}
          <Button onClick={onClose}>{common('close')}</Button>
          {integration.added ? (
            <Button variant="danger" onClick={() => setAsking(true)}>
              {t('remove')}
            </Button>
          ) : (
            <Link
              to="/manage/$guildId/integrations/activate/$integrationId"
              params={{ guildId, integrationId: String(integration.id) }}
              className={buttonClass({ variant: 'primary' })}
            >
              {t('add')}
            </Link>
          )}
        </>
      }
    >
      <div className={styles.about}>
        <section>
          <h3 className={styles.smallHeading}>{t('description')}</h3>
          <p className={styles.words}>{integration.description}</p>
        </section>
        <section>
          <h3 className={styles.smallHeading}>{t('request')}</h3>
          <p>
            <code className={styles.address}>{integration.webhook_url}</code>
          </p>
          <p className={styles.faint}>
            {t('sent')}
            {integration.approved ? null : ` ${t('answers')}`}
          </p>
        </section>
        <section>
          <h3 className={styles.smallHeading}>{t('privacy')}</h3>
          {privacy ? (
            <a className={styles.address} href={privacy} target="_blank" rel="noreferrer">
              {privacy}
            </a>
          ) : (
            <p>{t('no_privacy')}</p>
          )}
        </section>
      </div>
      <RemoveQuestion
        name={integration.name}
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => onRemove(() => setAsking(false))}
        busy={removing}
      />
    </LazyModal>
  );
}
