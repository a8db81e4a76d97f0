import type { Locator, Page } from '@playwright/test';
import { signInTo, toasts } from './support/dashboard.ts';
import { enterChannel, openDiscordAsNewcomer, openTicket } from './support/discord.ts';
import { expect, test } from './support/test.ts';
import {
  conversation,
  expectLive,
  messageIn,
  rowOf,
  said,
  typeReply,
  viewTicket,
} from './support/tickets.ts';

const WIDE = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
const lines = (count: number) => Array.from({ length: count }, (_, n) => `Line ${n + 1}`).join('\n');

const belowTheEnd = (page: Page) =>
  conversation(page).evaluate((box) => Math.round(box.scrollHeight - box.scrollTop - box.clientHeight));

async function overlap(...locators: [Locator, Locator]): Promise<boolean> {
  const [one, other] = await Promise.all(locators.map((locator) => locator.boundingBox()));
  if (!one || !other) throw new Error('both are on the screen');
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}

/** A ticket of the demo. */
async function viewFirst(page: Page, server: string): Promise<void> {
  await page.goto(`${server}/tickets?sort=id_asc`);
  await page
    .getByRole('link', { name: /^View ticket/ })
    .first()
    .click();
  await expectLive(page);
}

test('the newest messages stay in sight while the reply below them grows and shrinks', async ({ page }) => {
  await page.setViewportSize(WIDE);
  await viewFirst(page, await signInTo(page, 'Sage', 'Harbour Games'));
  await typeReply(page, lines(40));
  await expect(messageIn(page, 'Line 40')).toBeVisible();
  await expect.poll(() => belowTheEnd(page)).toBeLessThan(2);
  const box = page.getByRole('textbox', { name: 'Message', exact: true });
  const before = (await box.boundingBox())?.height ?? 0;
  await box.fill(lines(9));
  await expect.poll(async () => (await box.boundingBox())?.height ?? 0).toBeGreaterThan(before + 80);
  await expect.poll(() => belowTheEnd(page)).toBeLessThan(2);
  await box.fill('');
  await expect.poll(() => belowTheEnd(page)).toBeLessThan(2);
});

test.describe('a network cut', () => {
  test.use({ tolerated: [/net::ERR_INTERNET_DISCONNECTED/] });

  test('holds replies back that go out by themselves afterwards, each once and in order', async ({
    newPage,
  }) => {
    const [member, staff] = [await newPage(), await newPage()];
    await openDiscordAsNewcomer(member, 'Harbour Games');
    const ticket = await openTicket(member, 'open-a-ticket', 'Get help');
    const channel = await enterChannel(member, `ticket-${ticket}`);
    await viewTicket(staff, await signInTo(staff, 'Sage', 'Harbour Games'), ticket);
    await expect(staff.getByRole('textbox', { name: 'Message', exact: true })).toBeVisible();
    await staff.context().setOffline(true);
    const words = ['First of all.', 'And then.', 'At last.'];
    for (const text of words) await typeReply(staff, text);
    await expect(staff.getByText(/^Not sent yet: /)).toBeVisible();
    await expect(staff.getByText('Waiting for the reply above')).toHaveCount(2);
    await staff.context().setOffline(false);
    for (const text of words) await expect(channel.getByText(text)).toHaveCount(1);
    expect(await said(conversation(staff), words)).toEqual(words);
    await expect(staff.getByText(/^Not sent|^Waiting for|^Sending/)).toHaveCount(0);
    for (const text of words) await expect(messageIn(staff, text)).toHaveCount(1);
  });
});

test.describe('a message of the page', () => {
  test.use({ tolerated: [/status of 403/] });

  test('covers neither the conversation nor the way to close it', async ({ page }) => {
    await page.setViewportSize(WIDE);
    await viewFirst(page, await signInTo(page, 'Olive', 'Harbour Games'));
    await page.route(/\/tickets\/\d+$/, (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({
            status: 403,
            json: { success: false, error: 'Not now.', code: 'permission.denied' },
          })
        : route.fallback(),
    );
    await typeReply(page, 'Hello');
    const shown = toasts(page).getByRole('alert');
    await expect(shown).toContainText('Not now.');
    for (const worked of [
      page.getByRole('region', { name: 'View Ticket' }),
      page.getByRole('textbox', { name: 'Reason' }),
      page.getByRole('button', { name: 'Close Ticket', exact: true }),
      page.getByRole('button', { name: 'Close and next' }),
    ])
      expect(await overlap(shown, worked), `${worked} under the message`).toBe(false);
  });
});

test('with the keyboard alone the rows beside a ticket are passed with one Tab, and walked with the arrows', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const server = await signInTo(page, 'Olive', 'Harbour Games');
  await page.goto(`${server}/tickets`);
  await page
    .getByRole('link', { name: /^View ticket/ })
    .first()
    .click();
  const list = page.getByRole('navigation', { name: 'Open tickets' });
  await expect(list.locator('[aria-current="page"]')).toBeVisible();
  await expect(conversation(page).getByRole('article').first()).toBeVisible();
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: '← Back to tickets' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(list.getByRole('combobox', { name: 'Sort by' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(list.getByRole('button', { name: /^Only show unclaimed/ })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(list.locator('[aria-current="page"]')).toBeFocused();
  await page.keyboard.press('End');
  await expect(list.getByRole('link').last()).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await expect(list.getByRole('link').nth(1)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(conversation(page)).toBeFocused();
});

test('on a phone the whole row of a ticket leads to it, and the columns that were chosen are there', async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  const server = await signInTo(page, 'Olive', 'Harbour Games');
  await page.goto(`${server}/tickets?columns=id,user,opened_time`);
  const first = page.getByRole('row').nth(1);
  await expect(first.getByRole('cell')).toHaveCount(4);
  await expect(first).toContainText('ago');
  await page.goto(`${server}/tickets`);
  await expect(first.getByRole('cell')).toHaveCount(7);
  expect((await first.boundingBox())?.height).toBeLessThan(70);
  const id = Number(await first.getByRole('cell').first().textContent());
  await rowOf(page, id).click({ position: { x: 20, y: 45 } });
  await expect(page).toHaveURL(new RegExp(`/tickets/view/${id}$`));
});
