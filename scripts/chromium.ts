import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';

const root = join(import.meta.dirname, '..');

/** Chromium that draws no windows, in which the journeys take half of the time. */
const SHELL = 'chromium-headless-shell';

const places: Partial<Record<NodeJS.Platform, string[]>> = {
  linux: [SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].flatMap((name) =>
    [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin', '/snap/bin'].map((dir) =>
      join(dir, name),
    ),
  ),
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  ],
};

/** Flags for a browser that talks to nobody but us and runs in containers, also as root. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  // All pages are ours, and a process for each site, begun before it is needed, takes longer than most pages.
  '--disable-site-isolation-trials',
  '--disable-quic',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The Chromium of this machine: CHROMIUM_PATH, the usual places, Playwright's own. */
export function findChromium(): string | undefined {
  const told = process.env.CHROMIUM_PATH;
  if (told) {
    if (existsSync(told)) return told;
    throw new Error(`CHROMIUM_PATH says ${told}, but there is no such file. Correct it or unset it.`);
  }
  return [...(places[process.platform] ?? []), chromium.executablePath()].find(
    (path) => existsSync(path) && runs(path),
  );
}

/** A machine that only runs tests gets the quicker one, also where another is there already. */
function isSlowForTests(path: string): boolean {
  return Boolean(process.env.CI) && !process.env.CHROMIUM_PATH && !path.endsWith(SHELL);
}

/** Finds one or installs one; throws with what to do when neither works. */
export function ensureChromium(): string {
  const found = findChromium();
  if (found && isSlowForTests(found) && installByApt()) return findChromium() ?? found;
  if (found) return found;
  console.log('There is no Chromium on this machine; installing one ...');
  for (const install of [installByApt, installByPlaywright]) {
    if (!install()) continue;
    const installed = findChromium();
    if (installed) return installed;
  }
  throw new Error(
    'The browser tests need Chromium, and it could not be installed. Install Chromium or Chrome yourself (on Debian: ' +
      'apt-get install chromium) or name one with CHROMIUM_PATH=/path/to/chromium, then run the tests again.',
  );
}

/** Preferred where it is possible, because it brings the libraries along that a slim system lacks. */
function installByApt(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    return false;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args: string[]) =>
    spawnSync('apt-get', ['-qq', ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env,
      timeout: 3 * 60_000,
    }).status === 0;
  return (
    apt('update') &&
    [SHELL, 'chromium'].some((name) =>
      apt('install', '-y', '--no-install-recommends', name, 'fonts-noto-color-emoji'),
    )
  );
}

function installByPlaywright(): boolean {
  const cli = join(root, 'node_modules/playwright-core/cli.js');
  const env = { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '20000' };
  const { status } = spawnSync(process.execPath, [cli, 'install', 'chromium'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env,
    timeout: 5 * 60_000,
  });
  return status === 0;
}

/** A file that is there may still lack libraries, or be a placeholder that says how to install it. */
function runs(path: string): boolean {
  if (process.platform === 'win32') return true;
  return spawnSync(path, ['--version'], { timeout: 20_000 }).status === 0;
}
