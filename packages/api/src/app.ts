import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import websocket from '@fastify/websocket';
import { AppError } from '@tickets/contract/platform/errors';
import { InWork } from '@tickets/core/platform/async/in-work';
import { Turns } from '@tickets/core/platform/async/turns';
import type { Context } from '@tickets/core/platform/context';
import { addressMatcher } from '@tickets/core/platform/net/network';
import { createSessions } from '@tickets/core/sessions/sessions';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  LogController,
} from 'fastify';
import { installBodyParser } from './http/body.ts';
import { limitConnections, usualLimits } from './http/connections.ts';
import { installCors } from './http/cors.ts';
import { installErrors, sendError } from './http/errors.ts';
import { createLimits } from './http/limits.ts';
import { installLog } from './http/log.ts';
import { LongAnswers } from './http/long-answers.ts';
import type { ApiParts } from './http/mount.ts';
import { schemaController } from './http/no-schemas.ts';
import { installPatience } from './http/patience.ts';
import { bareHeaders, refuseUnreadable } from './http/refusals.ts';
import { installSecurity } from './http/security.ts';
import { installSlowBodies } from './http/slow-bodies.ts';
import { installSlowReaders } from './http/slow-readers.ts';
import { installTexts } from './http/texts.ts';
import { installUpgrades, isLiveHandshake } from './http/upgrades.ts';
import { createUploadRoom } from './http/upload.ts';
import { limitVisitors } from './http/visitors.ts';
import { installLive, sayThatWeLeave, socketFailed } from './live/install.ts';
import type { ApiOptions } from './options.ts';
import { installAvatars } from './pages/avatars.ts';
import { installDownloads, installExports, installFiles, installServerExports } from './pages/files.ts';
import { installDocs } from './pages/guide/docs.ts';
import { installHealth } from './pages/health.ts';
import { installImages } from './pages/images.ts';
import { installMetrics } from './pages/metrics.ts';
import { installReads } from './pages/reads.ts';
import { installImportUploads } from './pages/uploads.ts';
import { installWeb } from './pages/web.ts';
import { auditRoutes } from './routes/audit.ts';
import { blacklistRoutes } from './routes/blacklist.ts';
import { botStaffRoutes } from './routes/bot-staff.ts';
import { formRoutes } from './routes/forms.ts';
import { guildRoutes } from './routes/guild.ts';
import { integrationRoutes } from './routes/integrations.ts';
import { multiPanelRoutes } from './routes/multi-panels.ts';
import { outgoingWebhookRoutes } from './routes/outgoing-webhooks.ts';
import { ownDataRoutes } from './routes/own-data.ts';
import { ownTicketRoutes } from './routes/own-tickets.ts';
import { panelRoutes } from './routes/panels.ts';
import { pictureRoutes } from './routes/pictures.ts';
import { premiumRoutes } from './routes/premium.ts';
import { searchRoutes } from './routes/search.ts';
import { sessionRoutes } from './routes/session.ts';
import { settingsRoutes } from './routes/settings.ts';
import { setupRoutes } from './routes/setup.ts';
import { tagRoutes } from './routes/tags.ts';
import { teamRoutes } from './routes/teams.ts';
import { ticketRoutes } from './routes/tickets.ts';
import { transcriptRoutes } from './routes/transcripts.ts';
import { transferRoutes } from './routes/transfer.ts';
import { whitelabelRoutes } from './routes/whitelabel.ts';
import { whoCanSeeRoutes } from './routes/who-can-see.ts';

/** How long an end waits for answers that are on their way. */
const closeWithinMs = 2000;
const headersMsMax = 15_000;
const bodyMsMax = 30_000;
/** Several hundred usual answers, or some dozens of the longest. */
const readerLimits = { within_ms: 30_000, unsent_max: 48 * 1024 * 1024 };
/** Above all limits on uploads: a gigabyte at four megabits a second takes most of it. */
const uploadMsMax = 40 * 60_000;

/** In characters: Node.js refuses headers, of which the address is one, beyond 16 KiB. */
const addressLengthMax = 16 * 1024;

/** The HTTP server: API, live sockets, dashboard and guide. It does not listen yet. */
export async function buildApi(ctx: Context, options: ApiOptions): Promise<FastifyInstance> {
  const trusted = options.trusted_proxies ?? [];
  const isProxy = addressMatcher(trusted);
  const app: FastifyInstance = fastify({
    loggerInstance: ctx.log.child({ part: 'api' }) as FastifyBaseLogger, // Keeps pino's own type out of every signature.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: trusted.length ? isProxy : false,
    bodyLimit: 1024 * 1024,
    requestTimeout: uploadMsMax,
    // A request without a host is refused where it is counted, in limitConnections.
    http: {
      headersTimeout: headersMsMax,
      connectionsCheckingInterval: 1_000,
      requireHostHeader: false,
      shouldUpgradeCallback: isLiveHandshake,
    },
    clientErrorHandler: refuseUnreadable,
    // A longer part of an address would meet no route, and be answered with a page of the dashboard.
    routerOptions: { maxParamLength: addressLengthMax },
    forceCloseConnections: true,
    schemaController,
    // A broken address is refused before there is a route, and so before any hook.
    frameworkErrors: (error, request, reply: FastifyReply) => {
      ctx.log.debug({ err: error, request_id: request.id }, 'address refused');
      reply.headers(bareHeaders);
      sendError(request, reply, new AppError('request.address_invalid', { cause: error }));
    },
  });
  const origins = [...new Set([ctx.config.dashboard_url, ...(options.dashboard_origins ?? [])])];
  const bot_state = options.bot_state ?? (() => 'none');

  const connections = { ...usualLimits(), ...options.connections };
  limitConnections(app.server, connections, { isProxy, log: ctx.log });
  const becameLive = installUpgrades(app);
  if (trusted.length) limitVisitors(app, connections, isProxy);
  installErrors(app, ctx);
  installPatience(app);
  installTexts(app);
  installSlowBodies(app, options.body_within_ms ?? bodyMsMax);
  installSlowReaders(app, { ...readerLimits, ...options.readers });
  installLog(app);
  installMetrics(app, ctx, {
    bot_state,
    installation: options.installation,
    bot_events: options.bot_events,
    bot_latency: options.bot_latency,
    sockets: () => app.websocketServer.clients.size,
    version: options.config.version,
    access: options.metrics_access ?? {},
    figures: options.figures,
  });
  await installCors(app, origins);
  await installSecurity(app, options.config, options.upload_origins);
  installBodyParser(app);
  const in_work = new InWork();
  app.addHook('preClose', () =>
    Promise.race([in_work.over(), sleep(closeWithinMs, undefined, { ref: false })]),
  );
  sayThatWeLeave(app);
  await app.register(websocket, {
    // One frame in a turn of the event loop, so that many small ones keep nobody waiting.
    options: { maxPayload: 32 * 1024, maxFragments: 16, allowSynchronousEvents: false },
    errorHandler: socketFailed,
  });
  app.websocketServer.on('connection', (_socket, request) => becameLive(request));

  const sessions = createSessions(ctx);
  app.addHook('onClose', async () => sessions.close());
  const limits = createLimits(ctx.clock, options.limits_scale ?? 1);
  const parts: ApiParts = {
    app,
    ctx,
    sessions,
    limits,
    upload_room: createUploadRoom(),
    long_answers: new LongAnswers(),
    reading: new Turns(Number.POSITIVE_INFINITY, { of_class: 2 }),
    in_work,
  };
  sessionRoutes(parts, options.config);
  guildRoutes(parts, options.installation);
  settingsRoutes(parts);
  panelRoutes(parts);
  multiPanelRoutes(parts);
  setupRoutes(parts);
  teamRoutes(parts);
  formRoutes(parts);
  auditRoutes(parts);
  blacklistRoutes(parts);
  tagRoutes(parts);
  ticketRoutes(parts);
  ownTicketRoutes(parts);
  searchRoutes(parts);
  transcriptRoutes(parts);
  transferRoutes(parts);
  botStaffRoutes(parts);
  pictureRoutes(parts);
  integrationRoutes(parts);
  outgoingWebhookRoutes(parts);
  ownDataRoutes(parts);
  whoCanSeeRoutes(parts);
  premiumRoutes(parts);
  whitelabelRoutes(parts);
  installLive(parts, origins, options.live_times);

  installHealth(app, ctx, options.installation);
  installFiles(app, ctx, limits);
  installExports(app, ctx, limits);
  installDownloads(app, ctx, limits);
  installServerExports(app, ctx, limits);
  installImportUploads(app, ctx, limits);
  installAvatars(app, ctx, limits);
  installImages(app, ctx, limits);
  await installDocs(app, limits, {
    docs_dir: options.docs_dir,
    version: options.config.version,
    server: ctx.config.api_url,
    home: new URL('/', options.config.redirect_uri).href,
  });
  const dashboard = await installWeb(app, options);
  if (dashboard) installReads(app, limits, dashboard);
  return app;
}
