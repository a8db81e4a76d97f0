export type LiveState = 'connecting' | 'live' | 'waiting';

export interface LiveSocketOptions {
  url: string;
  /** Asked at every connection: the token may have changed, and `since` has. */
  auth: () => { token: string; since?: number };
  onFrame: (frame: unknown) => void;
  onState: (state: LiveState) => void;
  /** Replaced in tests. */
  connect?: (url: string) => WebSocket;
  random?: () => number;
}

const FIRST_RETRY_MS = 1000;
const LAST_RETRY_MS = 30_000;

/** How long to wait before a try; the chance in it keeps everybody from coming back in the same moment. */
export function retryDelay(failures: number, random: () => number): number {
  const longest = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures);
  return longest * (0.5 + random() / 2);
}

/** A socket that comes back by itself: after a while, and at once when the network or the window does. */
export class LiveSocket {
  private readonly options: LiveSocketOptions;
  private socket: WebSocket | undefined;
  private timer: number | undefined;
  private failures = 0;
  private stopped = false;

  constructor(options: LiveSocketOptions) {
    this.options = options;
  }

  start(): void {
    window.addEventListener('online', this.retryNow);
    window.addEventListener('offline', this.drop);
    document.addEventListener('visibilitychange', this.retryNow);
    this.connect();
  }

  stop(): void {
    this.stopped = true;
    window.clearTimeout(this.timer);
    window.removeEventListener('online', this.retryNow);
    window.removeEventListener('offline', this.drop);
    document.removeEventListener('visibilitychange', this.retryNow);
    this.socket?.close();
  }

  private connect(): void {
    window.clearTimeout(this.timer);
    this.timer = undefined;
    this.options.onState('connecting');
    const socket = (this.options.connect ?? ((url) => new WebSocket(url)))(this.options.url);
    this.socket = socket;
    socket.addEventListener('open', () =>
      socket.send(JSON.stringify({ type: 'auth', data: this.options.auth() })),
    );
    socket.addEventListener('message', (event) => {
      if (socket === this.socket && !this.stopped) this.receive(JSON.parse(String(event.data)));
    });
    socket.addEventListener('close', () => {
      if (socket === this.socket && !this.stopped) this.retryLater();
    });
  }

  private receive(frame: unknown): void {
    if (typeof frame === 'object' && frame !== null && 'type' in frame && frame.type === 'authenticated') {
      this.failures = 0;
      this.options.onState('live');
    }
    this.options.onFrame(frame);
  }

  private retryLater(): void {
    this.socket = undefined;
    this.options.onState('waiting');
    const delay = retryDelay(this.failures, this.options.random ?? Math.random);
    this.failures += 1;
    this.timer = window.setTimeout(() => this.connect(), delay);
  }

  private readonly retryNow = () => {
    if (this.timer !== undefined && document.visibilityState === 'visible') this.connect();
  };

  /** Without a network a dead socket may look open for minutes. */
  private readonly drop = () => this.socket?.close();
}
