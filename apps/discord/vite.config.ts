import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  // Where the simulator serves it.
  base: '/app/',
  plugins: [react()],
  build: {
    // Beside the simulator's own files, which lie below /app/assets.
    assetsDir: 'files',
    // The first versions with light-dark(), so that it is not rewritten into variables that cannot be nested.
    target: ['chrome123', 'firefox120', 'safari17.5'],
    // The content policy allows no data: scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
