import { AppError } from '@tickets/contract/errors';
import type { Context } from '@tickets/core/context';
import type { AppEvent } from '@tickets/core/events/events';
import type { Session, Sessions } from '@tickets/core/sessions/sessions';
import type { WebSocket } from 'ws';
import { z } from 'zod';

/** Milliseconds. A test shortens them. */
export interface LiveTimes {
  auth_within: number;
  ping_every: number;
  /** Nothing heard for so long, not even an answer to a ping: the reader is gone. */
  silent_for: number;
  /** Session, permission and premium are looked at again this often, whatever was or was not reported. */
  recheck_every: number;
}
const usualTimes: LiveTimes = {
  auth_within: 10_000,
  ping_every: 45_000,
  silent_for: 60_000,
  recheck_every: 60_000,
};
/** A reader that takes nothing is let go; it asks for what it missed when it comes back. */
const unsentMax = 1024 * 1024;

const AuthFrame = z.object({
  type: z.string(),
  data: z.object({ token: z.string(), since: z.number().int().min(0).optional() }).optional(),
});

/** A refusal that ends the socket, told in its own words. */
export class LiveRefusal extends Error {}

export interface LiveSubject {
  /** Throws LiveRefusal when the person may not listen. Asked at the start and again whenever that may have changed. */
  check(session: Session): Promise<void>;
  /** The person may listen. Events that come from now on are given to `onEvent`, which is never run twice at once. */
  start(session: Session, since: number | undefined): Promise<void>;
  onEvent(event: AppEvent): Promise<void>;
  /** Whether an event means that `check` may answer differently now. */
  concernsAccess(event: AppEvent, session: Session): boolean;
}

/** One live socket, from its first frame to its end: sign-in, silence, checks, and events one after another. */
export function runLive(
  {
    ctx,
    sessions,
    live_times,
  }: { ctx: Context; sessions: Sessions; live_times?: Partial<LiveTimes> | undefined },
  socket: WebSocket,
  subject: (send: (frame: object) => void) => LiveSubject,
): void {
  const times = { ...usualTimes, ...live_times };
  let phase: 'waiting' | 'authenticating' | 'listening' | 'ended' = 'waiting';
  let token = '';
  let session: Session | undefined;
  let unsubscribe = () => {};
  // Everything that waits for the database runs here, in order.
  let work: Promise<void> = Promise.resolve();

  const send = (frame: object) => {
    if (phase === 'ended') return;
    if (socket.bufferedAmount > unsentMax) return end();
    socket.send(JSON.stringify(frame));
  };
  const live = subject(send);
  const end = () => {
    if (phase === 'ended') return;
    phase = 'ended';
    unsubscribe();
    for (const timer of timers) clearTimeout(timer);
    socket.close();
  };
  const refuse = (text: string) => {
    send({ error: text });
    end();
  };
  const queue = (task: () => Promise<void>) => {
    work = work.then(async () => {
      if (phase === 'ended') return;
      try {
        await task();
      } catch (error) {
        if (error instanceof LiveRefusal) return refuse(error.message);
        ctx.log.error({ err: error }, 'a live socket failed');
        refuse('Something went wrong. Reload the page.');
      }
    });
  };
  const recheck = () =>
    queue(async () => {
      session = await verified(sessions, token);
      await live.check(session);
    });

  const silence = setTimeout(() => socket.terminate(), times.silent_for);
  const timers = [
    silence,
    setTimeout(() => session ?? refuse('Unauthorized'), times.auth_within),
    setInterval(() => socket.ping(), times.ping_every),
    setInterval(() => session && recheck(), times.recheck_every),
  ];
  for (const timer of timers) timer.unref();

  async function authenticate(frame: z.infer<typeof AuthFrame>): Promise<void> {
    if (frame.type !== 'auth' || !frame.data) throw new LiveRefusal('Unauthorized');
    token = frame.data.token;
    const who = await verified(sessions, token);
    await live.check(who);
    // It may have closed while the database was asked.
    if (socket.readyState !== socket.OPEN) return;
    session = who;
    phase = 'listening';
    // First listen, then read: what happens in between is told by the event that waits in the queue.
    unsubscribe = ctx.events.subscribe((event) => {
      if (event.type === 'session.revoked' && event.session_id === who.session_id)
        return refuse('Invalid token');
      if (live.concernsAccess(event, who)) recheck();
      queue(() => live.onEvent(event));
    });
    await live.start(who, frame.data.since);
  }

  socket.on('message', (data) => {
    silence.refresh();
    if (phase === 'ended') return;
    const frame = AuthFrame.safeParse(readJson(String(data)));
    if (phase === 'waiting') {
      if (!frame.success) return refuse('Malformed event payload');
      phase = 'authenticating';
      queue(() => authenticate(frame.data));
    } else if (frame.data?.type === 'auth') refuse('Already authenticated');
  });
  socket.on('pong', () => silence.refresh());
  socket.on('close', end);
  // A broken connection closes, and that is all there is to it.
  socket.on('error', end);
}

async function verified(sessions: Sessions, token: string): Promise<Session> {
  try {
    return await sessions.verify(token);
  } catch (error) {
    if (error instanceof AppError && error.status === 401) throw new LiveRefusal('Invalid token');
    throw error;
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
