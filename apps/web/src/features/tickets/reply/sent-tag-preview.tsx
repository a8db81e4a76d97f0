import { fillPlaceholders, type Placeholder, timeTag } from '@tickets/contract/embeds/placeholders';
import type { User } from '@tickets/contract/servers/guild';
import type { Tag } from '@tickets/contract/tags/tags';
import type { TicketDetail } from '@tickets/contract/tickets/tickets';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { DiscordPreview } from '../../../components/discord/discord-preview.tsx';
import { embedFormOf, embedPreview } from '../../../components/editors/embed-form.ts';
import { avatarUrl } from '../../../lib/discord/cdn.ts';
import { useGuild } from '../../../lib/page/use-guild.ts';

/** The tag as it will stand in the ticket. What only the server knows is filled when it is sent. */
export function SentTagPreview({ tag, ticket, self }: { tag: Tag; ticket: TicketDetail; self: User }) {
  const t = useTranslations('tickets.ticket');
  const { data: guild } = useGuild(1);
  const now = useMemo(() => new Date(), []);
  const fill = (text: string) =>
    fillPlaceholders(text, (name) => known(name, ticket, guild?.name ?? '', now) ?? `%${name}%`, now);
  const { opener, channel_id, channel_name } = ticket;
  const name = opener.global_name ?? opener.username;

  return (
    <DiscordPreview
      author={{ name: self.global_name || self.username, avatarUrl: avatarUrl(self, 64), bot: true }}
      content={tag.content ? fill(tag.content) : ''}
      embeds={tag.embed ? [embedPreview(embedFormOf(tag.embed), fill, avatarUrl(opener, 512))] : []}
      mentions={{
        users: { [opener.id]: name },
        channels: channel_id ? { [channel_id]: channel_name } : {},
      }}
      caption={t('send_tag.caption')}
    />
  );
}

function known(name: Placeholder, ticket: TicketDetail, server: string, now: Date): string | undefined {
  const { id, opener, channel_id } = ticket;
  const seconds = now.getTime() / 1000;
  const values: Partial<Record<Placeholder, string>> = {
    user: `<@${opener.id}>`,
    user_id: opener.id,
    username: opener.username,
    nickname: opener.global_name ?? opener.username,
    ticket_id: String(id),
    channel: `<#${channel_id}>`,
    server,
    time: timeTag(seconds, 't'),
    date: timeTag(seconds, 'd'),
    datetime: timeTag(seconds, 'f'),
    timestamp: String(Math.floor(seconds)),
  };
  return values[name];
}
