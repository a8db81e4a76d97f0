import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { signInTo, toasts } from './support/dashboard.ts';
import { enterChannel, openDiscord } from './support/discord.ts';
import { expect, withOwnProgram } from './support/test.ts';

const SERVER = 'Harbour Games';

/** A program of its own: what others change would stand in the log between what is changed here. */
const test = withOwnProgram();

const entry = (page: Page, name: RegExp) =>
  page.getByRole('list', { name: 'Changes, the newest first' }).getByRole('button', { name });
const changes = (page: Page) => page.getByLabel('What changed').first();
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Undo this change?' });

async function saveTicketLimit(page: Page, server: string, limit: string): Promise<void> {
  await page.goto(`${server}/settings`);
  await page.getByLabel('Per-user simultaneous ticket limit', { exact: true }).fill(limit);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(toasts(page)).toContainText('Your settings have been saved.');
}

async function blacklist(discord: Page, name: string): Promise<void> {
  await discord.getByRole('textbox', { name: 'Message #general' }).fill('/blacklist');
  await discord
    .getByRole('option', { name: /^\/blacklist\b/ })
    .first()
    .click();
  const draft = discord.getByRole('group', { name: 'Command /blacklist' });
  await draft.getByRole('combobox', { name: 'user_or_role' }).fill(name);
  await discord
    .getByRole('option', { name: new RegExp(name, 'i') })
    .first()
    .click();
  await draft.getByRole('button', { name: 'Send command' }).click();
  await expect(draft).toHaveCount(0);
  await expect(
    discord
      .getByRole('log')
      .getByText(/blacklist/i)
      .last(),
  ).toBeVisible();
}

async function openLog(page: Page, server: string, search = ''): Promise<void> {
  await page.goto(`${server}/audit-log${search}`);
  await expect(page.getByRole('heading', { name: 'Audit Log', level: 1 })).toBeVisible();
}

test('what an owner changes is listed with old and new value, found by filters, undone and exported', async ({
  page,
  newPage,
  program,
}) => {
  test.setTimeout(180_000);
  const server = await signInTo(page, 'Olive', SERVER);
  const discord = await newPage();
  await openDiscord(discord, 'Olive', SERVER, program.discord);
  const log = await enterChannel(discord, 'open-a-ticket');
  const payment = log.getByRole('button', { name: 'Ask about a payment', exact: true });
  await expect(payment.first()).toBeVisible();
  const posted = await payment.count();

  await test.step('a setting', async () => {
    await saveTicketLimit(page, server, '7');
    await openLog(page, server);
    await entry(page, /^olive changed a setting.*Per-user simultaneous ticket limit.*Dashboard/).click();
    await expect(changes(page)).toHaveText(/Per-user simultaneous ticket limit\s*changed from \d+\s*to 7/);
  });

  await test.step('a panel, to whose history its row leads', async () => {
    await page.goto(`${server}/panels`);
    await page.getByRole('link', { name: 'Edit Billing' }).click();
    await page.getByRole('textbox', { name: 'Title', exact: true }).first().fill('Money');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(toasts(page)).toContainText('Panel edited successfully');
    await page.getByRole('link', { name: 'History of Money' }).click();
    await page.waitForURL(/audit-log\?type=panel&id=\d+$/);
    await expect(page.getByRole('button', { name: 'Remove the filter Only: panel Money' })).toBeVisible();
    await entry(page, /^olive changed the panel Money.*Title/).click();
    await expect(changes(page)).toHaveText(/Title\s*changed from Billing\s*to Money/);
  });

  await test.step('its deletion, which is undone: it is posted again in Discord', async () => {
    await page.goto(`${server}/panels`);
    await page.getByRole('button', { name: 'Delete Money' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(toasts(page)).toContainText('The panel Money has been deleted');
    await expect(payment).toHaveCount(posted - 1);
    await openLog(page, server);
    await entry(page, /^olive deleted the panel Money/).click();
    await page.getByRole('button', { name: 'Undo: deleted the panel Money' }).click();
    await expect(dialog(page)).toContainText('The panel Money is made again and posted in #open-a-ticket.');
    await dialog(page).getByRole('button', { name: 'Undo' }).click();
    await expect(toasts(page)).toContainText('The change has been undone');
    await expect(payment).toHaveCount(posted);
    await expect(page.getByText('Undone by olive')).toBeVisible();
    await entry(page, /^olive created the panel Money/).click();
    await expect(page.getByText('Undid olive deleted the panel Money')).toBeVisible();
  });

  await test.step('what was changed again since is not undone, and it is said who changed it', async () => {
    await saveTicketLimit(page, server, '8');
    await openLog(page, server, '?type=settings');
    await entry(page, /changed a setting/)
      .nth(1)
      .click();
    await page.getByRole('button', { name: /^Undo: / }).click();
    await expect(dialog(page)).toContainText('This cannot be undone');
    await expect(dialog(page)).toContainText(/olive changed it, /);
    await expect(dialog(page).getByRole('button', { name: 'Undo' })).toHaveCount(0);
    await dialog(page).getByRole('link', { name: 'Show that change' }).click();
    await expect(dialog(page)).toHaveCount(0);
    await expect(changes(page)).toHaveText(/changed from 7\s*to 8/);
  });

  await test.step('a change by a command of the bot is told as one', async () => {
    await enterChannel(discord, 'general');
    await blacklist(discord, 'maple');
    // It is acknowledged before it is done.
    await expect(async () => {
      await openLog(page, server);
      await expect(entry(page, /^olive put maple on the blacklist.*Discord command/)).toBeVisible({
        timeout: 2_000,
      });
    }).toPass();
  });

  await test.step('filters stand in the address, and are still there after a reload', async () => {
    await page.getByRole('combobox', { name: 'What' }).selectOption('Panels');
    await page.getByRole('combobox', { name: 'Change' }).selectOption('Deleted');
    await expect(page).toHaveURL(/\?type=panel&action=panel\.delete$/);
    await expect(entry(page, /./)).toHaveCount(1);
    await page.reload();
    await expect(page.getByRole('combobox', { name: 'Change' })).toHaveValue('panel.delete');
    await expect(entry(page, /deleted the panel Money/)).toHaveCount(1);
    await page.getByRole('combobox', { name: 'From where' }).selectOption('Operator');
    await expect(page.getByText('No change matches these filters')).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(page).toHaveURL(/\/audit-log$/);
  });

  await test.step('the file has a line for each field that changed', async () => {
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const file = await downloading;
    expect(file.suggestedFilename()).toMatch(/^audit-log-\d{4}-\d\d-\d\d\.csv$/);
    const text = await readFile(await file.path(), 'utf8');
    expect(text).toMatch(
      /,olive,\d+,Dashboard,changed the panel Money,Panels,Money,\d+,Title,Billing,Money,,,,\d+\r\n/,
    );
  });
});

test('the log is read and a change undone with keys alone', async ({ page }) => {
  const server = await signInTo(page, 'Olive', SERVER);
  await saveTicketLimit(page, server, '3');
  await openLog(page, server, '?type=settings');
  const newest = entry(page, /changed a setting/).first();
  await expect(newest).toBeVisible();
  await page.getByRole('button', { name: 'Export CSV' }).focus();
  await page.keyboard.press('Tab');
  await expect(newest).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(newest).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Tab'); // the id of who did it
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: /^Undo: / })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toContainText(/changed from 3/);
  const undo = dialog(page).getByRole('button', { name: 'Undo' });
  for (
    let presses = 0;
    presses < 3 && !(await undo.evaluate((it) => it === document.activeElement));
    presses += 1
  )
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(toasts(page)).toContainText('The change has been undone');
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: /changed a setting/, expanded: true })).toBeFocused();
});

test.describe('support staff', () => {
  test.use({ tolerated: [/status of 403/] });

  test('find no audit log in the menu, and cannot open it', async ({ page }) => {
    const server = await signInTo(page, 'Sage', SERVER);
    await page.goto(`${server}/tags`);
    await expect(page.getByRole('button', { name: 'Edit docs' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Audit Log' })).toHaveCount(0);
    await expect(page.getByRole('link', { name: /^History/ })).toHaveCount(0);
    await page.goto(`${server}/audit-log`);
    await expect(page.getByRole('heading', { name: 'You cannot use this page' })).toBeVisible();
  });
});
