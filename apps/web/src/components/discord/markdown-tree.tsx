import { Fragment, type ReactNode, useMemo, useState } from 'react';
import { type DateTimeFormatOptions, useFormatter, useTranslations } from 'use-intl';
import { emojiUrl } from '../../lib/cdn.ts';
import { EmojiPicture, EmojiText } from '../emoji/emoji-text.tsx';
import { cx } from '../ui/class-names.ts';
import { RelativeTime } from '../ui/relative-time.tsx';
import styles from './discord.module.css';
import { type MarkdownNode, parseMarkdown } from './markdown-rules.ts';
import { roleColour } from './role-colour.ts';
import { safeUrl } from './safe-url.ts';
import type { MentionNames } from './types.ts';

interface TreeProps {
  text: string;
  mentions: MentionNames | undefined;
  isTitle: boolean | undefined;
}

export function MarkdownTree({ text, mentions, isTitle }: TreeProps) {
  const nodes = useMemo(() => parseMarkdown(text, isTitle), [text, isTitle]);
  return <Nodes nodes={nodes} mentions={mentions} />;
}

function Nodes({ nodes, mentions }: { nodes: MarkdownNode[]; mentions: MentionNames | undefined }) {
  return nodes.map((node, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a parsed text never reorders its pieces
    <Node key={index} node={node} mentions={mentions} />
  ));
}

function Node({ node, mentions }: { node: MarkdownNode; mentions: MentionNames | undefined }): ReactNode {
  const inside =
    typeof node.content === 'string' ? (
      node.content
    ) : node.content ? (
      <Nodes nodes={node.content} mentions={mentions} />
    ) : null;
  switch (node.type) {
    case 'strong':
      return <strong>{inside}</strong>;
    case 'em':
      return <em>{inside}</em>;
    case 'underline':
      return <u>{inside}</u>;
    case 'strikethrough':
      return <s>{inside}</s>;
    case 'inlineCode':
      return <code className={styles.code}>{inside}</code>;
    case 'codeBlock':
      return <code className={styles.block}>{inside}</code>;
    case 'blockQuote':
      return <blockquote className={styles.quote}>{inside}</blockquote>;
    case 'heading': {
      // Headings of a message stand below those of the page.
      const Heading = (['h4', 'h5', 'h6'] as const)[(node.level ?? 1) - 1] ?? 'h6';
      return <Heading>{inside}</Heading>;
    }
    case 'subtext':
      return <div className={styles.small}>{inside}</div>;
    case 'bullet':
      return (
        <div className={styles.bullet} style={{ paddingInlineStart: 8 + (node.depth ?? 0) * 20 }}>
          <span aria-hidden="true">{node.mark}</span>
          <span>{inside}</span>
        </div>
      );
    case 'spoiler':
      return <Spoiler>{inside}</Spoiler>;
    case 'url':
    case 'autolink':
    case 'link':
      return <OutwardLink url={node.target}>{inside}</OutwardLink>;
    case 'br':
    case 'newline':
      return '\n';
    case 'user':
      return <Mention name={`@${mentions?.users?.[node.id ?? ''] ?? 'unknown-user'}`} />;
    case 'channel':
      return <Mention name={`#${mentions?.channels?.[node.id ?? ''] ?? 'unknown'}`} />;
    case 'role':
      return <RoleMention role={mentions?.roles?.[node.id ?? '']} />;
    case 'everyone':
      return <Mention name="@everyone" />;
    case 'here':
      return <Mention name="@here" />;
    case 'slashCommand':
      return <Mention name={`/${node.fullName}`} />;
    case 'guildNavigation':
      return <Mention name={`#${node.navigation}`} />;
    case 'emoji':
      return <CustomEmoji node={node} />;
    case 'twemoji':
      return <EmojiPicture emoji={node.name ?? ''} />;
    case 'text':
      return <EmojiText text={typeof node.content === 'string' ? node.content : ''} />;
    case 'timestamp':
      return <Timestamp seconds={node.timestamp} style={node.format} />;
    default:
      return <Fragment>{inside}</Fragment>;
  }
}

function OutwardLink({ url, children }: { url: string | undefined; children: ReactNode }) {
  const href = safeUrl(url);
  if (!href) return children;
  return (
    <a href={href} target="_blank" rel="noreferrer nofollow" title={href}>
      {children}
    </a>
  );
}

function Mention({ name, color }: { name: string; color?: number }) {
  return (
    <span className={cx(styles.mention, color ? styles.coloured : undefined)} style={roleColour(color)}>
      {name}
    </span>
  );
}

function RoleMention({ role }: { role: string | { name: string; color: number } | undefined }) {
  if (typeof role === 'object') return <Mention name={`@${role.name}`} color={role.color} />;
  return <Mention name={`@${role ?? 'unknown-role'}`} />;
}

function CustomEmoji({ node }: { node: MarkdownNode }) {
  const name = `:${node.name}:`;
  const [failed, setFailed] = useState(false);
  if (failed || !node.id) return name;
  return (
    <img
      className={styles.emoji}
      src={emojiUrl({ id: node.id, animated: node.animated ?? false })}
      alt={name}
      title={name}
      loading="lazy"
      onError={() => setFailed(true)}
    />
  );
}

function Spoiler({ children }: { children: ReactNode }) {
  const t = useTranslations('common.discord');
  const [revealed, setRevealed] = useState(false);
  // The button goes; who pressed it goes on from what it hid.
  if (revealed)
    return (
      <span className={styles.revealed} tabIndex={-1} ref={focusOnce}>
        {children}
      </span>
    );
  return (
    <button
      type="button"
      className={styles.spoiler}
      aria-label={t('spoiler')}
      onClick={() => setRevealed(true)}
    >
      <span>{children}</span>
    </button>
  );
}

function focusOnce(element: HTMLElement | null) {
  element?.focus({ preventScroll: true });
}

/** The styles of Discord's `<t:seconds:style>`. */
const LONG = { dateStyle: 'long', timeStyle: 'short' } as const;
const TIME_STYLES: Record<string, DateTimeFormatOptions> = {
  t: { timeStyle: 'short' },
  T: { timeStyle: 'medium' },
  d: { dateStyle: 'short' },
  D: { dateStyle: 'long' },
  f: LONG,
  F: { dateStyle: 'full', timeStyle: 'short' },
};

function Timestamp({ seconds, style }: { seconds: string | undefined; style: string | undefined }) {
  const format = useFormatter();
  const date = new Date(Number(seconds) * 1000);
  if (Number.isNaN(date.getTime())) return `<t:${[seconds, style].filter(Boolean).join(':')}>`;
  return (
    <span className={styles.timestamp}>
      {style === 'R' ? (
        <RelativeTime date={date} nearest />
      ) : (
        format.dateTime(date, TIME_STYLES[style ?? 'f'] ?? LONG)
      )}
    </span>
  );
}
