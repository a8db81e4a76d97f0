import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { scriptHash } from '../people/html.ts';

const FOLDER = new URL('../../assets/client/', import.meta.url);
const TYPES: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};
/** Libraries of the page, served as they lie in node_modules. */
const LIBRARIES: Record<string, string> = {
  'preact.mjs': 'preact',
  'hooks.mjs': 'preact/hooks',
  'htm.mjs': 'htm',
};
const IMPORT_MAP = JSON.stringify({
  imports: Object.fromEntries(Object.entries(LIBRARIES).map(([file, name]) => [name, `/app/lib/${file}`])),
});

const POLICY = [
  "default-src 'none'",
  `script-src 'self' ${scriptHash(IMPORT_MAP)}`,
  "style-src 'self'",
  // Embeds show pictures from wherever the bot says, as in Discord.
  'img-src * data: blob:',
  'media-src * blob:',
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const pageWith = (attributes: string) => `<!doctype html>
<html lang="en"${attributes}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">
<meta name="color-scheme" content="dark light">
<title>Simulated Discord</title>
<link rel="icon" href="/app/assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/app/assets/tokens.css">
<link rel="stylesheet" href="/app/assets/frame.css">
<link rel="stylesheet" href="/app/assets/message.css">
<link rel="stylesheet" href="/app/assets/controls.css">
<link rel="stylesheet" href="/app/assets/manage.css">
<script type="importmap">${IMPORT_MAP}</script>
<script type="module" src="/app/assets/main.js"></script>
</head>
<body>
<div id="app"><p class="boot" role="status">Opening the simulated Discord …</p></div>
<noscript><p class="boot">This page needs JavaScript.</p></noscript>
</body>
</html>
`;

/** The client page and what it is made of. There is no build: browsers get the files as they are. */
export function assetRoutes(app: FastifyInstance, emojiDir: string | undefined): void {
  const page = pageWith(emojiDir ? ' data-emojis' : '');
  app.get('/app', (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', POLICY)
      .header('referrer-policy', 'no-referrer')
      .header('cache-control', 'no-cache')
      .send(page),
  );
  if (emojiDir) emojiRoute(app, emojiDir);
  app.get<{ Params: { file: string } }>('/app/assets/:file', (request, reply) =>
    sendFile(request.headers['if-none-match'], reply, fileOf(request.params.file)),
  );
  app.get<{ Params: { file: string } }>('/app/lib/:file', (request, reply) => {
    const name = LIBRARIES[request.params.file];
    return sendFile(
      request.headers['if-none-match'],
      reply,
      name ? new URL(import.meta.resolve(name)) : undefined,
    );
  });
}

/** They never change: one that was fetched is kept. */
function emojiRoute(app: FastifyInstance, emojiDir: string): void {
  app.get<{ Params: { file: string } }>('/app/emoji/:file', async (request, reply) => {
    const { file } = request.params;
    const isEmoji = /^[0-9a-f]+(?:-[0-9a-f]+)*\.svg$/.test(file);
    const bytes = isEmoji ? await readIfThere(pathToFileURL(join(emojiDir, file))) : undefined;
    if (!bytes) return reply.code(404).type('text/plain').send('Not found');
    return reply
      .header('cache-control', 'public, max-age=604800')
      .type(TYPES.svg ?? '')
      .send(bytes);
  });
}

/** A file of the page; names with anything but letters, digits and hyphens are no files of ours. */
function fileOf(name: string): URL | undefined {
  return /^[a-z][a-z0-9-]*\.(?:js|css|svg)$/.test(name) ? new URL(name, FOLDER) : undefined;
}

async function sendFile(known: string | undefined, reply: FastifyReply, file: URL | undefined) {
  const bytes = file ? await readIfThere(file) : undefined;
  if (!file || !bytes) return reply.code(404).type('text/plain').send('Not found');
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 20)}"`;
  void reply
    .header('etag', etag)
    .header('cache-control', 'no-cache')
    .header('x-content-type-options', 'nosniff');
  if (known === etag) return reply.code(304).send();
  return reply.type(TYPES[file.pathname.split('.').at(-1) ?? ''] ?? 'application/octet-stream').send(bytes);
}

async function readIfThere(file: URL): Promise<Buffer | undefined> {
  try {
    return await readFile(fileURLToPath(file));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
