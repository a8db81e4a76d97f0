import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { page } from './layout.ts';

const assets = join(import.meta.dirname, '../../assets');
const defaultDocs = join(import.meta.dirname, '../../../../docs');

/** The guide at /docs and the description of the API at /api/docs. */
export async function installDocs(
  app: FastifyInstance,
  {
    docs_dir = defaultDocs,
    version,
    server,
  }: { docs_dir?: string | undefined; version: string; server: string },
): Promise<void> {
  await app.register(fastifyStatic, {
    root: assets,
    prefix: '/docs/assets/',
    decorateReply: false,
    index: false,
  });

  let document: Promise<string> | undefined;
  app.get('/api/openapi.json', async (_request, reply) => {
    document ??= describeApi({ version, server });
    return reply.type('application/json; charset=utf-8').send(await document);
  });

  const reference = page({
    title: 'API | Tickets',
    script: '/docs/assets/api-docs.js',
    body: '<main id="api" class="wide"><h1>API</h1><p>Loading the description of the API…</p><noscript><p>This page needs JavaScript. The description itself is at <a href="/api/openapi.json">/api/openapi.json</a>.</p></noscript></main>',
  });
  app.get('/api/docs', (_request, reply) => html(reply, reference));

  app.get('/docs', (_request, reply) => sendGuidePage(reply, docs_dir, 'index'));
  app.get<{ Params: { '*': string } }>('/docs/*', async (request, reply) =>
    sendGuidePage(reply, docs_dir, request.params['*'].replace(/\.md$|\/$/g, '') || 'index'),
  );
}

/** Few ask for it; nobody else waits for it or keeps it in memory. */
async function describeApi(about: { version: string; server: string }): Promise<string> {
  const { openApiDocument } = await import('./openapi.ts');
  return JSON.stringify(openApiDocument(about));
}

function html(reply: FastifyReply, body: string): FastifyReply {
  return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(body);
}

const missing = page({
  title: 'Page not found | Tickets',
  body: '<main class="guide"><h1>Page not found</h1><p>The guide has no such page. Go to <a href="/docs">its beginning</a>.</p></main>',
});

async function sendGuidePage(reply: FastifyReply, docs_dir: string, name: string): Promise<FastifyReply> {
  const found = await guidePage(docs_dir, name);
  return found === undefined ? html(reply.code(404), missing) : html(reply, found);
}

/** `name` comes from an address: only names of files that are in the folder are read. */
async function guidePage(docs_dir: string, name: string): Promise<string | undefined> {
  const names = await pageNames(docs_dir);
  if (!names.has(name)) return undefined;
  const text = await readFile(join(docs_dir, `${name}.md`), 'utf8');
  const { markdownFor } = await import('./guide-markdown.ts');
  const title = /^# (.+)$/m.exec(text)?.[1] ?? 'Guide';
  return page({
    title: `${title} | Tickets`,
    body: `<main class="guide">${await markdownFor(name).parse(text)}</main>`,
  });
}

async function pageNames(docs_dir: string): Promise<Set<string>> {
  const files = await readdir(docs_dir, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return new Set(
    files.filter((file) => file.endsWith('.md')).map((file) => file.slice(0, -3).replaceAll('\\', '/')),
  );
}
