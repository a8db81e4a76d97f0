import { type LiveClientFrame, type LivePing, liveClose } from '@tickets/contract/tickets/live';
import { Heartbeat } from './heartbeat.ts';

/** `refused`: it is not tried again by itself. */
export type LiveState = 'connecting' | 'live' | 'waiting' | 'refused';

export interface LiveSocketOptions {
  url: string;
  /** Asked at every connection: the token may have changed, and `since` has. */
  auth: () => { token: string; since?: number; list?: boolean };
  onFrame: (frame: unknown) => void;
  onState: (state: LiveState) => void;
  /** Replaced in tests. */
  connect?: (url: string) => WebSocket;
  random?: () => number;
}

const FIRST_RETRY_MS = 1000;
const LAST_RETRY_MS = 30_000;
const ping = JSON.stringify({ type: 'ping' } satisfies LivePing);

/** How long to wait before a try; the chance in it keeps everybody from coming back in the same moment. */
export function retryDelay(failures: number, random: () => number): number {
  const longest = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures);
  return longest * (0.5 + random() / 2);
}

/**
 * A socket that comes back by itself: after a while, and at once when the network or the window does. One that is dead
 * without saying so counts as lost. One that was refused is tried again only when the network or the window comes back:
 * someone may have got elsewhere what was missing.
 */
export class LiveSocket {
  private readonly options: LiveSocketOptions;
  private socket: WebSocket | undefined;
  private heartbeat: Heartbeat | undefined;
  private timer: number | undefined;
  private failures = 0;
  private stopped = false;
  private isRefused = false;

  constructor(options: LiveSocketOptions) {
    this.options = options;
  }

  start(): void {
    window.addEventListener('online', this.lookAgain);
    window.addEventListener('offline', this.lose);
    document.addEventListener('visibilitychange', this.lookAgain);
    this.connect();
  }

  stop(): void {
    this.stopped = true;
    window.clearTimeout(this.timer);
    this.heartbeat?.stop();
    window.removeEventListener('online', this.lookAgain);
    window.removeEventListener('offline', this.lose);
    document.removeEventListener('visibilitychange', this.lookAgain);
    this.socket?.close();
  }

  private connect(): void {
    window.clearTimeout(this.timer);
    this.timer = undefined;
    this.isRefused = false;
    this.options.onState('connecting');
    const socket = (this.options.connect ?? ((url) => new WebSocket(url)))(this.options.url);
    this.socket = socket;
    this.heartbeat = new Heartbeat({
      ask: () => {
        if (socket.readyState === WebSocket.OPEN) socket.send(ping);
      },
      onSilence: this.lose,
    });
    socket.addEventListener('open', () => {
      const frame: LiveClientFrame = { type: 'auth', data: this.options.auth() };
      socket.send(JSON.stringify(frame));
    });
    socket.addEventListener('message', (event) => {
      if (socket === this.socket && !this.stopped) this.receive(JSON.parse(String(event.data)));
    });
    socket.addEventListener('close', ({ code }) => {
      if (socket !== this.socket || this.stopped) return;
      if (code === liveClose.refused) this.rest();
      else this.retryLater();
    });
  }

  private receive(frame: unknown): void {
    this.heartbeat?.heard();
    const type = typeOf(frame);
    if (type === 'pong') return;
    if (type === 'authenticated') {
      this.failures = 0;
      this.options.onState('live');
    }
    this.options.onFrame(frame);
  }

  private rest(): void {
    this.forget();
    this.isRefused = true;
    this.options.onState('refused');
  }

  private retryLater(): void {
    this.forget();
    this.options.onState('waiting');
    const delay = retryDelay(this.failures, this.options.random ?? Math.random);
    this.failures += 1;
    this.timer = window.setTimeout(() => this.connect(), delay);
  }

  private forget(): void {
    this.heartbeat?.stop();
    this.socket = undefined;
  }

  private readonly lookAgain = () => {
    if (document.visibilityState !== 'visible') return;
    if (this.timer !== undefined || this.isRefused) this.connect();
    // It may have died while nobody looked, or with the network that was there before.
    else if (this.socket?.readyState === WebSocket.OPEN) this.heartbeat?.ask();
  };

  /** Does not wait for the socket's own end, which comes minutes later where nobody answers. */
  private readonly lose = () => {
    const { socket } = this;
    if (!socket) return;
    this.retryLater();
    socket.close();
  };
}

function typeOf(frame: unknown): unknown {
  return typeof frame === 'object' && frame !== null && 'type' in frame ? frame.type : undefined;
}
