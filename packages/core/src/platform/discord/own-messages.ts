import { type APIMessage, type APIMessageTopLevelComponent, ComponentType } from 'discord-api-types/v10';
import type { Context } from '../context.ts';

/** A message of ours among the first after `after` that fits. */
export async function findOwnMessage(
  ctx: Context,
  channel_id: string,
  after: string,
  fits: (message: APIMessage) => boolean,
): Promise<APIMessage | undefined> {
  const messages = await ctx.discord.api.channels.getMessages(channel_id, { after, limit: 100 });
  return messages.find((message) => message.author.id === ctx.discord.user_id && fits(message));
}

/** Whether one of the message's buttons has this custom id. */
export function hasButton(
  message: { components?: APIMessageTopLevelComponent[] },
  custom_id: string,
): boolean {
  return (message.components ?? []).some(
    (row) =>
      row.type === ComponentType.ActionRow &&
      row.components.some((component) => 'custom_id' in component && component.custom_id === custom_id),
  );
}
