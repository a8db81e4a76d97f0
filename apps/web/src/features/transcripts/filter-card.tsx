import type { Panel } from '@tickets/contract/panels/panels';
import type { FieldProblem } from '@tickets/contract/platform/errors';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { Combobox } from '../../components/ui/choosing/combobox.tsx';
import { Select } from '../../components/ui/choosing/select.tsx';
import { Field } from '../../components/ui/fields/field.tsx';
import { Form } from '../../components/ui/fields/form.tsx';
import { TextInput } from '../../components/ui/fields/text-input.tsx';
import { changeFilter } from './filter-payload.ts';
import { emptyFilter, type TranscriptFilterForm } from './transcript-filter.ts';
import styles from './transcripts.module.css';

interface FilterCardProps {
  /** What the list is filtered by now. */
  filter: TranscriptFilterForm;
  panels: readonly Panel[];
  busy: boolean;
  problems: readonly FieldProblem[] | undefined;
  onFilter: (filter: TranscriptFilterForm) => void;
}

export function FilterCard({ filter, panels, busy, problems, onFilter }: FilterCardProps) {
  const t = useTranslations('transcripts.filter');
  const tt = useTranslations('transcripts');
  const [form, setForm] = useState(filter);
  const change = (field: keyof TranscriptFilterForm, value: string) =>
    setForm((now) => changeFilter(now, field, value));
  const isBlank = Object.values(form).every((value) => value === '');
  const textField = (field: 'id' | 'username' | 'user_id' | 'closed_by_id' | 'claimed_by_id') => (
    <Field label={t(field)} name={field}>
      <TextInput
        value={form[field]}
        onChange={(value) => change(field, value)}
        {...(field === 'username' ? {} : { inputMode: 'numeric' as const })}
      />
    </Field>
  );
  const stars = [1, 2, 3, 4, 5].map((count) => ({
    value: String(count),
    label: tt('stars', { count }),
  }));

  return (
    <Form problems={problems} onSubmit={() => onFilter(form)}>
      <Card
        title={t('title')}
        footer={
          <>
            {isBlank ? null : (
              <Button
                variant="ghost"
                onClick={() => {
                  setForm(emptyFilter);
                  onFilter(emptyFilter);
                }}
              >
                {t('clear')}
              </Button>
            )}
            <Button type="submit" variant="primary" busy={busy}>
              {t('submit')}
            </Button>
          </>
        }
      >
        <div className={styles.filters}>
          {textField('id')}
          {textField('username')}
          {textField('user_id')}
          {textField('closed_by_id')}
          <Field label={t('panel_id')} name="panel_id">
            <Combobox
              value={form.panel_id || null}
              onChange={(id) => change('panel_id', id ?? '')}
              options={panels.map((panel) => ({ value: String(panel.panel_id), label: panel.title }))}
              placeholder={t('any_panel')}
              clearable
            />
          </Field>
          <Field label={t('rating')} name="rating">
            <Select
              value={form.rating}
              onChange={(value) => change('rating', value)}
              options={[{ value: '', label: t('any') }, ...stars]}
            />
          </Field>
          {textField('claimed_by_id')}
        </div>
      </Card>
    </Form>
  );
}
