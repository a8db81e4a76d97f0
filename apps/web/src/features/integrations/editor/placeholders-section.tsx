import { integrationLimits } from '@tickets/contract/integrations/integration-limits';
import { exampleAnswer, placeholderName } from '@tickets/contract/integrations/part-names';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Card } from '../../../components/ui/card.tsx';
import { Field } from '../../../components/ui/fields/field.tsx';
import { TextInput } from '../../../components/ui/fields/text-input.tsx';
import styles from '../integrations.module.css';
import { cutName, type PlaceholderRow, withRow } from './integration-form.ts';
import type { SectionProps } from './metadata-section.tsx';
import { PartRows } from './part-rows.tsx';

/** What is taken out of the answer, with an answer in which all of it is found. */
export function PlaceholdersSection({ form, onChange, footer }: SectionProps & { footer: ReactNode }) {
  const t = useTranslations('integrations.form');
  const rows = form.placeholders;
  const change = (id: number, part: Partial<PlaceholderRow>) =>
    onChange({ placeholders: rows.map((row) => (row.id === id ? { ...row, ...part } : row)) });
  return (
    <Card title={t('placeholders')} description={t('placeholders_text')} footer={footer}>
      <div className={styles.stack}>
        <PartRows
          kind="placeholder"
          rows={rows}
          limit={integrationLimits.placeholders}
          onAdd={() => onChange({ placeholders: withRow(rows, { json_path: '' }) })}
          onRemove={({ id }) => onChange({ placeholders: rows.filter((row) => row.id !== id) })}
        >
          {({ id, name, json_path }, index) => (
            <>
              <Field label={t('placeholder_name')} name={`placeholders.${index}.name`} required>
                <TextInput
                  value={name}
                  onChange={(typed) => change(id, { name: cutName(placeholderName(typed)) })}
                  limit={integrationLimits.part_name}
                  spellCheck={false}
                  autoCapitalize="none"
                />
              </Field>
              <Field label={t('json_path')} name={`placeholders.${index}.json_path`} required>
                <TextInput
                  value={json_path}
                  onChange={(typed) => change(id, { json_path: typed })}
                  limit={integrationLimits.json_path}
                  spellCheck={false}
                  autoCapitalize="none"
                />
              </Field>
            </>
          )}
        </PartRows>
        <section aria-label={t('example')}>
          <h3 className={styles.smallHeading}>{t('example')}</h3>
          <pre className={styles.code}>{exampleText(rows) ?? t('invalid')}</pre>
        </section>
      </div>
    </Card>
  );
}

/** Undefined where the paths contradict each other. */
function exampleText(rows: readonly PlaceholderRow[]): string | undefined {
  const answer = exampleAnswer(rows.map(({ json_path }) => json_path.trim()));
  return answer && JSON.stringify(answer, null, 2);
}
