import type { MentionNames } from '@tickets/discord-ui/types';
import { useFormatter, useTranslations } from 'use-intl';
import styles from './conversation.module.css';
import type { ConversationProps } from './conversation-props.ts';
import { EarlierDivider } from './earlier-divider.tsx';
import { MessageRow } from './message-row.tsx';
import type { ConversationRow } from './rows.ts';
import type { ConversationMessage, MessageActions } from './types.ts';

interface RowProps {
  row: ConversationRow;
  /** The messages that others answer, by their ids. */
  answered: ReadonlyMap<string, ConversationMessage>;
  mentions: MentionNames;
  statusOf: ConversationProps['statusOf'];
  actions: MessageActions | undefined;
  /** The message that stands out. */
  placeId: string | undefined;
}

export function Row({ row, answered, mentions, statusOf, actions, placeId }: RowProps) {
  const t = useTranslations('conversation');
  const format = useFormatter();
  switch (row.kind) {
    case 'day':
      return (
        <div className={styles.divider}>
          <time dateTime={new Date(row.time).toISOString()}>
            {format.dateTime(row.time, { dateStyle: 'long' })}
          </time>
        </div>
      );
    case 'new':
      return <div className={`${styles.divider} ${styles.new}`}>{t('new')}</div>;
    case 'earlier':
      return <EarlierDivider earlier={row.earlier} />;
    case 'event':
      return row.event.content;
    case 'message':
      return (
        <MessageRow
          message={row.message}
          first={row.first}
          answered={row.message.replyTo ? (answered.get(row.message.replyTo) ?? null) : undefined}
          mentions={mentions}
          status={statusOf?.(row.message.id)}
          actions={actions}
          isPlace={row.message.id === placeId}
        />
      );
  }
}
