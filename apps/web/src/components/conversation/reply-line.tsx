import { CornerUpRight } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { DiscordMarkdown } from '../discord/discord-markdown.tsx';
import type { MentionNames } from '../discord/types.ts';
import { EmojiText } from '../emoji/emoji-text.tsx';
import styles from './conversation.module.css';
import { noticeOf } from './notices.ts';
import type { ConversationMessage } from './types.ts';

interface ReplyLineProps {
  answered: ConversationMessage | null;
  mentions: MentionNames;
}

/** Above an answer: the first line of what it answers. */
export function ReplyLine({ answered, mentions }: ReplyLineProps) {
  const t = useTranslations('conversation.reply');
  const line = answered && !noticeOf(answered) ? firstLine(answered.content) : '';
  return (
    <div className={styles.replyLine}>
      <CornerUpRight aria-hidden="true" />
      {answered ? (
        <>
          <span className="visually-hidden">{t('to')}</span>
          <span className={styles.author}>
            <EmojiText text={answered.author.name} />
          </span>
          {line ? <DiscordMarkdown text={line} mentions={mentions} /> : <i>{t('no_text')}</i>}
        </>
      ) : (
        <i>{t('unknown')}</i>
      )}
    </div>
  );
}

/** What makes a line a heading, a quote or part of a list is left out, and of code only the letters stay. */
function firstLine(text: string): string {
  const lines = text.split('\n').map((line) => line.replace(/^\s*(?:#{1,3}|-#|>{1,3}|[-*]|```\w*)\s*/, ''));
  return (lines.find((line) => line.trim() !== '') ?? '').slice(0, 200);
}
