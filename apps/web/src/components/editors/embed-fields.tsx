import { embedLimits } from '@tickets/contract/embeds/embed-limits';
import { Plus } from 'lucide-react';
import { memo, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../ui/button.tsx';
import { Collapsible } from '../ui/collapsible.tsx';
import styles from './editors.module.css';
import type { FieldActions } from './embed-field-row.tsx';
import { FieldRow } from './embed-field-row.tsx';
import type { ChangeEmbed } from './embed-form.ts';
import { type EmbedFieldForm, nextFieldKey } from './embed-form.ts';
import { Summary } from './embed-groups.tsx';
import { moved } from './order.ts';

interface FieldsGroupProps {
  fields: readonly EmbedFieldForm[];
  name: string;
  change: ChangeEmbed;
  placeholders: boolean;
}

export const FieldsGroup = memo(function FieldsGroup({
  fields,
  name,
  change,
  placeholders,
}: FieldsGroupProps) {
  const t = useTranslations('editors.embed');
  const group = useRef<HTMLDivElement>(null);
  // Where the focus goes once the change is drawn.
  const next = useRef<string>(undefined);
  const [said, setSaid] = useState('');
  const count = fields.length;
  const full = count >= embedLimits.fields;

  useLayoutEffect(() => {
    if (next.current === undefined) return;
    group.current?.querySelector<HTMLElement>(next.current)?.focus();
    next.current = undefined;
  });

  const edit = useCallback<FieldActions['edit']>(
    (key, part) =>
      change(({ fields: now }) => ({
        fields: now.map((field) => (field.key === key ? { ...field, ...part } : field)),
      })),
    [change],
  );
  const move = useCallback<FieldActions['move']>(
    (key, by) =>
      change(({ fields: now }) => {
        const from = now.findIndex((field) => field.key === key);
        const to = from + by;
        setSaid(t('field_moved', { number: to + 1, count: now.length }));
        // At an end the button that was pressed is off, so the other one goes on.
        const onward = to === 0 ? 1 : to === now.length - 1 ? -1 : by;
        next.current = `[data-field="${key}"] [data-move="${onward}"]`;
        return { fields: moved(now, from, to) };
      }),
    [change, t],
  );
  const remove = useCallback<FieldActions['remove']>(
    (key) =>
      change(({ fields: now }) => {
        const at = now.findIndex((field) => field.key === key);
        const neighbour = now[at + 1] ?? now[at - 1];
        setSaid(t('field_deleted'));
        next.current = neighbour ? `[data-field="${neighbour.key}"] input` : '[data-add]';
        return { fields: now.filter((field) => field.key !== key) };
      }),
    [change, t],
  );
  const add = () =>
    change(({ fields: now }) => {
      const key = nextFieldKey(now);
      setSaid('');
      next.current = `[data-field="${key}"] input`;
      return { fields: [...now, { key, name: '', value: '', inline: false }] };
    });

  return (
    <Collapsible
      nested
      title={t('fields')}
      aside={<Summary text={count ? t('count', { count, limit: embedLimits.fields }) : ''} />}
    >
      <div ref={group} className={styles.fields}>
        {count === 0 ? <p className={styles.note}>{t('no_fields')}</p> : null}
        {fields.map((field, index) => (
          <FieldRow
            key={field.key}
            field={field}
            index={index}
            isLast={index === count - 1}
            name={name}
            placeholders={placeholders}
            edit={edit}
            move={move}
            remove={remove}
          />
        ))}
        <div className={styles.add}>
          <Button data-add icon={<Plus aria-hidden="true" />} disabled={full} onClick={add}>
            {t('add_field')}
          </Button>
          {full ? <p className={styles.note}>{t('fields_full', { limit: embedLimits.fields })}</p> : null}
        </div>
        <p className="visually-hidden" role="status">
          {said}
        </p>
      </div>
    </Collapsible>
  );
});
