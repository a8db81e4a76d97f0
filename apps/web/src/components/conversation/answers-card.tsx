import type { Answer } from '@tickets/contract/tickets/tickets';
import { EmojiText } from '@tickets/discord-ui/emoji/emoji-text.tsx';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { cx } from '../ui/class-names.ts';
import styles from './answers-card.module.css';

/** What the opener of a ticket answered to its form. Nothing where nothing was asked. `wide`: as many beside each other as fit. */
export function AnswersCard({ answers, wide }: { answers: readonly Answer[]; wide?: boolean }) {
  const t = useTranslations('conversation');
  if (!answers.length) return null;
  return (
    <Card title={t('answers')}>
      <dl className={cx(styles.answers, wide && styles.wide)}>
        {answers.map((answer, index) => (
          // Two questions may read the same; their order never changes.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <div key={index}>
            <dt>
              <EmojiText text={answer.label} />
            </dt>
            <dd>
              <AnswerText {...answer} />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** As it was typed: nothing in it is formatted. A long one is cut until it is asked for. */
function AnswerText({ label, value }: Answer) {
  const t = useTranslations('conversation');
  const id = useId();
  const [whole, setWhole] = useState(false);
  const text = value.trim();
  if (!text) return <span className={styles.none}>{t('not_answered')}</span>;
  if (text.length <= longText && text.split('\n').length <= cutLines)
    return (
      <p className={styles.text}>
        <EmojiText text={text} />
      </p>
    );
  return (
    <>
      <p id={id} className={cx(styles.text, !whole && styles.cut)}>
        <EmojiText text={text} />
      </p>
      <Button
        variant="ghost"
        size="small"
        aria-expanded={whole}
        aria-controls={id}
        aria-label={whole ? t('less_of', { label }) : t('all_of', { label })}
        onClick={() => setWhole(!whole)}
      >
        {whole ? t('less') : t('all')}
      </Button>
    </>
  );
}

/** As in the style sheet. */
const cutLines = 6;
const longText = 240;
