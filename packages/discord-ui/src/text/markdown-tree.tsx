import { Fragment, type ReactNode, useContext, useMemo, useState } from 'react';
import { CustomEmoji } from '../emoji/custom-emoji.tsx';
import { EmojiPicture, EmojiText } from '../emoji/emoji-text.tsx';
import { EMOJIS_MAX } from '../emoji/split-emojis.ts';
import { focusOnce } from '../focus-once.ts';
import { useDiscordHost } from '../host.ts';
import { type MarkdownNode, parseMarkdown } from '../parser/markdown.ts';
import { safeUrl } from '../safe-url.ts';
import { MessageLength, shareOf } from '../text-share.ts';
import type { MentionNames } from '../types.ts';
import { fewPictures } from './few-pictures.ts';
import styles from './markdown.module.css';
import { Mention } from './mention.tsx';
import { nameOf } from './names.ts';
import { isFewEmojis } from './plain-text.ts';
import { Timestamp } from './timestamp.tsx';

interface TreeProps {
  text: string;
  mentions: MentionNames | undefined;
  isTitle: boolean | undefined;
  isMessage: boolean | undefined;
}

export function MarkdownTree({ text, mentions, isTitle, isMessage }: TreeProps) {
  const share = shareOf(text, useContext(MessageLength));
  const nodes = useMemo(() => parseMarkdown(text, isTitle, share), [text, isTitle, share]);
  const drawn = useMemo(() => fewPictures(nodes, Math.min(EMOJIS_MAX, share)), [nodes, share]);
  const tree = <Nodes nodes={drawn} mentions={mentions} />;
  return isMessage && isFewEmojis(nodes) ? <span className={styles.large}>{tree}</span> : tree;
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
    case 'link':
      // Discord makes no link of other addresses either: it shows what was written.
      if (!safeUrl(node.target))
        return (
          <>
            {'['}
            {inside}
            {`](${node.target})`}
          </>
        );
      return <OutwardLink url={node.target}>{inside}</OutwardLink>;
    case 'url':
    case 'autolink':
      return <OutwardLink url={node.target}>{inside}</OutwardLink>;
    case 'twemoji':
      return <EmojiPicture emoji={node.name ?? ''} />;
    case 'text':
      return <EmojiText text={typeof node.content === 'string' ? node.content : ''} />;
    case 'timestamp':
      return <Timestamp seconds={node.timestamp} style={node.format} />;
    default:
      return mentionOf(node, mentions) ?? <Fragment>{inside}</Fragment>;
  }
}

function mentionOf(node: MarkdownNode, names: MentionNames | undefined): ReactNode {
  const { id = '' } = node;
  switch (node.type) {
    case 'user':
      return <Mention name={`@${nameOf.user(names, id)}`} to={{ kind: 'user', id }} />;
    case 'channel':
      return <Mention name={`#${nameOf.channel(names, id)}`} to={{ kind: 'channel', id }} />;
    case 'role': {
      const { name, color } = nameOf.role(names, id);
      return <Mention name={`@${name}`} color={color} />;
    }
    case 'everyone':
    case 'here':
      return <Mention name={`@${node.type}`} />;
    case 'slashCommand':
      return <Mention name={`/${node.fullName}`} to={{ kind: 'command', name: node.fullName ?? '' }} />;
    case 'guildNavigation':
      return <Mention name={`#${node.navigation}`} />;
    case 'emoji':
      return node.id ? (
        <CustomEmoji emoji={{ id, name: node.name ?? '', animated: node.animated }} />
      ) : (
        `:${node.name}:`
      );
    default:
      return null;
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

function Spoiler({ children }: { children: ReactNode }) {
  const { text } = useDiscordHost();
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
      aria-label={text('spoiler')}
      onClick={() => setRevealed(true)}
    >
      <span>{children}</span>
    </button>
  );
}
