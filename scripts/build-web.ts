import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** What browsers are sent, and what it is made of beside its own folder. */
const pages = {
  'apps/web': { name: 'the dashboard', packages: ['contract', 'discord-ui'] },
  'apps/discord': { name: "the simulated Discord's page", packages: ['discord-ui'] },
};
type PageFolder = keyof typeof pages;

/** Throws when a build fails, with what the build said above it. */
export function buildWebWhenStale(): void {
  for (const folder of Object.keys(pages) as PageFolder[]) buildWhenStale(folder);
}

function buildWhenStale(folder: PageFolder): void {
  const { name } = pages[folder];
  const stamp = join(root, folder, 'dist/.sources');
  const sources = fingerprint(root, folder);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return;
  console.log(`Building ${name} ...`);
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const built = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: join(root, folder),
    stdio: 'inherit',
  });
  if (built.status !== 0) throw new Error(`A build failed: ${name}. The lines above say why.`);
  writeFileSync(stamp, sources);
}

/** Of everything that goes into a build: a changed, new, renamed or deleted file changes it. */
export function fingerprint(checkout: string, folder: PageFolder): string {
  const files = globSync(
    [
      `${folder}/{src,public}/**/*`,
      `${folder}/*.{ts,html,json}`,
      ...pages[folder].packages.map((name) => `packages/${name}/src/**/*`),
      'package-lock.json',
    ],
    { cwd: checkout, withFileTypes: true },
  ).filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name));
  const hash = createHash('sha256');
  for (const path of files.map((entry) => join(entry.parentPath, entry.name)).sort()) {
    const content = createHash('sha256').update(readFileSync(path)).digest('hex');
    hash.update(`${path.slice(checkout.length)} ${content}\n`);
  }
  return hash.digest('hex');
}
