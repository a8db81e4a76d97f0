import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { axeFindings } from './support/axe.ts';
import { isCall, signIn, signInTo, toasts } from './support/dashboard.ts';
import { enterChannel, openDiscord } from './support/discord.ts';
import { startProgram, type TestProgram } from './support/program.ts';
import { test as base, expect } from './support/test.ts';

const RICH = 'Harbour Games';
const POOR = 'Pixel, No Premium';

/** A program of its own: others look at these servers with the premium that they have. */
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

/** The operator's command, beside the running program. */
async function premium({ dataDir }: TestProgram, ...args: string[]): Promise<string> {
  const main = join(import.meta.dirname, '../apps/tickets/src/main.ts');
  const all = [main, 'premium', ...args, '--data-dir', dataDir];
  return (await promisify(execFile)(process.execPath, all, { cwd: dataDir })).stdout;
}

const server = (page: Page, name: string) => page.getByRole('switch', { name });
const quota = (page: Page) => page.getByText(/^Your panel quota:/);
const save = (page: Page) => page.getByRole('button', { name: 'Save' });

test('a subscriber chooses the server that has premium', async ({ page, newPage }) => {
  test.setTimeout(120_000);
  const pixel = await signInTo(page, 'Olive', POOR);
  await page.goto(`${pixel}/panels`);
  await expect(quota(page)).toHaveText('Your panel quota: 3 / 3');

  await test.step('the page is beside the list of servers', async () => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Premium Servers' }).click();
    await expect(page.getByRole('heading', { name: 'Choose Premium Servers', level: 1 })).toBeVisible();
    await expect(page.getByText('0 of 1 chosen')).toBeVisible();
    await expect(page.getByRole('switch')).toHaveCount(2);
    expect(await axeFindings(page)).toEqual([]);
  });
  await test.step('with the keyboard alone: on, and the second stays off', async () => {
    await server(page, POOR).focus();
    await page.keyboard.press('Space');
    await server(page, RICH).focus();
    await page.keyboard.press('Space');
    await expect(server(page, POOR)).toBeChecked();
    await expect(server(page, RICH)).not.toBeChecked();
    await expect(page.getByText('Turn a server off to choose another.')).toBeVisible();
    const put = page.waitForRequest((request) => isCall(request, 'PUT', '/api/premium/@me/active-guilds'));
    await save(page).click();
    const request = await put;
    expect([request.postDataJSON(), (await request.response())?.status()]).toEqual([
      { selected_guilds: [pixel.split('/').at(-1)] },
      204,
    ]);
    await expect(toasts(page)).toContainText('Your premium servers have been saved');
  });
  await test.step('it is kept, and the server has premium', async () => {
    await page.reload();
    await expect(server(page, POOR)).toBeChecked();
    await page.goto(`${pixel}/panels`);
    await expect(quota(page)).toHaveText('Your panel quota: 3 / ∞');
  });
  await test.step('turned off, the server has none again', async () => {
    await page.goto('/premium/select-servers');
    await server(page, POOR).click();
    await save(page).click();
    await expect(toasts(page)).toContainText('Your premium servers have been saved');
    await page.goto(`${pixel}/panels`);
    await expect(quota(page)).toHaveText('Your panel quota: 3 / 3');
  });
  await test.step('others are told that it is not for them', async () => {
    const sage = await newPage();
    await signIn(sage, 'Sage', '/premium/select-servers');
    const words =
      'This feature is only available to users with a server-specific premium subscription via Patreon.';
    await expect(sage.getByText(words)).toBeVisible();
    await expect(sage.getByRole('link', { name: 'Premium Servers' })).toHaveCount(0);
  });
});

test('panels beyond the free ones turn grey without premium, and work again after a key', async ({
  page,
  newPage,
  program,
}) => {
  test.setTimeout(180_000);
  const harbour = await signInTo(page, 'Olive', RICH);
  const id = harbour.split('/').at(-1) ?? '';
  const discord = await newPage();
  await openDiscord(discord, 'Olive', RICH, program.discord);
  const log = await enterChannel(discord, 'open-a-ticket');
  const grey = log.getByRole('button', { disabled: true });
  const before = await grey.count();

  await test.step('premium is taken back', async () => {
    const rows = page.getByRole('row').filter({ hasText: 'Needs premium' });
    await page.goto(`${harbour}/panels`);
    await expect(quota(page)).toContainText('∞');
    await expect(rows).toHaveCount(0);
    await premium(program, 'revoke', id);
    await premium(program, 'revoke', await ownerOf(page), '--user');
    await expect.poll(() => grey.count()).toBeGreaterThan(before);
    await page.reload();
    await expect(rows.first()).toBeVisible();
    await expect(
      page.getByText(/turned off, because this server has more panels than are free/),
    ).toBeVisible();
  });
  await test.step('a key brings it back', async () => {
    const key = /[0-9a-f-]{36}/.exec(await premium(program, 'key', '--days', '30'))?.[0] ?? '';
    await discord.getByRole('textbox', { name: /^Message/ }).pressSequentially('/premium');
    await discord
      .getByRole('option', { name: /premium/ })
      .first()
      .click();
    await discord.getByRole('button', { name: 'Send command' }).click();
    await log.getByRole('button', { name: 'Redeem a Key' }).last().click();
    const form = discord.getByRole('dialog', { name: 'Redeem a Key' });
    await form.getByRole('textbox', { name: 'Premium key' }).fill(key);
    await form.getByRole('button', { name: 'Submit' }).click();
    await expect(log.getByText('The key was redeemed. This server has premium until')).toBeVisible();
    await expect.poll(() => grey.count()).toBe(before);
    await page.reload();
    await expect(quota(page)).toContainText('∞');
  });
});

const ownerOf = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('user_data') ?? '{}').id);
