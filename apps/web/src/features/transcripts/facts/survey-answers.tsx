import type { Answer } from '@tickets/contract/tickets/tickets';
import { EmojiText } from '@tickets/discord-ui/emoji/emoji-text.tsx';
import { useTranslations } from 'use-intl';
import styles from './facts.module.css';

/** What the opener answered to the exit survey. Nothing where nobody was asked, or who reads may not know. */
export function SurveyAnswers({ answers }: { answers: readonly Answer[] | null }) {
  const t = useTranslations('transcript');
  if (!answers?.length) return null;
  return (
    <section className={styles.survey} aria-label={t('survey')}>
      <p className={styles.surveyTitle}>{t('survey')}</p>
      <dl>
        {answers.map(({ label, value }, index) => (
          // Two questions may read the same; their order never changes.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <div key={index}>
            <dt>
              <EmojiText text={label} />
            </dt>
            <dd>
              {value.trim() ? (
                <EmojiText text={value} />
              ) : (
                <span className={styles.how}>{t('not_answered')}</span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
