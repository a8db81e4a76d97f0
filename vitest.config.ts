import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/**
 * A worker loads the program's modules once, and not once for each file. So each test leaves modules and globals as it
 * found them; one that needs a module in its first state loads it anew, with vi.resetModules().
 */
const sharedProcess = { isolate: false, restoreMocks: true, unstubGlobals: true };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: ['packages/*/src/**/*.test.ts', 'apps/tickets/src/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: ['packages/discord-ui/**', '**/node_modules/**'],
          globalSetup: ['packages/testkit/src/running/global-setup.ts'],
          setupFiles: ['packages/testkit/src/running/setup.ts'],
          // Some start processes, which takes seconds where others work beside them.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // For conditions that are waited for; setup.ts sets the same for vi.waitFor().
          expect: { poll: { timeout: 10_000 } },
          // Many of these wait, for the database or a pause that the product makes; meanwhile others can go on.
          maxWorkers: availableParallelism() + 2,
          ...sharedProcess,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'web',
          environment: 'jsdom',
          ...sharedProcess,
          setupFiles: ['apps/web/src/test/setup.ts'],
          include: ['{apps/web,apps/discord,packages/discord-ui}/src/**/*.test.tsx'],
          testTimeout: 15_000,
          maxWorkers: availableParallelism(),
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...sharedProcess,
          setupFiles: ['apps/web/src/test/setup.ts'],
          // Without components; a page takes longer to make than most of these take. Who needs one says so at the top.
          name: 'web-rules',
          environment: 'node',
          include: ['{apps/web,apps/discord,packages/discord-ui}/src/**/*.test.ts'],
          testTimeout: 15_000,
          maxWorkers: availableParallelism(),
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
