import type { Page } from '@playwright/test';
import { serverHeadings } from '../apps/web/src/routes/headings.ts';
import { serverPages } from '../apps/web/src/routes/pages.ts';
import { axeFindings } from './support/axe.ts';
import { addressOf, signIn } from './support/dashboard.ts';
import { expect, test } from './support/test.ts';

/** The links of the menu and the heading of a page: what they say and where they stand. */
async function framePlaces(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('aside a, nav li > *, h1, h1 + p')].map((element) => {
      const { x, y, height } = element.getBoundingClientRect();
      // How many tickets wait, and that a link opens a new window, comes with the code.
      const [words] = (element.textContent ?? '').split(/\d+ tickets? wait|\(opens/);
      return [words?.replace(/\d+$/, ''), ...[x, y, height].map(Math.round)].join(' ');
    }),
  );
}

const code = /\/assets\/.*\.js$/;

/** Opens a page, of which no code arrives. */
async function openWithoutCode(page: Page, path: string): Promise<void> {
  await page.route(code, (route) => route.abort());
  await page.goto(path);
}

// Code is blocked on purpose, even while it is being fetched; and Olive has no bot of her own.
test.use({ tolerated: [/ERR_FAILED|dynamically imported module|\/user\/whitelabel\//] });

test('a page has its menu, title and purpose before its code is there, and nothing of them moves when it comes', async ({
  page,
}) => {
  test.slow();
  await signIn(page, 'Olive');
  const server = await addressOf(page, 'Harbour Games');
  const paths = Object.entries(serverPages)
    .filter(
      ([name, { path }]) => !path.includes('$') && serverHeadings[name as keyof typeof serverPages].texts,
    )
    .map(([, { path }]) => `${server}/${path}`);
  for (const path of ['/', '/tickets', '/whitelabel', '/account/data', ...paths]) {
    await page.goto(path);
    await expect(page.locator('[aria-busy] > div > aside')).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const there = await framePlaces(page);
    await openWithoutCode(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await framePlaces(page), path).toEqual(there);
    expect(await axeFindings(page), path).toEqual([]);
    await page.unroute(code);
  }
});

test('before the code is there, the menu has what the person may open, and a name is text', async ({
  page,
}) => {
  await signIn(page, 'Sage');
  const server = await addressOf(page, 'Harbour Games');
  await page.evaluate((id) => {
    const guilds: { id: string; name: string }[] = JSON.parse(localStorage.getItem('guilds') ?? '[]');
    for (const one of guilds)
      if (id.endsWith(one.id)) one.name = '<img src=x onerror="document.title=1"> & more';
    localStorage.setItem('guilds', JSON.stringify(guilds));
  }, server);
  await openWithoutCode(page, `${server}/tickets`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tickets');
  await expect(page.locator('aside')).toContainText('<img src=x onerror="document.title=1"> & more');
  await expect(page.locator('aside img')).toHaveCount(0);
  await expect(page.locator('nav a')).toHaveText([
    'Tickets',
    'Transcripts',
    'Search',
    'Tags',
    'Blacklist',
    'Documentation',
  ]);
  await expect(page.locator('nav [aria-current]')).toHaveText('Tickets');
  // A page above their level looks like nothing that they may use.
  await page.goto(`${server}/settings`);
  await expect(page.locator('aside')).toHaveCount(0);
});

test('Ctrl K, and what is typed after it, are heard before the code is there', async ({ page }) => {
  await signIn(page, 'Olive');
  const server = await addressOf(page, 'Harbour Games');
  let letCodeArrive = () => {};
  const gate = new Promise<void>((resolve) => (letCodeArrive = resolve));
  await page.route(code, async (route) => {
    await gate;
    await route.continue();
  });
  await page.goto(`${server}/tickets`, { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('refunds');
  await page.keyboard.press('Backspace');
  letCodeArrive();
  await expect(page.getByRole('dialog').getByRole('combobox')).toHaveValue('refund');
  await page.keyboard.type('s');
  await expect(page.getByRole('dialog').getByRole('combobox')).toHaveValue('refunds');
});

test('before the code is there, whoever is not signed in sees no menu', async ({ page }) => {
  await openWithoutCode(page, '/');
  await expect(page.locator('#root')).toBeAttached();
  await expect(page.locator('aside')).toHaveCount(0);
});

test('where the browser blocks site data, the page says that it does and that the dashboard needs it', async ({
  page,
}) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
  });
  // What goes wrong uncaught fails each of these tests.
  for (const path of ['/', '/manage/1/tickets']) {
    // It is not loaded to its end.
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.getByText('Your browser blocks site data')).toBeVisible();
    await expect(page.locator('#root')).toBeEmpty();
  }
});
