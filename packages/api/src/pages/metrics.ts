import { createHash, timingSafeEqual } from 'node:crypto';
import { AppError } from '@tickets/contract/platform/errors';
import type { Context } from '@tickets/core/platform/context';
import { poolFigures } from '@tickets/core/platform/db/db';
import type { PoolFigures } from '@tickets/core/platform/db/pool-figures';
import type { Installation } from '@tickets/core/platform/processes/processes';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { installDiscordMetrics } from './discord-metrics.ts';
import { installStorageMetrics } from './storage-metrics.ts';
import { installWorkMetrics } from './work-metrics.ts';

/** Who may read /metrics. */
export interface MetricsAccess {
  /** With it anybody, as a Bearer token. */
  token?: string | undefined;
  /** Whether a proxy on this machine may pass others on, without saying so: then nobody may without the token. */
  is_behind_proxy?: boolean;
}

interface MetricsOptions {
  bot_state: () => string;
  installation: () => Promise<Installation>;
  bot_events: (() => { waiting: number; dropped: number }) | undefined;
  bot_latency: (() => number | undefined) | undefined;
  /** How many live sockets are open, where this process serves them. */
  sockets?: () => number;
  version: string;
  access: MetricsAccess;
  /** Of this process, where its start has begun them. */
  figures?: Registry | undefined;
}

const poolGauges: [name: string, help: string, read: (figures: PoolFigures) => number][] = [
  ['database_connections_max', 'How many connections to the database this process shares.', ({ max }) => max],
  ['database_connections_in_use', 'Connections that somebody holds.', ({ in_use }) => in_use],
  ['database_waiting', 'Statements and transactions that wait for a connection.', ({ waiting }) => waiting],
  [
    'database_oldest_wait_seconds',
    'How long the first of those has waited.',
    ({ oldest_wait_ms }) => oldest_wait_ms / 1000,
  ],
];

/** What every process measures of itself, from its first moment on. */
export function processFigures(version: string): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'tickets_build_info',
    help: 'Always 1; its labels say which version of the program this is.',
    labelNames: ['version', 'node'] as const,
    registers: [registry],
  }).set({ version, node: process.version }, 1);
  return registry;
}

/** All figures of a program that works. */
export function installMetrics(
  app: FastifyInstance,
  ctx: Context,
  {
    bot_state,
    installation,
    bot_events,
    bot_latency,
    sockets,
    version,
    access,
    figures: registry = processFigures(version),
  }: MetricsOptions,
): void {
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  new Gauge({
    name: 'bot_state',
    help: 'What the bot is doing: 1 for the state that it is in.',
    labelNames: ['state'] as const,
    registers: [registry],
    collect() {
      this.reset();
      this.set({ state: bot_state() }, 1);
    },
  });
  if (bot_latency) {
    new Gauge({
      name: 'gateway_latency_seconds',
      help: "How long Discord's gateway took to answer the last heartbeat of the program's own bot; of several connections the slowest.",
      registers: [registry],
      collect() {
        this.remove();
        const latency_ms = bot_latency();
        if (latency_ms !== undefined) this.set(latency_ms / 1000);
      },
    });
  }
  installDiscordMetrics(registry, ctx.bots.main.guard);
  if (bot_events) {
    new Gauge({
      name: 'gateway_events_waiting',
      help: 'What happened in Discord and is not written down yet; it grows while the database is away.',
      registers: [registry],
      collect() {
        this.set(bot_events().waiting);
      },
    });
    new Gauge({
      name: 'gateway_events_dropped',
      help: 'What happened in Discord while the database was away and was more than could be kept, since the start.',
      registers: [registry],
      collect() {
        this.set(bot_events().dropped);
      },
    });
  }
  for (const [name, help, read] of poolGauges)
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        const figures = poolFigures(ctx.db);
        if (figures) this.set(read(figures));
      },
    });
  if (sockets) {
    new Gauge({
      name: 'live_sockets',
      help: 'Live sockets of the dashboard that are open.',
      registers: [registry],
      collect() {
        this.set(sockets());
      },
    });
  }
  installStorageMetrics(registry, ctx.storage);
  const work = installWorkMetrics(registry, ctx, installation);

  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    done();
  });

  installMetricsPage(app, access, registry, work.refresh);
}

/** GET /metrics. To those who may not read it there is nothing at this address. */
export function installMetricsPage(
  app: FastifyInstance,
  { token, is_behind_proxy = false }: MetricsAccess,
  registry: Registry,
  refresh: () => Promise<void> = async () => undefined,
): void {
  app.get('/metrics', async (request, reply) => {
    if ((is_behind_proxy || !isLocal(request)) && !hasToken(request, token))
      throw new AppError('route.not_found');
    await refresh();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

/** What proxies add, the one or the other. */
const addedByProxies = [
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'forwarded',
  'via',
];

/** A proxy on this machine is not this machine: it passes on someone. */
function isLocal({ socket, headers }: FastifyRequest): boolean {
  const address = socket.remoteAddress?.replace(/^::ffff:/, '') ?? '';
  const isHere = address === '::1' || address.startsWith('127.');
  return isHere && addedByProxies.every((name) => headers[name] === undefined);
}

function hasToken({ headers }: FastifyRequest, token: string | undefined): boolean {
  if (!token) return false;
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`));
}
