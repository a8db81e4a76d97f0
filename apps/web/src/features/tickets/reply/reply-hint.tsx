import { limits } from '@tickets/contract/platform/limits';
import type { RefObject } from 'react';
import { useTranslations } from 'use-intl';
import { Kbd } from '../../../components/ui/kbd.tsx';
import { appConfig } from '../../../lib/page/config.ts';
import styles from './reply-box.module.css';

interface ReplyHintProps {
  id: string;
  premiumLink: RefObject<HTMLAnchorElement | null>;
  premium: boolean | undefined;
  closed: boolean;
  mayWrite: boolean;
  holder: string | null;
  length: number;
}

/** How to send, or why that cannot be. */
export function ReplyHint({ id, premiumLink, premium, closed, mayWrite, holder, length }: ReplyHintProps) {
  const t = useTranslations('tickets.ticket');
  const limit = limits.message_content;
  if (closed)
    return (
      <p id={id} className={styles.hint}>
        {t('closed_to_replies')}
      </p>
    );
  if (premium === false)
    return (
      <p id={id} className={styles.hint}>
        {length ? `${t('premium_required')} ` : null}
        <a ref={premiumLink} href={appConfig().premium_url} target="_blank" rel="noreferrer">
          {t('get_premium')}
        </a>
      </p>
    );
  if (holder !== null)
    return (
      <p id={id} className={styles.hint}>
        {t('held_to_replies', { name: holder })}
      </p>
    );
  if (!mayWrite)
    return (
      <p id={id} className={styles.hint}>
        {t('own_to_replies')}
      </p>
    );
  if (length > limit)
    return (
      <p id={id} className={styles.hint} data-wrong>
        {t('too_long', { limit, length })}
      </p>
    );
  return (
    <p id={id} className={styles.hint} data-keys>
      {t.rich('keys', {
        key: (name) => <Kbd>{name}</Kbd>,
        part: (words) => <span className={styles.keyPart}>{words}</span>,
      })}
    </p>
  );
}
