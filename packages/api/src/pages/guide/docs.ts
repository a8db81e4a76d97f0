import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { remembered } from '@tickets/core/platform/async/remembered';
import { escapeHtml } from '@tickets/core/platform/texts/escape-html';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { byAddress, generousLimits } from '../../http/by-address.ts';
import type { Limits } from '../../http/limits.ts';
import {
  type GuideEntry,
  guideContents,
  guideSections,
  outlineOf,
  pageHref,
  readGuide,
  titleOf,
} from './guide.ts';
import { type Kept, kept, sendKept } from './kept.ts';
import { type PageParts, page } from './layout.ts';

const assets = join(import.meta.dirname, '../../../assets');
const font = createRequire(import.meta.url).resolve(
  '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
);
const defaultDocs = join(import.meta.dirname, '../../../../../docs');

export interface DocsOptions {
  docs_dir?: string | undefined;
  version: string;
  server: string;
  /** Where the dashboard is. */
  home: string;
}

/** They are parts of the program, so their folders are not listed again for each request. */
const listedOnce = { decorateReply: false, index: false, wildcard: false } as const;

/** The guide at /docs and the description of the API at /api/docs. */
export async function installDocs(app: FastifyInstance, limits: Limits, options: DocsOptions): Promise<void> {
  const { docs_dir = defaultDocs, version, server, home } = options;
  await app.register(fastifyStatic, {
    root: assets,
    prefix: '/docs/assets/',
    ...listedOnce,
  });
  await app.register(fastifyStatic, {
    root: dirname(font),
    prefix: '/docs/fonts/',
    ...listedOnce,
    maxAge: '30d',
  });

  const ofGuide = byAddress(limits, { each: generousLimits, together: '/docs' });
  const document = remembered(() => describeApi({ version, server }));
  app.get('/api/openapi.json', byAddress(limits), async (request, reply) =>
    sendKept(request, reply, await document()),
  );

  const reference = html(
    page({
      title: 'API | Tickets',
      home,
      part: 'api',
      contents: '',
      search: 'Find a call',
      script: 'api-docs.js',
      body: '<h1>API</h1><p>Loading the description of the API…</p><noscript><p>This page needs JavaScript. The description itself is at <a href="/api/openapi.json">/api/openapi.json</a>.</p></noscript>',
    }),
  );
  app.get('/api/docs', ofGuide, (request, reply) => sendKept(request, reply, reference));

  const guide = remembered(() => openGuide(docs_dir, home));
  app.get('/docs/search.json', byAddress(limits), async (request, reply) =>
    sendKept(request, reply, (await guide()).search),
  );
  const sendPage = async (request: FastifyRequest, reply: FastifyReply, name: string) => {
    const { pages, missing } = await guide();
    const found = pages.get(name);
    if (!found)
      return reply.code(404).header('cache-control', 'no-cache').type(missing.type).send(missing.bytes);
    return sendKept(request, reply, await found());
  };
  app.get('/docs', ofGuide, (request, reply) => sendPage(request, reply, 'index'));
  app.get<{ Params: { '*': string } }>('/docs/*', ofGuide, (request, reply) =>
    sendPage(request, reply, request.params['*'].replace(/\.md$|\/$/g, '') || 'index'),
  );
}

/** Few ask for it; until then nobody waits for it or keeps it in memory. */
async function describeApi(about: { version: string; server: string }): Promise<Kept> {
  const { openApiDocument } = await import('./openapi.ts');
  return kept('application/json', JSON.stringify(openApiDocument(about)));
}

const html = (text: string) => kept('text/html', text);

/** The guide is part of the program: it is read once, and a page is drawn when it is asked for the first time. */
async function openGuide(docs_dir: string, home: string) {
  const texts = await readGuide(docs_dir);
  const contents = guideContents(texts);
  const pages = Array.from(texts, ([name, text]) => {
    const draw = remembered(async () => {
      const { markdownFor } = await import('./guide-markdown.ts');
      return html(
        page({
          ...frameOf(contents, home, name),
          title: `${titleOf(text)} | Tickets`,
          body: await markdownFor(name).parse(text),
          outline: outlineHtml(text),
        }),
      );
    });
    return [name, draw] as const;
  });
  const missing = html(
    page({
      ...frameOf(contents, home),
      title: 'Page not found | Tickets',
      body: '<h1>Page not found</h1><p>The guide has no such page. Go to <a href="/docs">its beginning</a>.</p>',
    }),
  );
  const search = kept('application/json', JSON.stringify(guideSections(texts)));
  return { pages: new Map(pages), search, missing };
}

function frameOf(
  contents: readonly GuideEntry[],
  home: string,
  current?: string,
): Omit<PageParts, 'title' | 'body'> {
  const linkTo = ({ name, title }: GuideEntry) =>
    `<li><a href="${pageHref(name)}"${name === current ? ' aria-current="page"' : ''}>${escapeHtml(title)}</a></li>`;
  const groups = [...new Set(contents.map(({ group }) => group))].map((group) => {
    const links = contents.filter((entry) => entry.group === group).map(linkTo);
    return `${group ? `<h2>${escapeHtml(group)}</h2>` : ''}<ul>${links.join('')}</ul>`;
  });
  return {
    home,
    part: 'guide',
    contents: groups.join(''),
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
