import { formLimits } from '@tickets/contract/forms/form-limits';
import { ListPlus, Plus } from 'lucide-react';
import { useCallback, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslations } from 'use-intl';
import { Banner } from '../../components/ui/banner.tsx';
import { cx } from '../../components/ui/class-names.ts';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { FieldCard } from './field-card.tsx';
import styles from './forms.module.css';
import { addInput, changeInput, type EditedInput, moveInput, removeInput } from './forms-state.ts';
import type { FormDraft } from './use-form-draft.ts';

interface FieldListProps {
  draft: FormDraft;
  /** The form has no fields on the server yet. */
  isUnsaved: boolean;
  onActive: (key: string) => void;
}

export function FieldList({ draft, isUnsaved, onActive }: FieldListProps) {
  const t = useTranslations('forms.fields');
  const { inputs } = draft.value;
  const list = useRef<HTMLOListElement>(null);
  const adder = useRef<HTMLButtonElement>(null);
  const [said, setSaid] = useState('');
  // The cards are memoised: what they call stays the same and reads the newest state here.
  const latest = useRef(draft);
  latest.current = draft;

  const nameOf = (key: string) => {
    const now = latest.current.value.inputs;
    const position = now.findIndex((input) => input.key === key) + 1;
    const label = now[position - 1]?.label.trim();
    return label ? t('named', { position, label }) : t('name', { position });
  };
  const cardOf = (key: string | undefined) =>
    list.current?.querySelector<HTMLElement>(`[data-field="${key}"]`);

  const change = useCallback((key: string, changed: Partial<EditedInput>) => {
    latest.current.edit((form) => changeInput(form, key, changed));
  }, []);

  const move = (key: string, by: -1 | 1) => {
    const name = nameOf(key);
    const before = latest.current.value.inputs;
    const place = before.findIndex((input) => input.key === key) + by;
    if (place < 0 || place >= before.length) return;
    const focused = document.activeElement;
    flushSync(() => latest.current.edit((form) => moveInput(form, key, by)));
    // Moving an element in the page takes the focus from it; at either end its button is off.
    const card = cardOf(key);
    const target =
      focused instanceof HTMLButtonElement && focused.disabled
        ? card?.querySelector<HTMLButtonElement>('button:enabled')
        : focused;
    if (target instanceof HTMLElement) target.focus({ preventScroll: true });
    card?.scrollIntoView({ block: 'nearest' });
    setSaid(t('moved', { name, position: place + 1, count: before.length }));
  };

  const remove = (key: string) => {
    const name = nameOf(key);
    const before = latest.current.value.inputs;
    const index = before.findIndex((input) => input.key === key);
    const next = before[index + 1] ?? before[index - 1];
    flushSync(() => latest.current.edit((form) => removeInput(form, key)));
    const nextButton = cardOf(next?.key)?.querySelector<HTMLElement>('header button:last-child');
    (nextButton ?? adder.current)?.focus();
    setSaid(t('deleted', { name }));
  };

  const add = () => {
    flushSync(() => draft.edit(addInput));
    const added = list.current?.querySelector<HTMLElement>('li:last-child input');
    added?.focus();
  };

  const acts = useRef({ move, remove });
  acts.current = { move, remove };
  const onMove = useCallback((key: string, by: -1 | 1) => acts.current.move(key, by), []);
  const onDelete = useCallback((key: string) => acts.current.remove(key), []);
  const isFull = inputs.length >= formLimits.inputs;

  return (
    <section className={styles.fields} aria-label={t('heading')}>
      <header className={styles.fieldsHead}>
        <h3>{t('heading')}</h3>
        <span className={styles.count}>{t('count', { count: inputs.length, limit: formLimits.inputs })}</span>
      </header>
      {isUnsaved ? <Banner>{t('unsaved')}</Banner> : null}
      {inputs.length === 0 ? (
        <EmptyState icon={<ListPlus />} title={t('none.title')}>
          {t('none.text')}
        </EmptyState>
      ) : null}
      <ol ref={list} className={styles.list}>
        {inputs.map((input, index) => (
          <FieldCard
            key={input.key}
            input={input}
            position={index + 1}
            count={inputs.length}
            onChange={change}
            onMove={onMove}
            onDelete={onDelete}
            onActive={onActive}
          />
        ))}
      </ol>
      <div className={styles.add}>
        <button ref={adder} type="button" className={styles.link} disabled={isFull} onClick={add}>
          <Plus aria-hidden="true" />
          {t('new')}
        </button>
        {isFull ? (
          <p className={styles.note}>{t('full', { limit: formLimits.inputs })}</p>
        ) : inputs.length > 1 ? (
          <p className={cx(styles.note, styles.reorder)}>{t('reorder_hint')}</p>
        ) : null}
      </div>
      <p className="visually-hidden" aria-live="polite">
        {said}
      </p>
    </section>
  );
}
