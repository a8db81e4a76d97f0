import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { readZip } from '@tickets/testkit/archives/zip';
import { axeFindings } from './support/axe.ts';
import { signInTo, toasts } from './support/dashboard.ts';
import { expect, withOwnProgram } from './support/test.ts';

/** A program of its own: transcripts are deleted. */
const test = withOwnProgram();

// A link that was ended answers that there is nothing, which the browser's console says too.
test.use({ tolerated: [/status of 404/] });

const PERMITTED = ['clipboard-read', 'clipboard-write'];

async function openFirst(page: Page, server: string): Promise<string> {
  await page.goto(`${server}/transcripts`);
  await page
    .getByRole('link', { name: /^View the transcript of ticket/ })
    .first()
    .click();
  await page.waitForURL(/\/transcripts\/view\/\d+/);
  await page.getByRole('article').first().waitFor();
  return page.url().replace(/.*\/view\/(\d+).*/, '$1');
}

test('a transcript is shared with somebody who has no account, until the link is ended', async ({
  page,
  newPage,
}) => {
  await page.context().grantPermissions(PERMITTED);
  const server = await signInTo(page, 'Sage', 'Harbour Games');
  const id = await openFirst(page, server);
  const said = await page.getByRole('article').last().textContent();

  await page.getByRole('button', { name: 'Share' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: `Share the transcript of ticket ${id}` });
  await expect(dialog).toContainText('Nobody has made a link yet.');
  await dialog.getByRole('combobox', { name: 'The link works for' }).selectOption('1 day');
  await dialog.getByRole('button', { name: 'Make a link' }).click();
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await expect(toasts(page)).toContainText('Link copied.');
  const url = await page.evaluate(() => navigator.clipboard.readText());
  expect(await axeFindings(page)).toEqual([]);

  const stranger = await newPage();
  await test.step('a stranger reads it', async () => {
    await stranger.goto(url);
    await expect(stranger.getByRole('heading', { level: 1 })).toHaveText(`Ticket ${id} of Harbour Games`);
    await expect(stranger.getByText('Shared by sage.')).toBeVisible();
    await expect(stranger.getByRole('article').last()).toHaveText(said ?? '');
    expect(await axeFindings(stranger)).toEqual([]);
  });

  await test.step('and not one moment longer than its maker wants', async () => {
    await dialog.getByRole('button', { name: 'End the link that sage made' }).click();
    await expect(dialog.getByText(/^Ended by sage on .*opened once/)).toBeVisible();
    await stranger.reload();
    await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('This link does not work');
    expect(await axeFindings(stranger)).toEqual([]);
  });

  await test.step('an administrator sees who read it', async () => {
    const admin = await newPage();
    await signInTo(admin, 'Olive', 'Harbour Games');
    await admin.goto(`${server}/transcripts/view/${id}`);
    const readers = admin.locator('section').filter({ has: admin.getByRole('heading', { name: 'Read by' }) });
    await expect(readers.getByRole('listitem').filter({ hasText: 'sage' })).toContainText('Once');
    await expect(readers).toContainText('Opened once through a link.');
    await expect(page.getByRole('heading', { name: 'Read by' })).toHaveCount(0);
  });
});

test('all transcripts come as one file, which is made while one is elsewhere', async ({ page, newPage }) => {
  const server = await signInTo(page, 'Sage', 'Harbour Games');
  await page.goto(`${server}/transcripts?rating=5`);
  await page.getByRole('button', { name: 'Download all' }).click();
  const dialog = page.getByRole('dialog', { name: 'Download transcripts' });
  const [, count] = /All (\d+) closed tickets that your filter finds/.exec(await dialog.innerText()) ?? [];
  await dialog.getByRole('radio', { name: 'Plain text' }).check();
  await dialog.getByRole('button', { name: 'Start the download' }).click();
  await expect(toasts(page)).toContainText('The download has begun.');

  const later = await newPage();
  await signInTo(later, 'Sage', 'Harbour Games');
  await page.close();
  await later.goto(`${server}/transcripts`);
  await later.getByRole('button', { name: 'Download all' }).click();
  const downloading = later.waitForEvent('download');
  await later.getByRole('button', { name: 'Save file' }).click();
  const download = await downloading;
  const files = await readZip(await readFile(await download.path()));
  expect(files.size).toBe(Number(count));
  const [[name, text] = ['', '']] = files;
  expect(name).toMatch(/^ticket-\d+\.txt$/);
  expect(String(text)).toMatch(/^#.+\nTicket #\d+/);
  expect(await axeFindings(later)).toEqual([]);
});

test('an administrator sees what would go before it goes, and deletes one transcript at once', async ({
  page,
  newPage,
}) => {
  const server = await signInTo(page, 'Olive', 'Harbour Games');
  const id = await openFirst(page, server);

  await test.step('how long they are kept', async () => {
    await page.goto(`${server}/transcripts`);
    await page.getByRole('button', { name: 'Retention' }).click();
    const dialog = page.getByRole('dialog', { name: 'How long transcripts are kept' });
    await dialog.getByRole('radio', { name: /^For a number of days/ }).check();
    const days = dialog.getByRole('textbox', { name: 'Days' });
    await days.fill('0');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('Enter a whole number from 1 to 3,650.')).toBeVisible();
    await days.fill('1');
    await expect(dialog.getByText(/^\d+ transcripts go within the hour after you save$/)).toBeVisible();
    await days.fill('3650');
    await expect(dialog.getByText('No transcript is that old now, so nothing goes yet.')).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
    await days.press('Enter');
    await expect(toasts(page)).toContainText('Saved.');
    await page.reload();
    await page.getByRole('button', { name: 'Retention' }).click();
    await expect(dialog.getByRole('textbox', { name: 'Days' })).toHaveValue('3650');
    await expect(dialog.getByText(/^Last changed by olive on /)).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('one goes at once, and the record says so', async () => {
    await page.goto(`${server}/transcripts/view/${id}`);
    await page.getByRole('button', { name: 'Delete transcript' }).click();
    const question = page.getByRole('dialog', { name: `Delete the transcript of ticket ${id}?` });
    await question.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(toasts(page)).toContainText('The transcript was deleted.');
    await page.waitForURL(/\/transcripts$/);
    await expect(page.getByRole('link', { name: `View the transcript of ticket ${id}` })).toHaveCount(0);
    await page.getByRole('button', { name: 'Retention' }).click();
    await expect(page.getByText(`The transcript of ticket ${id}, by olive`)).toBeVisible();
  });

  await test.step('staff may do neither', async () => {
    const staff = await newPage();
    await signInTo(staff, 'Sage', 'Harbour Games');
    await openFirst(staff, server);
    await expect(staff.getByRole('button', { name: 'Share' })).toBeVisible();
    await expect(staff.getByRole('button', { name: 'Delete transcript' })).toHaveCount(0);
    await staff.goto(`${server}/transcripts`);
    await expect(staff.getByRole('button', { name: 'Download all' })).toBeVisible();
    await expect(staff.getByRole('button', { name: 'Retention' })).toHaveCount(0);
  });
});
