import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { dashboards } from './dashboard.ts';
import { startProgram, type TestProgram } from './program.ts';

interface Options {
  /** Lines that the browser's console may show as errors in this test, such as a status that is meant. */
  tolerated: RegExp[];
}

interface Fixtures {
  /** An empty page in a browser of its own: somebody else. */
  newPage: () => Promise<Page>;
}

/** Counts up within a worker; two tests never share an address, and so never a rate limit. */
let browsers = 0;

export const test = base.extend<Options & Fixtures>({
  tolerated: [[], { option: true }],

  newPage: async ({ browser, baseURL, tolerated }, use, { workerIndex }) => {
    const contexts: BrowserContext[] = [];
    const problems: string[] = [];
    await use(async () => {
      browsers += 1;
      const address = `10.${workerIndex}.${Math.floor(browsers / 250)}.${(browsers % 250) + 1}`;
      const context = await browser.newContext({
        baseURL,
        reducedMotion: 'reduce',
        extraHTTPHeaders: { 'X-Forwarded-For': address },
      });
      contexts.push(context);
      const page = await context.newPage();
      if (baseURL) dashboards.set(page, baseURL);
      page.on('pageerror', (error) => problems.push(error.message));
      page.on('console', (line) => {
        if (line.type() === 'error') problems.push(`${line.text()} (${line.location().url})`);
      });
      return page;
    });
    for (const context of contexts) await context.close();
    const unexpected = problems.filter((text) => !tolerated.some((pattern) => pattern.test(text)));
    expect(unexpected, 'errors in the console of the browser').toEqual([]);
  },

  // The page that tests get without asking is like all the others.
  page: async ({ newPage }, use) => use(await newPage()),
});

/**
 * As `test`, against a program that the tests of a file share with nobody, started with some environment. It is not of the
 * worker, for which Playwright would start another worker, with another browser, for each file.
 */
export function withOwnProgram(env: NodeJS.ProcessEnv = {}) {
  let started: Promise<TestProgram> | undefined;
  test.afterAll(async () => (await started)?.end());
  return test.extend<{ program: TestProgram }>({
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
    program: async ({}, use) => {
      started ??= startProgram(env);
      await use(await started);
    },
    baseURL: async ({ program }, use) => use(program.address),
  });
}

export { expect };
