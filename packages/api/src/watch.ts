import { randomUUID } from 'node:crypto';
import type { Context } from '@tickets/core/platform/context';
import { addressMatcher } from '@tickets/core/platform/net/network';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { limitConnections, usualLimits } from './http/connections.ts';
import { installErrors } from './http/errors.ts';
import { schemaController } from './http/no-schemas.ts';
import { installPatience } from './http/patience.ts';
import type { ApiOptions } from './options.ts';
import { installHealth } from './pages/health.ts';
import { installMetrics } from './pages/metrics.ts';

type WatchOptions = Pick<
  ApiOptions,
  | 'bot_state'
  | 'bot_events'
  | 'bot_latency'
  | 'connections'
  | 'installation'
  | 'metrics_access'
  | 'figures'
  | 'trusted_proxies'
> & {
  version: string;
};

/** Health, readiness and metrics of a process without the role api. It does not listen yet. */
export function buildWatch(ctx: Context, options: WatchOptions): FastifyInstance {
  const app: FastifyInstance = fastify({
    loggerInstance: ctx.log.child({ part: 'watch' }) as FastifyBaseLogger, // Keeps pino's own type out of every signature.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: 1024,
    requestTimeout: 10_000,
    // It has no live sockets: whoever asks for one is answered as at every other address.
    http: { requireHostHeader: false, shouldUpgradeCallback: () => false },
    forceCloseConnections: true,
    schemaController,
  });
  limitConnections(
    app.server,
    { ...usualLimits(), ...options.connections },
    { isProxy: addressMatcher(options.trusted_proxies ?? []), log: ctx.log },
  );
  const { bot_state = () => 'none', installation } = options;
  installErrors(app, ctx);
  installPatience(app);
  installMetrics(app, ctx, {
    bot_state,
    installation,
    bot_events: options.bot_events,
    bot_latency: options.bot_latency,
    version: options.version,
    access: options.metrics_access ?? {},
    figures: options.figures,
  });
  installHealth(app, ctx, installation);
  return app;
}
