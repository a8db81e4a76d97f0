// @vitest-environment jsdom

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { LiveSocket, type LiveState, retryDelay } from './live-socket.ts';

/** The other end of a socket. */
class FakeSocket extends EventTarget {
  readyState: number = WebSocket.CONNECTING;
  sent: unknown[] = [];
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close(code?: number) {
    this.dispatchEvent(new CloseEvent('close', code === undefined ? {} : { code }));
  }
  opens() {
    this.readyState = WebSocket.OPEN;
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

const asked = (socket: FakeSocket | undefined) =>
  socket?.sent.filter((frame) => JSON.stringify(frame) === '{"type":"ping"}').length ?? 0;

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

  test.each([1001, 1005, 1006, 1011, 1012, 1013])('one that was closed with %i comes back', (code) => {
    accept()?.close(code);
    expect(states.at(-1)).toBe('waiting');
    vi.advanceTimersByTime(1000);
    expect(sockets).toHaveLength(2);
  });

  test('one that was refused does not come back until somebody looks at the page again', () => {
    accept()?.close(1008);
    expect(states.at(-1)).toBe('refused');
    vi.advanceTimersByTime(3_600_000);
    expect(sockets).toHaveLength(1);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(sockets).toHaveLength(2);
    accept()?.close();
    expect(states.at(-1)).toBe('waiting');
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

  test('of a connection that is silent it is asked whether it lives; whatever comes then is an answer', () => {
    const socket = accept();
    vi.advanceTimersByTime(19_000);
    socket?.says({ type: 'message' });
    vi.advanceTimersByTime(19_999);
    expect(asked(socket)).toBe(0);
    for (const frame of [{ type: 'pong' }, { type: 'message' }]) {
      const before = asked(socket);
      vi.advanceTimersByTime(4_999);
      expect(asked(socket)).toBe(before + 1);
      socket?.says(frame);
      vi.advanceTimersByTime(19_999);
      expect(asked(socket)).toBe(before + 1);
    }
    expect(states).toEqual(['connecting', 'live']);
    expect(frames.map((frame) => (frame as { type: string }).type)).not.toContain('pong');
  });

  test('a connection that is dead without a word counts as lost, and comes back with what was known', () => {
    const dead = accept();
    // The other end is not there to close it.
    if (dead) dead.close = () => undefined;
    vi.advanceTimersByTime(24_999);
    expect(states.at(-1)).toBe('live');
    vi.advanceTimersByTime(1);
    expect(states.at(-1)).toBe('waiting');
    seq = 9;
    vi.advanceTimersByTime(1000);
    expect(accept()?.sent).toEqual([{ type: 'auth', data: { token: 'token', since: 9 } }]);
    dead?.says({ type: 'message', data: 'late' });
    dead?.dispatchEvent(new Event('close'));
    expect(states.at(-1)).toBe('live');
    expect(frames.at(-1)).toMatchObject({ type: 'authenticated' });
  });

  test('a connection that does not come about is tried anew', () => {
    vi.advanceTimersByTime(25_000);
    expect(states).toEqual(['connecting', 'waiting']);
    vi.advanceTimersByTime(1000);
    expect(sockets).toHaveLength(2);
  });

  test('whoever comes back to the window knows within five seconds whether it is still connected', () => {
    const socket = accept();
    if (socket) socket.close = () => undefined;
    document.dispatchEvent(new Event('visibilitychange'));
    expect(asked(socket)).toBe(1);
    vi.advanceTimersByTime(5000);
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
