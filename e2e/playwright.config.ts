import { defineConfig } from '@playwright/test';
import { chromiumFlags, ensureChromium } from '../scripts/chromium.ts';

const ci = Boolean(process.env.CI);

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  // Starts the program on free ports and a fresh data folder, and says where it is in the variables used below.
  globalSetup: './start-program.ts',
  outputDir: '../test-results',
  reporter: 'list',
  reportSlowTests: { max: 10, threshold: 15_000 },
  // Files run side by side; those that change settings do so in servers of their own.
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: ci,
  use: {
    baseURL: process.env.E2E_DASHBOARD_URL,
    // Steps, requests and console of what failed. Pictures and copies of every page take a quarter of the time.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: ensureChromium(), args: chromiumFlags },
  },
});
