import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { readZip } from '@tickets/testkit/archives/zip';
import { signIn, signInByConsent, signInTo, toasts } from './support/dashboard.ts';
import { startProgram, type TestProgram } from './support/program.ts';
import { test as base, expect } from './support/test.ts';

const MAIN = join(import.meta.dirname, '../apps/tickets/src/main.ts');

/** A program of its own: one of its people is erased. */
const test = base.extend<object, { program: TestProgram }>({
  program: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
    async ({}, use) => {
      const program = await startProgram();
      await use(program);
      await program.end();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ program }, use) => use(program.address),
});

// A name that is not theirs is refused, and at the end their sign-in is gone, which the browser's console says too.
test.use({ tolerated: [/status of 40[01]/] });

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const kept = (page: Page, what: string) =>
  page.locator('dl > div').filter({ hasText: what }).getByRole('definition');

test('somebody copies their data, thinks about it, and has it erased', async ({ page, newPage, program }) => {
  test.setTimeout(120_000);
  await signIn(page, 'Maple');
  const id = await page.evaluate(() => JSON.parse(localStorage.getItem('user_data') ?? '{}').id as string);

  await test.step('what is kept is counted', async () => {
    await menu(page).getByRole('link', { name: 'Your Data' }).click();
    await page.waitForURL('**/account/data');
    await expect(kept(page, 'Tickets that you opened')).toHaveText(/^[1-9]/);
  });

  await test.step('a copy is made and downloaded', async () => {
    await page.getByRole('button', { name: 'Make a Copy' }).click();
    await expect(page.getByText('Your copy is ready')).toBeVisible();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^tickets-data-\d{4}-\d\d-\d\d\.zip$/);
    const files = await readZip(await readFile(await download.path()));
    const account = JSON.parse(String(files.get('account.json')));
    expect(account.account).toMatchObject({ user_id: id, username: 'maple' });
    expect(JSON.parse(String(files.get('tickets.json'))).length).toBeGreaterThan(0);
  });

  await test.step('erasing needs the username, and can be taken back', async () => {
    await page.getByRole('button', { name: 'Erase My Data' }).click();
    const dialog = page.getByRole('dialog', { name: 'Erase everything?' });
    await dialog.getByRole('textbox', { name: 'Your username' }).fill('olive');
    await dialog.getByRole('button', { name: 'Erase Everything' }).click();
    await expect(dialog.getByText('Type your username, maple, to confirm.')).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Your username' }).fill('maple');
    await dialog.getByRole('button', { name: 'Erase Everything' }).click();
    await expect(page.getByText('Your data will be erased', { exact: true })).toBeVisible();
    await page.reload();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(toasts(page)).toContainText('Nothing will be erased');
    await expect(page.getByText('Your data will be erased', { exact: true })).toHaveCount(0);
  });

  await test.step('asked for again, and hurried by the operator, it is done', async () => {
    await page.getByRole('button', { name: 'Erase My Data' }).click();
    const dialog = page.getByRole('dialog', { name: 'Erase everything?' });
    await dialog.getByRole('textbox', { name: 'Your username' }).fill('maple');
    await dialog.getByRole('textbox', { name: 'Your username' }).press('Enter');
    await expect(page.getByText('Your data will be erased', { exact: true })).toBeVisible();
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [MAIN, 'data', 'erase', id, '--now', '--data-dir', program.dataDir],
      { cwd: program.dataDir },
    );
    expect(stdout).toContain('was erased');
    // The program believes a session for ten seconds; the command runs beside it and cannot tell it earlier.
    await expect(async () => {
      await page.reload();
      await page.waitForURL(/oauth2\/authorize|login/, { timeout: 3_000 });
    }).toPass({ timeout: 30_000 });
  });

  await test.step('staff read what others wrote, and nobody of that name', async () => {
    const olive = await newPage();
    const server = await signInTo(olive, 'Olive', 'Harbour Games');
    await olive.goto(`${server}/transcripts`);
    await expect(olive.getByRole('row').nth(1)).toBeVisible();
    await olive.goto(`${server}/transcripts?username=maple`);
    await expect(olive.getByText('Deleted User')).toHaveCount(0);
    await olive.goto(`${server}/transcripts?user_id=1`);
    await expect(olive.getByText('Deleted User').first()).toBeVisible();
  });

  await test.step('who comes back is somebody new', async () => {
    const again = await newPage();
    await signInByConsent(again, 'Maple', '/account/data');
    await expect(kept(again, 'Tickets that you opened')).toHaveText('0');
  });
});

test('open tickets are named, with the way to close them', async ({ page }) => {
  await signIn(page, 'Pike', '/account/data');
  await expect(page.getByText('Close these tickets first')).toBeVisible();
  const first = page.getByRole('link', { name: /^#\d+ in .*: close it$/ }).first();
  await expect(first).toHaveAttribute('href', /channel=\d+/);
  await expect(page.getByRole('button', { name: 'Erase My Data' })).toBeDisabled();
});
