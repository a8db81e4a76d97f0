import { type APIMessage, MessageType } from 'discord-api-types/v10';
import { componentsOf, embedsOf } from './message-pieces.ts';

/** A message as the gateway or REST tells it. The gateway adds what the author is as a member. */
export type MessagePayload = Omit<APIMessage, 'mentions'> & {
  member?: { roles: readonly string[]; joined_at?: string | null };
};

/** An edit: Discord may leave out everything that did not change. */
export type MessageEdit = Partial<MessagePayload> & { id: string; channel_id: string };

export const isWhole = (message: MessageEdit): message is MessagePayload & MessageEdit =>
  message.author !== undefined && message.timestamp !== undefined && message.content !== undefined;

/** The columns of a message that its payload decides. */
export function rowOf(message: MessagePayload) {
  const { author, webhook_id } = message;
  return {
    message_id: message.id,
    type: message.type ?? MessageType.Default,
    author_id: author.id,
    // The author of a webhook's message is no user; what it called itself stands only in the message.
    author_name: webhook_id ? author.username : null,
    author_avatar: webhook_id ? author.avatar : null,
    author_bot: Boolean(author.bot || webhook_id),
    content: message.content,
    embeds: JSON.stringify(embedsOf(message)),
    components: JSON.stringify(componentsOf(message)),
    reply_to: message.type === MessageType.Reply ? (message.message_reference?.message_id ?? null) : null,
    created_at: new Date(message.timestamp),
    edited_at: message.edited_timestamp ? new Date(message.edited_timestamp) : null,
  };
}

export type MessageRow = ReturnType<typeof rowOf>;

const spoken = new Set<MessageType>([MessageType.Default, MessageType.Reply]);

/** Whether a person wrote this, in Discord or (`sent_by`) in the dashboard. Other bots and notices do not count. */
export function isFromPerson(
  message: { type: number; author_bot: boolean },
  sent_by: string | null,
): boolean {
  return sent_by !== null || (spoken.has(message.type) && !message.author_bot);
}

/** When Discord made an id. */
export function timeOfSnowflake(id: string): Date {
  return new Date(Number(BigInt(id) >> 22n) + 1_420_070_400_000);
}

/** The smallest id that a thing made at this time can have. */
export function snowflakeAt(time: Date): string {
  const ms = Math.max(0, time.getTime() - 1_420_070_400_000);
  return String(BigInt(ms) << 22n);
}
