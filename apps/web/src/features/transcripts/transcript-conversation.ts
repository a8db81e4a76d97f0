import type { Attachment } from '@tickets/contract/tickets/tickets';
import type { Transcript, TranscriptMessage } from '@tickets/contract/transcripts/transcripts';
import type { DiscordComponent, DiscordEmbed, MentionNames } from '@tickets/discord-ui/types';
import type { ConversationMessage } from '../../components/conversation/types.ts';
import { defaultAvatarUrl } from '../../lib/discord/cdn.ts';

interface TranscriptWords {
  /** Whether a ticket of the transcript was imported. */
  isImported: (ticket_id: number) => boolean;
  unknownUser: string;
  /** Undefined for a file that is there. */
  whyMissing: (copy: Attachment['copy']) => string | undefined;
}

/** A message of a closed ticket in the shape of the conversation. */
export function transcriptConversation(
  message: TranscriptMessage,
  users: Transcript['entities']['users'],
  { isImported, unknownUser, whyMissing }: TranscriptWords,
): ConversationMessage {
  const user = users[message.author];
  const bot = user?.badge === 'bot';
  const imported = isImported(message.ticket_id);
  return {
    id: message.id,
    ticket: message.ticket_id,
    type: message.type,
    replyTo: message.reply_to,
    author: {
      key: message.author,
      name: user?.username ?? unknownUser,
      avatarUrl: user?.avatar ?? defaultAvatarUrl(message.author),
      fallbackAvatarUrl: defaultAvatarUrl(message.author),
      bot,
    },
    staff: message.by_staff && !bot,
    imported,
    time: message.time,
    content: message.content,
    edited: message.edited,
    deleted: message.deleted,
    // Discord's own objects, of which every key is optional here.
    embeds: message.embeds as DiscordEmbed[],
    components: message.components as DiscordComponent[],
    attachments: message.attachments.map((file) => {
      const missing = whyMissing(file.copy);
      return missing ? { ...file, missing } : file;
    }),
  };
}

export function transcriptMentions({ users, roles, channels }: Transcript['entities']): MentionNames {
  return {
    users: Object.fromEntries(Object.entries(users).map(([id, user]) => [id, user.username])),
    roles,
    channels: Object.fromEntries(Object.entries(channels).map(([id, channel]) => [id, channel.name])),
  };
}
