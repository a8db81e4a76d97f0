import { PermissionFlagsBits } from 'discord-api-types/v10';

/** What the bot must be allowed in a server, and how Discord's settings call it. */
const named = {
  ViewChannel: 'View Channels',
  ManageChannels: 'Manage Channels',
  ManageRoles: 'Manage Roles',
  ManageWebhooks: 'Manage Webhooks',
  SendMessages: 'Send Messages',
  CreatePrivateThreads: 'Create Private Threads',
  SendMessagesInThreads: 'Send Messages in Threads',
  ManageThreads: 'Manage Threads',
  ManageMessages: 'Manage Messages',
  PinMessages: 'Pin Messages',
  EmbedLinks: 'Embed Links',
  AttachFiles: 'Attach Files',
  AddReactions: 'Add Reactions',
  UseApplicationCommands: 'Use Application Commands',
  UseExternalEmojis: 'Use External Emojis',
  MentionEveryone: 'Mention @everyone, @here and All Roles',
  ReadMessageHistory: 'Read Message History',
} as const satisfies Partial<Record<keyof typeof PermissionFlagsBits, string>>;

const entries = Object.entries(named).map(([flag, name]) => ({
  bit: PermissionFlagsBits[flag as keyof typeof named],
  name,
}));

/** For the invite link. */
export const requiredPermissions: bigint = entries.reduce((all, { bit }) => all | bit, 0n);

/** Where someone adds the bot to a server, with all that it needs. */
export function inviteUrl({ web_url, client_id }: { web_url: string; client_id: string }): string {
  return `${web_url}/oauth2/authorize?client_id=${client_id}&scope=bot+applications.commands&permissions=${requiredPermissions}`;
}

/** The names of the required permissions that are not among these. Administrator includes all. */
export function describeMissing(permissions: bigint): string[] {
  if (permissions & PermissionFlagsBits.Administrator) return [];
  return entries.filter(({ bit }) => (permissions & bit) === 0n).map(({ name }) => name);
}
