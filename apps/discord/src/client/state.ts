import type { ReactNode } from 'react';
import type {
  Channel,
  Command,
  JoinableServer,
  Me,
  Message,
  Modal,
  PlayablePerson,
  Server,
} from '../simulator/types.ts';
import { compareIds } from './ids.ts';

/** The loaded messages of a channel. */
export interface Log {
  status: 'new' | 'loading' | 'ready' | 'failed';
  messages: readonly Message[];
  /** Older ones exist. */
  more: boolean;
  isLoadingOlder: boolean;
  problem: string | null;
  /** What was heard while it loads: the answer may be older. */
  meanwhile: { messages: readonly Message[]; gone: readonly string[] };
  /** Lines that only this page knows: commands on their way, and those that came to nothing. */
  locals: readonly LocalLine[];
}

export interface LocalLine {
  id: string;
  app: Command['app'];
  name: string;
  slash: boolean;
  problem: string | null;
}

export interface Place {
  x: number;
  y: number;
  /** Stands above the point instead of below. */
  above?: boolean;
}

export interface PickedEmoji {
  id?: string | null;
  name: string;
  animated?: boolean;
}

/** What floats over the page. */
export type Menu = Place &
  (
    | { kind: 'message'; message: Message }
    | { kind: 'emoji'; onPick: (emoji: PickedEmoji) => void }
    | { kind: 'server' }
    | { kind: 'channel'; channelId: string }
    | { kind: 'profile'; userId: string }
  );

export interface Confirmation {
  kind: 'confirm';
  title: string;
  text: ReactNode;
  action: string;
  /** The dialog that it came from. */
  back?: Dialog;
  onConfirm: () => Promise<unknown>;
}

export type Dialog =
  | { kind: 'switch' }
  | { kind: 'pins'; channel: Channel }
  | { kind: 'join' }
  | { kind: 'roles' }
  | { kind: 'emojis' }
  | { kind: 'channel'; channel?: Channel; type?: number; parentId?: string | null }
  | Confirmation;

export interface ClientState {
  isConnected: boolean;
  me: Me | null;
  people: readonly PlayablePerson[];
  servers: readonly Server[];
  directs: readonly Channel[];
  joinable: readonly JoinableServer[];
  /** Channels that no list shows, such as archived threads that a link leads to. */
  extras: ReadonlyMap<string, Channel>;
  /** The open server; null: direct messages. */
  serverId: string | null;
  channelId: string | null;
  logs: ReadonlyMap<string, Log>;
  /** Names of who types, by channel and person. */
  typing: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** The last message that was read, by channel. */
  read: Readonly<Record<string, string>>;
  /** How many new messages mention the person, by channel. */
  mentions: ReadonlyMap<string, number>;
  /** What is in sight where there is room for one. */
  pane: 'channels' | 'chat' | 'members';
  showsMembers: boolean;
  replyTo: Message | null;
  editingId: string | null;
  /** Components whose answer is on its way, by `pressKey`. */
  busy: ReadonlySet<string>;
  /** What to say under a message whose component came to nothing. */
  troubles: ReadonlyMap<string, string>;
  modal: (Modal & { id: string; channel_id: string }) | null;
  dialog: Dialog | null;
  menu: Menu | null;
  notice: { text: string; id: string } | null;
  /** A command that was pressed in a text, until the composer takes it. */
  wantedCommand: string | null;
}

export const initialState: ClientState = {
  isConnected: true,
  me: null,
  people: [],
  servers: [],
  directs: [],
  joinable: [],
  extras: new Map(),
  serverId: null,
  channelId: null,
  logs: new Map(),
  typing: new Map(),
  read: {},
  mentions: new Map(),
  pane: 'channels',
  showsMembers: true,
  replyTo: null,
  editingId: null,
  busy: new Set(),
  troubles: new Map(),
  modal: null,
  dialog: null,
  menu: null,
  notice: null,
  wantedCommand: null,
};

export const emptyLog: Log = {
  status: 'new',
  messages: [],
  more: false,
  isLoadingOlder: false,
  problem: null,
  meanwhile: { messages: [], gone: [] },
  locals: [],
};

export const pressKey = (messageId: string, customId: string) => `${messageId} ${customId}`;

/** Who the page belongs to. It is drawn only when someone has been chosen. */
export function meIn({ me }: ClientState): Me {
  if (!me) throw new Error('nobody is chosen yet');
  return me;
}

export const logIn = (state: ClientState, channelId: string) => state.logs.get(channelId) ?? emptyLog;

export const openServer = (state: ClientState) => serverIn(state, state.serverId);

export const serverIn = (state: ClientState, id: string | null | undefined) =>
  state.servers.find((server) => server.id === id) ?? null;

export const openChannel = (state: ClientState) => channelIn(state, state.channelId);

export function channelIn(state: ClientState, id: string | null | undefined): Channel | null {
  if (!id) return null;
  for (const { channels } of state.servers) {
    const found = channels.find((channel) => channel.id === id);
    if (found) return found;
  }
  return state.directs.find((channel) => channel.id === id) ?? state.extras.get(id) ?? null;
}

export function isUnread(state: ClientState, channel: Channel): boolean {
  if (!channel.last_message_id || channel.id === state.channelId) return false;
  const known = state.read[channel.id];
  return !known || compareIds(channel.last_message_id, known) > 0;
}

export const mentionsIn = (state: ClientState, channels: readonly Channel[]) =>
  channels.reduce((sum, { id }) => sum + (state.mentions.get(id) ?? 0), 0);
