import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: ['packages/*/src/**/*.test.ts', 'apps/tickets/src/**/*.test.ts', 'scripts/**/*.test.ts'],
          globalSetup: ['packages/testkit/src/global-setup.ts'],
          setupFiles: ['packages/testkit/src/setup.ts'],
          testTimeout: 20_000,
          hookTimeout: 30_000,
          // For conditions that are waited for; setup.ts sets the same for vi.waitFor().
          expect: { poll: { timeout: 10_000 } },
          // Many of these wait, for the database or a pause that the product makes; meanwhile another file can go on.
          maxWorkers: availableParallelism() + 1,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'web',
          environment: 'jsdom',
          include: ['apps/web/src/**/*.test.{ts,tsx}'],
          testTimeout: 15_000,
          maxWorkers: availableParallelism(),
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
