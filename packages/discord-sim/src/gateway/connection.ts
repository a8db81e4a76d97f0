import { constants, createDeflate, type Deflate } from 'node:zlib';
import { GatewayCloseCodes, GatewayOpcodes as Op } from 'discord-api-types/v10';
import type { WebSocket } from 'ws';
import { DiscordError } from '../errors.ts';
import { type Fields, fieldsOf } from '../rest/call.ts';
import { parseJson } from '../rest/uploads.ts';
import type { Frame, Session } from './session.ts';

const HEARTBEAT_MS = 41_250;
/** What a client may send: https://docs.discord.com/developers/events/gateway, "Rate Limiting". */
const SENDS = { max: 120, windowMs: 60_000 };

export interface Hub {
  readonly paused: boolean;
  readonly heartbeatMs?: number;
  readonly holdsLimits: boolean;
  onIdentify(connection: Connection, data: Fields): void;
  onResume(connection: Connection, data: Fields): void;
  onRequestMembers(connection: Connection, data: Fields): void;
  onUpdatePresence(connection: Connection, data: Fields): void;
  onClosed(connection: Connection, code: number): void;
}

/** One socket, from hello to its end. */
export class Connection {
  session: Session | undefined;
  readonly remote: WebSocket;
  #hub: Hub;
  #deflate: Deflate | undefined;
  #waiting: Frame[] = [];
  #awaitingHeartbeat: NodeJS.Timeout | undefined;
  #received = { since: 0, count: 0 };

  constructor(socket: WebSocket, hub: Hub, options: { compress: boolean }) {
    this.remote = socket;
    this.#hub = hub;
    if (options.compress) this.#deflate = this.#openDeflate();
    socket.on('message', (data) => this.#receive(String(data)));
    socket.on('close', (code) => this.#end(code));
    socket.on('error', () => socket.terminate());
    this.#expectHeartbeat();
    this.send({ op: Op.Hello, d: { heartbeat_interval: this.#interval, _trace: [] }, s: null, t: null });
  }

  get #interval(): number {
    return this.#hub.heartbeatMs ?? HEARTBEAT_MS;
  }

  /** Sends a frame, or keeps it while the gateway is paused. */
  send(frame: Frame): void {
    if (this.#hub.paused) {
      this.#waiting.push(frame);
      return;
    }
    const text = JSON.stringify(frame);
    if (this.#deflate) {
      this.#deflate.write(text);
      this.#deflate.flush(constants.Z_SYNC_FLUSH);
    } else {
      this.remote.send(text);
    }
  }

  /** Sends what was kept while the gateway was paused. */
  release(): void {
    const frames = this.#waiting;
    this.#waiting = [];
    for (const frame of frames) this.send(frame);
  }

  close(code: number, reason: string): void {
    this.remote.close(code, reason);
  }

  #isTooMuch(): boolean {
    const now = Date.now();
    const { since, count } = this.#received;
    this.#received = now - since >= SENDS.windowMs ? { since: now, count: 1 } : { since, count: count + 1 };
    return this.#hub.holdsLimits && this.#received.count > SENDS.max;
  }

  #receive(text: string): void {
    if (this.#isTooMuch()) {
      this.close(GatewayCloseCodes.RateLimited, 'Rate limited.');
      return;
    }
    let message: Fields;
    try {
      message = fieldsOf(parseJson(text));
    } catch (error) {
      if (!(error instanceof DiscordError)) throw error;
      this.close(GatewayCloseCodes.DecodeError, 'Error while decoding payload.');
      return;
    }
    const data = fieldsOf(message.d);
    switch (message.op) {
      case Op.Heartbeat:
        this.#expectHeartbeat();
        this.send({ op: Op.HeartbeatAck, d: null, s: null, t: null });
        return;
      case Op.Identify:
        if (this.session) this.close(GatewayCloseCodes.AlreadyAuthenticated, 'Already authenticated.');
        else this.#hub.onIdentify(this, data);
        return;
      case Op.Resume:
        this.#hub.onResume(this, data);
        return;
    }
    if (!this.session) {
      this.close(GatewayCloseCodes.NotAuthenticated, 'Not authenticated.');
      return;
    }
    switch (message.op) {
      case Op.RequestGuildMembers:
        this.#hub.onRequestMembers(this, data);
        return;
      case Op.PresenceUpdate:
        this.#hub.onUpdatePresence(this, data);
        return;
      case Op.VoiceStateUpdate:
        return;
      default:
        this.close(GatewayCloseCodes.UnknownOpcode, 'Unknown opcode.');
    }
  }

  #expectHeartbeat(): void {
    clearTimeout(this.#awaitingHeartbeat);
    this.#awaitingHeartbeat = setTimeout(() => {
      this.close(GatewayCloseCodes.SessionTimedOut, 'Session timed out.');
    }, this.#interval * 1.5);
    this.#awaitingHeartbeat.unref();
  }

  #openDeflate(): Deflate {
    const deflate = createDeflate();
    let chunks: Buffer[] = [];
    deflate.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      // A flush ends in these four bytes; what came before them is one message.
      const whole = Buffer.concat(chunks);
      if (!whole.subarray(-4).equals(Buffer.from([0, 0, 0xff, 0xff]))) {
        chunks = [whole];
        return;
      }
      if (this.remote.readyState === this.remote.OPEN) this.remote.send(whole);
      chunks = [];
    });
    return deflate;
  }

  #end(code: number): void {
    clearTimeout(this.#awaitingHeartbeat);
    this.#deflate?.close();
    this.#deflate = undefined;
    this.#hub.onClosed(this, code);
  }
}
