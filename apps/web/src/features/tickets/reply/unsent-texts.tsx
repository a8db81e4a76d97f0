import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useSession } from '../../../lib/session/session.ts';
import styles from '../tickets.module.css';
import { CopyText } from '../workspace/copy-text.tsx';
import { keptReplies } from './kept-replies.ts';
import { draftKeys, keptText } from './kept-text.ts';

interface UnsentTextsProps {
  guildId: string;
  ticketId: number;
  /** Whether it may be shown to them again. */
  mayReturn: boolean;
}

/** What somebody wrote to a ticket that cannot be shown to them any more: it is there to be taken elsewhere. */
export function UnsentTexts({ guildId, ticketId, mayReturn }: UnsentTextsProps) {
  const t = useTranslations('tickets.ticket');
  const userId = useSession()?.user_data.id ?? '';
  const [texts] = useState(() => [
    ...keptReplies({ userId, guildId, ticketId }).map(({ key, content }) => ({ key, content })),
    { key: 'draft', content: keptText(draftKeys.reply(guildId, ticketId)) },
    { key: 'close_reason', content: keptText(draftKeys.closeReason(guildId, ticketId)) },
  ]);
  const written = texts.filter(({ content }) => content.trim());
  if (!written.length) return null;
  return (
    <section className={styles.unsent}>
      <h2>{t('unsent')}</h2>
      {mayReturn ? <p>{t('unsent_kept')}</p> : null}
      <ul aria-label={t('unsent')}>
        {written.map(({ key, content }) => (
          <li key={key}>
            <p>{content}</p>
            <CopyText text={content} />
          </li>
        ))}
      </ul>
    </section>
  );
}
