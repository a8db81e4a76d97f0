import type { Json } from '@tickets/contract/audit/changes';
import { useTranslations } from 'use-intl';
import styles from './meanwhile.module.css';

interface ValueTextProps {
  path: string;
  value: Json | undefined;
  textOf: (path: string, value: Json) => string | undefined;
}

/** A value as a person reads it. */
export function ValueText({ path, value, textOf }: ValueTextProps) {
  const t = useTranslations('meanwhile');
  const plain = (of: Json): string => {
    if (of === null) return '';
    if (typeof of === 'boolean') return t(of ? 'on' : 'off');
    if (typeof of !== 'object') return String(of);
    return Object.values(of)
      .map((part) => textOf(path, part) ?? plain(part))
      .filter(Boolean)
      .join(', ');
  };
  const text = value === undefined ? t('deleted') : (textOf(path, value) ?? plain(value));
  if (!text.trim()) return <span className={styles.nothing}>{t('nothing')}</span>;
  return (
    <span className={styles.value}>
      {/^#[\da-f]{6}$/i.test(text) ? (
        <span className={styles.swatch} style={{ background: text }} aria-hidden="true" />
      ) : null}
      {text}
    </span>
  );
}
