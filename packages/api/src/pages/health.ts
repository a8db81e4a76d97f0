import type { Context } from '@tickets/core/platform/context';
import { poolFigures } from '@tickets/core/platform/db/db';
import { newestMigration } from '@tickets/core/platform/db/migrate';
import { warnUnlessOutage } from '@tickets/core/platform/db/outage';
import { withPatience } from '@tickets/core/platform/db/patience';
import { isFull } from '@tickets/core/platform/db/pool-figures';
import { discordProblem } from '@tickets/core/platform/discord/problem';
import type { Installation } from '@tickets/core/platform/processes/processes';
import { storageProblem } from '@tickets/core/platform/storage/problem';
import type { FastifyInstance } from 'fastify';

const robots = 'User-agent: *\nDisallow: /\n';

/** Anyone who asks more often does not make the disk busy. */
const diskEveryMs = 1_000;

/**
 * /healthz: this process lives. /readyz: the installation can do its whole work, or with `?of=process` this process its
 * part, which is what a load balancer has to know. Both are open to strangers, so they answer in words; the figures are in
 * /metrics.
 */
export function installHealth(
  app: FastifyInstance,
  ctx: Context,
  { bot_state, installation }: { bot_state: () => string; installation?: () => Promise<Installation> },
): void {
  const newest = newestMigration();
  const isLocal = ctx.storage.localPath !== undefined;
  let failingSince: number | undefined;
  const storageState = remembered(diskEveryMs, () =>
    ctx.storage.check().then(
      () => {
        if (failingSince !== undefined)
          ctx.log.info({ seconds: secondsSince(failingSince) }, 'files can be stored again');
        failingSince = undefined;
        return 'ready' as const;
      },
      (error: unknown) => {
        // It is looked often, and said once.
        if (failingSince === undefined) ctx.log.warn({ err: error }, 'no file can be stored');
        failingSince ??= performance.now();
        return isLocal ? 'failing' : (storageProblem(error)?.trouble ?? 'unreachable');
      },
    ),
  );

  app.get('/healthz', () => ({ ok: true }));

  app.get<{ Querystring: { of?: string } }>('/readyz', async ({ query }, reply) => {
    const database = await databaseState(ctx, newest);
    const storage = await storageState();
    const own = { database, ...(isLocal ? { disk: storage } : { storage }) };
    const isAble = database === 'ready' && storage === 'ready';
    if (query.of === 'process') return reply.code(isAble ? 200 : 503).send({ ok: isAble, ...own });
    // Neither a database that is away nor one that has no room for another question is asked for the rest.
    const all = database === 'down' || database === 'busy' ? undefined : await installation?.();
    const bot = all?.bot ?? bot_state();
    const problem = discordProblem(ctx, bot);
    const ok = isAble && !problem && bot !== 'missing' && all?.jobs !== 'missing';
    return reply
      .code(ok ? 200 : 503)
      .send({ ok, ...own, bot, ...(all && { jobs: all.jobs }), discord: problem ?? 'ok' });
  });

  app.get('/ip', (request, reply) => reply.type('text/plain; charset=utf-8').send(request.ip));

  app.get('/robots.txt', (_request, reply) => reply.type('text/plain; charset=utf-8').send(robots));
}

const secondsSince = (at: number) => Math.round((performance.now() - at) / 1000);

const databaseMs = 2_000;

async function databaseState(ctx: Context, newest: number): Promise<'ready' | 'migrating' | 'busy' | 'down'> {
  const isBusy = () => {
    const pool = poolFigures(ctx.db);
    return pool !== undefined && isFull(pool);
  };
  // Where others wait already, a look at the database would only wait with them.
  if (isBusy()) return 'busy';
  try {
    return await withPatience(databaseMs, async () =>
      (await schemaVersion(ctx)) === newest ? 'ready' : 'migrating',
    );
  } catch (err) {
    if (isBusy()) return 'busy';
    warnUnlessOutage(ctx.log, err, 'the database could not be asked');
    return 'down';
  }
}

async function schemaVersion(ctx: Context): Promise<number> {
  const { version } = await ctx.db
    .selectFrom('schema_migrations')
    .select(({ fn }) => fn.max('version').as('version'))
    .executeTakeFirstOrThrow();
  return version ?? 0;
}

function remembered<T>(ms: number, ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined;
  return () => {
    if (!answer) {
      answer = ask();
      setTimeout(() => {
        answer = undefined;
      }, ms).unref();
    }
    return answer;
  };
}
