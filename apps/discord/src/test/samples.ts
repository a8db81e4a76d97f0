import type { Channel, Command, Member, Message, Overview, Person, Server } from '../simulator/types.ts';

/** What a simulator tells, with what a test does not say filled in. */

export const olive: Person = { id: '10', name: 'Olive', username: 'olive', avatar_url: '/olive.png' };

export const channelOf = (values: Partial<Channel> = {}): Channel => ({
  id: '100',
  type: 0,
  guild_id: '1',
  name: 'general',
  avatar_url: null,
  recipient_id: null,
  recipient_bot: false,
  parent_id: null,
  position: 0,
  topic: null,
  slowmode: 0,
  last_message_id: null,
  is_thread: false,
  is_private: false,
  archived: false,
  locked: false,
  can_view: true,
  can_write: true,
  can_attach: true,
  can_use_commands: true,
  can_manage_channel: false,
  can_manage_threads: false,
  ...values,
});

export const memberOf = (values: Partial<Member> = {}): Member => ({
  ...olive,
  bot: false,
  owner: false,
  colour: null,
  role_ids: [],
  hoisted_role_id: null,
  joined_at: '2026-01-01T00:00:00.000Z',
  activity: null,
  online: null,
  can_kick: false,
  ...values,
});

export const serverOf = (values: Partial<Server> = {}): Server => ({
  id: '1',
  name: 'Harbour Games',
  icon_url: '/icon.png',
  is_owner: false,
  can_manage_channels: false,
  can_manage_roles: false,
  can_add_emojis: false,
  can_manage_emojis: false,
  channels: [channelOf()],
  roles: [],
  members: [memberOf()],
  member_count: 1,
  emojis: [],
  emoji_slots: 50,
  ...values,
});

export const messageOf = (values: Partial<Message> = {}): Message => ({
  id: '1000',
  channel_id: '100',
  type: 0,
  author: { id: '20', name: 'Nelly', avatar_url: '/nelly.png', bot: false, colour: null },
  content: 'Hello',
  names: {},
  time: '2026-03-01T12:00:00.000Z',
  edited: null,
  ephemeral: false,
  loading: false,
  pinned: false,
  mentions_me: false,
  mentioned: [],
  attachments: [],
  embeds: [],
  components: [],
  reactions: [],
  reply: null,
  command: null,
  thread: null,
  mine: false,
  can_edit: false,
  can_delete: false,
  can_pin: false,
  can_react: true,
  can_reply: true,
  ...values,
});

export const commandOf = (values: Partial<Command> = {}): Command => ({
  id: '500',
  type: 1,
  name: 'close',
  description: 'Closes the ticket',
  options: [],
  app: { id: '600', name: 'Tickets', avatar_url: '/bot.png' },
  ...values,
});

export const overviewOf = (values: Partial<Overview> = {}): Overview => ({
  me: { ...olive, token: 'secret' },
  people: [{ ...olive, about: 'owns it' }],
  servers: [serverOf()],
  directs: [],
  joinable: [],
  ...values,
});
