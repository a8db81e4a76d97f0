import { charactersIn } from '@tickets/contract/embeds/embed-limits';
import { useTranslations } from 'use-intl';
import { cx } from '../class-names.ts';
import styles from './input.module.css';

/** How much of a limit a text takes, in characters as Discord counts them. */
export function Counter({ text, limit }: { text: string; limit: number }) {
  const t = useTranslations('common');
  const length = charactersIn(text);
  return (
    <span className={cx(styles.counter, length > limit && styles.over)}>
      {t('counter', { length, limit })}
    </span>
  );
}
