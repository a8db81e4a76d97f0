import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startDiscord } from '../start.ts';

/** A simulator with a page in its folder, as a build leaves it. */
async function builtPage(options: { emojiDir?: string } = {}) {
  const pageDir = await mkdtemp(join(tmpdir(), 'sim-page-'));
  await mkdir(join(pageDir, 'files'));
  const head =
    '<script type="module" src="/app/files/index-1a.js"></script><link rel="stylesheet" href="/app/files/index-2b.css">';
  await writeFile(join(pageDir, 'index.html'), `<!doctype html><html lang="en"><head>${head}</head></html>`);
  await writeFile(join(pageDir, 'files/index-1a.js'), '');
  await writeFile(join(pageDir, 'files/index-2b.css'), '');
  await writeFile(join(pageDir, 'private.js'), '');
  const sim = await startDiscord({ pageDir, ...options });
  return {
    sim,
    async [Symbol.asyncDispose]() {
      await sim.close();
      await rm(pageDir, { recursive: true });
    },
  };
}

async function bareSimulator() {
  const sim = await startDiscord();
  return { sim, [Symbol.asyncDispose]: () => sim.close() };
}

describe('the page', () => {
  it('is what was built, under a policy that allows no inline script', async () => {
    await using built = await builtPage();
    const response = await fetch(`${built.sim.url}/app`);
    expect(await response.text()).toContain('<script type="module" src="/app/files/index-1a.js">');
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toContain('unsafe');
  });

  it('is made of files that are all there, and kept by the browser for good', async () => {
    await using built = await builtPage();
    const page = await (await fetch(`${built.sim.url}/app`)).text();
    const paths = [...page.matchAll(/(?:href|src)="(\/app\/[^"]+)"/g)].map(([, path]) => path);
    expect(paths).toHaveLength(2);
    const answers = await Promise.all(paths.map((path) => fetch(`${built.sim.url}${path}`)));
    expect(answers.map(({ status, headers }) => [status, headers.get('content-type')])).toEqual([
      [200, 'text/javascript; charset=utf-8'],
      [200, 'text/css; charset=utf-8'],
    ]);
    for (const { headers } of answers) expect(headers.get('cache-control')).toContain('max-age=31536000');
  });

  it('says where there is none how to build it, and the rest of the simulator works', async () => {
    await using bare = await bareSimulator();
    const response = await fetch(`${bare.sim.url}/app`);
    expect([response.status, await response.text()]).toEqual([503, expect.stringContaining('npm run build')]);
    expect((await fetch(bare.sim.url)).status).toBe(200);
    for (const file of ['icon.svg', 'tokens.css', 'page.css'])
      expect((await fetch(`${bare.sim.url}/app/assets/${file}`)).status, file).toBe(200);
  });

  it('gives out no file from outside its folder', async () => {
    await using built = await builtPage();
    const folders = ['assets', 'files'].flatMap((folder) => [
      `/app/${folder}/..%2f..%2fpackage.json`,
      `/app/${folder}/..%2fprivate.js`,
      `/app/${folder}/%2e%2e`,
    ]);
    for (const path of folders) expect((await fetch(built.sim.url + path)).status, path).toBe(404);
  });
});

describe('pictures of emojis', () => {
  it('come from the folder that the simulator is given, and nothing else from it', async () => {
    const emojiDir = await mkdtemp(join(tmpdir(), 'sim-emojis-'));
    await writeFile(join(emojiDir, '1f3ab.svg'), '<svg/>');
    await writeFile(join(emojiDir, 'notes.txt'), 'private');
    await using cleanUp = new AsyncDisposableStack();
    cleanUp.defer(() => rm(emojiDir, { recursive: true }));
    const { sim } = cleanUp.use(await builtPage({ emojiDir }));
    const picture = await fetch(`${sim.url}/app/emoji/1f3ab.svg`);
    expect([picture.headers.get('content-type'), await picture.text()]).toEqual(['image/svg+xml', '<svg/>']);
    expect(await (await fetch(`${sim.url}/app`)).text()).toContain('<html lang="en" data-emojis>');
    for (const file of ['1f600.svg', 'notes.txt', '..%2fnotes.txt'])
      expect((await fetch(`${sim.url}/app/emoji/${file}`)).status).toBe(404);
  });

  it('are not asked for where there are none', async () => {
    await using built = await builtPage();
    expect(await (await fetch(`${built.sim.url}/app`)).text()).not.toContain('data-emojis');
  });
});
