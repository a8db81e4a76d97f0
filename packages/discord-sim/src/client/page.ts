import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { html, page, pagePolicy } from '../people/html.ts';
import { readIfThere, sendForGood } from './files.ts';

export interface ClientOptions {
  /** A folder with pictures of emojis, `1f3ab.svg`. Without one, people see those of their system. */
  emojiDir?: string | undefined;
  /** The folder of the built page. Without one, /app says that there is none. */
  pageDir?: string | undefined;
}

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // Embeds show pictures from wherever the bot says, as in Discord.
  'img-src * data: blob:',
  'media-src * blob:',
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const YEAR_S = 365 * 24 * 3600;
const WEEK_S = 7 * 24 * 3600;

/** The page in which one can be anyone, as it was built, and the pictures that it shows. */
export function pageRoutes(app: FastifyInstance, { pageDir, emojiDir }: ClientOptions): void {
  app.get('/app', async (_request, reply) => {
    const built = pageDir && (await readIfThere(join(pageDir, 'index.html')));
    void reply.type('text/html; charset=utf-8').header('referrer-policy', 'no-referrer');
    void reply.header('cache-control', 'no-cache');
    if (!built) return reply.code(503).header('content-security-policy', pagePolicy()).send(missingPage());
    // The page asks for pictures of emojis only where it is told that there are some.
    const shown = emojiDir
      ? built.toString().replace('<html lang="en">', '<html lang="en" data-emojis>')
      : built;
    return reply.header('content-security-policy', POLICY).send(shown);
  });
  if (pageDir) {
    app.get<{ Params: { file: string } }>('/app/files/:file', (request, reply) =>
      sendForGood(reply, builtFile(pageDir, request.params.file), YEAR_S),
    );
  }
  if (emojiDir) {
    app.get<{ Params: { file: string } }>('/app/emoji/:file', (request, reply) =>
      sendForGood(reply, emojiFile(emojiDir, request.params.file), WEEK_S),
    );
  }
}

/** The build names files by their contents. */
function builtFile(folder: string, name: string): string | undefined {
  return /^[\w-]+\.(?:js|css)$/.test(name) ? join(folder, 'files', name) : undefined;
}

function emojiFile(folder: string, name: string): string | undefined {
  return /^[0-9a-f]+(?:-[0-9a-f]+)*\.svg$/.test(name) ? join(folder, name) : undefined;
}

const missingPage = () =>
  page(
    'Simulated Discord',
    html`<main class="landing"><h1>Simulated Discord</h1><p>The page for people has not been built: run <code>npm run build</code>.</p></main>`,
  );
