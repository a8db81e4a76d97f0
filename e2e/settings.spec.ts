import type { Page, Request } from '@playwright/test';
import { changeRead, choose, isCall, openSection, signInTo, toasts } from './support/dashboard.ts';
import { expect, test } from './support/test.ts';

/** Everything that a save sends; what is not looked at has no type. */
interface Saved {
  [key: string]: unknown;
  auto_close: { since_open_with_no_response: number; since_last_message: number };
}

const ALL_SAVED = {
  success: true,
  error: null,
  welcome_message: true,
  ticket_limit: true,
  archive_channel: true,
  category: true,
  naming_scheme: true,
};
const SAVED = 'Your settings have been saved.';
const SECTIONS = [
  'General',
  'Thread Mode',
  'Tickets',
  '/Open Command',
  'Context Menu (Start Ticket Dropdown)',
  'Claiming',
  'Auto Close',
  'Ticket Permissions',
  'Colour Scheme Premium',
];

async function openSettings(page: Page, person: string, server: string): Promise<string> {
  const address = `${await signInTo(page, person, server)}/settings`;
  await page.goto(address);
  await expect(page.getByRole('button', { name: 'Submit' })).toBeVisible();
  return address;
}

/** Nothing is saved: the page is told that all went well, or what `answer` says. */
async function pretendToSave(page: Page, answer: Record<string, unknown> = ALL_SAVED): Promise<void> {
  await page.route('**/api/*/settings', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ json: answer }) : route.fallback(),
  );
}

/** Changes what the server says about its settings. */
const pretendStored = (page: Page, change: Record<string, unknown>) =>
  changeRead<object>(page, /\/api\/\d+\/settings$/, (stored) => ({ ...stored, ...change }));

async function submit(page: Page): Promise<Saved> {
  const sent = page.waitForRequest((request: Request) => isCall(request, 'POST', '/settings'));
  await page.getByRole('button', { name: 'Submit' }).click();
  return (await sent).postDataJSON();
}

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const duration = (page: Page, label: RegExp, unit: string) =>
  page.getByRole('group', { name: label }).getByLabel(unit);
const OPEN_TIME = /^Since open with no response/;
const LAST_TIME = /^Since last message/;

test.describe('the form', () => {
  test('has its sections in order, and each opens and closes', async ({ page }) => {
    await openSettings(page, 'Olive', 'Harbour Games');
    const heads = page.getByRole('heading', { level: 3 }).getByRole('button');
    await expect(heads).toHaveCount(SECTIONS.length);
    for (const [index, name] of SECTIONS.entries()) {
      await expect(heads.nth(index)).toHaveAccessibleName(name);
    }
    const threads = heads.nth(1);
    await threads.click();
    await expect(field(page, 'Use threads')).toBeVisible();
    await threads.click();
    await expect(threads).toHaveAttribute('aria-expanded', 'false');
    await expect(page.getByRole('switch', { name: 'Use threads' })).toHaveCount(0);
  });

  test('holds the ticket limit between 1 and 10', async ({ page }) => {
    await openSettings(page, 'Olive', 'Harbour Games');
    const limit = field(page, 'Per-user simultaneous ticket limit');
    for (const [typed, kept] of [
      ['0', '1'],
      ['99', '10'],
      ['-4', '1'],
      ['7', '7'],
    ] as const) {
      await limit.fill(typed);
      await limit.blur();
      await expect(limit).toHaveValue(kept);
    }
  });

  test('lets nobody type in claimed tickets who cannot view them', async ({ page }) => {
    await openSettings(page, 'Olive', 'Harbour Games');
    await openSection(page, 'Claiming');
    const view = field(page, 'Support can view claimed tickets');
    const type = field(page, 'Support can type in claimed tickets');
    await view.check();
    await type.check();
    await view.uncheck();
    await expect(type).not.toBeChecked();
    await type.check();
    await expect(view).toBeChecked();
  });

  test('asks for a notification channel only while threads are on', async ({ page }) => {
    await openSettings(page, 'Olive', 'Harbour Games');
    await openSection(page, 'Thread Mode');
    const channel = page.getByRole('combobox', { name: 'Ticket notification channel' });
    await expect(channel).toBeDisabled();
    await field(page, 'Use threads').check();
    await expect(channel).toBeEnabled();
    await field(page, 'Use threads').uncheck();
    await expect(channel).toBeDisabled();
  });

  test('offers text channels as channels and categories as categories', async ({ page }) => {
    await openSettings(page, 'Olive', 'Harbour Games');
    const options = page.getByRole('listbox').getByRole('option');
    await page.getByRole('combobox', { name: 'Archive channel' }).click();
    await expect(options.filter({ hasText: 'general' })).toHaveCount(1);
    for (const other of ['announcements', 'Community', 'Team']) {
      await expect(page.getByRole('option', { name: other, exact: true })).toHaveCount(0);
    }
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Overflow category' }).click();
    await expect(options).toHaveText([
      'Disabled',
      'Uncategorised',
      'Information',
      'Community',
      'Help',
      'Tickets',
      'More tickets',
      'Waiting for an answer',
      'Team',
    ]);
  });

  test('names the naming schemes and the ranks as they are', async ({ page }) => {
    await openSettings(page, 'Olive', 'Harbour Games');
    await openSection(page, 'Tickets');
    await expect(page.getByRole('radio', { name: '#ticket-1', exact: true })).toBeChecked();
    await expect(page.getByRole('radio', { name: '#ticket-username', exact: true })).toBeVisible();
    await openSection(page, 'Context Menu (Start Ticket Dropdown)');
    const ranks = field(page, 'Who may start tickets from messages').getByRole('option');
    await expect(ranks).toHaveText(['Everyone', 'Support Representative', 'Administrator']);
  });
});

test.describe('durations and premium', () => {
  test('1 day, 2 hours and 3 minutes are 93780 seconds, both ways', async ({ page }) => {
    await pretendToSave(page);
    await openSettings(page, 'Olive', 'Harbour Games');
    await openSection(page, 'Auto Close');
    const enabled = field(page, 'Close quiet tickets');
    await enabled.uncheck();
    await expect(duration(page, OPEN_TIME, 'days')).toBeDisabled();
    await enabled.check();
    await duration(page, OPEN_TIME, 'days').fill('1');
    await duration(page, OPEN_TIME, 'hours').fill('2');
    await duration(page, OPEN_TIME, 'minutes').fill('3');
    await duration(page, LAST_TIME, 'days').fill('-1');
    await duration(page, LAST_TIME, 'days').blur();
    await expect(duration(page, LAST_TIME, 'days')).toHaveValue('0');
    const { auto_close } = await submit(page);
    expect(auto_close).toMatchObject({ enabled: true, since_open_with_no_response: 93_780 });
    await expect(toasts(page)).toContainText(SAVED);

    await pretendStored(page, { auto_close });
    await page.reload();
    await openSection(page, 'Auto Close');
    for (const [unit, value] of [
      ['days', '1'],
      ['hours', '2'],
      ['minutes', '3'],
    ] as const) {
      await expect(duration(page, OPEN_TIME, unit)).toHaveValue(value);
    }
  });

  test('colours are sent as #rrggbb', async ({ page }) => {
    await pretendToSave(page);
    await openSettings(page, 'Olive', 'Harbour Games');
    await openSection(page, 'Colour Scheme Premium');
    await page.getByRole('textbox', { name: /^Success/ }).fill('#123456');
    await page.getByRole('textbox', { name: /^Failure/ }).fill('#abcdef');
    expect((await submit(page)).colours).toEqual({ 0: '#123456', 1: '#abcdef' });
  });
});

test.describe('what is sent', () => {
  test('is the whole object, with overflow as two values in each of its three ways', async ({ page }) => {
    await pretendToSave(page);
    await openSettings(page, 'Olive', 'Harbour Games');
    await choose(page, 'Overflow category', 'Disabled');
    const sent = await submit(page);
    expect(sent).toMatchObject({ overflow_enabled: false, overflow_category_id: null });
    expect(Object.keys(sent)).toEqual(
      expect.arrayContaining(['ticket_limit', 'language', 'welcome_message', 'claim_settings', 'colours']),
    );
    await choose(page, 'Overflow category', 'Uncategorised');
    expect(await submit(page)).toMatchObject({ overflow_enabled: true, overflow_category_id: null });
    await choose(page, 'Overflow category', 'More tickets');
    expect(await submit(page)).toMatchObject({
      overflow_enabled: true,
      overflow_category_id: expect.stringMatching(/^\d+$/),
    });
  });

  test('is null wherever nothing is chosen', async ({ page }) => {
    await pretendToSave(page);
    await openSettings(page, 'Olive', 'Harbour Games');
    await choose(page, 'Archive channel', 'Disabled');
    await choose(page, 'Language', 'Server Default');
    await openSection(page, 'Context Menu (Start Ticket Dropdown)');
    await choose(page, 'Use the settings of a panel', 'Billing');
    expect(await submit(page)).toMatchObject({
      archive_channel: null,
      language: null,
      context_menu_panel: expect.any(Number),
    });
    await choose(page, 'Use the settings of a panel', 'None');
    expect(await submit(page)).toMatchObject({ context_menu_panel: null });
  });
});

test.describe('what is stored', () => {
  test('"0" shows the first channel and the first category, and "null" nothing', async ({ page }) => {
    await pretendStored(page, { archive_channel: '0', category: '0', overflow_category_id: '5' });
    await openSettings(page, 'Olive', 'Harbour Games');
    await expect(page.getByRole('combobox', { name: 'Archive channel' })).toContainText('welcome');
    // A category that is not there any more.
    await expect(page.getByRole('combobox', { name: 'Overflow category' })).toContainText('Uncategorised');
    await openSection(page, 'Tickets');
    await expect(page.getByRole('combobox', { name: 'Channel category' })).toContainText('Information');
    await page.unrouteAll();
    await pretendStored(page, { archive_channel: 'null' });
    await page.reload();
    await expect(page.getByRole('combobox', { name: 'Archive channel' })).toContainText('Disabled');
  });

  test('an archive channel that the list lacks has the list fetched afresh', async ({ page }) => {
    await pretendStored(page, { archive_channel: '123456789012345678' });
    const fresh = page.waitForRequest(
      (request) => isCall(request, 'GET', '/channels') && request.url().includes('refresh=true'),
    );
    await openSettings(page, 'Olive', 'Harbour Games');
    await fresh;
    await expect(page.getByRole('combobox', { name: 'Archive channel' })).toContainText('Unknown channel');
  });
});

test.describe('a save that is not taken whole', () => {
  for (const [flag, text] of [
    [
      'welcome_message',
      'Your welcome message has not been saved. Welcome messages must be between 1 - 1000 characters in length.',
    ],
    ['ticket_limit', 'Your ticket limit has not been saved. Ticket limits must be in the range 1 - 10.'],
    ['archive_channel', 'Your archive channel has not been saved.'],
    ['category', 'Your channel category has not been saved.'],
    ['naming_scheme', 'Your archive channel has not been saved.'],
  ] as const) {
    test(`warns of ${flag}, and of nothing else`, async ({ page }) => {
      await pretendToSave(page, { ...ALL_SAVED, [flag]: false });
      await openSettings(page, 'Olive', 'Harbour Games');
      await submit(page);
      const warnings = toasts(page).getByRole('alert');
      await expect(warnings).toHaveCount(1);
      await expect(warnings).toContainText(text);
      await expect(toasts(page)).not.toContainText(SAVED);
    });
  }

  test('shows the error of the answer', async ({ page }) => {
    await pretendToSave(page, { ...ALL_SAVED, error: 'The moon is in the wrong place' });
    await openSettings(page, 'Olive', 'Harbour Games');
    await submit(page);
    await expect(toasts(page).getByRole('alert')).toContainText('The moon is in the wrong place');
  });

  test('keeps what was typed when the server refuses a welcome message, and saves the rest', async ({
    page,
  }) => {
    await openSettings(page, 'Sage', 'Open Kitchen');
    await openSection(page, 'Tickets');
    const welcome = page.getByRole('textbox', { name: 'Welcome message' });
    const limit = field(page, 'Per-user simultaneous ticket limit');
    for (const [text, refused, number] of [
      ['', true, '6'],
      ['x'.repeat(1001), true, '7'],
      ['x'.repeat(1000), false, '8'],
    ] as const) {
      await welcome.fill(text);
      await limit.fill(number);
      await submit(page);
      const said = refused ? 'Your welcome message has not been saved.' : SAVED;
      await expect(toasts(page)).toContainText(said);
      await expect(welcome).toHaveValue(text);
      await toasts(page).getByRole('button', { name: 'Close' }).first().click();
      await page.reload();
      await openSection(page, 'Tickets');
      await expect(limit).toHaveValue(number);
      await expect(welcome).toHaveValue(refused ? /^(?!$|x{1001}$)/ : text);
    }
  });
});

test('one Submit saves every section, and all of it is there after a reload', async ({ page }) => {
  await openSettings(page, 'Sage', 'Open Kitchen');
  for (const name of SECTIONS) await openSection(page, name);
  const switches = page.getByRole('switch');
  await expect(switches.first()).toBeVisible();
  const wanted = new Map<string, boolean>();
  for (const one of await switches.all()) {
    const name = await one.evaluate((input: HTMLInputElement) => input.labels?.[0]?.textContent ?? '');
    // Threads need a channel for their notices; the claim rule binds the other two to each other.
    if (name === 'Use threads' || name.startsWith('Support can')) continue;
    await one.click();
    wanted.set(name, await one.isChecked());
  }
  expect(wanted.size).toBe(13);
  await field(page, 'Use threads').check();
  await choose(page, 'Ticket notification channel', 'pass');
  await field(page, 'Support can view claimed tickets').check();
  await field(page, 'Support can type in claimed tickets').uncheck();
  await choose(page, 'Archive channel', 'pass');
  await choose(page, 'Language', 'Deutsch');
  await choose(page, 'Channel category', 'Pass');
  await page.getByRole('radio', { name: '#ticket-username' }).check();
  await field(page, 'Who may start tickets from messages').selectOption('Administrator');
  await submit(page);
  await expect(toasts(page)).toContainText(SAVED);

  await page.reload();
  for (const name of SECTIONS) await openSection(page, name);
  for (const [name, on] of wanted) {
    await expect(field(page, name), name).toBeChecked({ checked: on });
  }
  await expect(field(page, 'Use threads')).toBeChecked();
  await expect(field(page, 'Support can view claimed tickets')).toBeChecked();
  await expect(field(page, 'Support can type in claimed tickets')).not.toBeChecked();
  for (const [label, value] of [
    ['Ticket notification channel', 'pass'],
    ['Archive channel', 'pass'],
    ['Language', 'Deutsch'],
    ['Channel category', 'Pass'],
  ] as const) {
    await expect(page.getByRole('combobox', { name: label, exact: true })).toContainText(value);
  }
  await expect(page.getByRole('radio', { name: '#ticket-username' })).toBeChecked();
  await expect(field(page, 'Who may start tickets from messages')).toHaveValue('2');
});
