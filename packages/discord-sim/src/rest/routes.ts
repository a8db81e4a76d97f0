import type { Route } from './call.ts';
import { channelRoutes } from './routes/channels.ts';
import { commandRoutes } from './routes/commands.ts';
import { emojiRoutes } from './routes/emojis.ts';
import { entitlementRoutes } from './routes/entitlements.ts';
import { guildRoutes } from './routes/guilds.ts';
import { interactionRoutes } from './routes/interactions.ts';
import { memberRoutes } from './routes/members.ts';
import { messageRoutes } from './routes/messages.ts';
import { reactionRoutes } from './routes/reactions.ts';
import { threadListRoutes } from './routes/thread-lists.ts';
import { threadRoutes } from './routes/threads.ts';
import { userRoutes } from './routes/users.ts';
import { webhookRoutes } from './routes/webhooks.ts';

export const allRoutes: readonly Route[] = [
  ...userRoutes,
  ...guildRoutes,
  ...emojiRoutes,
  ...memberRoutes,
  ...channelRoutes,
  ...threadRoutes,
  ...threadListRoutes,
  ...messageRoutes,
  ...reactionRoutes,
  ...webhookRoutes,
  ...commandRoutes,
  ...entitlementRoutes,
  ...interactionRoutes,
];
