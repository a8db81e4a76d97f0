import type { commandView } from '@tickets/discord-sim/people/commands';
import type { MessageView } from '@tickets/discord-sim/people/message-view';
import type { ChannelView, ServerView } from '@tickets/discord-sim/people/server-view';
import type { Channel, Command, Message, Server } from '../simulator/types.ts';

/** Drawn by packages/discord-ui, which takes them as they come. */
type DiscordsOwn = 'attachments' | 'components' | 'embeds' | 'options';

/** Held by the compiler alone: whatever the simulator tells has at least what the page reads. */
export const simulatorTells = {
  channel: (told: ChannelView): Channel => told,
  server: (told: ServerView): Server => told,
  message: (told: Omit<MessageView, DiscordsOwn>): Omit<Message, DiscordsOwn> => told,
  command: (told: Omit<ReturnType<typeof commandView>, DiscordsOwn>): Omit<Command, DiscordsOwn> => told,
};
