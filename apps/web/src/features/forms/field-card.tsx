import { answerLimits, formLimits } from '@tickets/contract/forms/form-limits';
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { memo } from 'react';
import { useTranslations } from 'use-intl';
import { IconButton } from '../../components/ui/button.tsx';
import { Select } from '../../components/ui/choosing/select.tsx';
import { Field } from '../../components/ui/fields/field.tsx';
import { RangeSlider } from '../../components/ui/fields/range-slider.tsx';
import { Switch } from '../../components/ui/fields/switch.tsx';
import { TextInput } from '../../components/ui/fields/text-input.tsx';
import styles from './forms.module.css';
import { type EditedInput, fieldName, lengthsFor } from './forms-state.ts';

interface FieldCardProps {
  input: EditedInput;
  position: number;
  count: number;
  onChange: (key: string, change: Partial<EditedInput>) => void;
  onMove: (key: string, by: -1 | 1) => void;
  onDelete: (key: string) => void;
  onActive: (key: string) => void;
}

const ARROWS: Partial<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 };

/** One question. Typing in one does not draw the others again. */
export const FieldCard = memo(function FieldCard(props: FieldCardProps) {
  const { input, position, count, onMove } = props;
  const t = useTranslations('forms.fields');
  const { key } = input;
  const label = input.label.trim();
  const name = label ? t('named', { position, label }) : t('name', { position });
  const change = (changed: Partial<EditedInput>) => props.onChange(key, changed);

  return (
    <li
      className={styles.field}
      data-field={key}
      aria-label={name}
      onFocus={() => props.onActive(key)}
      onKeyDown={(event) => {
        const by = ARROWS[event.key];
        // With Alt and an arrow a select opens, and keeps doing so.
        if (!by || !event.altKey || event.target instanceof HTMLSelectElement) return;
        event.preventDefault();
        onMove(key, by);
      }}
    >
      <header className={styles.fieldHead}>
        <span className={styles.number} aria-hidden="true">
          {position}
        </span>
        <span className={styles.fieldName} aria-hidden="true">
          {label || t('unnamed')}
        </span>
        <IconButton
          label={t('move_up')}
          size="small"
          aria-keyshortcuts="Alt+ArrowUp"
          disabled={position === 1}
          onClick={() => onMove(key, -1)}
        >
          <ArrowUp aria-hidden="true" />
        </IconButton>
        <IconButton
          label={t('move_down')}
          size="small"
          aria-keyshortcuts="Alt+ArrowDown"
          disabled={position === count}
          onClick={() => onMove(key, 1)}
        >
          <ArrowDown aria-hidden="true" />
        </IconButton>
        <IconButton label={t('delete')} size="small" onClick={() => props.onDelete(key)}>
          <Trash2 aria-hidden="true" />
        </IconButton>
      </header>
      <div className={styles.fieldBody}>
        <Field label={t('label')} name={fieldName(key, 'label')} required>
          <TextInput
            value={input.label}
            onChange={(value) => change({ label: value })}
            placeholder={t('label_placeholder')}
            limit={formLimits.label}
          />
        </Field>
        <Field label={t('placeholder')} name={fieldName(key, 'placeholder')}>
          <TextInput
            value={input.placeholder}
            onChange={(placeholder) => change({ placeholder })}
            limit={formLimits.placeholder}
          />
        </Field>
        <div className={styles.pair}>
          <Field label={t('style')} name={fieldName(key, 'style')}>
            <Select
              value={`${input.style}`}
              onChange={(style) => change(lengthsFor(style === '1' ? 1 : 2, input))}
              options={[
                { value: '1', label: t('short') },
                { value: '2', label: t('multi_line') },
              ]}
            />
          </Field>
          <Field label={t('required')} name={fieldName(key, 'required')} inline className={styles.required}>
            <Switch checked={input.required} onChange={(required) => change({ required })} />
          </Field>
        </div>
        <Field label={t('length')} name={fieldName(key, 'max_length')} group>
          <RangeSlider
            value={[input.min_length, input.max_length]}
            onChange={([min_length, max_length]) => change({ min_length, max_length })}
            min={0}
            max={answerLimits[input.style]}
            lowestEnd={1}
            labels={{ from: t('shortest'), to: t('longest') }}
            valueText={(number) => t('characters', { number })}
          />
        </Field>
      </div>
    </li>
  );
});
