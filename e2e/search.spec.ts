import type { Page } from '@playwright/test';
import { axeFindings } from './support/axe.ts';
import { signInTo } from './support/dashboard.ts';
import { openDiscordAsNewcomer, openTicket, write } from './support/discord.ts';
import { expect, withOwnProgram } from './support/test.ts';

const SERVER = 'Harbour Games';

/** A program of its own: what is written here would be found by others. */
const test = withOwnProgram();

const line = (page: Page) => page.getByRole('combobox', { name: 'Search in tickets' });
const hits = (page: Page) => page.locator('main li a');

test('what was said in tickets is found by its words, by keyboard alone', async ({
  page,
  newPage,
  program,
}) => {
  test.setTimeout(90_000);
  const member = await newPage();
  await openDiscordAsNewcomer(member, SERVER, program.discord);
  const channel = `ticket-${await openTicket(member, 'open-a-ticket', 'Get help')}`;
  await member.getByRole('link', { name: new RegExp(`^${channel}(,|$)`) }).click();
  await write(member, channel, 'My <b>kumquats</b> never arrived');
  for (const part of ['first', 'second', 'third'])
    await write(member, channel, `The ${part} page of the list\n${'one more\n'.repeat(40)}`);

  const server = await signInTo(page, 'Olive', SERVER);
  await page.goto(`${server}/tickets`);
  await page.getByRole('link', { name: 'Search', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Search', level: 1 })).toBeVisible();
  await expect(line(page)).toBeVisible();

  await test.step('a word in another form finds it, marked, and opens it where it was said', async () => {
    // The page is drawn a moment before it hears keys.
    await expect(async () => {
      await page.keyboard.press('/');
      await expect(line(page)).toBeFocused({ timeout: 500 });
    }).toPass();
    await page.keyboard.type('kumquat arrived');
    await expect(hits(page)).toHaveCount(1);
    await expect(hits(page)).toContainText('My <b>kumquats</b> never arrived');
    await expect(page.locator('mark')).toHaveText(['kumquats', 'arrived']);
    await expect(page).toHaveURL(/\/search\?q=kumquat\+arrived$/);
    expect(await axeFindings(page)).toEqual([]);
    await hits(page).focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/tickets\/view\/\d+#m-\d+$/);
    await expect(page.locator('article[data-place]')).toContainText('My <b>kumquats</b> never arrived');
    await expect(page.locator('article[data-place]')).toBeInViewport();
    // Neither does the newest message take it out of sight.
    await expect(page.getByText('Live', { exact: true })).toBeVisible();
    await expect(page.locator('article[data-place]')).toBeInViewport();
    await page.goBack();
    await expect(line(page)).toHaveValue('kumquat arrived');
    await expect(hits(page)).toHaveCount(1);
  });

  await test.step('the help puts in what one does not know by heart, and names are offered', async () => {
    await line(page).fill('');
    await page.getByRole('button', { name: 'Insert panel:', exact: false }).focus();
    await page.keyboard.press('Enter');
    await expect(line(page)).toBeFocused();
    await page.keyboard.type('gen');
    await expect(page.getByRole('option', { name: 'General Support' })).toBeVisible();
    // What was found before is pale as long as something else is looked for.
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await expect(line(page)).toHaveValue('panel:"General Support" ');
    await page.keyboard.type('kumquats');
    await expect(hits(page)).toHaveCount(1);
  });

  await test.step('what is wrong is said at the line, and what is not there as well', async () => {
    await line(page).fill('xylophonist');
    await expect(page.getByText('Nothing found')).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
  });

  await test.step('closed tickets open as transcripts', async () => {
    await line(page).fill('refunded rating:1+');
    await expect(page.locator('mark').first()).toHaveText(/refund/i);
    await hits(page).first().click();
    await expect(page).toHaveURL(/\/transcripts\/view\/\d+(#m-\d+)?$/);
  });

  await test.step('the palette finds it from anywhere', async () => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('kumquats arrived');
    const option = page.getByRole('option', { name: /My <b>kumquats<\/b> never arrived/ });
    await expect(option).toBeVisible();
    await expect(
      page.getByRole('option', { name: /^Search for “kumquats arrived” in tickets/ }),
    ).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/search\?q=kumquats\+arrived$/);
    await expect(hits(page)).toHaveCount(1);
  });
});

test.describe('a search that cannot be read', () => {
  test.use({ tolerated: [/status of 400/] });

  test('is told what would be right', async ({ page }) => {
    const server = await signInTo(page, 'Olive', SERVER);
    await page.goto(`${server}/search`);
    await line(page).fill('before:soon');
    await expect(page.getByRole('alert')).toHaveText('before: takes a date such as 2026-03-01.');
    await expect(line(page)).toHaveAttribute('aria-invalid', 'true');
    expect(await axeFindings(page)).toEqual([]);
  });
});
