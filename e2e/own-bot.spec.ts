import type { Locator, Page } from '@playwright/test';
import { addressOf, signIn, toasts } from './support/dashboard.ts';
import { enterChannel, messageWith, openDiscordAsNewcomer, openTicket, write } from './support/discord.ts';
import { expect, withOwnProgram } from './support/test.ts';
import { expectLive, reply } from './support/tickets.ts';

/** A program of its own: who answers in a server is not what other journeys expect. */
const test = withOwnProgram();
// Somebody looks at what a bot that is gone had sent.
test.use({ tolerated: [/status of 40[34]/] });

const BOT = 'Harbour Desk';
const SERVER = 'Harbour Games';
const BUTTON = 'Get help';

const inPortal = (page: Page) => page.getByRole('region', { name: BOT });
const shownToken = (page: Page) => inPortal(page).locator('code').last().innerText();
/** The messages of a bot with the button of a panel. */
const panelsOf = (log: Locator, bot: string) =>
  log
    .getByRole('article')
    .filter({ has: log.page().getByRole('button', { name: BUTTON, exact: true }) })
    .filter({ hasText: new RegExp(`^${bot}`) });

async function enterToken(page: Page, token: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Token' }).last().fill(token);
  await page.getByRole('button', { name: 'Submit', exact: true }).last().click();
}

/** A panel goes on standing there, posted by this bot and by no other. */
async function expectPanelBy(log: Locator, bot: string, not: string): Promise<void> {
  await expect(panelsOf(log, bot)).toHaveCount(1, { timeout: 30_000 });
  await expect(panelsOf(log, not)).toHaveCount(0, { timeout: 30_000 });
}

test("a server's own bot takes the place of ours, is given another token, and gives the place back", async ({
  page,
  newPage,
  program,
}) => {
  test.setTimeout(180_000);
  const portal = await newPage();
  await portal.goto(`${program.discord}/developers`);
  const member = await newPage();
  await openDiscordAsNewcomer(member, SERVER, program.discord);
  const lobby = await enterChannel(member, 'open-a-ticket');
  await expectPanelBy(lobby, 'Tickets', BOT);

  await test.step('it comes to the server and posts the panels', async () => {
    await signIn(page, 'Olive', '/whitelabel');
    await enterToken(page, await shownToken(portal));
    await expect(toasts(page)).toContainText(`Started Tickets whitelabel on ${BOT}`);
    await page.getByLabel('Status Type').selectOption('Watching');
    await page.getByLabel('Status Text').fill('the harbour');
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    await page.getByRole('button', { name: 'Generate Invite Link', exact: true }).click();
    const link = await page.getByRole('link', { name: 'Open', exact: true }).getAttribute('href');
    const discord = await newPage();
    await discord.goto(link ?? '');
    await discord.getByRole('radio', { name: /^Olive/ }).check();
    await discord.getByRole('button', { name: 'Show their servers' }).click();
    await discord.getByLabel('Add to server').selectOption(SERVER);
    await discord.getByRole('button', { name: 'Authorize' }).click();
    await expectPanelBy(lobby, BOT, 'Tickets');
    const members = member.getByRole('region', { name: 'Member list' });
    await expect(members.getByText('Watching the harbour')).toBeVisible();
  });

  const ticket =
    await test.step('a member opens a ticket through it, and is answered from the dashboard', async () => {
      const number = await openTicket(member, 'open-a-ticket', BUTTON);
      const log = await enterChannel(member, `ticket-${number}`);
      await expect(
        log
          .getByRole('article')
          .filter({ hasText: new RegExp(`^${BOT}`) })
          .first(),
      ).toBeVisible();
      await expect(log.getByText('Powered by Tickets')).toHaveCount(0);
      await write(member, `ticket-${number}`, 'My boat leaks');
      await page.goto(`${await addressOf(page, SERVER)}/tickets/view/${number}`);
      await expectLive(page);
      await expect(page.getByText('My boat leaks').first()).toBeVisible();
      await reply(page, number, 'We bring a bucket');
      await expect(messageWith(log, 'We bring a bucket')).toBeVisible();
      return number;
    });

  await test.step('its token is reset: the page says so, and ours serves the server meanwhile', async () => {
    await inPortal(portal).getByRole('button', { name: 'Reset Token' }).click();
    await enterChannel(member, 'open-a-ticket');
    await expectPanelBy(lobby, 'Tickets', BOT);
    await page.goto('/whitelabel');
    await expect(
      page.getByRole('cell', { name: /Discord does not accept the token any more/ }),
    ).toBeVisible();
    const log = await enterChannel(member, `ticket-${ticket}`);
    await write(member, `ticket-${ticket}`, 'It is a big leak');
    await page.goto(`${await addressOf(page, SERVER)}/tickets/view/${ticket}`);
    await expectLive(page);
    await expect(page.getByText('It is a big leak').first()).toBeVisible();
    await reply(page, ticket, 'Then two buckets');
    await expect(messageWith(log, 'Then two buckets')).toBeVisible();
  });

  await test.step('with another token it serves again', async () => {
    await page.goto('/whitelabel');
    await page.getByRole('button', { name: 'New Token', exact: true }).click();
    await enterToken(page, await shownToken(portal));
    await expect(toasts(page)).toContainText(`Started Tickets whitelabel on ${BOT}`);
    await enterChannel(member, 'open-a-ticket');
    await expectPanelBy(lobby, BOT, 'Tickets');
  });

  await test.step('it is disabled, and ours serves for good', async () => {
    await page.goto('/whitelabel');
    await page.getByRole('button', { name: 'Disable Whitelabel', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disable Whitelabel' }).click();
    await expect(toasts(page)).toContainText('Whitelabel has been disabled');
    await expectPanelBy(lobby, 'Tickets', BOT);
    await openTicket(member, 'open-a-ticket', BUTTON);
  });
});
