import type { Page } from '@playwright/test';
import { signInTo } from './support/dashboard.ts';
import { enterChannel, messageWith, openDiscordAsNewcomer, openTicket } from './support/discord.ts';
import { expect, test } from './support/test.ts';
import { claim, conversation, detail, messageIn, unclaim, viewTicket } from './support/tickets.ts';

const openTickets = async (page: Page, server: string) => {
  await page.goto(`${server}/tickets`);
  await expect(page.getByRole('link', { name: /^View ticket/ }).first()).toBeVisible();
};

test('pictures of a message stand before its files, and files say how large they are', async ({
  newPage,
}) => {
  const member = await newPage();
  await openDiscordAsNewcomer(member, 'Harbour Games');
  const ticket = await openTicket(member, 'open-a-ticket', 'Get help');
  const channel = await enterChannel(member, `ticket-${ticket}`);
  const picture = await member.screenshot({ clip: { x: 0, y: 0, width: 300, height: 120 } });
  await member.locator('input[type=file]').setInputFiles([
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.alloc(500, 'n') },
    { name: 'berth.png', mimeType: 'image/png', buffer: picture },
    { name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.alloc(2048, 'l') },
    { name: 'film.bin', mimeType: 'application/octet-stream', buffer: Buffer.alloc(3 * 1024 * 1024) },
  ]);
  const box = member.getByRole('textbox', { name: `Message #ticket-${ticket}` });
  await box.fill('Here is all of it');
  await box.press('Enter');
  await expect(messageWith(channel, 'Here is all of it')).toContainText('film.bin');

  const staff = await newPage();
  await viewTicket(staff, await signInTo(staff, 'Sage', 'Harbour Games'), ticket);
  const links = messageIn(staff, 'Here is all of it').getByRole('link');
  await expect(links).toHaveCount(4);
  await expect(links.nth(0).getByRole('img', { name: /berth\.png/ })).toBeVisible();
  await expect(links.nth(1)).toHaveText('notes.txt500 B');
  await expect(links.nth(2)).toHaveText('list.csv2 KB');
  await expect(links.nth(3)).toHaveText('film.bin3 MB');
});

test.describe('an avatar that cannot be had', () => {
  test.use({ tolerated: [/net::ERR_FAILED/] });

  test('is asked for through the dashboard, once for each author', async ({ page }) => {
    const server = await signInTo(page, 'Sage', 'Harbour Games');
    await openTickets(page, server);
    await page.route(/\/cdn\/(avatars|embed)\//, (route) => route.abort());
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/avatars/')) asked.push(pathname);
    });
    await page
      .getByRole('link', { name: /^View ticket/ })
      .first()
      .click();
    const pictures = conversation(page).locator('img[src*="/avatars/"]');
    await expect(pictures.first()).toBeVisible();
    await expect
      .poll(() =>
        pictures.evaluateAll((all) =>
          all.every((one) => one instanceof HTMLImageElement && one.naturalWidth > 0),
        ),
      )
      .toBe(true);
    expect(asked.length).toBe(new Set(asked).size);
    await page.unroute(/\/cdn\/(avatars|embed)\//);
  });

  test('and has no proxied one either gives way to initials, without asking again and again', async ({
    page,
  }) => {
    const server = await signInTo(page, 'Sage', 'Harbour Games');
    await openTickets(page, server);
    const asked: string[] = [];
    await page.route(/\/(avatars|embed)\//, (route) => {
      asked.push(new URL(route.request().url()).pathname);
      return route.abort();
    });
    await page
      .getByRole('link', { name: /^View ticket/ })
      .first()
      .click();
    await expect(conversation(page).getByRole('article').first()).toBeVisible();
    await expect(conversation(page).locator('img[src*="avatars/"]')).toHaveCount(0);
    const proxied = asked.filter((path) => path.startsWith('/avatars/'));
    // One for the picture in the conversation and one for the same person's in the details or the list.
    for (const path of proxied) expect(proxied.filter((one) => one === path).length).toBeLessThanOrEqual(2);
  });
});

test('without premium a ticket is read, but neither answered nor told live', async ({ page }) => {
  const server = await signInTo(page, 'Olive', 'Pixel, No Premium');
  const sockets: string[] = [];
  page.on('websocket', (socket) => sockets.push(socket.url()));
  await openTickets(page, server);
  await page
    .getByRole('link', { name: /^View ticket/ })
    .first()
    .click();
  const box = page.getByRole('textbox', { name: 'Message', exact: true });
  await expect(box).toBeDisabled();
  await expect(box).toHaveAttribute(
    'placeholder',
    'Premium users can receive messages in real time and reply from the dashboard.',
  );
  await expect(conversation(page).getByRole('article').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send Tag' })).toHaveCount(0);
  expect(sockets.filter((url) => url.endsWith('/live-chat'))).toEqual([]);
  sockets.length = 0;
  await page.reload();
  await expect(conversation(page).getByRole('article').first()).toBeVisible();
  await expect(
    page.getByRole('navigation', { name: 'Open tickets' }).getByRole('link').first(),
  ).toBeVisible();
  expect(sockets).toEqual([]);
});

test('however long subject and answers are, closing stays in sight beside them', async ({ page }) => {
  const server = await signInTo(page, 'Olive', 'Harbour Games');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.route(/\/tickets\/\d+(\?|$)/, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const response = await route.fetch();
    const view = await response.json();
    view.ticket.subject = 'My bread is cold and '.repeat(30);
    await route.fulfill({ response, json: view });
  });
  await openTickets(page, server);
  await page
    .getByRole('link', { name: /^View ticket/ })
    .first()
    .click();
  await expect(page.getByText('My bread is cold')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Close Ticket', exact: true })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('link', { name: /opens in Discord/ })).not.toBeInViewport();
  await page.getByRole('link', { name: /opens in Discord/ }).focus();
  await expect(page.getByRole('link', { name: /opens in Discord/ })).toBeInViewport();
});

test('a long address as the reason of closing makes no page wider', async ({ page }) => {
  const server = await signInTo(page, 'Sage', 'Harbour Games');
  await openTickets(page, server);
  await page
    .getByRole('link', { name: /^View ticket/ })
    .first()
    .click();
  const reason = page.getByRole('textbox', { name: 'Reason' });
  for (const width of [390, 900, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await reason.fill(`https://example.org/${'a'.repeat(300)}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `at ${width}`).toBe(width);
    await reason.fill('');
  }
});

test('on a phone seven tickets fit on the first screen, and claiming and closing are one press away', async ({
  page,
}) => {
  const server = await signInTo(page, 'Olive', 'Harbour Games');
  await page.setViewportSize({ width: 390, height: 844 });
  await openTickets(page, server);
  const links = page.getByRole('link', { name: /^View ticket/ });
  await expect(links.nth(6)).toBeInViewport({ ratio: 1 });
  const sort = page.getByRole('combobox', { name: 'Sort by' });
  await expect(sort).toBeHidden();
  await page.getByRole('button', { name: 'Filter and sort' }).click();
  await expect(sort).toBeInViewport();

  await links.first().click();
  const claim = page.getByRole('button', { name: 'Claim', exact: true });
  const close = page.getByRole('button', { name: 'Close Ticket', exact: true });
  await expect(conversation(page).getByRole('article').first()).toBeVisible();
  await page.getByRole('button', { name: 'Details and claim' }).click();
  await expect(claim).toBeInViewport({ ratio: 1 });
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.getByRole('button', { name: 'Closing', exact: true }).click();
  await expect(close).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('textbox', { name: 'Reason' })).toBeFocused();
});

test('a long address that is pasted into the reply breaks, and moves nothing out of sight', async ({
  page,
}) => {
  const server = await signInTo(page, 'Sage', 'Harbour Games');
  await openTickets(page, server);
  await page
    .getByRole('link', { name: /^View ticket/ })
    .first()
    .click();
  const box = page.getByRole('textbox', { name: 'Message', exact: true });
  await expect(conversation(page).getByRole('article').first()).toBeVisible();
  for (const size of [
    { width: 1280, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size);
    await box.fill('');
    const before = await box.boundingBox();
    await box.fill(`https://example.org/${'a'.repeat(480)}`);
    expect((await box.boundingBox())?.width, `at ${size.width}`).toBe(before?.width);
    const wider = await box.evaluate((start) => {
      const found: string[] = [];
      for (let one: Element | null = start; one; one = one.parentElement) {
        if (one.scrollWidth > one.clientWidth) found.push(`${one.tagName} ${one.className}`);
      }
      return found;
    });
    expect(wider, `wider than its place at ${size.width}`).toEqual([]);
    await expect(page.getByRole('button', { name: 'Send Tag' })).toBeInViewport({ ratio: 1 });
  }
  await box.fill('');
});

test('how the list is looked at is kept, and begins as the columns, order and toggle that everybody gets', async ({
  page,
}) => {
  const server = await signInTo(page, 'Olive', 'Harbour Games');
  await openTickets(page, server);
  const heads = page.getByRole('columnheader');
  const shown = ['ID', 'Panel', 'User', 'Claimed By', 'Last Message', 'Awaiting Response', 'View'];
  await expect(heads).toHaveText(shown);
  const sort = page.getByRole('combobox', { name: 'Sort by' });
  const mine = page.getByRole('switch', {
    name: 'Only show unclaimed tickets and tickets claimed by me',
  });
  await expect(sort).toHaveValue('unclaimed');
  await expect(mine).not.toBeChecked();

  await page.getByRole('combobox', { name: 'Columns' }).click();
  await page.getByRole('option', { name: 'Opened Time' }).click();
  await page.getByRole('option', { name: 'Panel' }).click();
  await page.keyboard.press('Escape');
  await sort.selectOption('id_desc');
  await mine.check();
  await page.goto(`${server}/tickets`);
  await expect(heads).toHaveText(shown.toSpliced(1, 1).toSpliced(2, 0, 'Opened'));
  await expect(sort).toHaveValue('id_desc');
  await expect(mine).toBeChecked();
  expect(
    await page.evaluate(() => [
      JSON.parse(localStorage.getItem('ticket_list:selected_columns') ?? ''),
      localStorage.getItem('ticket_list:sort_order'),
      localStorage.getItem('ticket_list:only_my_tickets'),
    ]),
  ).toEqual([
    ['id', 'user', 'opened_time', 'claimed_by', 'last_message_time', 'awaiting_response'],
    'id_desc',
    'true',
  ]);
});

test('a ticket that the demo came with is claimed and given back', async ({ page }) => {
  const server = await signInTo(page, 'Sage', 'Harbour Games');
  await openTickets(page, server);
  const unclaimed = page.getByRole('row').filter({ hasText: 'Unclaimed' }).last();
  const link = unclaimed.getByRole('link', { name: /^View ticket/ });
  const ticket = Number(/\d+/.exec((await link.getAttribute('aria-label')) ?? '')?.[0]);
  await viewTicket(page, server, ticket);
  await claim(page, ticket);
  await expect(detail(page, 'Claimed by')).toContainText('Sage', { ignoreCase: true });
  await unclaim(page, ticket);
  await expect(detail(page, 'Claimed by')).toContainText('Unclaimed');
});
