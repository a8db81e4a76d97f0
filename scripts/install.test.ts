import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fingerprint } from './build-web.ts';
import { installIsCurrent, pinnedNode, rememberInstall } from './install.mjs';

function checkout(files: Record<string, unknown>) {
  const root = mkdtempSync(join(tmpdir(), 'tickets-checkout-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const write = (path: string, content: unknown) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content));
  };
  for (const [path, content] of Object.entries(files)) write(path, content);
  return { root, write };
}

const lock = (version: string) => ({
  packages: {
    '': {},
    'packages/core': {},
    'node_modules/@tickets/core': { link: true },
    'node_modules/left': { version },
    'node_modules/other-platform': { version: '1.0.0', optional: true },
  },
});
const installed = (version: string) => ({ packages: { 'node_modules/left': { version } } });
const node = pinnedNode('').path;

test('a fresh clone is not installed', () => {
  expect(installIsCurrent(checkout({ 'package-lock.json': lock('1.0.0') }).root)).toBe(false);
});

test('a changed lock file makes the installation stale until it is installed again', () => {
  const { root, write } = checkout({ 'package-lock.json': lock('1.0.0'), [node]: '' });
  rememberInstall(root);
  expect(installIsCurrent(root)).toBe(true);
  write('package-lock.json', lock('1.0.1'));
  expect(installIsCurrent(root)).toBe(false);
  write('node_modules/.package-lock.json', installed('1.0.1'));
  expect(installIsCurrent(root)).toBe(true);
});

test('an installation that npm was interrupted in is not taken for whole', () => {
  const { root } = checkout({
    'package-lock.json': lock('1.0.0'),
    [node]: '',
    'node_modules/.package-lock.json': { packages: {} },
  });
  expect(installIsCurrent(root)).toBe(false);
});

test('the dashboard is built again when a source changes, appears or goes, and not for a test', () => {
  const { root, write } = checkout({ 'apps/web/src/main.tsx': '1', 'packages/contract/src/a.ts': '1' });
  const before = fingerprint(root, 'apps/web');
  write('apps/web/src/main.test.tsx', 'a test');
  expect(fingerprint(root, 'apps/web')).toBe(before);
  write('packages/contract/src/a.ts', '2');
  const changed = fingerprint(root, 'apps/web');
  expect(changed).not.toBe(before);
  write('apps/web/src/features/new.css', '');
  expect(fingerprint(root, 'apps/web')).not.toBe(changed);
  rmSync(join(root, 'apps/web/src/features/new.css'));
  expect(fingerprint(root, 'apps/web')).toBe(changed);
});

const project = (name: string) => JSON.parse(readFileSync(join(import.meta.dirname, '..', name), 'utf8'));
const locked: Record<string, Record<string, unknown> & { optionalDependencies?: Record<string, string> }> =
  project('package-lock.json').packages;

// npm ci refuses such a lock file; npm writes one when a package of another platform cannot be found.
test('the lock file has an entry for every optional package that it mentions', () => {
  const names = new Set(Object.keys(locked).map((path) => path.split('node_modules/').at(-1)));
  const mentioned = Object.values(locked).flatMap(({ optionalDependencies = {} }) =>
    Object.keys(optionalDependencies),
  );
  expect(mentioned.filter((name) => !names.has(name))).toEqual([]);
});

test('a strict npm runs every installation script that we need', () => {
  const allowed: Record<string, boolean> = project('package.json').allowScripts;
  const withScripts = Object.entries(locked).filter(([, entry]) => entry.hasInstallScript);
  const names = withScripts.map(([path]) => path.split('node_modules/').at(-1) ?? '');
  // fsevents is a native helper of development tools on macOS, which do without it.
  expect(names.filter((name) => name !== 'fsevents' && !allowed[name])).toEqual([]);
});
