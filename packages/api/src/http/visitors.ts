import { AppError } from '@tickets/contract/platform/errors';
import { networkOf } from '@tickets/core/platform/net/network';
import type { FastifyInstance } from 'fastify';
import { type ConnectionLimits, requestBudget } from './connections.ts';
import { bareHeaders } from './refusals.ts';
import { isUpgrade } from './upgrades.ts';
import { whenOver } from './when-over.ts';

/**
 * Limits those who come through a trusted proxy, each by the address that it names, as `limitConnections` does those who connect
 * themselves: their connections are the proxy's, so their requests are counted in place of these.
 */
export function limitVisitors(
  app: FastifyInstance,
  { each_max, requests_each_max }: ConnectionLimits,
  isProxy: (address: string) => boolean,
): void {
  const underWay = new Map<string, number>();
  const budget = requestBudget(requests_each_max);
  app.addHook('onRequest', (request, reply, done) => {
    const { ip, raw } = request;
    // The proxy's own questions, as to `/readyz`, are nobody's.
    if (!isProxy(raw.socket.remoteAddress ?? '') || isProxy(ip)) return done();
    const address = networkOf(ip);
    const own = underWay.get(address) ?? 0;
    if (!budget.mayAsk(address) || own >= each_max) {
      reply.headers(bareHeaders).header('retry-after', 1); // Before the hooks that set them.
      return done(new AppError('request.rate_limited'));
    }
    underWay.set(address, own + 1);
    // A live socket is under way until it closes, and has the connection to itself.
    const leave = () => {
      const left = (underWay.get(address) ?? 1) - 1;
      if (left) underWay.set(address, left);
      else underWay.delete(address);
    };
    if (isUpgrade(request)) raw.socket.once('close', leave);
    else whenOver(reply, leave);
    done();
  });
}
