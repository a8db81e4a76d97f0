import type { DiscordComponent, DiscordEmbed, DiscordFile, MentionNames } from '@tickets/discord-ui/types';

/** What the simulator's own addresses (/client-api) tell the page. Everything else goes over Discord's REST. */

export interface Person {
  id: string;
  name: string;
  username: string;
  avatar_url: string;
}

export interface PlayablePerson extends Person {
  /** One line about the part they play. */
  about: string;
}

export interface Me extends Person {
  /** Signs what their client sends to Discord's REST. */
  token: string;
}

export interface Channel {
  id: string;
  /** Discord's: 0 text, 2 voice, 4 category, 5 announcements, 10 to 12 threads. */
  type: number;
  guild_id: string | null;
  name: string;
  /** Of the other person of a direct message. */
  avatar_url: string | null;
  recipient_id: string | null;
  recipient_bot: boolean;
  parent_id: string | null;
  position: number;
  topic: string | null;
  /** Seconds between two messages of this person. */
  slowmode: number;
  last_message_id: string | null;
  is_thread: boolean;
  is_private: boolean;
  archived: boolean;
  locked: boolean;
  can_view: boolean;
  can_write: boolean;
  can_attach: boolean;
  can_use_commands: boolean;
  can_manage_channel: boolean;
  can_manage_threads: boolean;
}

export interface Role {
  id: string;
  name: string;
  colour: number | null;
  position: number;
  /** Its members stand apart in the list. */
  hoist: boolean;
  /** Belongs to an app. */
  managed: boolean;
  member_count: number;
  /** Whether this person may give, take and delete it. */
  can_manage: boolean;
}

export interface Member extends Person {
  bot: boolean;
  owner: boolean;
  colour: number | null;
  role_ids: string[];
  hoisted_role_id: string | null;
  joined_at: string;
  /** What stands below the name of an app. */
  activity: string | null;
  /** Whether an app is connected; null of people. */
  online: boolean | null;
  can_kick: boolean;
}

export interface ServerEmoji {
  id: string;
  name: string;
  animated: boolean;
  url: string;
  added_by: string | null;
  can_delete: boolean;
}

export interface Server {
  id: string;
  name: string;
  icon_url: string;
  is_owner: boolean;
  can_manage_channels: boolean;
  can_manage_roles: boolean;
  can_add_emojis: boolean;
  can_manage_emojis: boolean;
  channels: Channel[];
  roles: Role[];
  members: Member[];
  member_count: number;
  emojis: ServerEmoji[];
  /** Of each kind, still and animated. */
  emoji_slots: number;
}

export interface JoinableServer {
  id: string;
  name: string;
  icon_url: string;
  member_count: number;
}

export interface Overview {
  me: Me;
  people: PlayablePerson[];
  servers: Server[];
  directs: Channel[];
  joinable: JoinableServer[];
}

export interface Author {
  id: string;
  name: string;
  avatar_url: string;
  bot: boolean;
  colour: number | null;
}

export interface Reaction {
  name: string | null;
  id: string | null;
  url: string | null;
  count: number;
  me: boolean;
  /** Of the first few who reacted. */
  names: string[];
}

export interface Message {
  id: string;
  channel_id: string;
  /** Discord's: 0 a text, 19 a reply, 20 and 23 answers to commands, others its own lines. */
  type: number;
  author: Author;
  content: string;
  /** For the ids that its texts mention, and those of the message that it answers. */
  names: MentionNames;
  time: string;
  edited: string | null;
  ephemeral: boolean;
  /** "is thinking". */
  loading: boolean;
  pinned: boolean;
  mentions_me: boolean;
  /** Names of whom it mentions. */
  mentioned: string[];
  attachments: DiscordFile[];
  embeds: DiscordEmbed[];
  components: DiscordComponent[];
  reactions: Reaction[];
  /** Without id and author where the answered message is gone. */
  reply: { id: string | null; author: Author | null; content: string; has_attachments: boolean } | null;
  command: { name: string; by: string; avatar_url: string; slash: boolean } | null;
  thread: { id: string; name: string | null; messages: number } | null;
  mine: boolean;
  can_edit: boolean;
  can_delete: boolean;
  can_pin: boolean;
  can_react: boolean;
  can_reply: boolean;
}

export interface CommandOption {
  /** Discord's: 1 sub-command, 2 group, 3 text, 4 integer, 5 yes or no, 6 user, 7 channel, 8 role, 9 mentionable, 10 number. */
  type: number;
  name: string;
  description: string;
  required?: boolean;
  autocomplete?: boolean;
  choices?: { name: string; value: string | number }[];
  options?: CommandOption[];
  channel_types?: number[];
  max_length?: number;
}

export interface Command {
  id: string;
  /** Discord's: 1 slash, 2 of a user, 3 of a message. */
  type: number;
  name: string;
  description: string;
  options: CommandOption[];
  app: { id: string; name: string; avatar_url: string };
}

export type OptionValue = string | number | boolean;

export type InteractionInput =
  | { kind: 'component'; channel_id: string; message_id: string; custom_id: string; values?: string[] }
  | { kind: 'modal'; channel_id: string; interaction_id: string; values: Record<string, string | string[]> }
  | CommandUse
  | (Omit<CommandUse, 'kind'> & { kind: 'autocomplete'; focused: string });

export interface CommandUse {
  kind: 'command';
  channel_id: string;
  command_id: string;
  path?: string[];
  options?: Record<string, OptionValue>;
  /** The message or person that a command of a menu is used on. */
  target_id?: string;
}

export interface Modal {
  title: string;
  app: { name: string; avatar_url: string };
  components: DiscordComponent[];
  names: MentionNames;
}

export interface OptionChoice {
  name: string;
  value: string | number;
}

/** What became of a press, a command or a form. */
export type InteractionOutcome = { id: string; nonce: string | null; channel_id: string } & (
  | { outcome: 'done' | 'failed' }
  | { outcome: 'modal'; modal: Modal }
  | { outcome: 'choices'; choices: OptionChoice[] }
);

/** What /client-api/live tells, by the name of the event. */
export interface LiveEvents {
  /** `fresh`: it has just been written; else something of it changed. */
  message: { fresh: boolean; message: Message };
  gone: { channel_id: string; ids: string[] };
  server: { server: Server };
  server_gone: { id: string; joinable: JoinableServer[] };
  directs: { directs: Channel[] };
  typing: { channel_id: string; user_id: string; name: string };
  interaction: InteractionOutcome;
}
