/**
 * Opens the built dashboard signed in, with an empty cache, against a running demo: JavaScript and CSS as transferred
 * until the server list can be used, and what each other screen adds.
 */
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { pages, serverPages } from '../apps/web/src/routes/pages.ts';
import { buildWebWhenStale } from '../scripts/build-web.ts';
import { chromiumFlags, ensureChromium } from '../scripts/chromium.ts';
import { signInAs } from './browser.ts';
import { startDemo } from './demo.ts';
import { atMost, report, round } from './report.ts';

const owner = 'Olive';
const server = 'Harbour Games';
/** Every page whose address needs nothing but the server. */
const screens = Object.values(serverPages)
  .map(({ path }) => path)
  .filter((path) => !path.includes('$'));
const outside = [pages.whitelabel, pages.ownData, pages.myTickets, pages.premiumServers, pages.welcome];

buildWebWhenStale();
await using demo = await startDemo();
const { address } = demo;
const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumFlags });
try {
  const { state, guild_id } = await signInAs(browser, address, { person: owner, server });
  const first = await transferred(await browser.newContext({ storageState: state }), async (page) => {
    await page.goto(address);
    await page.getByRole('heading', { name: 'Your Servers' }).waitFor();
    await page.getByRole('link', { name: new RegExp(server) }).waitFor();
  });
  const others: Record<string, number> = {};
  const manage = `/manage/${guild_id}`;
  const inServer = [...screens, await firstTicket(manage)].map(
    (path) => [path, `${manage}/${path}`] as const,
  );
  for (const [name, path] of [...inServer, ...outside.map(({ path }) => [path, path] as const)]) {
    const { js } = await transferred(await browser.newContext({ storageState: state }), async (page) => {
      await page.goto(`${address}${path}`);
      await page.locator('main h1, main h2').first().waitFor();
      await page.waitForLoadState('networkidle');
    });
    others[name] = round(js - first.js);
  }

  async function firstTicket(manage: string): Promise<string> {
    const page = await browser.newPage({ storageState: state });
    await page.goto(`${address}${manage}/tickets`);
    const path = await page.locator(`a[href^="${manage}/tickets/view/"]`).first().getAttribute('href');
    await page.close();
    return path?.slice(manage.length + 1) ?? '';
  }
  const figure = (name: string, value: number, limit: number) => atMost(name, value, 'KB', limit);
  report(
    'first-load',
    [
      figure('JavaScript until the server list is usable', first.js, 120),
      figure('CSS until the server list is usable', first.css, 12),
      figure('most JavaScript that another screen adds', Math.max(...Object.values(others)), 60),
    ],
    { others },
  );
} finally {
  await browser.close();
}

/** Kilobytes as they went over the wire, while `visit` looks at pages with an empty cache. */
async function transferred(context: BrowserContext, visit: (page: Page) => Promise<void>) {
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true });
  const kinds = new Map<string, string>();
  const bytes: Record<string, number> = {};
  cdp.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type));
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) ?? '';
    bytes[kind] = (bytes[kind] ?? 0) + encodedDataLength;
  });
  await visit(page);
  await context.close();
  return { js: (bytes.Script ?? 0) / 1000, css: (bytes.Stylesheet ?? 0) / 1000 };
}
