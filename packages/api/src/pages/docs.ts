import { createRequire } from 'node:module';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { escapeHtml } from '@tickets/core/platform/texts/escape-html';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { guideContents, guideSections, outlineOf, pageHref, readPage, titleOf } from './guide.ts';
import { type PageParts, page } from './layout.ts';

const assets = join(import.meta.dirname, '../../assets');
const fonts = join(
  createRequire(import.meta.url).resolve('@fontsource-variable/inter/package.json'),
  '../files',
);
const defaultDocs = join(import.meta.dirname, '../../../../docs');

export interface DocsOptions {
  docs_dir?: string | undefined;
  version: string;
  server: string;
  /** Where the dashboard is. */
  home: string;
}

/** The guide at /docs and the description of the API at /api/docs. */
export async function installDocs(app: FastifyInstance, options: DocsOptions): Promise<void> {
  const { docs_dir = defaultDocs, version, server, home } = options;
  await app.register(fastifyStatic, {
    root: assets,
    prefix: '/docs/assets/',
    decorateReply: false,
    index: false,
  });
  await app.register(fastifyStatic, {
    root: fonts,
    prefix: '/docs/fonts/',
    decorateReply: false,
    index: false,
    maxAge: '30d',
  });

  let document: Promise<string> | undefined;
  app.get('/api/openapi.json', async (_request, reply) => {
    document ??= describeApi({ version, server });
    return reply.type('application/json; charset=utf-8').send(await document);
  });

  const reference = page({
    title: 'API | Tickets',
    home,
    part: 'api',
    contents: '',
    search: 'Find a call',
    script: 'api-docs.js',
    body: '<h1>API</h1><p>Loading the description of the API…</p><noscript><p>This page needs JavaScript. The description itself is at <a href="/api/openapi.json">/api/openapi.json</a>.</p></noscript>',
  });
  app.get('/api/docs', (_request, reply) => html(reply, reference));

  const guide = { docs_dir, home };
  let sections: ReturnType<typeof guideSections> | undefined;
  app.get('/docs/search.json', async (_request, reply) => {
    sections ??= guideSections(docs_dir);
    return reply.header('cache-control', 'no-cache').send(await sections);
  });
  app.get('/docs', (_request, reply) => sendGuidePage(reply, guide, 'index'));
  app.get<{ Params: { '*': string } }>('/docs/*', async (request, reply) =>
    sendGuidePage(reply, guide, request.params['*'].replace(/\.md$|\/$/g, '') || 'index'),
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

interface Guide {
  docs_dir: string;
  home: string;
}

async function sendGuidePage(reply: FastifyReply, guide: Guide, name: string): Promise<FastifyReply> {
  const text = await readPage(guide.docs_dir, name);
  if (text === undefined) {
    const body =
      '<h1>Page not found</h1><p>The guide has no such page. Go to <a href="/docs">its beginning</a>.</p>';
    return html(
      reply.code(404),
      page({ ...(await frameOf(guide, name)), title: 'Page not found | Tickets', body }),
    );
  }
  const { markdownFor } = await import('./guide-markdown.ts');
  return html(
    reply,
    page({
      ...(await frameOf(guide, name)),
      title: `${titleOf(text)} | Tickets`,
      body: await markdownFor(name).parse(text),
      outline: outlineHtml(text),
    }),
  );
}

async function frameOf({ docs_dir, home }: Guide, name: string): Promise<Omit<PageParts, 'title' | 'body'>> {
  const links = (await guideContents(docs_dir)).map(
    (entry) =>
      `<li><a href="${pageHref(entry.name)}"${entry.name === name ? ' aria-current="page"' : ''}>${escapeHtml(entry.title)}</a></li>`,
  );
  return {
    home,
    part: 'guide',
    contents: `<ul>${links.join('')}</ul>`,
    search: 'Search the guide',
    script: 'guide.js',
  };
}

function outlineHtml(text: string): string {
  const outline = outlineOf(text);
  if (outline.length < 2) return '';
  const links = outline.map(({ id, heading }) => `<li><a href="#${id}">${escapeHtml(heading)}</a></li>`);
  return `<nav class="outline" aria-labelledby="outline"><h2 id="outline">On this page</h2><ul>${links.join('')}</ul></nav>`;
}
