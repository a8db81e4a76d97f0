import { createHash, randomUUID } from 'node:crypto';
import { AppError, type ErrorCode } from '@tickets/contract/platform/errors';
import type { Storage } from '@tickets/core/platform/storage/storage';
import { escapeHtml } from '@tickets/core/platform/texts/escape-html';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Logger } from 'pino';
import { Gauge, Registry } from 'prom-client';
import { sendError } from '../http/errors.ts';
import { schemaController } from '../http/no-schemas.ts';
import { bareHeaders, refuseUnreadable } from '../http/refusals.ts';
import { isLiveHandshake } from '../http/upgrades.ts';
import { installProbes } from '../pages/health.ts';
import { installMetricsPage, type MetricsAccess } from '../pages/metrics.ts';

/**
 * What a start is about, as /readyz names it under `database`: `migrating` also while it waits for another program that
 * migrates, or makes the backup; `upgrade_failed` while it waits before it ends.
 */
export type StartStage = 'starting' | 'down' | 'read_only' | 'migrating' | 'upgrade_failed';

export interface StartingOptions {
  log: Logger;
  storage: Storage;
  stage: () => StartStage;
  /** What is measured whether there is a database or not. */
  figures: Registry;
  metrics_access: MetricsAccess;
  /** Whether the app has taken over and lets live sockets in. Until then their handshakes are refused like every request. */
  takesSockets: () => boolean;
}

const saidOf: Record<StartStage, ErrorCode> = {
  starting: 'service.starting',
  down: 'service.database_down',
  read_only: 'service.database_down',
  migrating: 'service.upgrading',
  upgrade_failed: 'service.upgrading',
};

/** Health, readiness and metrics of a process that starts; at every other address it says that it does. It does not listen yet. */
export function buildStarting({
  log,
  storage,
  stage,
  figures,
  metrics_access,
  takesSockets,
}: StartingOptions): FastifyInstance {
  const refuse = (request: FastifyRequest, reply: FastifyReply) => {
    const error = new AppError(saidOf[stage()]);
    return isOpenedByBrowser(request) ? sendPage(reply, error) : sendError(request, reply, error);
  };
  const app: FastifyInstance = fastify({
    loggerInstance: log.child({ part: 'start' }) as FastifyBaseLogger, // Keeps pino's own type out of every signature.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestTimeout: 10_000,
    http: {
      requireHostHeader: false,
      shouldUpgradeCallback: (request) => takesSockets() && isLiveHandshake(request),
    },
    forceCloseConnections: true,
    clientErrorHandler: refuseUnreadable,
    schemaController,
    // A broken address is refused before there is a route, and so before any hook.
    frameworkErrors: (_error, request, reply: FastifyReply) => {
      reply.headers(bareHeaders);
      refuse(request, reply);
    },
  });
  app.setErrorHandler((error, request, reply) => {
    if (!(error instanceof AppError)) log.error({ err: error, request_id: request.id }, 'request failed');
    return sendError(request, reply, error instanceof AppError ? error : new AppError('internal.error'));
  });
  // Before a body is read.
  app.addHook('onRequest', async (request, reply) => {
    // Anyone who asks again comes to the program, once it is there.
    reply.headers({ ...bareHeaders, connection: 'close' });
    if (request.routeOptions.url === undefined) return refuse(request, reply);
  });
  installProbes(app, { log, storage, look: async () => ({ database: stage() }) });
  const own = new Registry();
  new Gauge({ name: 'database_up', help: '1 while the database answers.', registers: [own] }).set(0);
  installMetricsPage(app, metrics_access, Registry.merge([figures, own]));
  return app;
}

const isOpenedByBrowser = ({ method, headers }: FastifyRequest) =>
  (method === 'GET' || method === 'HEAD') && headers.accept?.includes('text/html') === true;

const RETRY_SECONDS = 5;
const style =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:30vh auto 0;padding:0 1.5rem;text-align:center}';
const styleHash = `'sha256-${createHash('sha256').update(style).digest('base64')}'`;

/** A page that loads itself again until the dashboard is there. */
function sendPage(reply: FastifyReply, error: AppError): FastifyReply {
  return reply
    .code(error.status)
    .headers({
      'retry-after': RETRY_SECONDS,
      'content-security-policy': `${bareHeaders['content-security-policy']};style-src ${styleHash}`,
    })
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Tickets</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="${RETRY_SECONDS}">
<style>${style}</style>
</head>
<body><p>${escapeHtml(error.message)} This page reloads by itself.</p></body>
</html>
`);
}
