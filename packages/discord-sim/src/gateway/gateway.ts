import type { Server } from 'node:http';
import {
  GatewayCloseCodes as Close,
  GatewayDispatchEvents as Event,
  GatewayOpcodes as Op,
} from 'discord-api-types/v10';
import { type WebSocket, WebSocketServer } from 'ws';
import { identify } from '../rest/auth.ts';
import { type Actor, type Fields, fieldsOf } from '../rest/call.ts';
import { gatewayUrl } from '../rest/routes/users.ts';
import type { SimPresence } from '../world/entities.ts';
import { renderGuildCreate } from '../world/guild-create.ts';
import { renderSelf } from '../world/render.ts';
import type { World } from '../world/world.ts';
import { Connection, type Hub } from './connection.ts';
import { ALL_INTENTS, forbiddenIntents } from './intents.ts';
import { memberChunks } from './members.ts';
import { Session, type SessionOptions } from './session.ts';

/** How long a session without a connection can still be resumed. */
const RESUMABLE_MS = 90_000;

/** The gateway, version 10: who is connected, and as whom. */
export class Gateway implements Hub {
  paused = false;
  /** Set by tests that want heartbeats sooner than every 41 seconds. */
  heartbeatMs: number | undefined;
  /** While set, whoever identifies is told that the session is invalid. */
  refusesIdentify = false;
  #world: World;
  #server = new WebSocketServer({ noServer: true, maxPayload: 16 * 1024, perMessageDeflate: false });
  #connections = new Set<Connection>();
  #sessions = new Map<string, Session>();

  constructor(world: World) {
    this.#world = world;
  }

  /** Takes the upgrades for its path; all others are left to other servers on the same port, if there are any. */
  attach(server: Server): void {
    server.on('upgrade', (request, socket, head) => {
      const url = new URL(request.url ?? '/', 'http://gateway');
      if (url.pathname.replace(/\/+$/, '') !== '/gateway') {
        if (server.listenerCount('upgrade') === 1) socket.destroy();
        return;
      }
      this.#server.handleUpgrade(request, socket, head, (remote) => this.#open(remote, url));
    });
  }

  /** Connections that have a session. */
  get connected(): number {
    return [...this.#connections].filter((connection) => connection.session).length;
  }

  /** Whether an application is connected and ready to hear of things. */
  isOnline(applicationId: string): boolean {
    return [...this.#connections].some(
      (connection) => connection.session?.viewer.applicationId === applicationId,
    );
  }

  /** Breaks every connection: so that it can be resumed, or so that everything must be learnt anew. */
  drop(options: { resume: boolean; applicationId?: string }): void {
    for (const connection of [...this.#connections]) {
      const { session } = connection;
      if (options.applicationId && session?.viewer.applicationId !== options.applicationId) continue;
      if (!options.resume && session) this.#forget(session);
      connection.remote.terminate();
    }
  }

  /** Ends every connection of an application with a close code, as Discord does when its token is reset. */
  disconnect(applicationId: string, code: number, reason: string): void {
    for (const connection of [...this.#connections])
      if (connection.session?.viewer.applicationId === applicationId) connection.close(code, reason);
  }

  /** Asks every connection to come back (op 7). */
  reconnect(): void {
    for (const connection of this.#connections)
      connection.send({ op: Op.Reconnect, d: null, s: null, t: null });
  }

  /** Tells every connection that its session is void (op 9). */
  invalidate(options: { resumable: boolean }): void {
    for (const connection of this.#connections) {
      if (connection.session && !options.resumable) this.#forget(connection.session);
      connection.send({ op: Op.InvalidSession, d: options.resumable, s: null, t: null });
    }
  }

  /** Holds all frames back until `resume`: events are late, as in an outage. */
  pause(): void {
    this.paused = true;
  }

  resume(): void {
    this.paused = false;
    for (const connection of this.#connections) connection.release();
  }

  async close(): Promise<void> {
    for (const session of this.#sessions.values()) session.end();
    this.#sessions.clear();
    for (const connection of this.#connections) connection.remote.terminate();
    await new Promise<void>((done) => this.#server.close(() => done()));
  }

  #open(remote: WebSocket, url: URL): void {
    const problem = protocolProblem(url);
    if (problem) remote.close(...problem);
    else this.#connections.add(new Connection(remote, this, { compress: url.searchParams.has('compress') }));
  }

  onIdentify(connection: Connection, data: Fields): void {
    const token = String(data.token ?? '').replace(/^Bot /, '');
    const bot = identify(this.#world, `Bot ${token}`);
    const actor = bot.kind === 'nobody' ? identify(this.#world, token) : bot;
    const shard = readShard(data.shard);
    const problem = this.#identifyProblem(actor, data.intents, shard);
    if (problem) connection.close(...problem);
    else if (this.refusesIdentify) connection.send({ op: Op.InvalidSession, d: false, s: null, t: null });
    else this.#start(connection, new Session(this.#world, sessionOptions(actor, data.intents, shard)), data);
  }

  #identifyProblem(actor: Actor, intents: unknown, shard: Shard | undefined): CloseWords | undefined {
    if (actor.kind === 'nobody') return [Close.AuthenticationFailed, 'Authentication failed.'];
    if (!shard) return [Close.InvalidShard, 'Invalid shard.'];
    if (actor.kind === 'user') return undefined;
    if (typeof intents !== 'number' || intents < 0 || (intents & ~ALL_INTENTS) !== 0) {
      return [Close.InvalidIntents, 'Invalid intent(s).'];
    }
    const flags = this.#world.applications.get(actor.applicationId)?.flags ?? 0;
    return forbiddenIntents(intents, flags) ? [Close.DisallowedIntents, 'Disallowed intent(s).'] : undefined;
  }

  onResume(connection: Connection, data: Fields): void {
    const session = this.#sessions.get(String(data.session_id));
    const token = String(data.token ?? '').replace(/^Bot /, '');
    const actor = identify(this.#world, session?.viewer.applicationId ? `Bot ${token}` : token);
    const missed = session?.since(Number(data.seq));
    if (!session || actor.userId !== session.viewer.userId || !missed) {
      connection.send({ op: Op.InvalidSession, d: false, s: null, t: null });
      return;
    }
    connection.session = session;
    for (const frame of missed) connection.send(frame);
    session.attach((frame) => connection.send(frame));
    session.dispatch(Event.Resumed, { _trace: [] });
  }

  onRequestMembers(connection: Connection, data: Fields): void {
    const { session } = connection;
    if (!session) return;
    const guildId = String(data.guild_id);
    if (!this.#world.members.has(`${guildId}:${session.viewer.userId}`)) return;
    for (const chunk of memberChunks(this.#world, guildId, data))
      session.dispatch(Event.GuildMembersChunk, chunk);
  }

  onUpdatePresence(connection: Connection, data: Fields): void {
    const userId = connection.session?.viewer.userId;
    if (userId) this.#setPresence(userId, data);
  }

  onClosed(connection: Connection, code: number): void {
    this.#connections.delete(connection);
    const { session } = connection;
    if (!session) return;
    session.detach();
    // Whoever leaves with these two codes says that they will not come back.
    if (code === 1000 || code === 1001) this.#forget(session);
    else this.#world.clock.after(RESUMABLE_MS, () => this.#forgetIfLost(session));
  }

  #start(connection: Connection, session: Session, data: Fields): void {
    this.#sessions.set(session.id, session);
    connection.session = session;
    session.attach((frame) => connection.send(frame));
    if (data.presence) this.#setPresence(session.viewer.userId, fieldsOf(data.presence));
    const { userId, applicationId } = session.viewer;
    const user = this.#world.users.get(userId);
    const guildIds = this.#world.members
      .in('user', userId)
      .map((member) => member.guild_id)
      .filter((id) => session.owns(id));
    session.dispatch(Event.Ready, {
      v: 10,
      user: user ? renderSelf(user, { email: !applicationId }) : null,
      guilds: guildIds.map((id) => ({ id, unavailable: true })),
      session_id: session.id,
      resume_gateway_url: gatewayUrl({ world: this.#world }),
      session_type: 'normal',
      private_channels: [],
      relationships: [],
      presences: [],
      geo_ordered_rtc_regions: [],
      _trace: [],
      ...(session.shard[1] > 1 ? { shard: session.shard } : {}),
      ...(applicationId
        ? {
            application: {
              id: applicationId,
              flags: this.#world.applications.get(applicationId)?.flags ?? 0,
            },
          }
        : {}),
    });
    if (session.intents !== undefined && !(session.intents & 1)) return;
    for (const id of guildIds) {
      const isAway = this.#world.unavailableGuilds.has(id);
      const guild = isAway ? { id, unavailable: true } : renderGuildCreate(this.#world, id, session.viewer);
      session.dispatch(Event.GuildCreate, guild);
    }
  }

  #setPresence(userId: string, data: Fields): void {
    const presence = data as unknown as SimPresence; // kept as it was sent: the profile shows it, nothing computes with it
    this.#world.presences.set(userId, presence);
    for (const member of this.#world.members.in('user', userId)) {
      this.#world.emit({
        t: Event.PresenceUpdate,
        audience: { to: 'guild', guildId: member.guild_id },
        guildId: member.guild_id,
        data: () => ({ user: { id: userId }, guild_id: member.guild_id, ...presence, client_status: {} }),
      });
    }
  }

  #forgetIfLost(session: Session): void {
    if (!session.isAttached) this.#forget(session);
  }

  #forget(session: Session): void {
    session.end();
    this.#sessions.delete(session.id);
    const { userId } = session.viewer;
    const elsewhere = [...this.#sessions.values()].some((other) => other.viewer.userId === userId);
    if (!elsewhere) this.#world.presences.delete(userId);
  }
}

type Shard = readonly [id: number, count: number];
type CloseWords = [code: number, reason: string];

function protocolProblem(url: URL): CloseWords | undefined {
  const compress = url.searchParams.get('compress');
  if ((url.searchParams.get('v') ?? '10') !== '10') return [Close.InvalidAPIVersion, 'Invalid API version.'];
  if (url.searchParams.get('encoding') === 'etf') return [Close.DecodeError, 'Only json is spoken here.'];
  if (compress === null || compress === 'zlib-stream') return undefined;
  return [Close.DecodeError, `No ${compress} here: use zlib-stream or nothing.`];
}

function sessionOptions(actor: Actor, intents: unknown, shard: Shard | undefined): SessionOptions {
  const { userId } = actor;
  const common = { shard: shard ?? ([0, 1] as const) };
  if (actor.kind !== 'bot') return { ...common, viewer: { userId } };
  return { ...common, viewer: { userId, applicationId: actor.applicationId }, intents: Number(intents) };
}

function readShard(value: unknown): Shard | undefined {
  if (value === undefined || value === null) return [0, 1];
  if (!Array.isArray(value)) return undefined;
  const [id, count] = value.map(Number);
  if (id === undefined || count === undefined || !(id >= 0 && id < count)) return undefined;
  return [id, count];
}
