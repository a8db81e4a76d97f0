import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Marked } from 'marked';
import { escapeHtml, page } from './layout.ts';
import { openApiDocument } from './openapi.ts';

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

  const document = JSON.stringify(openApiDocument({ version, server }));
  app.get('/api/openapi.json', (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(document),
  );

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

/** Markdown without HTML in it; links between the files become links between the pages. */
function markdownFor(name: string): Marked {
  return new Marked({
    gfm: true,
    renderer: {
      html: ({ text }) => escapeHtml(text),
      heading({ tokens, depth, text }) {
        const id = text
          .toLowerCase()
          .replace(/[^\w]+/g, '-')
          .replace(/^-|-$/g, '');
        return `<h${depth} id="${escapeHtml(id)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
    },
    walkTokens: (token) => {
      if (token.type !== 'link' && token.type !== 'image') return;
      token.href = pageLink(String(token.href), name);
    },
  });
}

function pageLink(href: string, from: string): string {
  if (/^(https?:|mailto:|#|\/)/.test(href)) return href;
  // Anything else that names a scheme could be a program.
  if (/^[a-z][\w+.-]*:/i.test(href)) return '#';
  const base = new URL(`/docs/${from}`, 'http://local');
  const { pathname, hash } = new URL(href, base);
  const target = pathname.replace(/\.md$/, '');
  return (target === '/docs/index' ? '/docs' : target) + hash;
}
