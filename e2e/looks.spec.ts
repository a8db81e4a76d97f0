import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { expectSettled, signIn, signInTo, TITLE } from './support/dashboard.ts';
import { expect, test } from './support/test.ts';

const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
const LOOKS = [
  { name: 'light', colorScheme: 'light', size: DESKTOP },
  { name: 'dark', colorScheme: 'dark', size: DESKTOP },
  { name: 'phone light', colorScheme: 'light', size: PHONE },
  { name: 'phone dark', colorScheme: 'dark', size: PHONE },
] as const;

interface Screen {
  name: string;
  /** Answers the address, once whoever may see it is signed in. */
  enter: (page: Page) => Promise<string>;
  /** What is there when everything has been loaded. */
  shown: (page: Page) => Locator;
}

const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { name, level: 1 });
const publicPage = (path: string) => async () => path;
const inHarbour = (path: string) => async (page: Page) =>
  `${await signInTo(page, 'Olive', 'Harbour Games')}/${path}`;

const screens: Screen[] = [
  { name: 'welcome', enter: publicPage('/welcome'), shown: heading(/support desk/) },
  { name: 'privacy', enter: publicPage('/legal/privacy'), shown: heading(/./) },
  { name: 'terms', enter: publicPage('/legal/tos'), shown: heading(/./) },
  { name: 'error', enter: publicPage('/error?message=Something%20is%20wrong'), shown: heading('Error') },
  { name: 'not found', enter: publicPage('/404'), shown: heading('Page not found') },
  {
    name: 'server list',
    async enter(page) {
      await signIn(page, 'Olive');
      return '/';
    },
    shown: (page) => page.getByRole('heading', { name: 'Other Servers' }),
  },
  {
    name: 'settings',
    enter: inHarbour('settings'),
    shown: (page) => page.getByRole('button', { name: 'Submit' }),
  },
  {
    name: 'panels',
    enter: inHarbour('panels'),
    shown: (page) => page.getByRole('button', { name: 'Delete Billing' }),
  },
  {
    name: 'forms',
    enter: inHarbour('forms'),
    shown: (page) => page.getByRole('button', { name: 'Save' }),
  },
  {
    name: 'create panel',
    enter: inHarbour('panels/create'),
    shown: (page) => page.getByRole('button', { name: 'Create' }),
  },
  {
    name: 'edit panel',
    async enter(page) {
      const server = await signInTo(page, 'Olive', 'Harbour Games');
      await page.goto(`${server}/panels`);
      return (await page.getByRole('link', { name: 'Edit Billing' }).getAttribute('href')) ?? '';
    },
    shown: (page) => page.getByRole('button', { name: 'Save' }),
  },
  {
    name: 'create multi-panel',
    enter: inHarbour('panels/create-multi'),
    shown: (page) => page.getByRole('button', { name: 'Create' }),
  },
  {
    name: 'tickets',
    enter: inHarbour('tickets'),
    shown: (page) => page.getByRole('link', { name: /^View ticket/ }).first(),
  },
  {
    name: 'ticket',
    async enter(page) {
      const server = await signInTo(page, 'Olive', 'Harbour Games');
      await page.goto(`${server}/tickets`);
      const link = page.getByRole('link', { name: /^View ticket/ }).first();
      return (await link.getAttribute('href')) ?? '';
    },
    shown: (page) => page.getByRole('region', { name: 'Conversation' }).getByRole('article').first(),
  },
  {
    name: 'transcripts',
    enter: inHarbour('transcripts'),
    shown: (page) => page.getByRole('link', { name: /^View the transcript/ }).first(),
  },
  {
    name: 'transcript',
    enter: inHarbour('transcripts/view/1'),
    shown: (page) => page.getByRole('region', { name: 'Conversation' }).getByRole('article').first(),
  },
  {
    name: 'page above the level',
    enter: async (page) => `${await signInTo(page, 'Olive', 'Open Kitchen')}/settings`,
    shown: heading('You cannot use this page'),
  },
];

async function axeFindings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`);
}

for (const { name, enter, shown } of screens) {
  test(`${name}: opens by its address, survives a reload, and looks right in both themes and on a phone`, async ({
    page,
  }, testInfo) => {
    const path = await enter(page);
    await page.goto(path);
    await expectSettled(page, shown(page));
    await page.reload();
    await expectSettled(page, shown(page));
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(path);
    await expect(page).toHaveTitle(TITLE);

    for (const look of LOOKS) {
      await page.setViewportSize(look.size);
      await page.emulateMedia({ colorScheme: look.colorScheme, reducedMotion: 'reduce' });
      await expectSettled(page, shown(page));
      await page.screenshot({ path: testInfo.outputPath(`${look.name}.png`), fullPage: true });
      const sideways = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return scrollWidth - clientWidth;
      });
      expect.soft(sideways, `${look.name}: pixels that stand out at the side`).toBe(0);
      expect.soft(await axeFindings(page), `${look.name}: what axe found`).toEqual([]);
    }
  });
}

for (const { path, button } of [
  { path: 'settings', button: 'Submit' },
  { path: 'panels/create', button: 'Create' },
]) {
  test(`${path} with every section open has nothing that axe finds`, async ({ page }) => {
    const server = await signInTo(page, 'Olive', 'Pixel Makers');
    await page.goto(`${server}/${path}`);
    await expect(page.getByRole('button', { name: button })).toBeVisible();
    for (const head of await page.getByRole('heading', { level: 3 }).getByRole('button').all()) {
      if ((await head.getAttribute('aria-expanded')) === 'false') await head.click();
    }
    for (const look of LOOKS) {
      await page.setViewportSize(look.size);
      await page.emulateMedia({ colorScheme: look.colorScheme, reducedMotion: 'reduce' });
      expect.soft(await axeFindings(page), `${look.name}: what axe found`).toEqual([]);
    }
  });
}
