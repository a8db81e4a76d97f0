import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv, type ProxyOptions, type UserConfig } from 'vite';
import { chunkGroups, compiledAhead } from './vite-chunks.ts';
import { shortName } from './vite-class-names.ts';
import { emojiPictures } from './vite-emoji-pictures.ts';
import { emojiLines } from './vite-emojis.ts';
import { firstView } from './vite-first-view.ts';
import { compiledMessages } from './vite-messages.ts';
import { precompressed } from './vite-precompress.ts';

/** Where `tickets start` listens unless told otherwise; the development server passes API calls on to it. */
const DEFAULT_API_ORIGIN = 'http://127.0.0.1:8080';

export default defineConfig(async ({ command, mode }) => {
  const isBuild = command === 'build';
  /** All that the code itself is made by. */
  const ofCode = (): UserConfig => ({
    root: import.meta.dirname,
    resolve: isBuild ? { alias: LIGHTER } : {},
    plugins: [react(), compiledMessages(), emojiLines()],
    css: isBuild ? { modules: { generateScopedName: shortName } } : {},
  });
  const { plugins = [], ...config } = ofCode();
  return {
    ...config,
    plugins: [...plugins, emojiPictures(), firstView(), compiledAhead(), precompressed()],
    build: {
      // The first versions with light-dark(), so that it is not rewritten into variables that cannot be nested.
      target: ['chrome123', 'firefox120', 'safari17.5'],
      // The content policy allows no data: fonts or scripts.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        output: {
          // Every file names others, and the first one nearly all of them: the names of the sources would be 1 KB of it.
          entryFileNames: 'assets/[hash:7].js',
          chunkFileNames: 'assets/[hash:7].js',
          assetFileNames: 'assets/[hash:7][extname]',
          codeSplitting: isBuild ? { groups: await chunkGroups(ofCode()) } : true,
        },
      },
    },
    server: { proxy: proxyTo(apiOrigin(mode)) },
    preview: { proxy: proxyTo(apiOrigin(mode)) },
  };
});

/** Parts of packages that are not shipped, and what is in their place. */
const LIGHTER = [
  // Messages are parsed when the app is built, so only the formatter is needed.
  {
    find: /^use-intl\/format-message$/,
    replacement: join(import.meta.dirname, 'src/lib/page/format-message.ts'),
  },
];

/** `API_ORIGIN=http://127.0.0.1:9000 npm run dev -w @tickets/web` for another address. */
function apiOrigin(mode: string): string {
  return loadEnv(mode, import.meta.dirname, 'API_').API_ORIGIN ?? DEFAULT_API_ORIGIN;
}

/** GET /callback and GET /logout are pages of this app; POST on the same paths are calls. */
function proxyTo(target: string): Record<string, ProxyOptions> {
  const call: ProxyOptions = { target, changeOrigin: true };
  const onlyPost: ProxyOptions = {
    ...call,
    bypass: (request) => (request.method === 'GET' ? '/index.html' : undefined),
  };
  return {
    '/api': { ...call, ws: true },
    '/user': call,
    '/config.json': call,
    '/docs': call,
    '/image-proxy': call,
    '/sim': call,
    '/callback': onlyPost,
    '/logout': onlyPost,
  };
}
