import { readFile, writeFile } from 'node:fs/promises';
import type { Page, TestInfo } from '@playwright/test';
import { axeFindings } from './support/axe.ts';
import { choose, signInTo, toasts } from './support/dashboard.ts';
import { expect, withOwnProgram } from './support/test.ts';

/** A program of its own: a server is changed by what is imported. */
const test = withOwnProgram();

// A broken file is refused, and a page is looked for above a level.
test.use({ tolerated: [/status of 40[03]/] });
// Olive is an administrator of the one and owns the other.
const FROM = 'Pixel, No Premium';
const INTO = 'Harbour Games';

/** Exports a server through the page, and answers where the file lies. */
async function exportServer(page: Page, info: TestInfo, contents: RegExp): Promise<string> {
  const server = await signInTo(page, 'Olive', FROM);
  await page.goto(`${server}/export`);
  await expect(page.getByRole('button', { name: 'Start the export' })).toBeEnabled();
  await page.getByRole('radio', { name: contents }).check();
  await page.getByRole('button', { name: 'Start the export' }).press('Enter');
  await expect(toasts(page)).toContainText('The export has begun.');
  const row = page.getByRole('main').getByRole('listitem').first();
  const downloading = page.waitForEvent('download');
  await row.getByRole('button', { name: 'Save file' }).click({ timeout: 60_000 });
  const path = info.outputPath('export.zip');
  await (await downloading).saveAs(path);
  return path;
}

test('a server is exported, and imported into another one after its owner has seen what would change', async ({
  page,
}, info) => {
  test.setTimeout(60_000);
  const path = await exportServer(page, info, /^Everything/);
  expect(await axeFindings(page)).toEqual([]);

  const into = await signInTo(page, 'Olive', INTO);
  await page.goto(`${into}/import`);
  const main = page.getByRole('main');
  await expect(main.getByText(/^Waiting in all servers: 0 files with data/)).toBeVisible();
  await main.getByLabel('Data', { exact: true }).setInputFiles(path);
  await main.getByRole('button', { name: 'Confirm' }).click();
  await expect(main.getByText('Your files are queued')).toBeVisible({ timeout: 30_000 });
  await expect(main.getByText(new RegExp(`Made from ${FROM} on`))).toBeVisible({ timeout: 60_000 });
  expect(await axeFindings(page)).toEqual([]);
  await main.getByRole('button', { name: 'Import this' }).click();
  await expect(toasts(page)).toContainText('The import has begun.');
  await expect(main.getByRole('button', { name: /Done$/ }).first()).toBeVisible({ timeout: 90_000 });
  await expect(main.getByRole('region', { name: /^Log of the import/ }).first()).toContainText(
    'RUN_COMPLETE',
  );
  expect(await axeFindings(page)).toEqual([]);
});

test('a broken zip is refused with its reason, on the page and in the modal', async ({ page }, info) => {
  const path = info.outputPath('broken.zip');
  await writeFile(path, 'this is no zip');
  const into = await signInTo(page, 'Olive', INTO);
  await page.goto(`${into}/import`);
  const main = page.getByRole('main');
  await main.getByLabel('Data', { exact: true }).setInputFiles(path);
  await main.getByRole('button', { name: 'Confirm' }).click();
  await expect(main.getByText(/^Failed to upload data: broken\.zip cannot be imported/)).toBeVisible();
  await expect(main.getByRole('button', { name: 'Confirm' })).toBeEnabled();

  await page.getByRole('button', { name: 'Import', exact: true }).press('Enter');
  const modal = page.getByRole('dialog', { name: 'Import Data' });
  await modal.getByRole('button', { name: 'Confirm' }).click();
  await expect(modal).toContainText('Please select a file to import');
  await modal.getByLabel('Data', { exact: true }).setInputFiles(path);
  await modal.getByRole('button', { name: 'Confirm' }).click();
  await expect(modal.getByText(/^Failed to import settings: /)).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(modal).toHaveCount(0);
});

test('an upload is called off, and nothing of it is imported', async ({ page }, info) => {
  const path = await exportServer(page, info, /^The set-up alone/);
  const into = await signInTo(page, 'Olive', INTO);
  // The file is on its way until it is called off.
  await page.route('**/imports/*', () => undefined);
  await page.goto(`${into}/import`);
  const main = page.getByRole('main');
  await main.getByLabel('Data', { exact: true }).setInputFiles(path);
  await main.getByRole('button', { name: 'Confirm' }).click();
  await expect(main.getByText('We are loading your data in, do not navigate away.')).toBeVisible();
  await main.getByRole('button', { name: 'Cancel' }).click();
  await expect(toasts(page)).toContainText('The upload was cancelled.');
  await expect(main.getByText('Your files are queued')).toHaveCount(0);
  await expect(main.getByRole('button', { name: 'Import this' })).toHaveCount(0);
});

test('the modal imports at once', async ({ page }, info) => {
  test.setTimeout(60_000);
  const path = await exportServer(page, info, /^The set-up alone/);
  expect((await readFile(path)).length).toBeGreaterThan(100);
  const into = await signInTo(page, 'Olive', INTO);
  await page.goto(`${into}/tickets`);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const modal = page.getByRole('dialog', { name: 'Import Data' });
  await modal.getByLabel('Data', { exact: true }).setInputFiles(path);
  await modal.getByRole('button', { name: 'Confirm' }).click();
  await expect(toasts(page)).toContainText(
    'Imported settings successfully - Your transcripts will be processed separately and may take some time to appear.',
  );
});

test('a set-up is copied, with another channel in place of one that is missing', async ({ page }) => {
  test.setTimeout(60_000);
  const into = await signInTo(page, 'Olive', INTO);
  await page.goto(`${into}/import`);
  await choose(page, 'From', FROM);
  await page.getByRole('button', { name: 'See what would change' }).click();
  const missing = page.getByRole('combobox', { name: /^Channel #/ }).first();
  await expect(missing).toBeVisible({ timeout: 30_000 });
  await missing.click();
  await page.getByRole('option').first().click();
  await page.getByRole('button', { name: 'Check again with these' }).click();
  await expect(page.getByRole('button', { name: 'Check again with these' })).toHaveCount(0, {
    timeout: 30_000,
  });
  await page.getByRole('button', { name: 'Copy into this server' }).click();
  await expect(page.getByText(`The set-up of ${FROM} was copied`)).toBeVisible({ timeout: 60_000 });
  expect(await axeFindings(page)).toEqual([]);
});

test('staff who are no administrators see neither', async ({ page }) => {
  const server = await signInTo(page, 'Sage', FROM);
  await page.goto(`${server}/tickets`);
  await expect(page.getByRole('link', { name: 'Transcripts' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Import', exact: true })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Export', exact: true })).toHaveCount(0);
  await page.goto(`${server}/import`);
  await expect(page.getByRole('heading', { level: 1, name: 'You cannot use this page' })).toBeVisible();
});
