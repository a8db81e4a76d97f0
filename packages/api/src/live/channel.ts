import { AppError } from '@tickets/contract/platform/errors';
import { type LiveClose, type LivePong, liveClose } from '@tickets/contract/tickets/live';
import { warnUnlessOutage } from '@tickets/core/platform/outages';
import type { Session, Sessions } from '@tickets/core/sessions/sessions';
import type { WebSocket } from 'ws';
import { z } from 'zod';
import { type Frame, frameOf } from './frame.ts';
import type { Live, Seat } from './live.ts';
import { topics } from './topics.ts';

/** A reader that takes nothing is let go; it asks for what it missed when it comes back. */
const unsentMax = 1024 * 1024;
/** Where all readers together have left so much, those go who have left more than this. */
const unsentOfAllMax = 64 * 1024 * 1024;
const unsentInCrowdMax = 128 * 1024;
/** Between two looks at the time: a page sends a few, and each one is read. */
const framesMax = 200;
/** For the client to close its end. */
const GOODBYE_MS = 2_000;
const pong = frameOf<LivePong>({ type: 'pong' });

const AuthFrame = z.object({
  type: z.string(),
  data: z
    .object({
      token: z.string(),
      since: z.number().int().min(0).optional(),
      list: z.boolean().optional(),
      own: z.boolean().optional(),
    })
    .optional(),
});

/** A refusal that ends the socket, told in its own words. */
export class LiveRefusal extends Error {
  readonly code: LiveClose;
  constructor(text: string, code: LiveClose = liveClose.refused) {
    super(text);
    this.code = code;
  }
}

/** Says why, and closes. */
export function refuseSocket(socket: WebSocket, text: string, code: LiveClose = liveClose.refused): void {
  socket.send(frameOf({ error: text }), { binary: false });
  socket.close(code, text);
  // The library would go on reading for half a minute.
  const goodbye = setTimeout(() => socket.terminate(), GOODBYE_MS).unref();
  // The timer holds the socket in memory, and there would be thousands when sockets come and go in masses.
  socket.once('close', () => clearTimeout(goodbye));
}

/** The socket, as what it is about sees it. */
export interface LiveSocket {
  send(frame: Frame): void;
  /** Resolves when everything that was sent is on its way, or will not be any more. */
  flushed(): Promise<void>;
  /** False while it is being looked at again whether they may. */
  mayHear(): boolean;
  recheck(): void;
  fail(error: unknown): void;
  inTurn: Seat['inTurn'];
}

/** What a socket is about. */
export interface LiveSubject {
  guild_id: string;
  /** Throws LiveRefusal when the person may not listen. Asked at the start and again whenever that may have changed. */
  check(session: Session): Promise<void>;
  /** The person may listen for the first time. */
  start(asked: { since?: number | undefined; list?: boolean | undefined; own?: boolean | undefined }): void;
  /** Whether they may still listen is asked; `follow` or the end comes next. */
  pause(): void;
  /** They may listen: sends what they have not heard, and goes on. */
  follow(): Promise<void>;
  end(): void;
}

/** One live socket, from its first frame to its end: sign-in, silence and checks. */
export function runLive(live: Live, socket: WebSocket, subjectOf: (socket: LiveSocket) => LiveSubject): void {
  const { ctx, sessions, times } = live;
  let phase: 'waiting' | 'authenticating' | 'listening' | 'ended' = 'waiting';
  let token = '';
  let isStale = false;
  let frames = 0;
  let isLookedAt = false;
  const opened_at = performance.now();
  let [heard_at, pinged_at, checked_at, taken_at] = [opened_at, opened_at, opened_at, opened_at];
  /** Bytes, when they were looked at last. */
  let unsent = 0;
  // Everything that waits for the database runs here, in order.
  let work: Promise<void> = Promise.resolve();
  let seat: Seat | undefined;
  const endings: (() => void)[] = [];

  const isOpen = () => phase !== 'ended';
  const send = (frame: Frame) => {
    if (phase === 'ended') return;
    const isCrowded = live.unsent.bytes > unsentOfAllMax && socket.bufferedAmount > unsentInCrowdMax;
    if (isCrowded || socket.bufferedAmount > unsentMax) {
      end();
      return socket.terminate();
    }
    socket.send(frame, { binary: false });
    noteUnsent();
  };
  const noteUnsent = (bytes = socket.bufferedAmount) => {
    live.unsent.bytes += bytes - unsent;
    unsent = bytes;
  };
  const end = () => {
    if (phase === 'ended') return;
    phase = 'ended';
    noteUnsent(0);
    for (const ending of endings) ending();
  };
  const refuse = (text: string, code?: LiveClose) => {
    if (phase === 'ended') return;
    end();
    refuseSocket(socket, text, code);
  };
  const fail = (error: unknown) => {
    if (error instanceof LiveRefusal) return refuse(error.message, error.code);
    // The pages that are open come back by themselves, each time until the database answers again.
    warnUnlessOutage(ctx.log, error, 'a live socket failed', {}, 'error');
    refuse('Something went wrong. Reload the page.', liveClose.failed);
  };
  const queue = (task: () => Promise<void>) => {
    work = work.then(async () => {
      if (phase === 'ended') return;
      await task().catch(fail);
    });
  };
  const recheck = () => {
    if (isStale || phase === 'ended') return;
    isStale = true;
    subject.pause();
    queue(async () => {
      // What is reported from now on asks for another look.
      isStale = false;
      isLookedAt = true;
      checked_at = performance.now();
      await subject.check(await verified(sessions, token));
      isLookedAt = false;
      await subject.follow();
    });
  };
  const subject = subjectOf({
    send,
    flushed: () => new Promise((resolve) => socket.ping(undefined, undefined, () => resolve())),
    mayHear: () => phase === 'listening' && !isStale && !isLookedAt,
    recheck,
    fail,
    async inTurn(piece) {
      if (!seat) throw new Error('nothing is sent to who has no seat');
      await seat.inTurn(piece);
    },
  });

  async function authenticate(frame: z.infer<typeof AuthFrame>): Promise<void> {
    if (frame.type !== 'auth' || !frame.data) throw new LiveRefusal('Unauthorized');
    token = frame.data.token;
    const session = await verified(sessions, token);
    // It may have closed while the database was asked.
    if (!isOpen()) return;
    const taken = live.takeSeat(session.user_id, subject.guild_id);
    if (!taken)
      throw new LiveRefusal('You have this open in too many places. Close some of them.', liveClose.full);
    seat = taken;
    // Only once its work has ended, so that closing pages and opening others starts no more of it.
    endings.push(() => void work.then(taken.leave));
    if (!live.limits.mayOpenSocket(session.user_id))
      throw new LiveRefusal(
        'You opened too many pages at once. They connect by themselves in a moment.',
        liveClose.full,
      );
    listenForLosses(session);
    await subject.check(session);
    if (!isOpen()) return;
    phase = 'listening';
    subject.start(frame.data);
    await subject.follow();
  }

  function listenForLosses({ session_id, user_id }: Session): void {
    endings.push(
      live.topics.on(topics.session(session_id), () => refuse('Invalid token')),
      live.topics.on(topics.access(subject.guild_id), (event) => {
        if (event.type !== 'access.changed') return;
        if (event.user_id === undefined || event.user_id === user_id) recheck();
      }),
    );
  }

  function keepTimes(now: number): void {
    frames = 0;
    if (now - heard_at > times.silent_for) socket.terminate();
    const isTaken = socket.bufferedAmount < unsent || !unsent;
    noteUnsent();
    if (isTaken) taken_at = now;
    else if (now - taken_at > times.untaken_for) socket.terminate();
    if (phase === 'waiting' && now - opened_at > times.auth_within) refuse('Unauthorized');
    if (now - pinged_at > times.ping_every) {
      pinged_at = now;
      socket.ping();
    }
    if (phase === 'listening' && now - checked_at > times.recheck_every) recheck();
  }

  endings.push(live.everyMoment(keepTimes), () => subject.end());
  socket.on('message', (data) => {
    heard_at = performance.now();
    frames += 1;
    if (frames > framesMax) return socket.terminate();
    if (phase === 'ended') return;
    const frame = AuthFrame.safeParse(readJson(String(data)));
    if (phase === 'waiting') {
      if (!frame.success) return refuse('Malformed event payload');
      phase = 'authenticating';
      queue(() => authenticate(frame.data));
    } else if (frame.data?.type === 'auth') refuse('Already authenticated');
    else if (frame.data?.type === 'ping') send(pong);
  });
  socket.on('pong', () => {
    heard_at = performance.now();
  });
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
