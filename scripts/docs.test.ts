import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const flows = (await readdir(join(root, 'docs/flows'))).map((name) => `docs/flows/${name}`);
const pages = ['docs/architecture.md', ...flows];

/** Where the pages are short for `packages/core/src/x` and the like. */
const places: Record<string, string> = {
  contract: 'packages/contract/src',
  core: 'packages/core/src',
  api: 'packages/api/src',
  bot: 'packages/bot/src',
  testkit: 'packages/testkit/src',
  'discord-ui': 'packages/discord-ui/src',
  'discord-sim': 'packages/discord-sim/src',
  web: 'apps/web/src',
};

/** The files and folders that a page names and that are not there: in full, or in a folder that was named before. */
function missingIn(text: string): string[] {
  const missing: string[] = [];
  let folders: string[] = [];
  for (const [, named = ''] of text.matchAll(
    /`([\w.-]+(?:\/[\w.-]+)*\.(?:tsx?|md|mjs)|[\w.-]+(?:\/[\w.-]+)*\/)`/g,
  )) {
    const [first = '', ...rest] = named.split('/');
    const whole = join(places[first] ?? first, ...rest);
    const found = [whole, ...folders.map((folder) => join(folder, named))].find((path) =>
      existsSync(join(root, path)),
    );
    if (found) folders = [...foldersOf(named.endsWith('/') ? `${found}/x` : found), ...folders];
    else missing.push(named);
  }
  return missing;
}

/** From the nearest one up to that of the package. */
function foldersOf(path: string): string[] {
  const folder = dirname(path);
  return folder === '.' ? [] : [folder, ...foldersOf(folder)];
}

test.each(pages)('%s names files that are there', async (page) => {
  expect(missingIn(await readFile(join(root, page), 'utf8'))).toEqual([]);
});

test.each(flows)('%s has at most twelve lines', async (page) => {
  expect((await readFile(join(root, page), 'utf8')).trim().split('\n').length).toBeLessThanOrEqual(12);
});
