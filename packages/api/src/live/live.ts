import { Turns } from '@tickets/core/platform/async/turns';
import type { Context } from '@tickets/core/platform/context';
import type { Sessions } from '@tickets/core/sessions/sessions';
import type { Limits } from '../http/limits.ts';
import { type LiveAsks, liveAsks } from './live-asks.ts';
import { TicketRooms } from './ticket-room.ts';
import { Topics } from './topics.ts';

/** Milliseconds. A test shortens them. */
export interface LiveTimes {
  auth_within: number;
  ping_every: number;
  /** Nothing heard for so long, not even an answer to a ping: the reader is gone. */
  silent_for: number;
  /** Of what was sent nothing is taken for so long: the reader is gone, or only keeps it. */
  untaken_for: number;
  /** Session, permission and premium are looked at again this often, whatever was or was not reported. */
  recheck_every: number;
}
const usualTimes: LiveTimes = {
  auth_within: 10_000,
  ping_every: 45_000,
  silent_for: 60_000,
  untaken_for: 30_000,
  recheck_every: 60_000,
};

/** As many as someone with very many pages open has. */
export const socketsEach = 100;

/** One of the seats of a person: each of their sockets takes one. */
export interface Seat {
  /**
   * Sends a piece of what the person missed; it answers how many bytes it sent. All of their sockets are sent one piece at a
   * time, within what the person may be sent, and their servers take turns.
   */
  inTurn: (piece: () => Promise<number>) => Promise<void>;
  /** Gives the seat back. Called when nothing is done for its socket any more. */
  leave(): void;
}

/** What all live sockets of a process share. */
export interface Live {
  ctx: Context;
  sessions: Sessions;
  limits: Pick<Limits, 'mayOpenSocket' | 'untilCatchUpRoom' | 'noteCatchUp'>;
  times: LiveTimes;
  asks: LiveAsks;
  topics: Topics;
  rooms: TicketRooms;
  /** What readers have not taken yet, of all sockets together. */
  unsent: { bytes: number };
  /** Calls often enough to keep the times; returns the function that ends it. */
  everyMoment(work: (now: number) => void): () => void;
  /** Undefined where someone has all seats that one person may have. */
  takeSeat(user_id: string, guild_id: string): Seat | undefined;
  stop(): void;
}

export function createLive(
  { ctx, sessions, limits }: Pick<Live, 'ctx' | 'sessions' | 'limits'>,
  live_times: Partial<LiveTimes> | undefined,
): Live {
  const times = { ...usualTimes, ...live_times };
  const asks = liveAsks(ctx);
  const topics = new Topics(ctx.events);
  const watched = new Set<(now: number) => void>();
  const people = new Map<string, { seats: number; turns: Turns }>();
  // One timer for all: those whose time has come in the same moment ask the database together.
  const timer = setInterval(
    () => {
      const now = performance.now();
      for (const work of watched) work(now);
    },
    Math.min(...Object.values(times)) / 10,
  ).unref();
  return {
    ctx,
    sessions,
    limits,
    times,
    asks,
    topics,
    rooms: new TicketRooms({ ctx, asks, topics }),
    unsent: { bytes: 0 },
    everyMoment(work) {
      watched.add(work);
      return () => watched.delete(work);
    },
    takeSeat(user_id, guild_id) {
      const person = people.get(user_id) ?? { seats: 0, turns: new Turns(1) };
      if (person.seats >= socketsEach) return undefined;
      person.seats += 1;
      people.set(user_id, person);
      const inTurn = person.turns.of(guild_id);
      return {
        inTurn: (piece) =>
          inTurn(async () => {
            await limits.untilCatchUpRoom(user_id);
            limits.noteCatchUp(user_id, await piece());
          }),
        leave() {
          person.seats -= 1;
          if (!person.seats) people.delete(user_id);
        },
      };
    },
    stop() {
      clearInterval(timer);
      topics.end();
    },
  };
}
