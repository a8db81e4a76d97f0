import { integrationLimits } from '@tickets/contract/integrations/integration-limits';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Card } from '../../../components/ui/card.tsx';
import { Field } from '../../../components/ui/fields/field.tsx';
import { TextArea } from '../../../components/ui/fields/text-area.tsx';
import { TextInput } from '../../../components/ui/fields/text-input.tsx';
import { useTypedPictureUrl } from '../../../lib/discord/use-picture-url.ts';
import { IntegrationPreview } from '../integration-preview.tsx';
import styles from '../integrations.module.css';
import { cut, type IntegrationForm } from './integration-form.ts';

export interface SectionProps {
  form: IntegrationForm;
  onChange: (change: Partial<IntegrationForm>) => void;
}

/** What people read of an integration, with how they see it. */
export function MetadataSection({ form, onChange, footer }: SectionProps & { footer?: ReactNode }) {
  const t = useTranslations('integrations.form');
  const limits = integrationLimits;
  const src = useTypedPictureUrl({ url: form.image_url });
  return (
    <Card title={t('metadata')} footer={footer}>
      <div className={styles.stack}>
        <Field label={t('name')} name="name" required>
          <TextInput
            value={form.name}
            onChange={(name) => onChange({ name: cut(name, limits.name) })}
            limit={limits.name}
          />
        </Field>
        <Field label={t('image_url')} name="image_url" hint={t('image_url_hint')}>
          <TextInput
            type="url"
            value={form.image_url}
            onChange={(image_url) => onChange({ image_url })}
            limit={limits.url}
          />
        </Field>
        <Field label={t('privacy_policy_url')} name="privacy_policy_url" hint={t('privacy_policy_url_hint')}>
          <TextInput
            type="url"
            value={form.privacy_policy_url}
            onChange={(privacy_policy_url) => onChange({ privacy_policy_url })}
            limit={limits.url}
          />
        </Field>
        <Field label={t('description')} name="description" required>
          <TextArea
            rows={3}
            value={form.description}
            onChange={(description) => onChange({ description: cut(description, limits.description) })}
            limit={limits.description}
          />
        </Field>
        <aside className={styles.previewBox} aria-label={t('preview')}>
          <IntegrationPreview
            name={form.name || t('preview_name')}
            description={form.description || t('preview_description')}
            src={src}
          />
        </aside>
      </div>
    </Card>
  );
}
