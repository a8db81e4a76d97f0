import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { axeFindings } from './support/axe.ts';
import { signInTo } from './support/dashboard.ts';
import { expect, test } from './support/test.ts';

test('a transcript is kept as a page that needs nothing else, as plain text and as data', async ({
  page,
  newPage,
}, testInfo) => {
  const server = await signInTo(page, 'Olive', 'Harbour Games');
  await page.goto(`${server}/transcripts`);
  await page
    .getByRole('link', { name: /^View the transcript of ticket/ })
    .first()
    .click();
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toHaveText(/^#./);
  const name = ((await title.textContent()) ?? '').slice(1);
  const first = page.getByRole('region', { name: 'Conversation' }).getByRole('article').first();
  await expect(first).toBeVisible();

  await test.step('by keyboard alone', async () => {
    await page.getByRole('button', { name: 'Download' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem')).toHaveCount(3);
    await page.keyboard.press('Escape');
    expect(await axeFindings(page)).toEqual([]);
  });

  await test.step('the page says what was said, and asks nobody for anything', async () => {
    const download = await choose(page, /^Web page/);
    expect(download.suggestedFilename()).toBe(`${name}.html`);
    // A browser reads a file by its ending.
    const file = testInfo.outputPath('transcript.html');
    await download.saveAs(file);
    const kept = await newPage();
    const asked: string[] = [];
    kept.on('request', (request) => asked.push(request.url()));
    await kept.goto(`file://${file}`);
    await expect(kept.getByRole('heading', { level: 1 })).toHaveText(`#${name}`);
    await expect(kept.getByRole('article').first()).toBeVisible();
    expect(await axeFindings(kept)).toEqual([]);
    expect(asked.filter((url) => !url.startsWith('file:'))).toEqual([]);
  });

  await test.step('and so do the others', async () => {
    const text = await choose(page, /^Plain text/);
    expect(text.suggestedFilename()).toBe(`${name}.txt`);
    expect(await readFile(await text.path(), 'utf8')).toContain(`#${name}\n`);
    const data = await choose(page, /^Data/);
    expect(data.suggestedFilename()).toBe(`${name}.json`);
    expect(JSON.parse(await readFile(await data.path(), 'utf8'))).toMatchObject({ channel_name: name });
  });
});

async function choose(page: Page, form: RegExp): Promise<Download> {
  await page.getByRole('button', { name: 'Download' }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: form }).click();
  return downloading;
}
