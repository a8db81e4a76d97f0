import { AppError } from '@tickets/contract/platform/errors';
import type { RouteLimit } from '@tickets/contract/platform/route';
import type { RouteName } from '@tickets/contract/route-paths';
import type { Clock } from '@tickets/core/platform/clock';
import { networkOf } from '@tickets/core/platform/net/network';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Limit, type LimitStore, memoryLimits, type Taken } from './gcra.ts';

const perAddress: readonly Limit[] = [
  { max: 60, period_ms: 60_000 },
  { max: 20, period_ms: 10_000 },
];

export interface Limits {
  /** Of one address on one route; the usual ones unless others are given. */
  address(
    request: FastifyRequest,
    reply: FastifyReply,
    template: string,
    limits?: readonly Limit[],
  ): Promise<void>;
  /** Of one user, or everybody in one server, on one route. */
  route(
    reply: FastifyReply,
    template: string,
    limits: readonly RouteLimit[],
    subject: { user: string; guild: string },
  ): Promise<void>;
  /** Refuses whoever was sent too much just now another long answer. Routes that never gave one are open to them all the same. */
  requireAnswerRoom(reply: FastifyReply, name: RouteName, reader: Reader): void;
  /** Whether someone may open a live socket now. */
  mayOpenSocket(user_id: string): boolean;
  /** Waits until someone may be sent more of what they missed on live sockets. */
  untilCatchUpRoom(user_id: string): Promise<void>;
  /** Counts what somebody was sent of it. */
  noteCatchUp(user_id: string, bytes: number): void;
  /** How long the answer of a route was that somebody is sent. */
  noteAnswer(name: RouteName, reader: Reader, characters: number): void;
}

/** Whom an answer counts for. */
export interface Reader {
  user_id: string;
  /** Where they are of its staff, who share what its answers cost. */
  guild_id: string | undefined;
}

/** Thousands of characters that one person is sent. Each takes the program some hundredths of a millisecond. */
const perPerson: Limit = { max: 6_000, period_ms: 6_000 };
/** And the staff of one server together. */
const perStaff: Limit = { max: 18_000, period_ms: 6_000 };
/** Live sockets that one person opens: as many as one address may open of both kinds. After a restart all of their pages connect again. */
const socketsOfPerson: Limit = { max: 40, period_ms: 20_000 };
/** Shorter answers do not count: pages ask for them all the time. */
const shortMax = 32_768;

/** The limits on calls; each limited answer says how many are left and when all are back. */
export function createLimits(clock: Clock, scale: number, store: LimitStore = memoryLimits()): Limits {
  const sent = memoryLimits();
  const sockets = memoryLimits();
  const caughtUp = memoryLimits();
  const long = new Set<RouteName>();
  async function take(reply: FastifyReply, wanted: readonly (Limit & { key: string })[]): Promise<void> {
    if (scale === 0) return;
    const now = clock.elapsed();
    const before: [key: string, limit: Limit][] = [];
    for (const { key: of, max, period_ms } of wanted) {
      const scaled = { max: Math.max(1, Math.round(max * scale)), period_ms };
      const key = `${of}:${max}/${period_ms}`;
      const taken = await store.take(key, scaled, now);
      tell(reply, scaled, taken);
      if (taken.allowed) {
        before.push([key, scaled]);
        continue;
      }
      // Whoever asks again too early would otherwise wait ever longer.
      for (const one of before) await store.giveBack(...one);
      reply.header('retry-after', Math.ceil(taken.retry_after_ms / 1000));
      throw new AppError('request.rate_limited');
    }
  }

  return {
    address: (request, reply, template, limits = perAddress) =>
      take(
        reply,
        limits.map((limit) => ({ ...limit, key: `ip:${networkOf(request.ip)}:${template}` })),
      ),
    route: (reply, template, limits, subject) =>
      take(
        reply,
        limits.map((limit) => ({ ...limit, key: `${limit.per}:${subject[limit.per]}:${template}` })),
      ),
    requireAnswerRoom(reply, name, reader) {
      if (scale === 0 || !long.has(name)) return;
      for (const [key, limit] of sharersOf(reader)) {
        const { allowed, retry_after_ms } = sent.take(key, limit, clock.elapsed());
        if (allowed) continue;
        reply.header('retry-after', Math.ceil(retry_after_ms / 1000));
        throw new AppError('request.rate_limited');
      }
    },
    mayOpenSocket: (user_id) =>
      scale === 0 || sockets.take(user_id, socketsOfPerson, clock.elapsed()).allowed,
    async untilCatchUpRoom(user_id) {
      if (scale === 0) return;
      for (;;) {
        const { allowed, retry_after_ms } = caughtUp.take(user_id, perPerson, clock.elapsed());
        if (allowed) return;
        await clock.pause(retry_after_ms);
      }
    },
    noteCatchUp: (user_id, bytes) => caughtUp.owe(user_id, perPerson, bytes / 1000, clock.elapsed()),
    noteAnswer(name, reader, characters) {
      if (characters <= shortMax) return;
      long.add(name);
      for (const [key, limit] of sharersOf(reader)) sent.owe(key, limit, characters / 1000, clock.elapsed());
    },
  };
}

const sharersOf = ({ user_id, guild_id }: Reader): [key: string, limit: Limit][] => [
  [user_id, perPerson],
  ...(guild_id ? [[`staff of ${guild_id}`, perStaff] as [string, Limit]] : []),
];

/** Of several limits the answer tells the one with the least left. */
function tell(reply: FastifyReply, { max }: Limit, taken: Taken): void {
  const told = reply.getHeader('x-ratelimit-remaining');
  if (told !== undefined && Number(told) < taken.remaining) return;
  reply.header('x-ratelimit-limit', max);
  reply.header('x-ratelimit-remaining', taken.remaining);
  reply.header('x-ratelimit-reset-after', Math.ceil(taken.reset_after_ms));
}
