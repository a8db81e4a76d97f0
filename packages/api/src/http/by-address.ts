import { networkOf } from '@tickets/core/platform/net/network';
import type { FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { Limit } from './gcra.ts';
import type { Limits } from './limits.ts';

/** A page may show many pictures at once, people leaf through the guide, and others do behind the same address. */
export const ofWhatIsMany: readonly Limit[] = [
  { max: 600, period_ms: 60_000 },
  { max: 200, period_ms: 10_000 },
];

/** An address that is open without a session, beside the contract's: limited by whose address asks, who has the strangers' share of the database. */
export function byAddress(limits: Limits, template: string, of?: readonly Limit[]): RouteShorthandOptions {
  return {
    onRequest: async (request, reply) => {
      await limits.address(request, reply, template, of);
      asStranger(request);
    },
  };
}

export function asStranger({ caller, ip }: FastifyRequest): void {
  caller.person_id = `address:${networkOf(ip)}`;
}
