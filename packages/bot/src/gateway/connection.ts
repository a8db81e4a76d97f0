import { setTimeout as sleep } from 'node:timers/promises';
import {
  CloseCodes,
  DefaultWebSocketManagerOptions,
  type IContextFetchingStrategy,
  type SessionInfo,
  WebSocketShard,
  WebSocketShardEvents,
} from '@discordjs/ws';
import { Watched } from '@tickets/core/platform/async/watched';
import type { Discord } from '@tickets/core/platform/discord/discord';
import { isUnauthorized } from '@tickets/core/platform/discord/failures';
import { warnUnlessOutage } from '@tickets/core/platform/outages';
import { timeOfSnowflake } from '@tickets/core/tickets/model/message-payload';
import {
  type APIGatewayBotInfo,
  GatewayCloseCodes,
  GatewayDispatchEvents,
  type GatewayDispatchPayload,
  GatewayOpcodes,
  type GatewaySendPayload,
  GatewayIntentBits as I,
} from 'discord-api-types/v10';
import type { Logger } from 'pino';
import type { SessionStarts } from './session-starts.ts';

/** How it stands with one shard. `reconnecting`: the connection was lost and is taken up again. */
export type ShardState = 'connecting' | 'ready' | 'reconnecting' | 'intents_refused';

const intents = I.Guilds | I.GuildMembers | I.GuildMessages | I.MessageContent | I.GuildExpressions;

const FIRST_WAIT_MS = 1_000;
/** While Discord does not answer. */
const SILENCE_WAIT_MS_MAX = 30_000;
/** After a refusal: a bot may identify a thousand times a day, and loses its token when it goes on. */
const REFUSAL_WAIT_MS_MAX = 300_000;
/** How long Discord's end of a connection may take to close. */
const CLOSE_MS = 500;
/** What Discord said of a bot's shards and starts is good for one try. */
const INFO_MS = 10_000;
/** The library tries again twice a second. */
const TRIES_MAX = 3;
/** The code of a connection that ended without one. */
const NO_WORD = 1006;
/** How long Discord surely keeps a session whose connection is lost. */
const SESSION_MS = 60_000;

/** Discord closes with these for good, and the library does not come back by itself. */
const final = new Set<number>([
  GatewayCloseCodes.AuthenticationFailed,
  GatewayCloseCodes.InvalidShard,
  GatewayCloseCodes.ShardingRequired,
  GatewayCloseCodes.InvalidAPIVersion,
  GatewayCloseCodes.InvalidIntents,
  GatewayCloseCodes.DisallowedIntents,
]);

export const intentsRefusedText =
  'Discord refuses the privileged intents. Turn on "Server Members Intent" and "Message Content Intent" in the developer portal (Bot); it is tried again by itself.';

export interface ConnectionOptions {
  discord: Discord;
  log: Logger;
  shard_id: number;
  shard_count: number;
  starts: SessionStarts;
  /** Shown from the start; changed in place when it changes. */
  presence: IContextFetchingStrategy['options']['initialPresence'];
  /** Whether this process may still hear what comes: what comes after that is another's. */
  mayListen(): boolean;
  /** Resolves when what it says is done. */
  onDispatch(payload: GatewayDispatchPayload): Promise<void>;
  /** Discord refused it for good, once for each time that it begins to. */
  onRefused(code: number): void;
}

/** Why a connection is over. `again`: begin another at once. `failed`: wait before that. */
type Over = 'again' | 'failed';

/** What never comes: the library waits for it, and is not heard of any more. */
const never = () => new Promise<never>(() => undefined);

/**
 * Keeps one shard of a bot connected to the gateway: tries until Discord lets it in, and again when Discord shut it out. The
 * library resumes by itself; each new session is begun here, so that Discord's limits are kept.
 */
export class Connection {
  readonly state = new Watched<ShardState>('connecting');
  readonly shard_id: number;
  /** How long Discord took to answer the last heartbeat; undefined before the first, and without a connection. */
  latency_ms: number | undefined;
  readonly #options: ConnectionOptions;
  readonly #stopping = new AbortController();
  /** Of the session: the last that was heard, and those before it whose work is not done. */
  #heard = { last: 0, open: new Set<number>() };
  /** What comes was missed by the process that had the session before. */
  #isCatchingUp: boolean;
  #shard: WebSocketShard | undefined;
  /** What Discord shows of the bot, as far as it was told by this connection. */
  #shown = '';
  #session: SessionInfo | null;
  #hasBeenReady = false;
  #refusal: number | undefined;
  /** Discord answered a start with anything but a session. */
  #isSentAway = false;
  #over = Promise.withResolvers<Over>();
  #lostAt = 0;
  #pausing = Promise.withResolvers<void>();
  #isPaused = false;
  #wait = FIRST_WAIT_MS;
  #running: Promise<void> | undefined;

  /** `session` is where another process left off. */
  constructor(options: ConnectionOptions, session: SessionInfo | null = null) {
    this.#options = options;
    this.shard_id = options.shard_id;
    this.#session = session;
    this.#heard.last = session?.sequence ?? 0;
    this.#isCatchingUp = session !== null;
  }

  /** Where another process can go on so that nothing of what Discord said is left undone. */
  get place(): SessionInfo | null {
    const { last, open } = this.#heard;
    const [first] = open;
    const sequence = first === undefined ? last : first - 1;
    if (!this.#session || !this.#hasBeenReady || sequence < 1) return null;
    return { ...this.#session, sequence };
  }

  /** Runs until it is stopped. */
  run(): Promise<void> {
    this.#running ??= this.#run();
    return this.#running;
  }

  /** Everything is heard again. */
  arrived(): void {
    this.#hasBeenReady = true;
    this.#refusal = undefined;
    this.#isSentAway = false;
    this.#wait = FIRST_WAIT_MS;
    this.state.set('ready');
    void this.show().catch((err: unknown) =>
      this.#options.log.warn({ err, shard_id: this.shard_id }, 'a status is not shown'),
    );
  }

  /** Tells Discord the presence if it is another one than it knows: at once, or as soon as it is connected. */
  async show(): Promise<void> {
    const { presence } = this.#options;
    const wanted = JSON.stringify(presence);
    if (!presence || wanted === this.#shown || this.state.value !== 'ready') return;
    this.#shown = wanted;
    await this.send({ op: GatewayOpcodes.PresenceUpdate, d: presence });
  }

  /** Begins a new session, in which Discord tells all servers again and what was missed is looked for. */
  renew(): void {
    this.#session = null;
    this.#lost();
    this.#end('again');
  }

  /** Closes the connection so that it can be taken up where it is now, and keeps it closed. */
  pause(): void {
    if (this.#isPaused) return;
    this.#isPaused = true;
    this.#pausing = Promise.withResolvers();
    this.#lost();
    this.#end('again');
    void this.#close({ keepsSession: true });
  }

  goOn(): void {
    this.#isPaused = false;
    this.#pausing.resolve();
  }

  async send(payload: GatewaySendPayload): Promise<void> {
    if (this.state.value === 'ready') await this.#shard?.send(payload);
  }

  /** Ends it. With `keepsSession` another process may go on from its `place`. */
  async stop({ keepsSession }: { keepsSession: boolean }): Promise<void> {
    const isWhole = keepsSession && this.state.value === 'ready';
    this.#stopping.abort();
    this.#end('again');
    await this.#close({ keepsSession: isWhole });
  }

  /** Ends the connection that there is. */
  #end(why: Over): void {
    this.#over.resolve(why);
  }

  async #run(): Promise<void> {
    const { discord, log, shard_id, starts } = this.#options;
    const { identity } = discord;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      if (this.#isPaused) {
        await Promise.race([this.#pausing.promise, aborted(signal)]);
        continue;
      }
      await identity.check();
      await identity.state.until((state) => state !== 'refused', signal);
      if (signal.aborted) return;
      this.#over = Promise.withResolvers();
      try {
        const info = await starts.info();
        if (!this.#session) await starts.allowed(info, signal);
        if (this.#isPaused) continue;
        if ((await this.#connect(info)) === 'again') continue;
      } catch (err) {
        if (signal.aborted) return;
        if (isUnauthorized(err) && (await identity.check()) === 'refused') continue;
        if (!this.#refusal)
          warnUnlessOutage(log, err, 'Discord does not answer; it is tried again', {
            shard_id,
            wait: this.#wait,
          });
      }
      await this.#pause();
    }
  }

  async #connect(info: APIGatewayBotInfo): Promise<Over> {
    const { log, shard_id, shard_count } = this.#options;
    const line: Line = { tries: 0, hasIdentified: false, isIn: false, isBroken: false, isCut: false };
    const shard = new WebSocketShard(
      this.#strategy(info, line, () => this.#shard === shard),
      shard_id,
    );
    const current = () => this.#shard === shard;
    const letIn = () => Object.assign(line, { isIn: true, tries: 0, isBroken: false });
    shard.on(WebSocketShardEvents.HeartbeatComplete, ({ latency }) => {
      this.latency_ms = latency;
    });
    shard.on(WebSocketShardEvents.Ready, letIn);
    shard.on(WebSocketShardEvents.Resumed, () => {
      letIn();
      this.#isCatchingUp = false;
      if (current()) this.arrived();
    });
    shard.on(WebSocketShardEvents.Dispatch, (payload) => {
      if (current()) this.#hear(payload);
    });
    shard.on(WebSocketShardEvents.Closed, (code) => {
      if (!current()) return;
      log.info({ code, shard_id }, 'the connection to the gateway closed');
      line.tries += 1;
      line.isCut = code === NO_WORD;
      this.#closed(code);
      if (line.tries >= TRIES_MAX) this.#end('failed');
    });
    shard.on(WebSocketShardEvents.Error, (err) =>
      log.error({ err, shard_id }, 'the gateway reports an error'),
    );
    shard.on(WebSocketShardEvents.SocketError, (err) => {
      line.isBroken = true;
      log.warn({ err, shard_id }, 'the connection to the gateway broke');
    });
    this.#shard = shard;
    log.debug({ shard_id, shard_count }, 'connecting to the gateway');
    // It rejects for an error that its listeners have heard of.
    void shard.connect().catch(() => undefined);
    const why = await this.#over.promise;
    if (current()) await this.#close({ keepsSession: Boolean(this.#session) });
    return why;
  }

  #hear(payload: GatewayDispatchPayload): void {
    const { onDispatch } = this.#options;
    if (payload.t === GatewayDispatchEvents.Ready) {
      this.#heard = { last: 0, open: new Set() };
      this.#isCatchingUp = false;
    }
    const { open } = this.#heard;
    this.#heard.last = payload.s;
    // The process before may have answered it; if not, nobody can any more.
    if (this.#isCatchingUp && payload.t === GatewayDispatchEvents.InteractionCreate && isOver(payload.d.id))
      return;
    open.add(payload.s);
    void onDispatch(payload).finally(() => open.delete(payload.s));
  }

  #strategy(info: APIGatewayBotInfo, line: Line, isMine: () => boolean): IContextFetchingStrategy {
    const { discord, shard_count, presence, starts, mayListen } = this.#options;
    const asked = performance.now();
    const isCurrent = () => isMine() && !this.#isPaused && !this.#stopping.signal.aborted;
    const over = (why: Over) => {
      if (isCurrent()) this.#end(why);
      return never();
    };
    const { encoding, version, compression, handshakeTimeout, helloTimeout, readyTimeout } =
      DefaultWebSocketManagerOptions;
    return {
      options: {
        compression,
        encoding,
        handshakeTimeout,
        helloTimeout,
        readyTimeout,
        version,
        identifyProperties: DefaultWebSocketManagerOptions.identifyProperties,
        initialPresence: presence,
        intents,
        largeThreshold: null,
        token: discord.token,
        useIdentifyCompression: false,
        gatewayInformation: info,
        shardCount: shard_count,
      },
      // The library asks before it connects and with each frame. A connection that was taken while none may listen is not told when
      // they may again, so it is tried again.
      retrieveSessionInfo: () => (isCurrent() && mayListen() ? this.#session : over('failed')),
      updateSessionInfo: (_, session) => {
        if (!session) {
          // Told also when a connection is closed from here, which says itself what becomes of the session.
          const isLost = !line.isBroken || performance.now() - this.#lostAt > SESSION_MS;
          if (isCurrent() && isLost) this.#session = null;
          return undefined;
        }
        if (!isCurrent() || !mayListen()) return over('failed');
        this.#session = session;
        return undefined;
      },
      waitForIdentify: async (shard_id, signal) => {
        // Anyone whom Discord sends away time and again uses up the starts of the day.
        if (line.hasIdentified && !line.isIn) {
          if (!line.isCut) this.#isSentAway = true;
          return over('failed');
        }
        if (line.hasIdentified || performance.now() - asked > INFO_MS) return over('again');
        line.hasIdentified = true;
        try {
          await starts.turn(shard_id, info, signal);
        } catch (err) {
          if (signal.aborted) throw err;
          warnUnlessOutage(this.#options.log, err, 'it is not known whose turn it is to identify', {
            shard_id,
          });
          return over('failed');
        }
        if (!isCurrent() || !mayListen()) return over('failed');
        // It is said with what comes next.
        this.#shown = JSON.stringify(presence);
        return undefined;
      },
    };
  }

  /** Resolves when nothing comes over the connection any more, and Discord has been told, or does not listen. */
  async #close({ keepsSession }: { keepsSession: boolean }): Promise<void> {
    const shard = this.#shard;
    this.#shard = undefined;
    if (!keepsSession) this.#session = null;
    if (!shard) return;
    // Private in the library, which waits half a minute for the other end.
    const { connection: socket } = shard as unknown as { connection: Socket | null };
    const closed = shard.destroy({ code: keepsSession ? CloseCodes.Resuming : CloseCodes.Normal });
    await Promise.race([closed, sleep(CLOSE_MS, undefined, { ref: false })]);
    // One that is still being opened is not closed by the library.
    socket?.on('error', () => undefined);
    socket?.terminate();
  }

  async #pause(): Promise<void> {
    const wait = this.#wait;
    this.#wait = Math.min(wait * 2, this.#isSentAway ? REFUSAL_WAIT_MS_MAX : SILENCE_WAIT_MS_MAX);
    await sleep(wait, undefined, { signal: this.#stopping.signal }).catch(() => undefined); // ended by a stop
  }

  #closed(code: number): void {
    this.#lost();
    if (!final.has(code)) return;
    const isNew = this.#refusal !== code;
    this.#refusal = code;
    this.#isSentAway = true;
    this.#session = null;
    if (code === GatewayCloseCodes.DisallowedIntents) this.state.set('intents_refused');
    if (code === GatewayCloseCodes.AuthenticationFailed) void this.#options.discord.identity.check();
    if (isNew) this.#options.onRefused(code);
    this.#end('failed');
  }

  #lost(): void {
    if (this.state.value === 'ready') this.#lostAt = performance.now();
    this.latency_ms = undefined;
    if (this.#refusal !== GatewayCloseCodes.DisallowedIntents)
      this.state.set(this.#hasBeenReady ? 'reconnecting' : 'connecting');
  }
}

/** Discord waits three seconds for the first answer. */
const ANSWERED_WITHIN_MS = 3_000;
const isOver = (interaction_id: string) =>
  Date.now() - timeOfSnowflake(interaction_id).getTime() > ANSWERED_WITHIN_MS;

/** One connection after another of the same session. */
interface Line {
  /** How often it was closed without having been let in since. */
  tries: number;
  hasIdentified: boolean;
  isIn: boolean;
  /** The network failed, and Discord said nothing. */
  isBroken: boolean;
  /** Discord's end went away without a word. */
  isCut: boolean;
}

interface Socket {
  on(event: 'error', listener: () => void): void;
  terminate(): void;
}

const aborted = (signal: AbortSignal) =>
  signal.aborted
    ? Promise.resolve()
    : new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
