import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allowWarning } from '@tickets/testkit/guard/watch';
import { startTestApp } from '@tickets/testkit/worlds/app';
import { createTestClock } from '@tickets/testkit/worlds/clock';
import { expect, onTestFinished, test } from 'vitest';

async function writeGuide(docs_dir: string) {
  await mkdir(join(docs_dir, 'decisions'), { recursive: true });
  await writeFile(join(docs_dir, 'index.md'), '# Guide\n\n[Running it](running.md)');
  await writeFile(join(docs_dir, 'running.md'), '# Running it\n\n## Ports\n\nIt listens on 8080.\n');
  await writeFile(join(docs_dir, 'decisions/one.md'), '# One\n\n[back](../index.md)');
}

async function newFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'tickets-guide-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test('the guide is read once, however many ask, for its pages, its search, and what it does not have', async () => {
  const docs_dir = await newFolder();
  await writeGuide(docs_dir);
  await using app = await startTestApp({ api: { docs_dir } });
  const status = async (path: string) => (await fetch(app.url + path)).status;
  expect(new Set(await Promise.all(Array.from({ length: 20 }, () => status('/docs'))))).toEqual(
    new Set([200]),
  );
  await rm(docs_dir, { recursive: true });
  for (const path of ['/docs', '/docs/running', '/docs/running.md', '/docs/decisions/one/'])
    expect([path, await status(path)]).toEqual([path, 200]);
  expect(await (await fetch(`${app.url}/docs/search.json`)).json()).toContainEqual(
    expect.objectContaining({ href: '/docs/running#ports', text: 'It listens on 8080.' }),
  );
  for (const path of ['/docs/none', '/docs/decisions', '/docs/__proto__', '/docs/..%2findex']) {
    const none = await fetch(app.url + path);
    expect([path, none.status, await none.text()]).toEqual([
      path,
      404,
      expect.stringContaining('href="/docs/running"'),
    ]);
  }
});

test('the first page groups the others, and the list beside each page has the same groups', async () => {
  const docs_dir = await newFolder();
  const index =
    '# Guide\n\nSee [Tags](tags), [Logs](logs).\n\n## All pages\n\n### Answer\n\n[Tags](tags)\n\n### Run it\n\n[Ports](ports)';
  const files = { index, tags: '# Tags', logs: '# Logs', ports: '# Ports', other: '# Other' };
  for (const [name, text] of Object.entries(files)) await writeFile(join(docs_dir, `${name}.md`), text);
  await using app = await startTestApp({ api: { docs_dir } });
  const text = await (await fetch(`${app.url}/docs/ports`)).text();
  const [, contents = ''] = /<nav id="contents"[^>]*>(.*?)<\/nav>/s.exec(text) ?? [];
  expect(Array.from(contents.matchAll(/<(?:h2|a [^>]*)>([^<]+)/g), ([, words]) => words)).toEqual([
    'Guide',
    'Logs',
    'Answer',
    'Tags',
    'Run it',
    'Ports',
  ]);
});

test('a guide that could not be read is read for the next one who asks', async () => {
  allowWarning(/ENOTDIR/);
  const docs_dir = join(await newFolder(), 'docs');
  await writeFile(docs_dir, 'not a folder');
  await using app = await startTestApp({ api: { docs_dir } });
  expect((await fetch(`${app.url}/docs`)).status).toBe(500);
  await rm(docs_dir);
  await writeGuide(docs_dir);
  expect((await fetch(`${app.url}/docs`)).status).toBe(200);
});

test('a browser that has a page, the search or the description of the API is sent none of it again', async () => {
  const docs_dir = await newFolder();
  await writeGuide(docs_dir);
  await using app = await startTestApp({ api: { docs_dir } });
  const ask = (path: string, known?: string) =>
    fetch(app.url + path, { headers: known === undefined ? {} : { 'if-none-match': known } });
  const tags = new Set<string>();
  for (const path of ['/docs', '/docs/running', '/docs/search.json', '/api/docs', '/api/openapi.json']) {
    const first = await ask(path);
    const tag = first.headers.get('etag') ?? '';
    expect([first.status, tag, first.headers.get('cache-control')]).toEqual([
      200,
      expect.stringMatching(/^"[\w-]+"$/),
      'no-cache',
    ]);
    tags.add(tag);
    expect(Number(first.headers.get('content-length'))).toBe((await first.arrayBuffer()).byteLength);
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`]) {
      const again = await ask(path, known);
      expect([known, again.status, await again.text()]).toEqual([known, 304, '']);
      expect(again.headers.get('etag')).toBe(tag);
    }
    for (const other of ['"other"', '""', '']) expect((await ask(path, other)).status).toBe(200);
  }
  expect(tags.size).toBe(5);
  const [page = ''] = tags;
  expect((await ask('/docs/none', page)).status).toBe(404);
});

test('one address reads the guide no faster than a person could, whether it asks for pages that there are or not', async () => {
  const docs_dir = await newFolder();
  await writeGuide(docs_dir);
  await using app = await startTestApp({ clock: createTestClock(), api: { docs_dir, limits_scale: 1 } });
  const status = async (path: string) => (await fetch(app.url + path)).status;
  const answers = await Promise.all(
    Array.from({ length: 201 }, (_, n) => status(['/docs', '/docs/running', `/docs/${n}`][n % 3] ?? '')),
  );
  expect(answers.filter((one) => one === 429)).toHaveLength(1);
  for (const path of ['/docs/search.json', '/api/openapi.json']) {
    for (let n = 0; n < 20; n += 1) expect(await status(path)).toBe(200);
    expect([path, await status(path)]).toEqual([path, 429]);
  }
});
