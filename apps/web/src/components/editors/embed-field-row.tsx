import { embedLimits } from '@tickets/contract/embeds/embed-limits';
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { memo, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { IconButton } from '../ui/button.tsx';
import { Field } from '../ui/fields/field.tsx';
import { Switch } from '../ui/fields/switch.tsx';
import { TextArea } from '../ui/fields/text-area.tsx';
import { TextInput } from '../ui/fields/text-input.tsx';
import styles from './editors.module.css';
import type { EmbedFieldForm } from './embed-form.ts';
import { PlaceholderHelp } from './placeholder-help.tsx';

export interface FieldActions {
  edit: (key: number, part: Partial<EmbedFieldForm>) => void;
  move: (key: number, by: -1 | 1) => void;
  remove: (key: number) => void;
}

interface FieldRowProps extends FieldActions {
  field: EmbedFieldForm;
  index: number;
  isLast: boolean;
  name: string;
  placeholders: boolean;
}

/** One field. Drawn again only when it changes itself: there may be 25 of them while someone types. */
export const FieldRow = memo(function FieldRow(props: FieldRowProps) {
  const { field, index, isLast, name, placeholders, edit, move, remove } = props;
  const t = useTranslations('editors.embed');
  const value = useRef<HTMLTextAreaElement>(null);
  const number = index + 1;
  const path = `${name}.fields.${index}`;
  const write = (text: string) => edit(field.key, { value: text });
  return (
    <fieldset className={styles.field} data-field={field.key} aria-label={t('field', { number })}>
      <div className={styles.fieldHead}>
        <span className={styles.fieldTitle} aria-hidden="true">
          {t('field', { number })}
        </span>
        <IconButton
          size="small"
          label={t('field_up', { number })}
          data-move={-1}
          disabled={index === 0}
          onClick={() => move(field.key, -1)}
        >
          <ArrowUp aria-hidden="true" />
        </IconButton>
        <IconButton
          size="small"
          label={t('field_down', { number })}
          data-move={1}
          disabled={isLast}
          onClick={() => move(field.key, 1)}
        >
          <ArrowDown aria-hidden="true" />
        </IconButton>
        <IconButton size="small" label={t('field_delete', { number })} onClick={() => remove(field.key)}>
          <Trash2 aria-hidden="true" />
        </IconButton>
      </div>
      <div className={styles.nameAndInline}>
        <Field label={t('field_name')} name={`${path}.name`}>
          <TextInput
            value={field.name}
            onChange={(text) => edit(field.key, { name: text })}
            limit={embedLimits.field_name}
          />
        </Field>
        <Field label={t('field_inline')} inline className={styles.inline}>
          <Switch checked={field.inline} onChange={(inline) => edit(field.key, { inline })} />
        </Field>
      </div>
      <Field label={t('field_value')} hint={t('field_value_hint')} name={`${path}.value`}>
        <TextArea
          ref={value}
          rows={2}
          className={styles.short}
          value={field.value}
          onChange={write}
          limit={embedLimits.field_value}
          actions={
            placeholders ? (
              <PlaceholderHelp target={value} onChange={write} of={t('field', { number })} />
            ) : undefined
          }
        />
      </Field>
    </fieldset>
  );
});
