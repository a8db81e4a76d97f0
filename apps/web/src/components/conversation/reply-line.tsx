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

/** Characters of which the line shows the beginning. */
const SHOWN_MAX = 200;

/**
 * What makes a line a heading, a quote or part of a list is left out, and of code only the letters stay. What is behind a spoiler
 * stays there, also where the line ends in the middle of it.
 */
function firstLine(text: string): string {
  const lines = text
    .replace(/\|\|(?:(?!\|\|)[^\n])*\n[\s\S]*?\|\|/g, '||…||')
    .split('\n')
    .map((line) => line.replace(/^\s*(?:#{1,3}|-#|>{1,3}|[-*]|```\w*)\s*/, ''));
  const line = lines.find((one) => one.trim() !== '') ?? '';
  if (line.length <= SHOWN_MAX) return line;
  const shown = line.slice(0, SHOWN_MAX);
  return shown.split('||').length % 2 ? shown : `${shown.replace(/\|$/, '')}||`;
}
