import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { LiveSocket, type LiveState, retryDelay } from './live-socket.ts';

/** The other end of a socket. */
class FakeSocket extends EventTarget {
  sent: unknown[] = [];
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.dispatchEvent(new Event('close'));
  }
  opens() {
    this.dispatchEvent(new Event('open'));
  }
  says(frame: unknown) {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(frame) }));
  }
}

const sockets: FakeSocket[] = [];
let live: LiveSocket;
let seq = 0;
let states: LiveState[] = [];
let frames: unknown[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  sockets.length = 0;
  seq = 7;
  states = [];
  frames = [];
  live = new LiveSocket({
    url: 'ws://tickets.test/live',
    auth: () => ({ token: 'token', since: seq }),
    onFrame: (frame) => frames.push(frame),
    onState: (state) => states.push(state),
    connect: () => {
      const socket = new FakeSocket();
      sockets.push(socket);
      // Only what LiveSocket uses of a WebSocket.
      return socket as unknown as WebSocket;
    },
    random: () => 1,
  });
  live.start();
});

afterEach(() => {
  live.stop();
  vi.useRealTimers();
});

function accept() {
  const socket = sockets.at(-1);
  socket?.opens();
  socket?.says({ type: 'authenticated', data: { seq } });
  return socket;
}

describe('live socket', () => {
  test('the first frame is the sign-in, with the last change that is known', () => {
    expect(accept()?.sent).toEqual([{ type: 'auth', data: { token: 'token', since: 7 } }]);
    expect(states).toEqual(['connecting', 'live']);
  });

  test('a lost connection comes back and asks for what came since', () => {
    accept()?.close();
    expect(states.at(-1)).toBe('waiting');
    seq = 9;
    vi.advanceTimersByTime(1000);
    expect(accept()?.sent).toEqual([{ type: 'auth', data: { token: 'token', since: 9 } }]);
    expect(states.at(-1)).toBe('live');
  });

  test('the waits double up to half a minute, and begin anew once it was live', () => {
    expect([0, 1, 2, 5, 20].map((failures) => retryDelay(failures, () => 1))).toEqual([
      1000, 2000, 4000, 30_000, 30_000,
    ]);
    accept()?.close();
    vi.advanceTimersByTime(1000);
    sockets.at(-1)?.close();
    vi.advanceTimersByTime(1999);
    expect(sockets).toHaveLength(2);
    vi.advanceTimersByTime(1);
    accept()?.close();
    vi.advanceTimersByTime(1000);
    expect(sockets).toHaveLength(4);
  });

  test('when the network is back it does not wait', () => {
    accept()?.close();
    window.dispatchEvent(new Event('online'));
    expect(sockets).toHaveLength(2);
  });

  test('without a network the connection counts as lost at once', () => {
    accept();
    window.dispatchEvent(new Event('offline'));
    expect(states.at(-1)).toBe('waiting');
  });

  test('after it was stopped nothing is heard and nothing comes back', () => {
    const socket = accept();
    live.stop();
    socket?.says({ type: 'message' });
    vi.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(1);
    expect(frames).toEqual([{ type: 'authenticated', data: { seq: 7 } }]);
  });
});
