import type { Server } from 'node:http';
import {
  GatewayCloseCodes as Close,
  GatewayDispatchEvents as Event,
  GatewayIntentBits,
  GatewayOpcodes as Op,
  PresenceUpdateStatus,
} from 'discord-api-types/v10';
import { type WebSocket, WebSocketServer } from 'ws';
import type { LimitMode } from '../limits/rate-limits.ts';
import { identify } from '../rest/auth.ts';
import { type Actor, type Fields, fieldsOf } from '../rest/call.ts';
import { gatewayUrl } from '../rest/routes/users.ts';
import { newBotToken } from '../world/build.ts';
import type { SimPresence } from '../world/entities.ts';
import { renderGuildCreate } from '../world/guild-create.ts';
import { renderSelf } from '../world/render.ts';
import type { World } from '../world/world.ts';
import { Connection, type Hub } from './connection.ts';
import {
  AUTHENTICATION_FAILED,
  INVALID_SHARD,
  identifyProblem,
  protocolProblem,
  readShard,
  sessionOptions,
} from './identify.ts';
import { memberChunks } from './members.ts';
import { Session, type Shard } from './session.ts';

/** How long a session without a connection can still be resumed. */
const RESUMABLE_MS = 90_000;

/** The gateway, version 10: who is connected, and as whom. */
export class Gateway implements Hub {
  paused = false;
  /** Set by tests that want heartbeats sooner than every 41 seconds. */
  heartbeatMs: number | undefined;
  /** While set, anyone who identifies is told that the session is invalid. */
  refusesIdentify = false;
  /** Shards that were connected while another connection of the same shard was. */
  readonly overlaps: { applicationId: string; shard: Shard }[] = [];
  /** Applications that identified sooner than Discord allows, held back for it or not. */
  readonly tooFast: string[] = [];
  /** Applications whose connections are cut before they are let in. */
  readonly #unreachable = new Set<string>();
  /** Whether those who go too fast are refused, or only told of the limits. */
  readonly holdsLimits: boolean;
  #world: World;
  #server = new WebSocketServer({ noServer: true, maxPayload: 16 * 1024, perMessageDeflate: false });
  #connections = new Set<Connection>();
  #sessions = new Map<string, Session>();

  constructor(world: World, options: { limits: LimitMode }) {
    this.#world = world;
    this.holdsLimits = options.limits === 'real';
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

  /** Breaks every connection: so that it can be resumed, or so that everything must be learnt again. */
  drop(options: { resume: boolean; applicationId?: string }): void {
    for (const connection of [...this.#connections]) {
      const { session } = connection;
      if (options.applicationId && session?.viewer.applicationId !== options.applicationId) continue;
      if (!options.resume && session) this.#forget(session);
      connection.remote.terminate();
    }
  }

  /** Is out of an application's reach until the returned function is called: an outage of that one's network. */
  cutOff(applicationId: string): () => void {
    this.#unreachable.add(applicationId);
    this.drop({ resume: true, applicationId });
    return () => void this.#unreachable.delete(applicationId);
  }

  /** The shards of an application that are connected now. */
  shardsOf(applicationId: string): Shard[] {
    return [...this.#connections].flatMap(({ session }) =>
      session?.viewer.applicationId === applicationId ? [session.shard] : [],
    );
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
      if (connection.session && !options.resumable) {
        this.#forget(connection.session);
        connection.session = undefined;
      }
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

  /** Resolves when everyone who is connected has received what was sent to them before. */
  async received(): Promise<void> {
    await Promise.all([...this.#connections].map(({ remote }) => answersPing(remote)));
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
    if (this.#isCutOff(connection, bot)) return;
    const shard = readShard(data.shard);
    const problem = identifyProblem(this.#world, actor, data.intents, shard);
    if (problem || !shard) {
      connection.close(...(problem ?? INVALID_SHARD));
      return;
    }
    const start = this.#countStart(actor, shard);
    if (start === 'used up') this.#resetToken(connection, actor);
    else if (start === 'too fast' || this.refusesIdentify) {
      connection.send({ op: Op.InvalidSession, d: false, s: null, t: null });
    } else
      this.#start(connection, new Session(this.#world, sessionOptions(actor, data.intents, shard)), data);
  }

  #isCutOff(connection: Connection, actor: Actor): boolean {
    const isIt = actor.kind === 'bot' && this.#unreachable.has(actor.applicationId);
    if (isIt) connection.remote.terminate();
    return isIt;
  }

  #noteOverlap({ viewer, shard }: Session): void {
    const { applicationId } = viewer;
    if (!applicationId) return;
    const same = this.shardsOf(applicationId).some(([id, count]) => id === shard[0] && count === shard[1]);
    if (same) this.overlaps.push({ applicationId, shard });
  }

  #countStart(actor: Actor, [id]: Shard): ReturnType<World['sessionStarts']['take']> {
    if (actor.kind !== 'bot') return 'allowed';
    const verdict = this.#world.sessionStarts.take(actor.applicationId, id);
    if (verdict === 'too fast') this.tooFast.push(actor.applicationId);
    return this.holdsLimits ? verdict : 'allowed';
  }

  /** What a thousand starts in a day lead to: every session of the application ends, and it needs its new token. */
  #resetToken(connection: Connection, actor: Actor): void {
    const app = actor.kind === 'bot' && this.#world.applications.get(actor.applicationId);
    if (!app) return;
    this.#world.applications.put({ ...app, bot_token: newBotToken(app.bot_user_id) });
    this.disconnect(app.id, ...AUTHENTICATION_FAILED);
    connection.close(...AUTHENTICATION_FAILED);
  }

  onResume(connection: Connection, data: Fields): void {
    const session = this.#sessions.get(String(data.session_id));
    const token = String(data.token ?? '').replace(/^Bot /, '');
    const actor = identify(this.#world, session?.viewer.applicationId ? `Bot ${token}` : token);
    if (session && actor.userId === session.viewer.userId && Number(data.seq) > session.sequence) {
      connection.close(Close.InvalidSeq, 'Invalid seq.');
      return;
    }
    if (this.#isCutOff(connection, actor)) return;
    const missed = session?.since(Number(data.seq));
    if (!session || actor.userId !== session.viewer.userId || !missed) {
      connection.send({ op: Op.InvalidSession, d: false, s: null, t: null });
      return;
    }
    // Whoever resumes takes the session from a connection that still has it.
    for (const other of this.#connections) {
      if (other.session !== session) continue;
      other.session = undefined;
      other.remote.terminate();
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
    if (!this.#world.members.has(`${guildId}:${session.viewer.userId}`) || !session.owns(guildId)) return;
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
    // Anyone who leaves with these two codes says that they will not come back.
    if (code === 1000 || code === 1001) this.#forget(session);
    else this.#world.clock.after(RESUMABLE_MS, () => this.#forgetIfLost(session));
  }

  #start(connection: Connection, session: Session, data: Fields): void {
    this.#sessions.set(session.id, session);
    this.#noteOverlap(session);
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
      ...(data.shard ? { shard: session.shard } : {}),
      ...(applicationId ? { application: this.#ownApplication(applicationId) } : {}),
    });
    if (session.intents !== undefined && !(session.intents & GatewayIntentBits.Guilds)) return;
    for (const id of guildIds)
      session.dispatch(Event.GuildCreate, renderGuildCreate(this.#world, id, session.viewer));
  }

  #ownApplication(id: string) {
    const flags = this.#world.applications.get(id)?.flags ?? 0;
    return { id, flags, flags_new: String(flags) };
  }

  #setPresence(userId: string, data: Fields): void {
    const presence = data as unknown as SimPresence; // kept as it was sent: the profile shows it, nothing computes with it
    this.#world.presences.set(userId, presence);
    this.#tellPresence(userId, presence);
  }

  #tellPresence(userId: string, presence: SimPresence): void {
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
    if (elsewhere || !this.#world.presences.delete(userId)) return;
    this.#tellPresence(userId, {
      status: PresenceUpdateStatus.Offline,
      activities: [],
      afk: false,
      since: null,
    });
  }
}

/** Frames keep their order, so that the answer comes after all that was sent before. */
function answersPing(remote: WebSocket): Promise<void> {
  if (remote.readyState !== remote.OPEN) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      remote.off('pong', done).off('close', done);
      resolve();
    };
    remote.on('pong', done).on('close', done);
    remote.ping();
  });
}
