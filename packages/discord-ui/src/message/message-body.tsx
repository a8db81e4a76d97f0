import type { ReactNode } from 'react';
import { DiscordComponents } from '../components/discord-components.tsx';
import { DiscordEmbed } from '../embed/discord-embed.tsx';
import { DiscordMarkdown } from '../text/discord-markdown.tsx';
import { lengthOf, MessageLength } from '../text/text-share.ts';
import type { DiscordComponent, DiscordEmbed as Embed, MentionNames } from '../types.ts';

export interface MessageBodyProps {
  content?: string | undefined;
  embeds?: readonly Embed[];
  components?: readonly DiscordComponent[];
  mentions?: MentionNames | undefined;
  /** Between text and embeds: attachments. */
  children?: ReactNode;
}

/** What a message carries, in Discord's order. */
export function MessageBody(props: MessageBodyProps) {
  const { content, embeds = [], components = [], mentions, children } = props;
  return (
    <MessageLength value={lengthOf(content ?? '', embeds, components)}>
      {content ? <DiscordMarkdown text={content} mentions={mentions} isMessage /> : null}
      {children}
      {embeds.map((embed, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: embeds have no identity but their place
        <DiscordEmbed key={index} embed={embed} mentions={mentions} />
      ))}
      <DiscordComponents components={components} mentions={mentions} />
    </MessageLength>
  );
}
