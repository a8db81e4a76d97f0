import type { Context } from '@tickets/core/context';
import { newestMigration } from '@tickets/core/db/migrate';
import { discordProblem } from '@tickets/core/discord/problem';
import type { FastifyInstance } from 'fastify';

const robots = 'User-agent: *\nDisallow: /\n';

/** Small answers for machines. */
export function installHealth(app: FastifyInstance, ctx: Context, bot_state: () => string): void {
  const newest = newestMigration();

  app.get('/healthz', () => ({ ok: true }));

  app.get('/readyz', async (_request, reply) => {
    const schema = await schemaVersion(ctx).catch((error: unknown) => {
      ctx.log.warn({ err: error }, 'the database does not answer');
      return undefined;
    });
    const database = schema === undefined ? 'down' : schema === newest ? 'ready' : 'migrating';
    const bot = bot_state();
    const problem = discordProblem(ctx, bot);
    const ok = database === 'ready' && !problem;
    return reply.code(ok ? 200 : 503).send({ ok, database, bot, discord: problem ?? 'ok' });
  });

  app.get('/ip', (request, reply) => reply.type('text/plain; charset=utf-8').send(request.ip));

  app.get('/robots.txt', (_request, reply) => reply.type('text/plain; charset=utf-8').send(robots));
}

async function schemaVersion(ctx: Context): Promise<number> {
  const { version } = await ctx.db
    .selectFrom('schema_migrations')
    .select(({ fn }) => fn.max('version').as('version'))
    .executeTakeFirstOrThrow();
  return version ?? 0;
}
