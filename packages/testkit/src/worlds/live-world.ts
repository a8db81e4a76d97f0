import { once } from 'node:events';
import {
  type GuildLiveFrame,
  type LiveClose,
  type LiveServerFrame,
  liveClose,
} from '@tickets/contract/tickets/live';
import { expect, vi } from 'vitest';
import { WebSocket } from 'ws';
import {
  buildGuild,
  buildMember,
  buildMessage,
  buildSession,
  buildTicket,
  buildUser,
} from '../data/factories.ts';
import { startTestApp, type TestApp, type TestAppOptions } from './app.ts';

/** A frame of any live socket, as loosely as a test looks at it. */
export type AnyFrame = (LiveServerFrame | GuildLiveFrame) & {
  error?: string;
  type?: string;
  data?: { seq?: number; id?: string };
};

/** A live socket, with everything that it was sent. */
export interface LiveReader {
  socket: WebSocket;
  frames: AnyFrame[];
  isClosed(): boolean;
  auth(data: object): Promise<void>;
  /** Waits until this many frames have come. */
  until(count: number): Promise<AnyFrame[]>;
  untilRefused(error: string, code?: LiveClose): Promise<void>;
}

/** A server with one open ticket. */
export interface LiveDesk {
  guild_id: string;
  ticket: { guild_id: string; ticket_id: number };
  opener_id: string;
  /** Of somebody of the default team. */
  token: string;
  /** A member with that level signs in. */
  signIn(level: 0 | 1 | 2): Promise<string>;
  connect(path: string, origin?: string, localAddress?: string): LiveReader;
  openTicket(): LiveReader;
  /** `localAddress`: the address of this machine from which it is opened. */
  openList(localAddress?: string): LiveReader;
  /** A message as the bot would record it: the row, then the event. */
  say(
    content: string,
    change?: 'create' | 'update' | 'delete',
    row?: object,
  ): Promise<{ message_id: string; seq: number }>;
  /** Changes the ticket as the bot would: the row, then the event. */
  change(values: object): Promise<void>;
}

export interface LiveWorld extends AsyncDisposable {
  app: TestApp;
  addDesk(): Promise<LiveDesk>;
  /** Ends all sockets. */
  hangUp(): void;
}

/** The API with what readers of its live sockets need. */
export async function startLiveWorld(options: TestAppOptions = {}): Promise<LiveWorld> {
  const app = await startTestApp(options);
  const { ctx } = app;
  const readers: LiveReader[] = [];
  const hangUp = () => {
    for (const { socket } of readers.splice(0)) socket.terminate();
  };
  const connect = (path: string, origin = 'http://dashboard.test', localAddress = '127.0.0.1') => {
    const reader = readerOf(new WebSocket(app.url.replace('http', 'ws') + path, { origin, localAddress }));
    readers.push(reader);
    return reader;
  };
  return {
    app,
    hangUp,
    async [Symbol.asyncDispose]() {
      hangUp();
      await app.close();
    },
    async addDesk() {
      const { guild_id } = await buildGuild(ctx);
      const { user_id: opener_id } = await buildUser(ctx);
      const { ticket_id } = await buildTicket(ctx, { guild_id, opener_id });
      const ticket = { guild_id, ticket_id };
      const signIn = async (level: 0 | 1 | 2) =>
        buildSession(ctx, await buildMember(ctx, { guild_id, level }));
      return {
        guild_id,
        ticket,
        opener_id,
        token: await signIn(1),
        signIn,
        connect,
        openTicket: () => connect(`/api/${guild_id}/tickets/${ticket.ticket_id}/live-chat`),
        openList: (localAddress) => connect(`/api/${guild_id}/live`, undefined, localAddress),
        async say(content, change = 'create', row = {}) {
          const message = await buildMessage(ctx, { ...ticket, author_id: opener_id, content, ...row });
          const { message_id, seq } = message;
          ctx.events.publish({ type: 'ticket.message', ...ticket, message_id, seq, change });
          return { message_id, seq };
        },
        async change(values) {
          await ctx.db
            .updateTable('tickets')
            .set(values)
            .where('guild_id', '=', guild_id)
            .where('ticket_id', '=', ticket.ticket_id)
            .execute();
          ctx.events.publish({ type: 'ticket.changed', ...ticket });
        },
      };
    },
  };
}

function readerOf(socket: WebSocket): LiveReader {
  const frames: AnyFrame[] = [];
  let closed: { code: number; reason: string } | undefined;
  socket.on('message', (data) => frames.push(JSON.parse(String(data))));
  socket.on('close', (code, reason) => {
    closed = { code, reason: String(reason) };
  });
  socket.on('error', () => undefined);
  return {
    socket,
    frames,
    isClosed: () => closed !== undefined,
    async auth(data) {
      if (socket.readyState !== WebSocket.OPEN) await once(socket, 'open');
      socket.send(JSON.stringify({ type: 'auth', data }));
    },
    async until(count) {
      await vi.waitFor(() => expect(frames.length).toBeGreaterThanOrEqual(count), { timeout: 5000 });
      return frames;
    },
    async untilRefused(error, code: LiveClose = liveClose.refused) {
      await vi.waitFor(() => expect(closed).toBeDefined(), { timeout: 5000 });
      expect(frames.at(-1)).toEqual({ error });
      expect(closed).toEqual({ code, reason: error });
    },
  };
}
