import { type ReactNode, useMemo, useState } from 'react';
import { DiscordComponents } from '../components/discord-components.tsx';
import { DiscordEmbed } from '../embed/discord-embed.tsx';
import { DiscordMarkdown } from '../text/discord-markdown.tsx';
import { lengthOf, MessageLength } from '../text-share.ts';
import type { DiscordComponent, DiscordEmbed as Embed, MentionNames } from '../types.ts';
import { fewParts, PARTS_MAX } from './few-parts.ts';
import { More } from './more.tsx';

export interface MessageBodyProps {
  content?: string | undefined;
  embeds?: readonly Embed[];
  components?: readonly DiscordComponent[];
  mentions?: MentionNames | undefined;
  /** Between text and embeds: attachments. */
  children?: ReactNode;
}

const NONE: readonly never[] = [];

/** What a message carries, in Discord's order. */
export function MessageBody(props: MessageBodyProps) {
  const { content, mentions, children } = props;
  const [max, setMax] = useState(PARTS_MAX);
  const { embeds, components, more } = useMemo(
    () => fewParts(props.embeds ?? NONE, props.components ?? NONE, max),
    [props.embeds, props.components, max],
  );
  return (
    <MessageLength value={lengthOf([content, embeds, components])}>
      {content ? <DiscordMarkdown text={content} mentions={mentions} isMessage /> : null}
      {children}
      {embeds.map((embed, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: embeds have no identity but their place
        <DiscordEmbed key={index} embed={embed} mentions={mentions} />
      ))}
      <DiscordComponents components={components} mentions={mentions} />
      <More count={more} onMore={() => setMax(max + PARTS_MAX)} />
    </MessageLength>
  );
}
