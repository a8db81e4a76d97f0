import type { FieldChange } from '@tickets/contract/audit/changes';
import type { AuditResource } from '@tickets/contract/audit/codes';
import { ArrowRight } from 'lucide-react';
import styles from './audit.module.css';
import { Value } from './value.tsx';
import { fieldAt } from './wording/fields.ts';
import { fieldName } from './wording/sentences.ts';
import { type ShownValue, shownValue } from './wording/values.ts';
import type { Words } from './wording/words.ts';

interface ChangesProps {
  resource: AuditResource | undefined;
  lines: readonly FieldChange[];
  /** All of something came or went: it has one value, not two. */
  whole: boolean;
  words: Words;
}

/** Field by field, what it was and what it is. */
export function Changes({ resource, lines, whole, words }: ChangesProps) {
  return (
    <dl className={styles.changes} aria-label={words.t('audit.entry.changes')}>
      {lines.map(({ path, before, after }) => {
        const kind = fieldAt(resource, path)?.kind ?? 'unknown';
        return (
          <div key={path} className={styles.change}>
            <dt>{fieldName(resource, path, words.t)}</dt>
            <dd>
              {whole ? (
                <Value value={shownValue(kind, after ?? before, words)} words={words} />
              ) : (
                <Turned
                  before={shownValue(kind, before, words)}
                  after={shownValue(kind, after, words)}
                  words={words}
                />
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

interface TurnedProps {
  before: ShownValue;
  after: ShownValue;
  words: Words;
}

/** From one value to another: in a line, or side by side where either is longer. */
function Turned({ before, after, words }: TurnedProps) {
  const { t } = words;
  if (before.as === 'line' && after.as === 'line')
    return (
      <span className={styles.turned}>
        <span className="visually-hidden">{t('audit.entry.changed_from')} </span>
        <span className={styles.old}>
          <Value value={before} words={words} />
        </span>
        <ArrowRight className={styles.arrow} aria-hidden="true" />
        <span className="visually-hidden"> {t('audit.entry.changed_to')} </span>
        <span>
          <Value value={after} words={words} />
        </span>
      </span>
    );
  return (
    <div className={styles.sides}>
      {(
        [
          ['old', before],
          ['now', after],
        ] as const
      ).map(([side, value]) => (
        <div key={side} className={styles.side}>
          <p className={styles.sideName}>{t(`audit.entry.${side}`)}</p>
          <Value value={value} words={words} />
        </div>
      ))}
    </div>
  );
}
