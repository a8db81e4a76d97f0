import { integrationLimits } from '@tickets/contract/integrations/integration-limits';
import { headerName, placeholderName } from '@tickets/contract/integrations/part-names';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Card } from '../../../components/ui/card.tsx';
import { Select } from '../../../components/ui/choosing/select.tsx';
import { Field } from '../../../components/ui/fields/field.tsx';
import { TextInput } from '../../../components/ui/fields/text-input.tsx';
import styles from '../integrations.module.css';
import { cut, cutName, type HeaderRow, type SecretRow, withRow } from './integration-form.ts';
import type { SectionProps } from './metadata-section.tsx';
import { PartRows } from './part-rows.tsx';

const METHODS = [
  { value: 'GET', label: 'GET' },
  { value: 'POST', label: 'POST' },
] as const;

/** What is sent when a ticket opens, and what servers must give for it. */
export function RequestSection({ form, onChange }: SectionProps) {
  const t = useTranslations('integrations.form');
  return (
    <Card title={t('request')} description={t('request_text')}>
      <div className={styles.stack}>
        <Field label={t('http_method')} name="http_method" hint={t('http_method_hint')}>
          <Select
            value={form.http_method}
            options={METHODS}
            onChange={(http_method) => onChange({ http_method })}
          />
        </Field>
        <Field label={t('webhook_url')} name="webhook_url" hint={t('webhook_url_hint')} required>
          <TextInput
            type="url"
            value={form.webhook_url}
            onChange={(webhook_url) => onChange({ webhook_url })}
            limit={integrationLimits.url}
          />
        </Field>
        <Group title={t('secrets')} text={t('secrets_text')}>
          <Secrets rows={form.secrets} onChange={(secrets) => onChange({ secrets })} />
        </Group>
        <Field label={t('validation_url')} name="validation_url" hint={t('validation_url_hint')}>
          <TextInput
            type="url"
            value={form.validation_url}
            onChange={(validation_url) => onChange({ validation_url })}
            limit={integrationLimits.url}
          />
        </Field>
        <Group title={t('headers')} text={t('headers_text')}>
          <Headers rows={form.headers} onChange={(headers) => onChange({ headers })} />
        </Group>
      </div>
    </Card>
  );
}

function Group({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section className={styles.group} aria-label={title}>
      <h3 className={styles.groupTitle}>{title}</h3>
      <p className={styles.faint}>{text}</p>
      {children}
    </section>
  );
}

interface RowsProps<R> {
  rows: readonly R[];
  onChange: (rows: readonly R[]) => void;
}

function Secrets({ rows, onChange }: RowsProps<SecretRow>) {
  const t = useTranslations('integrations.form');
  const change = (id: number, part: Partial<SecretRow>) =>
    onChange(rows.map((row) => (row.id === id ? { ...row, ...part } : row)));
  return (
    <PartRows
      kind="secret"
      rows={rows}
      limit={integrationLimits.secrets}
      onAdd={() => onChange(withRow(rows, { description: '' }))}
      onRemove={({ id }) => onChange(rows.filter((row) => row.id !== id))}
    >
      {({ id, name, description }, index) => (
        <>
          <Field label={t('secret_name')} name={`secrets.${index}.name`} required>
            <TextInput
              value={name}
              onChange={(typed) => change(id, { name: cutName(placeholderName(typed)) })}
              limit={integrationLimits.part_name}
              spellCheck={false}
              autoCapitalize="none"
            />
          </Field>
          <Field label={t('secret_description')} name={`secrets.${index}.description`}>
            <TextInput
              value={description}
              onChange={(typed) =>
                change(id, { description: cut(typed, integrationLimits.secret_description) })
              }
              limit={integrationLimits.secret_description}
            />
          </Field>
        </>
      )}
    </PartRows>
  );
}

function Headers({ rows, onChange }: RowsProps<HeaderRow>) {
  const t = useTranslations('integrations.form');
  const change = (id: number, part: Partial<HeaderRow>) =>
    onChange(rows.map((row) => (row.id === id ? { ...row, ...part } : row)));
  return (
    <PartRows
      kind="header"
      rows={rows}
      limit={integrationLimits.headers}
      onAdd={() => onChange(withRow(rows, { value: '' }))}
      onRemove={({ id }) => onChange(rows.filter((row) => row.id !== id))}
    >
      {({ id, name, value }, index) => (
        <>
          <Field label={t('header_name')} name={`headers.${index}.name`} required>
            <TextInput
              value={name}
              onChange={(typed) => change(id, { name: cutName(headerName(typed)) })}
              limit={integrationLimits.part_name}
              spellCheck={false}
            />
          </Field>
          <Field label={t('header_value')} name={`headers.${index}.value`} required>
            <TextInput
              value={value}
              onChange={(typed) => change(id, { value: typed })}
              limit={integrationLimits.header_value}
              spellCheck={false}
              autoCapitalize="none"
            />
          </Field>
        </>
      )}
    </PartRows>
  );
}
