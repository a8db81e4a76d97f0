import { PermissionFlagsBits as P } from 'discord-api-types/v10';

/** What a scope lets an application do, as the consent screen says it. Other scopes are unknown here. */
export const SCOPE_WORDS: Record<string, string> = {
  identify: 'Access your username, avatar and banner',
  email: 'Access your email address',
  guilds: 'Know what servers you’re in',
  'guilds.members.read': 'Read your member info (nickname, avatar, roles) for the servers you belong to',
  'guilds.join': 'Join servers for you',
  connections: 'Access your third-party connections',
  bot: 'Add a bot to a server',
  'applications.commands': 'Create commands',
};

const PERMISSION_NAMES = {
  Administrator: 'Administrator',
  ViewAuditLog: 'View Audit Log',
  ManageGuild: 'Manage Server',
  ManageRoles: 'Manage Roles',
  ManageChannels: 'Manage Channels',
  KickMembers: 'Kick Members',
  BanMembers: 'Ban Members',
  CreateInstantInvite: 'Create Invite',
  ChangeNickname: 'Change Nickname',
  ManageNicknames: 'Manage Nicknames',
  ManageGuildExpressions: 'Manage Expressions',
  ManageWebhooks: 'Manage Webhooks',
  ViewChannel: 'View Channels',
  ModerateMembers: 'Time Out Members',
  SendMessages: 'Send Messages',
  CreatePublicThreads: 'Create Public Threads',
  CreatePrivateThreads: 'Create Private Threads',
  SendMessagesInThreads: 'Send Messages in Threads',
  SendTTSMessages: 'Send Text-to-Speech Messages',
  ManageMessages: 'Manage Messages',
  PinMessages: 'Pin Messages',
  ManageThreads: 'Manage Threads',
  EmbedLinks: 'Embed Links',
  AttachFiles: 'Attach Files',
  ReadMessageHistory: 'Read Message History',
  MentionEveryone: 'Mention @everyone, @here and All Roles',
  UseExternalEmojis: 'Use External Emoji',
  UseExternalStickers: 'Use External Stickers',
  AddReactions: 'Add Reactions',
  UseApplicationCommands: 'Use Application Commands',
  SendVoiceMessages: 'Send Voice Messages',
  SendPolls: 'Create Polls',
} satisfies Partial<Record<keyof typeof P, string>>;

/** The named permissions that are set in `bits`, most powerful first. */
export function namedPermissions(bits: bigint): { bit: bigint; name: string }[] {
  const names = Object.entries(PERMISSION_NAMES) as [keyof typeof PERMISSION_NAMES, string][]; // the object's own keys
  return names.flatMap(([key, name]) => (bits & P[key] ? [{ bit: P[key], name }] : []));
}
