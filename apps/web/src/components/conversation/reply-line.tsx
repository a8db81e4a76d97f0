import { ReplyBar } from '@tickets/discord-ui/message/reply-bar.tsx';
import { DiscordMarkdown } from '@tickets/discord-ui/text/discord-markdown.tsx';
import type { MentionNames } from '@tickets/discord-ui/types';
import { useTranslations } from 'use-intl';
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
    <ReplyBar author={answered ? { name: answered.author.name } : undefined}>
      {line ? (
        <DiscordMarkdown text={line} mentions={mentions} />
      ) : (
        <i>{t(answered ? 'no_text' : 'unknown')}</i>
      )}
    </ReplyBar>
  );
}

/** What makes a line a heading, a quote or part of a list is left out, and of code only the letters stay. */
function firstLine(text: string): string {
  const lines = text.split('\n').map((line) => line.replace(/^\s*(?:#{1,3}|-#|>{1,3}|[-*]|```\w*)\s*/, ''));
  return (lines.find((line) => line.trim() !== '') ?? '').slice(0, 200);
}
