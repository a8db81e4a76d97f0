import { Check, Copy } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import styles from './copy-id.module.css';

interface CopyIdProps {
  id: string;
  /** What is shown, where it is more than the id. */
  children?: ReactNode;
  /** Of whom or what it is: then a button alone stands for the id. */
  of?: string;
}

/** An id in the mono face; pressing it copies it. */
export function CopyId({ id, of, children = id }: CopyIdProps) {
  const t = useTranslations('common.copy');
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = window.setTimeout(() => setCopied(false), 1500);
    return () => window.clearTimeout(timer);
  }, [copied]);

  return (
    <button
      type="button"
      className={styles.copy}
      title={of === undefined ? t('action') : t('of_id', { of })}
      aria-label={of === undefined ? t('label', { id }) : t('of_id', { of })}
      onClick={() => void navigator.clipboard.writeText(id).then(() => setCopied(true))}
    >
      {of === undefined ? <span>{children}</span> : null}
      {copied ? <Check className={styles.done} aria-hidden="true" /> : <Copy aria-hidden="true" />}
      <span className="visually-hidden" aria-live="polite">
        {copied ? t('done') : ''}
      </span>
    </button>
  );
}
