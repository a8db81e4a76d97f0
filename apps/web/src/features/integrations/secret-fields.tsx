import { useTranslations } from 'use-intl';
import { Field } from '../../components/ui/fields/field.tsx';
import styles from './integrations.module.css';
import { SecretInput } from './secret-input.tsx';
import type { SecretValues } from './use-secret-values.ts';

interface Secret {
  name: string;
  description: string | null;
}

interface SecretFieldsProps {
  secrets: readonly Secret[];
  values: SecretValues;
  onChange: (name: string, value: string) => void;
}

const isBlank = (value: string | undefined) => !!value && !value.trim();

/** A box for each secret that an integration declares. */
export function SecretFields({ secrets, values, onChange }: SecretFieldsProps) {
  const t = useTranslations('integrations.secrets');
  if (secrets.length === 0) return <p>{t('none')}</p>;
  return (
    <div className={styles.stack}>
      {secrets.map(({ name, description }) => (
        <Field
          key={name}
          label={name}
          name={`secrets.${name}`}
          hint={description}
          error={isBlank(values.get(name)) ? t('blank') : undefined}
          required
        >
          <SecretInput value={values.get(name) ?? ''} onChange={(value) => onChange(name, value)} />
        </Field>
      ))}
    </div>
  );
}
