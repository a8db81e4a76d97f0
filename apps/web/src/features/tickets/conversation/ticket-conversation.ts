import type { User } from '@tickets/contract/servers/guild';
import type { TicketMessage } from '@tickets/contract/tickets/tickets';
import type { DiscordComponent, DiscordEmbed } from '@tickets/discord-ui/types';
import type { ConversationAuthor, ConversationMessage } from '../../../components/conversation/types.ts';
import { avatarUrl, defaultAvatarUrl, proxiedAvatarUrl } from '../../../lib/discord/cdn.ts';
import { loadableUrl } from '../../../lib/discord/pictures.ts';

/** A message of an open ticket, or of an earlier one that may have been imported, in the shape of the conversation. */
export function ticketConversation(message: TicketMessage, imported: boolean): ConversationMessage {
  return {
    id: message.id,
    ticket: message.ticket_id,
    type: message.type,
    replyTo: message.reply_to,
    author: conversationAuthor(message.author),
    staff: message.by_staff && !message.author.bot,
    imported,
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

export function conversationAuthor(author: User): ConversationAuthor {
  const name = author.global_name || author.username;
  return {
    // A webhook speaks for the server under many names.
    key: `${author.id}/${name}`,
    name,
    // Some servers tell that there is none by null.
    avatarUrl: author.avatar?.startsWith('http')
      ? (loadableUrl(author.avatar) ?? defaultAvatarUrl(author.id))
      : avatarUrl(author, 64),
    fallbackAvatarUrl: proxiedAvatarUrl(author.id),
    bot: author.bot,
  };
}
