import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'apps/web/dist');
const stamp = join(dist, '.sources');

/** Throws when the build fails, with what the build said above it. */
export function buildWebWhenStale(): void {
  const sources = fingerprint(root);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return;
  console.log('Building the dashboard ...');
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const built = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: join(root, 'apps/web'),
    stdio: 'inherit',
  });
  if (built.status !== 0) throw new Error('The dashboard could not be built; the lines above say why.');
  writeFileSync(stamp, sources);
}

/** Of everything that goes into the build: a changed, new, renamed or deleted file changes it. */
export function fingerprint(folder: string): string {
  const files = globSync(
    [
      'apps/web/{src,public}/**/*',
      'apps/web/*.{ts,html,json}',
      'packages/contract/src/**/*.ts',
      'package-lock.json',
    ],
    { cwd: folder, withFileTypes: true },
  ).filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name));
  const hash = createHash('sha256');
  for (const path of files.map((entry) => join(entry.parentPath, entry.name)).sort()) {
    const content = createHash('sha256').update(readFileSync(path)).digest('hex');
    hash.update(`${path.slice(folder.length)} ${content}\n`);
  }
  return hash.digest('hex');
}
