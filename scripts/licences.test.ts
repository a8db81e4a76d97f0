import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** Ask for no more than to be named. */
const permissive = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT OR Apache-2.0',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
]);

/** Whose licence the lock file does not know: their manifests name it in an older form, or only their readme does. */
const named: Record<string, string> = {
  busboy: 'MIT',
  dicer: 'MIT',
  'humanize-number': 'MIT',
  only: 'MIT',
  streamsearch: 'MIT',
};

/** Tools of the build and of tests under the Mozilla licence, which asks only that changes to their own files are given away. */
const isTool = (name: string) => name === 'axe-core' || name.startsWith('lightningcss');
/** Of fonts, which are part of no program. */
const isFont = (name: string) => name.startsWith('@fontsource');

test('everything that is installed may be given away with a program under the MIT licence', () => {
  const { packages }: { packages: Record<string, { link?: boolean; license?: string }> } = JSON.parse(
    readFileSync(join(root, 'package-lock.json'), 'utf8'),
  );
  const unfit = Object.entries(packages).flatMap(([path, { link, license }]) => {
    const [, name] = /^.*node_modules\/(.+)$/.exec(path) ?? [];
    if (!name || link) return [];
    const found = license ?? named[name] ?? 'unknown';
    const isFit =
      permissive.has(found) || (found === 'MPL-2.0' && isTool(name)) || (found === 'OFL-1.1' && isFont(name));
    return isFit ? [] : [`${name}: ${found}`];
  });
  expect(unfit).toEqual([]);
  expect(Object.keys(packages).length).toBeGreaterThan(100);
});
