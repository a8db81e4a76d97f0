import type { Locator, Page, TestInfo } from '@playwright/test';
import { axeFindings } from './support/axe.ts';
import { choose, expectSettled, hideLastPanel, signIn, signInTo, TITLE } from './support/dashboard.ts';
import { expect, test } from './support/test.ts';

const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
const LOOKS = [
  { name: 'light', colorScheme: 'light', size: DESKTOP },
  { name: 'dark', colorScheme: 'dark', size: DESKTOP },
  { name: 'phone light', colorScheme: 'light', size: PHONE },
  { name: 'phone dark', colorScheme: 'dark', size: PHONE },
] as const;

// They are many, and no two of them change anything.
test.describe.configure({ mode: 'parallel' });

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
const inPixelMakers = (path: string) => async (page: Page) =>
  `${await signInTo(page, 'Olive', 'Pixel, No Premium')}/${path}`;
/** The editor of a panel or multi-panel of Harbour Games. */
const editorOf = (title: string) => async (page: Page) => {
  await page.goto(await inHarbour('panels')(page));
  return (await page.getByRole('link', { name: `Edit ${title}`, exact: true }).getAttribute('href')) ?? '';
};

const screens: Screen[] = [
  { name: 'welcome', enter: publicPage('/welcome'), shown: heading(/support desk/) },
  { name: 'privacy', enter: publicPage('/legal/privacy'), shown: heading(/./) },
  { name: 'terms', enter: publicPage('/legal/tos'), shown: heading(/./) },
  { name: 'shared', enter: publicPage('/shared'), shown: heading('This link does not work') },
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
    name: 'own data',
    async enter(page) {
      await signIn(page, 'Maple');
      return '/account/data';
    },
    shown: (page) => page.getByRole('button', { name: 'Make a Copy' }),
  },
  {
    name: 'premium servers',
    async enter(page) {
      await signIn(page, 'Olive');
      return '/premium/select-servers';
    },
    shown: (page) => page.getByRole('switch', { name: 'Pixel, No Premium' }),
  },
  {
    name: 'settings',
    enter: inHarbour('settings'),
    shown: (page) => page.getByRole('button', { name: 'Submit' }),
  },
  {
    name: 'appearance',
    enter: inHarbour('appearance'),
    shown: (page) => page.getByRole('button', { name: 'Submit' }),
  },
  {
    name: 'import',
    enter: inHarbour('import'),
    shown: (page) => page.getByText(/^Waiting in all servers/),
  },
  {
    name: 'export',
    enter: inHarbour('export'),
    shown: (page) => page.getByText('You have not exported anything yet'),
  },
  {
    name: 'staff override',
    enter: inHarbour('staffoverride'),
    shown: (page) => page.getByText('Nobody of the Tickets team has access now.'),
  },
  {
    name: 'audit log',
    enter: inHarbour('audit-log'),
    shown: (page) => page.getByRole('button', { name: /turned premium on/ }),
  },
  {
    name: 'bot staff',
    async enter(page) {
      await signIn(page, 'Warden');
      return '/admin/bot-staff';
    },
    shown: (page) => page.getByText('There is no bot staff'),
  },
  {
    name: 'integration reviews',
    async enter(page) {
      await signIn(page, 'Warden');
      return '/admin/integrations';
    },
    shown: (page) => page.getByRole('button', { name: 'Approve Order Status' }),
  },
  {
    name: 'integrations',
    enter: inHarbour('integrations'),
    shown: (page) => page.getByRole('button', { name: 'Remove Player Card' }),
  },
  {
    name: 'integration',
    enter: inHarbour('integrations/view/1'),
    shown: (page) => page.getByText('%player_rank%'),
  },
  {
    name: 'create integration',
    enter: inHarbour('integrations/create'),
    shown: (page) => page.getByRole('button', { name: 'Continue' }),
  },
  {
    name: 'edit integration',
    enter: inHarbour('integrations/configure/1'),
    shown: (page) => page.getByRole('button', { name: 'Delete Integration' }),
  },
  {
    name: 'add integration',
    enter: inPixelMakers('integrations/activate/1'),
    shown: (page) => page.getByText('This integration does not require any secrets.'),
  },
  {
    name: 'settings of an integration',
    enter: inHarbour('integrations/manage/1'),
    shown: (page) => page.getByRole('button', { name: 'Remove from server' }),
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
    name: 'teams',
    enter: inHarbour('teams'),
    shown: (page) => page.getByRole('region', { name: 'Members of Default' }).getByRole('button').first(),
  },
  {
    name: 'team',
    async enter(page) {
      const address = await inHarbour('teams')(page);
      await page.goto(address);
      await choose(page, 'Team', 'Moderation');
      await expect(page.getByRole('button', { name: 'Delete Moderation' })).toBeVisible();
      return new URL(page.url()).pathname + new URL(page.url()).search;
    },
    shown: (page) => page.getByRole('button', { name: 'Remove Moderator' }),
  },
  {
    name: 'tags',
    enter: inHarbour('tags'),
    shown: (page) => page.getByRole('button', { name: 'Edit docs' }),
  },
  {
    name: 'create panel',
    enter: inHarbour('panels/create'),
    shown: (page) => page.getByRole('button', { name: 'Create' }),
  },
  {
    name: 'edit panel',
    enter: editorOf('Billing'),
    shown: (page) => page.getByRole('button', { name: 'Save' }),
  },
  {
    name: 'create multi-panel',
    enter: inHarbour('panels/create-multi'),
    shown: (page) => page.getByRole('button', { name: 'Create' }),
  },
  {
    name: 'edit multi-panel',
    enter: editorOf('Need a hand?'),
    shown: (page) => page.getByRole('button', { name: 'Save' }),
  },
  {
    name: 'blacklist',
    enter: inHarbour('blacklist'),
    shown: (page) => page.getByRole('button', { name: 'Remove pike' }),
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
    name: 'search',
    enter: inHarbour('search?q=refund'),
    shown: (page) => page.getByText('refunded').first(),
  },
  {
    name: 'search without words',
    enter: inHarbour('search'),
    shown: (page) => page.getByRole('button', { name: 'Insert from:mia' }),
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

/** Draws what is open in every look. `prepare` brings about what a change of the size may have closed. */
async function examine(
  page: Page,
  testInfo: TestInfo,
  prepare: () => Promise<void>,
  { fullPage = true } = {},
): Promise<void> {
  for (const look of LOOKS) {
    await page.setViewportSize(look.size);
    await page.emulateMedia({ colorScheme: look.colorScheme, reducedMotion: 'reduce' });
    await prepare();
    if (process.env.E2E_PICTURES)
      await page.screenshot({ path: testInfo.outputPath(`${look.name}.png`), fullPage });
    const sideways = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
    expect.soft(sideways, `${look.name}: pixels that stand out at the side`).toBe(0);
    expect.soft(await axeFindings(page), `${look.name}: what axe found`).toEqual([]);
  }
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
    await examine(page, testInfo, () => expectSettled(page, shown(page)));
  });
}

/** Opens every section, and the groups in them. */
async function unfold(page: Page): Promise<void> {
  const closed = page
    .getByRole('main')
    .locator('button[aria-controls][aria-expanded="false"]:not([role], [aria-haspopup])');
  for (let left = await closed.count(); left > 0; left = await closed.count()) await closed.first().click();
}

for (const { path, enter, button } of [
  { path: 'settings', enter: inPixelMakers('settings'), button: 'Submit' },
  {
    path: 'panels/create',
    async enter(page: Page) {
      await hideLastPanel(page);
      return inPixelMakers('panels/create')(page);
    },
    button: 'Create',
  },
  { path: 'a panel with everything', enter: editorOf('Report a Player'), button: 'Save' },
  { path: 'panels/create-multi', enter: inPixelMakers('panels/create-multi'), button: 'Create' },
]) {
  test(`${path} with every section open looks right`, async ({ page }, testInfo) => {
    await page.goto(await enter(page));
    await examine(page, testInfo, async () => {
      await expectSettled(page, page.getByRole('button', { name: button }));
      await unfold(page);
    });
  });
}

for (const { name, enter, open } of [
  {
    name: 'the emojis',
    enter: inHarbour('panels/create'),
    open: (page: Page) => page.getByRole('button', { name: 'Pick an emoji' }),
  },
  {
    name: "the server's emojis",
    enter: editorOf('For Supporters'),
    open: (page: Page) => page.getByRole('combobox', { name: 'Server emoji' }),
  },
]) {
  test(`${name} look right`, async ({ page }, testInfo) => {
    await page.goto(await enter(page));
    const picker = page.getByRole('dialog');
    await examine(
      page,
      testInfo,
      async () => {
        // Another size draws the editor anew.
        if (!(await picker.isVisible())) await open(page).click();
        await expect(picker.getByRole('gridcell').first()).toBeVisible();
      },
      { fullPage: false },
    );
  });
}

for (const { name, enter, button, field } of [
  { name: 'the tag editor', enter: inHarbour('tags'), button: 'Edit rules', field: 'Description' },
  {
    name: 'the modal for blacklisting somebody',
    enter: inHarbour('blacklist'),
    button: 'Blacklist New User',
    field: 'User',
  },
  {
    name: 'the modal for granting access',
    enter: inHarbour('staffoverride'),
    button: 'Grant Access',
    field: 'Duration',
  },
]) {
  test(`${name} looks right`, async ({ page }, testInfo) => {
    await page.goto(await enter(page));
    await page.getByRole('button', { name: button }).click();
    const shown = page.getByRole('dialog').getByLabel(field, { exact: true });
    await examine(page, testInfo, () => expect(shown).toBeVisible(), { fullPage: false });
  });
}
