import react from '@vitejs/plugin-react';
import { defineConfig, type ProxyOptions } from 'vite';
import { compiledMessages } from './vite-messages.ts';
import { precompressed } from './vite-precompress.ts';

/** The address of a running `tickets start`, which the development server passes API calls to. */
const API_ORIGIN = 'http://127.0.0.1:8080';

export default defineConfig(({ command }) => ({
  // use-intl carries a parser for messages; ours are parsed when the app is built, so only its formatter is shipped.
  resolve:
    command === 'build'
      ? { alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } }
      : {},
  plugins: [react(), compiledMessages(), precompressed()],
  build: {
    // The first versions with light-dark(), so that it is not rewritten into variables that cannot be nested.
    target: ['chrome123', 'firefox120', 'safari17.5'],
    // The content policy allows no data: fonts or scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // What the first screen needs is one file: it packs better than forty, and comes in one go.
        codeSplitting: { groups: [{ name: 'shell', tags: ['$initial'] }] },
      },
    },
  },
  server: { proxy: proxyTo(API_ORIGIN) },
  preview: { proxy: proxyTo(API_ORIGIN) },
}));

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
    '/sim': call,
    '/callback': onlyPost,
    '/logout': onlyPost,
  };
}
