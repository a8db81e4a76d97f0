import type { TicketMessage } from '@tickets/contract/tickets';
import type { ConversationMessage } from '../../components/conversation/types.ts';
import type { DiscordComponent, DiscordEmbed } from '../../components/discord/types.ts';
import { avatarUrl, proxiedAvatarUrl } from '../../lib/cdn.ts';

/** A message of an open ticket in the shape of the conversation. */
export function ticketConversation(message: TicketMessage): ConversationMessage {
  const { author } = message;
  const name = author.global_name || author.username;
  return {
    id: message.id,
    ticket: message.ticket_id,
    // A webhook speaks for the server under many names.
    author: {
      key: `${author.id}/${name}`,
      name,
      avatarUrl: author.avatar.startsWith('http') ? author.avatar : avatarUrl(author, 64),
      fallbackAvatarUrl: proxiedAvatarUrl(author.id),
      bot: author.bot,
    },
    time: Date.parse(message.timestamp),
    content: message.content,
    edited: message.edited_timestamp !== null,
    deleted: message.deleted_timestamp !== null,
    // Discord's own objects, of which every key is optional here.
    embeds: message.embeds as DiscordEmbed[],
    components: message.components as DiscordComponent[],
    attachments: message.attachments,
  };
}
