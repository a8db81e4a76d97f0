import {
  GatewayDispatchEvents as Event,
  ApplicationFlags as F,
  GatewayIntentBits as I,
} from 'discord-api-types/v10';
import type { WorldEvent } from '../world/events.ts';

const GUILDS: readonly string[] = [
  Event.GuildCreate,
  Event.GuildUpdate,
  Event.GuildDelete,
  Event.GuildRoleCreate,
  Event.GuildRoleUpdate,
  Event.GuildRoleDelete,
  Event.ChannelCreate,
  Event.ChannelUpdate,
  Event.ChannelDelete,
  Event.ThreadCreate,
  Event.ThreadUpdate,
  Event.ThreadDelete,
  Event.ThreadListSync,
  Event.ThreadMemberUpdate,
  Event.ThreadMembersUpdate,
];

/** By event: the intent in servers, and the one in direct messages. */
const BY_EVENT: Record<string, readonly [server: number, direct: number]> = {
  ...Object.fromEntries(GUILDS.map((t) => [t, [I.Guilds, 0] as const])),
  [Event.GuildMemberAdd]: [I.GuildMembers, 0],
  [Event.GuildMemberUpdate]: [I.GuildMembers, 0],
  [Event.GuildMemberRemove]: [I.GuildMembers, 0],
  [Event.GuildBanAdd]: [I.GuildModeration, 0],
  [Event.GuildBanRemove]: [I.GuildModeration, 0],
  [Event.GuildEmojisUpdate]: [I.GuildExpressions, 0],
  [Event.WebhooksUpdate]: [I.GuildWebhooks, 0],
  [Event.MessageCreate]: [I.GuildMessages, I.DirectMessages],
  [Event.MessageUpdate]: [I.GuildMessages, I.DirectMessages],
  [Event.MessageDelete]: [I.GuildMessages, I.DirectMessages],
  [Event.MessageDeleteBulk]: [I.GuildMessages, 0],
  [Event.ChannelPinsUpdate]: [I.Guilds, I.DirectMessages],
  [Event.MessageReactionAdd]: [I.GuildMessageReactions, I.DirectMessageReactions],
  [Event.MessageReactionRemove]: [I.GuildMessageReactions, I.DirectMessageReactions],
  [Event.MessageReactionRemoveAll]: [I.GuildMessageReactions, I.DirectMessageReactions],
  [Event.MessageReactionRemoveEmoji]: [I.GuildMessageReactions, I.DirectMessageReactions],
  [Event.TypingStart]: [I.GuildMessageTyping, I.DirectMessageTyping],
};

/** Sent to every session of an application, whatever it asked for. */
const ALWAYS: readonly string[] = [
  Event.InteractionCreate,
  Event.UserUpdate,
  Event.EntitlementCreate,
  Event.EntitlementUpdate,
  Event.EntitlementDelete,
];

/** Whether a bot with these intents is sent the event. Events about itself come without the members intent. */
export function wants(intents: number, event: WorldEvent): boolean {
  if (ALWAYS.includes(event.t)) return true;
  const pair = BY_EVENT[event.t];
  if (!pair) return false;
  const needed = event.direct ? pair[1] : pair[0];
  return needed !== 0 && (intents & needed) !== 0;
}

export const ALL_INTENTS = Object.values(I).reduce<number>(
  (all, bit) => (typeof bit === 'number' ? all | bit : all),
  0,
);

/** Privileged intents that the application was not granted. */
export function forbiddenIntents(intents: number, flags: number): number {
  const needs: readonly [number, number][] = [
    [I.GuildMembers, F.GatewayGuildMembers | F.GatewayGuildMembersLimited],
    [I.GuildPresences, F.GatewayPresence | F.GatewayPresenceLimited],
    [I.MessageContent, F.GatewayMessageContent | F.GatewayMessageContentLimited],
  ];
  return needs.reduce(
    (bad, [intent, granted]) => (intents & intent && !(flags & granted) ? bad | intent : bad),
    0,
  );
}
