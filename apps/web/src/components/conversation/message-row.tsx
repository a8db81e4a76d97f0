import { Attachments } from '@tickets/discord-ui/message/attachments.tsx';
import { AuthorName } from '@tickets/discord-ui/message/author-name.tsx';
import { MessageBody } from '@tickets/discord-ui/message/message-body.tsx';
import type { MentionNames } from '@tickets/discord-ui/types';
import { memo, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Badge } from '../ui/badge.tsx';
import { cx } from '../ui/class-names.ts';
import { AuthorAvatar } from './author-avatar.tsx';
import styles from './conversation.module.css';
import { MessageTime } from './message-time.tsx';
import { NoticeRow } from './notice-row.tsx';
import { noticeOf } from './notices.ts';
import { ReplyLine } from './reply-line.tsx';
import type { ConversationMessage, MessageActions } from './types.ts';

interface MessageRowProps {
  message: ConversationMessage;
  /** Names the author; the messages after it stand below. */
  first: boolean;
  /** What it answers; null where that is not among the messages. */
  answered?: ConversationMessage | null | undefined;
  mentions: MentionNames;
  /** Below the message: that it is being sent, or was not. */
  status?: ReactNode;
  actions?: MessageActions | undefined;
  /** It is the one that was gone to. */
  isPlace?: boolean;
}

export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { message, first, answered, mentions, status, actions: Actions, isPlace } = props;
  const t = useTranslations('conversation');
  const notice = noticeOf(message);
  if (notice) return <NoticeRow message={message} notice={notice} />;
  return (
    <article
      className={cx(styles.message, first && styles.first, message.deleted && styles.deleted)}
      data-place={isPlace || undefined}
    >
      <div className={styles.side}>{first ? <AuthorAvatar author={message.author} /> : null}</div>
      <div className={styles.body}>
        {first ? (
          <header className={styles.head}>
            <AuthorName name={message.author.name} bot={message.author.bot} />
            {message.staff ? <Badge tone="accent">{t('staff')}</Badge> : null}
            {message.imported ? <Badge tone="warning">{t('imported')}</Badge> : null}
            <MessageTime time={message.time} />
          </header>
        ) : (
          <span className="visually-hidden">
            {message.author.name} {message.staff ? t('staff') : null}{' '}
            {message.imported ? t('imported') : null} <MessageTime time={message.time} />
          </span>
        )}
        {answered === undefined ? null : <ReplyLine answered={answered} mentions={mentions} />}
        <MessageBody
          content={contentOf(message)}
          embeds={message.embeds}
          components={message.components}
          mentions={mentions}
        >
          <Attachments files={message.attachments} />
        </MessageBody>
        {message.deleted ? (
          <span className={styles.deletedMark}>{t('deleted')}</span>
        ) : message.edited ? (
          <span className={styles.mark}>{t('edited')}</span>
        ) : null}
        {status}
      </div>
      {Actions ? (
        <div className={styles.actions}>
          <Actions id={message.id} />
        </div>
      ) : null}
    </article>
  );
});

/** A bot's line that only calls people hides nothing: in Discord the bars keep it small, here it is small anyway. */
const CALL = /^-# \|\|((?:<@[!&]?\d+>|@everyone|@here|\s)+)\|\|$/;

function contentOf({ author, content }: ConversationMessage): string {
  return author.bot ? content.replace(CALL, '-# $1') : content;
}
