import { Plus, X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useTranslations } from 'use-intl';
import { Button, IconButton } from '../../../components/ui/button.tsx';
import styles from '../integrations.module.css';

interface PartRowsProps<R> {
  kind: 'placeholder' | 'header' | 'secret';
  rows: readonly R[];
  limit: number;
  onAdd: () => void;
  onRemove: (row: R) => void;
  /** The fields of a row. */
  children: (row: R, index: number) => ReactNode;
}

/** Rows of fields that can be added, as many as there may be, and taken away. */
export function PartRows<R extends { id: number }>(props: PartRowsProps<R>) {
  const { kind, rows, limit, onAdd, onRemove, children } = props;
  const t = useTranslations('integrations.form');
  const list = useRef<HTMLUListElement>(null);
  const adder = useRef<HTMLButtonElement>(null);

  const add = () => {
    flushSync(onAdd);
    list.current?.querySelector<HTMLElement>(':scope > li:last-child input')?.focus();
  };
  const remove = (row: R, index: number) => {
    flushSync(() => onRemove(row));
    const buttons = list.current?.querySelectorAll<HTMLElement>(`[data-remove]`) ?? [];
    (buttons[Math.min(index, buttons.length - 1)] ?? adder.current)?.focus();
  };

  return (
    <div className={styles.parts}>
      {rows.length ? (
        <ul ref={list} className={styles.rows}>
          {rows.map((row, index) => {
            const label = t(kind, { position: index + 1 });
            return (
              <li key={row.id} className={styles.row}>
                {/* biome-ignore lint/a11y/useSemanticElements: a fieldset takes no grid in all browsers */}
                <div role="group" aria-label={label} className={styles.rowFields}>
                  {children(row, index)}
                </div>
                <IconButton
                  data-remove
                  label={t('remove_part', { part: label })}
                  className={styles.rowRemove}
                  onClick={() => remove(row, index)}
                >
                  <X aria-hidden="true" />
                </IconButton>
              </li>
            );
          })}
        </ul>
      ) : (
        <p className={styles.faint}>{t(`none_of_${kind}s`)}</p>
      )}
      <div className={styles.adder}>
        <Button
          ref={adder}
          size="small"
          icon={<Plus aria-hidden="true" />}
          disabled={rows.length >= limit}
          onClick={add}
        >
          {t(`add_${kind}`)}
        </Button>
        <span className={styles.faint}>{t('count', { count: rows.length, limit })}</span>
      </div>
    </div>
  );
}
