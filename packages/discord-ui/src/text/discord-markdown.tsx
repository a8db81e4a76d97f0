import { lazy, Suspense } from 'react';
import type { MentionNames } from '../types.ts';
import styles from './markdown.module.css';

const Rendered = lazy(() => import('./markdown-tree.tsx').then((m) => ({ default: m.MarkdownTree })));

export interface DiscordMarkdownProps {
  text: string;
  /** Names for mentioned ids; an id without a name is shown as unknown. */
  mentions?: MentionNames | undefined;
  /** The title of an embed or the name of a field, in which Discord formats less and mentions nobody. */
  isTitle?: boolean;
  /** The text of a message, which is drawn large where it is nothing but emojis. */
  isMessage?: boolean;
}

/** Text as Discord formats it. Until the formatter has been fetched the plain text stands in its place. */
export function DiscordMarkdown({ text, mentions, isTitle, isMessage }: DiscordMarkdownProps) {
  return (
    <div className={styles.text}>
      <Suspense fallback={text}>
        <Rendered text={text} mentions={mentions} isTitle={isTitle} isMessage={isMessage} />
      </Suspense>
    </div>
  );
}
