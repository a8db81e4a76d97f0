import { AppError } from '@tickets/contract/platform/errors';
import { discordProblem } from '@tickets/core/bots/discord-problem';
import { remembered } from '@tickets/core/platform/async/remembered';
import type { Context } from '@tickets/core/platform/context';
import { poolFigures } from '@tickets/core/platform/db/db';
import { newestMigration } from '@tickets/core/platform/db/migrate';
import { DatabaseSlowError, inTime, withPatience } from '@tickets/core/platform/db/patience';
import { isFull } from '@tickets/core/platform/db/pool-figures';
import { schemaNow } from '@tickets/core/platform/db/schema-now';
import { warnUnlessOutage } from '@tickets/core/platform/outages';
import type { Installation } from '@tickets/core/platform/processes/processes';
import { storageProblem } from '@tickets/core/platform/storage/problem';
import type { FastifyInstance } from 'fastify';

const robots = 'User-agent: *\nDisallow: /\n';

/** Reconnecting takes less than this. */
const cutOffMsMax = 15_000;

/** Strangers may ask as often as they like: that makes neither the database nor the disk busy. */
const lookEveryMs = 1_000;

/** What is said of the database, and where it can be asked of the installation. */
interface Look {
  database: string;
  /** Whether this process hears what others do, which its live screens show. */
  events?: 'ready' | 'interrupted';
  all?: Awaited<ReturnType<typeof situation>>;
}

/** The probes of a program that works, and what else it says to anyone about the way to it. */
export function installHealth(
  app: FastifyInstance,
  ctx: Context,
  installation: () => Promise<Installation>,
): void {
  const newest = newestMigration();
  const { log, storage } = ctx;
  const looks = {
    process: remembered(() => askDatabase(ctx, newest), lookEveryMs),
    installation: remembered(() => askDatabase(ctx, newest, () => situation(ctx, installation)), lookEveryMs),
  };
  installProbes(app, {
    log,
    storage,
    async look(of) {
      const look = await looks[of]();
      return { ...look, events: ctx.events.cutOffMs() < cutOffMsMax ? 'ready' : 'interrupted' };
    },
  });

  app.get('/ip', (request, reply) => reply.type('text/plain; charset=utf-8').send(request.ip));

  app.get('/robots.txt', (_request, reply) => reply.type('text/plain; charset=utf-8').send(robots));
}

/**
 * /healthz: this process lives. /readyz: the installation can do its whole work, or with `?of=process` this process its
 * part, which is what a load balancer has to know. Both are open to strangers, so they answer in words; the figures are in
 * /metrics.
 */
export function installProbes(
  app: FastifyInstance,
  {
    log,
    storage: files,
    look,
  }: Pick<Context, 'log' | 'storage'> & { look: (of: 'process' | 'installation') => Promise<Look> },
): void {
  const isLocal = files.localPath !== undefined;
  let failingSince: number | undefined;
  const storageState = remembered(
    () =>
      files.check().then(
        () => {
          if (failingSince !== undefined)
            log.info({ seconds: secondsSince(failingSince) }, 'files can be stored again');
          failingSince = undefined;
          return 'ready' as const;
        },
        (error: unknown) => {
          // It is looked often, and said once.
          if (failingSince === undefined) log.warn({ err: error }, 'no file can be stored');
          failingSince ??= performance.now();
          if (isLocal || (error instanceof AppError && error.code === 'service.disk_full')) return 'failing';
          return storageProblem(error)?.trouble ?? 'unreachable';
        },
      ),
    lookEveryMs,
  );

  app.get('/healthz', () => ({ ok: true }));

  app.get<{ Querystring: { of?: string } }>('/readyz', async ({ query }, reply) => {
    const of = query.of === 'process' ? 'process' : 'installation';
    const [{ database, events = 'unknown', all }, storage] = await Promise.all([look(of), storageState()]);
    const own = { database, ...(isLocal ? { disk: storage } : { storage }), events };
    const isAble = database === 'ready' && storage === 'ready';
    // A load balancer sends people elsewhere, and all processes may be cut off for the same reason: stale screens are better than none.
    if (of === 'process') return reply.code(isAble ? 200 : 503).send({ ok: isAble, ...own });
    const { bot, jobs, discord } = all ?? unknown;
    const ok = isAble && events === 'ready' && discord === 'ok' && bot !== 'missing' && jobs === 'ready';
    return reply.code(ok ? 200 : 503).send({ ok, ...own, bot, jobs, discord });
  });
}

const secondsSince = (at: number) => Math.round((performance.now() - at) / 1000);

const databaseMs = 2_000;

/** What a process cannot know of the others without the database. */
const unknown = { bot: 'unknown', jobs: 'unknown', discord: 'unknown' };

async function situation(ctx: Context, installation: () => Promise<Installation>) {
  const all = await installation();
  const { problem } = await discordProblem(ctx, async () => all);
  return { ...all, discord: problem ?? 'ok' };
}

/** How it is, and what is asked of it beyond that, both within the same time. */
async function askDatabase(
  ctx: Context,
  newest: number,
  more?: () => ReturnType<typeof situation>,
): Promise<Look> {
  const isBusy = () => {
    const pool = poolFigures(ctx.db);
    return pool !== undefined && isFull(pool);
  };
  // Where others wait already, a look at the database would only wait with them.
  if (isBusy()) return { database: 'busy' };
  const ask = async () => {
    const { version, takes_changes } = await schemaNow(ctx.db);
    if (!takes_changes) return { database: 'read_only' } as const;
    if (version !== newest) return { database: 'migrating' } as const;
    return { database: 'ready', ...(more && { all: await more() }) } as const;
  };
  try {
    // For all who wait, so it does not end with the request of the one who asked first.
    return await withPatience(databaseMs, () => inTime(ask(), DatabaseSlowError, {}));
  } catch (err) {
    if (isBusy()) return { database: 'busy' };
    warnUnlessOutage(ctx.log, err, 'the database could not be asked');
    return { database: 'down' };
  }
}
