import type { Page } from '@playwright/test';
import { openSection, signInTo, toasts } from './support/dashboard.ts';
import {
  command,
  enterChannel,
  enterDirectMessages,
  messageWith,
  openDiscord,
  openTicket,
  write,
} from './support/discord.ts';
import { startProgram, type TestProgram } from './support/program.ts';
import { test as base, expect } from './support/test.ts';
import { expectLive, messageIn, press, rowOf, viewTicket } from './support/tickets.ts';

/** A program of its own for each test, whose clock can be moved without anybody else noticing. */
const test = base.extend<{ program: TestProgram }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
  program: async ({}, use) => {
    const program = await startProgram({ PREMIUM: 'everyone' });
    await use(program);
    await program.end();
  },
  baseURL: async ({ program }, use) => use(program.address),
  // While it is down nobody answers, and while it starts the answer is 503; then pages that come back may ask for a
  // ticket, or for the messages of a channel, that has been closed meanwhile.
  tolerated: [
    /ERR_(CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|INCOMPLETE_CHUNKED)|(status of|response code:) 503|status of 404 .*\/(tickets\/\d+|channels\/\d+\/messages)/,
  ],
});

/**
 * A program that has just started reads what it missed first, looks for quiet tickets within a minute, and browsers come
 * back after a while.
 */
const AFTER_START = { timeout: 90_000 };
const SERVER = 'Open Kitchen';
const minutes = (ahead: number) => ['--clock-ahead', String(ahead)];
const closed = (page: Page) => page.getByText('This ticket has been closed.');
const channelLink = (page: Page, ticket: number) => page.getByRole('link', { name: `ticket-${ticket}` });

async function closeAfterTwoHours(page: Page, server: string): Promise<void> {
  await page.goto(`${server}/settings`);
  await openSection(page, 'Auto Close');
  await page.getByRole('switch', { name: 'Close quiet tickets' }).check();
  await page
    .getByRole('group', { name: /^Since last message/ })
    .getByLabel('hours')
    .fill('2');
  await press(page, 'Submit');
  await expect(toasts(page)).toContainText('Your settings have been saved.');
}

async function askToClose(page: Page, ticket: number): Promise<void> {
  const log = await enterChannel(page, `ticket-${ticket}`);
  await command(page, `ticket-${ticket}`, 'closerequest', { close_delay: '1', reason: 'Is all well now?' });
  await expect(messageWith(log, 'Is all well now?')).toBeVisible();
}

test('tickets close by themselves when their time is over and not before, also if the program was not running then', async ({
  newPage,
  program,
}) => {
  test.setTimeout(420_000);
  const [sage, olive] = [await newPage(), await newPage()];
  const [maple, rowan, pike, staff] = [await newPage(), await newPage(), await newPage(), await newPage()];
  const server = await signInTo(sage, 'Sage', SERVER);
  await closeAfterTwoHours(sage, server);
  const discord = (page: Page, person: string) => openDiscord(page, person, SERVER, program.discord);

  await discord(rowan, 'rowan');
  const quiet = await openTicket(rowan, 'ask-us', 'Get help');
  await enterChannel(rowan, `ticket-${quiet}`);
  await write(rowan, `ticket-${quiet}`, 'Is the soup vegan?');
  await discord(pike, 'Pike');
  const asked = await openTicket(pike, 'ask-us', 'Get help');
  await discord(maple, 'Maple');
  const kept = await openTicket(maple, 'ask-us', 'Get help');
  const keptLog = await enterChannel(maple, `ticket-${kept}`);
  await write(maple, `ticket-${kept}`, 'May I bring my dog?');
  await expect(keptLog).toContainText('May I bring my dog?');
  await discord(staff, 'Sage');
  await askToClose(staff, asked);

  await signInTo(olive, 'Olive', SERVER);
  await viewTicket(sage, server, quiet);
  await viewTicket(olive, server, asked);
  const list = await olive.context().newPage();
  await list.goto(`${server}/tickets`);
  for (const ticket of [quiet, asked, kept]) await expect(rowOf(list, ticket)).toBeVisible();

  await test.step('ten minutes before its two hours are over, a ticket is not closed but warned', async () => {
    await program.restart(...minutes(110));
    await expect(messageIn(sage, 'Keep Open')).toBeVisible(AFTER_START);
    await expectLive(sage);
    await expect(messageWith(keptLog, 'Keep Open')).toContainText('@Maple', AFTER_START);
    await expect(closed(sage)).toHaveCount(0);
    await expect(rowOf(list, quiet)).toBeVisible();
  });

  await test.step('the close request, whose hour is over, has closed its ticket everywhere', async () => {
    await expect(closed(olive)).toBeVisible(AFTER_START);
    await expect(rowOf(list, asked)).toHaveCount(0, AFTER_START);
    await expect(channelLink(pike, asked)).toHaveCount(0);
    await expect(channelLink(staff, asked)).toHaveCount(0);
  });

  await test.step('a member keeps theirs open', async () => {
    await messageWith(keptLog, 'Keep Open').getByRole('button', { name: 'Keep Open' }).click();
    await expect(messageWith(keptLog, 'keeps this ticket open')).toBeVisible();
  });

  await test.step('after its time the quiet one is closed everywhere, the other one is not', async () => {
    await program.restart(...minutes(123));
    await expect(closed(sage)).toBeVisible(AFTER_START);
    await expect(rowOf(list, quiet)).toHaveCount(0, AFTER_START);
    await expect(channelLink(rowan, quiet)).toHaveCount(0);
    const directs = await enterDirectMessages(rowan, 'Tickets');
    await expect(messageWith(directs, 'Automatically closed due to inactivity')).toBeVisible();
    await expect(rowOf(list, kept)).toBeVisible();
    await expect(channelLink(maple, kept)).toBeVisible();
  });
});
