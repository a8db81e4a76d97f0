import type { Json } from '@tickets/contract/audit/changes';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Edit, Meeting } from '../../lib/meanwhile/edits.ts';
import { type MetField, mergedOver, metFields } from '../../lib/meanwhile/merge.ts';
import type { Draft } from '../../lib/page/use-draft.ts';
import { Button } from '../ui/button.tsx';
import { Modal } from '../ui/overlays/modal.tsx';
import styles from './meanwhile.module.css';
import { ValueText } from './value-text.tsx';
import { WhoChanged } from './who-changed.tsx';

/** How what was edited is called, and how it is read by a person. */
export interface MeanwhileWords {
  /** Of a field of the form, and of one of the server's. */
  labelOf: (path: string) => string;
  /** Undefined where a value speaks for itself. */
  textOf: (path: string, value: Json) => string | undefined;
}

export interface MeetingProps<T extends object> {
  meeting: Meeting<T>;
  draft: Pick<Draft<T>, 'rebase'>;
  /** Saves what came of it. */
  save: (edit: Edit<T>) => void;
  /** Goes on editing, with what was typed. */
  onClose: () => void;
}

interface MeanwhileDialogProps<T extends object, P extends object> extends MeetingProps<T> {
  words: MeanwhileWords;
  /** The form in the parts of which one decides. */
  partsOf: (form: T) => P;
  formOf: (parts: P, theirs: T) => T;
  /** Objects whose parts make no sense in a mixture. */
  isWhole?: (path: string) => boolean;
}

/** Says who saved meanwhile and what, and lays what was edited over it. */
export function MeanwhileDialog<T extends object, P extends object>({
  meeting: { base, mine, theirs, changed },
  words,
  partsOf,
  formOf,
  isWhole,
  draft,
  save,
  onClose,
}: MeanwhileDialogProps<T, P>) {
  const t = useTranslations('meanwhile');
  const common = useTranslations('common');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  if (!theirs) return null;
  const parts = { base: partsOf(base), mine: partsOf(mine), theirs: partsOf(theirs.value) };
  const fields = metFields(parts, isWhole);
  const met = fields.filter(({ both }) => both);
  const taken = fields.filter(({ both }) => !both);
  const names = new Set(changed.map(({ username }) => username));
  const [name] = names;

  const choose = (path: string, isTheirs: boolean) =>
    setChosen((now) => {
      const next = new Set(now);
      if (isTheirs) next.add(path);
      else next.delete(path);
      return next;
    });
  // Saved at once: it was pressed to save, and all that changes by it stands in this dialog.
  const merge = () => {
    const value = formOf(mergedOver(parts.mine, fields, chosen), theirs.value);
    onClose();
    draft.rebase(theirs, value);
    save({ value, base: theirs });
  };
  const discard = () => {
    onClose();
    draft.rebase(theirs, theirs.value);
  };

  return (
    <Modal
      open
      onClose={onClose}
      title={t('title')}
      message={t('safe')}
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button onClick={discard}>{t('discard')}</Button>
          <Button variant="primary" onClick={merge}>
            {t(met.length ? 'merge' : 'save_both')}
          </Button>
        </>
      }
    >
      <WhoChanged changed={changed} labelOf={words.labelOf} />
      {met.length ? (
        <section className={styles.met}>
          <h3 className={styles.heading}>{t('both', { count: met.length })}</h3>
          {met.map((field) => (
            <Choice
              key={field.path}
              field={field}
              words={words}
              theirs={names.size === 1 && name ? t('whose', { name }) : t('theirs')}
              isTheirs={chosen.has(field.path)}
              onChoose={(isTheirs) => choose(field.path, isTheirs)}
            />
          ))}
        </section>
      ) : (
        <p className={styles.apart}>{t('apart')}</p>
      )}
      {taken.length ? (
        <section>
          <h3 className={styles.heading}>{t('taken')}</h3>
          <dl className={styles.taken}>
            {taken.map(({ path, theirs: value }) => (
              <div key={path}>
                <dt>{words.labelOf(path)}</dt>
                <dd>
                  <ValueText path={path} value={value} textOf={words.textOf} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ) : null}
    </Modal>
  );
}

interface ChoiceProps {
  field: MetField;
  words: MeanwhileWords;
  /** Whose the other value is. */
  theirs: string;
  isTheirs: boolean;
  onChoose: (isTheirs: boolean) => void;
}

function Choice({ field, words, theirs, isTheirs, onChoose }: ChoiceProps) {
  const t = useTranslations('meanwhile');
  const { path } = field;
  const option = (isOption: boolean) => (
    <label className={styles.option}>
      <input
        type="radio"
        name={path}
        checked={isTheirs === isOption}
        onChange={() => onChoose(isOption)}
        className={styles.radio}
      />
      <span className={styles.whose}>{isOption ? theirs : t('mine')}</span>{' '}
      <ValueText path={path} value={isOption ? field.theirs : field.mine} textOf={words.textOf} />
    </label>
  );
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.legend}>{words.labelOf(path)}</legend>
      <div className={styles.options}>
        {option(false)}
        {option(true)}
      </div>
    </fieldset>
  );
}
