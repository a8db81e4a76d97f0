import type { IntegrationView } from '@tickets/contract/integrations/integrations';
import type { FieldProblem } from '@tickets/contract/platform/errors';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Banner } from '../../../components/ui/banner.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Form } from '../../../components/ui/fields/form.tsx';
import styles from '../integrations.module.css';
import { SecretFields } from '../secret-fields.tsx';
import type { SecretValues } from '../use-secret-values.ts';

interface SecretsCardProps {
  integration: IntegrationView;
  values: SecretValues;
  onChange: (name: string, value: string) => void;
  problems: readonly FieldProblem[];
  onSubmit: () => void;
  /** What is said besides, such as that earlier values stay hidden. */
  note?: ReactNode;
  footer: ReactNode;
}

/** The secrets of an integration, with where they are sent. */
export function SecretsCard({
  integration,
  values,
  onChange,
  problems,
  onSubmit,
  note,
  footer,
}: SecretsCardProps) {
  const t = useTranslations('integrations.secrets');
  const about = useTranslations('integrations.about');
  const url = () => <code className={styles.address}>{integration.webhook_url}</code>;
  return (
    <Form problems={problems} onSubmit={onSubmit}>
      <Card title={t('title')} footer={footer}>
        <div className={styles.stack}>
          {note}
          <SecretFields secrets={integration.secrets} values={values} onChange={onChange} />
          {integration.secrets.length ? (
            <Banner tone="warning">{t.rich('warning', { url })}</Banner>
          ) : (
            <p className={styles.faint}>{t.rich('id_alone', { url })}</p>
          )}
          {integration.approved ? null : <p className={styles.faint}>{about('answers')}</p>}
        </div>
      </Card>
    </Form>
  );
}
