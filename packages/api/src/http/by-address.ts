import { networkOf } from '@tickets/core/platform/net/network';
import type { FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { Limit } from './gcra.ts';
import type { Limits } from './limits.ts';

/** For what one page shows many of, such as pictures, and what people leaf through, such as the guide. */
export const generousLimits: readonly Limit[] = [
  { max: 600, period_ms: 60_000 },
  { max: 200, period_ms: 10_000 },
];

interface ByAddress {
  /** The usual ones unless others are given. */
  each?: readonly Limit[];
  /** Routes with the same name count together. */
  together?: string;
}

/**
 * Options of a route outside the contract, which needs no session: its calls are limited by the address that they come from, and have
 * its share of the database.
 */
export function byAddress(limits: Limits, { each, together }: ByAddress = {}): RouteShorthandOptions {
  return {
    onRequest: async (request, reply) => {
      await limits.address(request, reply, together ?? request.routeOptions.url ?? '', each);
      asStranger(request);
    },
  };
}

/** Counts what is asked for the address that it comes from. */
export function asStranger({ caller, ip }: FastifyRequest): void {
  caller.person_id = `address:${networkOf(ip)}`;
}
