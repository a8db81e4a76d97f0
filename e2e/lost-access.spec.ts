import type { Page } from '@playwright/test';
import { openSection, signInTo, toasts } from './support/dashboard.ts';
import { openDiscord, openDiscordAsNewcomer, openTicket } from './support/discord.ts';
import { startProgram, type TestProgram } from './support/program.ts';
import { test as base, expect } from './support/test.ts';
import { viewTicket } from './support/tickets.ts';

const SERVER = 'Harbour Games';
/** From the change in Discord, or by an administrator, to the screen of whom it concerns. */
const soon = { timeout: 2_000 };

/** A program of its own: others look at these people's roles as they are. */
const test = base.extend<object, { program: TestProgram }>({
  program: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
    async ({}, use) => {
      const program = await startProgram({ PREMIUM: 'everyone' });
      await use(program);
      await program.end();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ program }, use) => use(program.address),
});

// Whoever has lost access is refused, which the browser's console says too.
test.use({ tolerated: [/status of 40[34]/] });

/** The bot hears of a role in its own time, and a page that is opened before keeps for a minute what it was told. */
async function untilSupport(page: Page, server: string): Promise<void> {
  const authorization = (await page.evaluate(() => localStorage.getItem('token'))) ?? '';
  const guild = server.replace('/manage/', '');
  await expect
    .poll(async () => {
      const headers = { authorization, 'x-tickets': 'true' };
      const answer = await page.request.get(`/user/permissionlevel?guild=${guild}`, { headers });
      return (await answer.json()).permission_level;
    })
    .toBe(1);
}

/** The owner, in Discord, with Maple's roles open. */
async function rolesOfMaple(owner: Page) {
  const list = owner.getByRole('region', { name: 'Member list' });
  await list.getByRole('button', { name: /^Maple/ }).click();
  return {
    async give(role: string) {
      await owner.getByRole('button', { name: 'Add Role' }).click();
      await owner.getByRole('combobox', { name: 'Find a role to add' }).fill(role);
      await owner.getByRole('option', { name: role, exact: true }).click();
      await expect(owner.getByRole('button', { name: `Remove role ${role}`, exact: true })).toBeVisible();
    },
    take: (role: string) => owner.getByRole('button', { name: `Remove role ${role}`, exact: true }).click(),
  };
}

test('a half-written reply stays with its writer when their role is taken away in Discord', async ({
  page: maple,
  newPage,
  program,
}) => {
  test.setTimeout(90_000);
  const words = 'Hello, I looked at your order and';
  const [owner, opener] = [await newPage(), await newPage()];
  await openDiscord(owner, 'Olive', SERVER, program.discord);
  const roles = await rolesOfMaple(owner);
  await roles.give('Support');
  await openDiscordAsNewcomer(opener, SERVER, program.discord);
  const ticket = await openTicket(opener, 'open-a-ticket', 'Get help');

  const server = await signInTo(maple, 'Maple', SERVER);
  await untilSupport(maple, server);
  await viewTicket(maple, server, ticket);
  const reply = maple.getByRole('textbox', { name: 'Message', exact: true });
  await reply.fill(words);

  await test.step('the page says so at once, and what was written can be taken along', async () => {
    await roles.take('Support');
    const alert = maple.getByRole('alert').filter({ hasText: 'You can no longer see this ticket' });
    await expect(alert).toBeVisible(soon);
    const unsent = maple.getByRole('list', { name: 'What you wrote but did not send' });
    await expect(unsent).toContainText(words);
    await expect(unsent.getByRole('button', { name: 'Copy' })).toBeVisible();
    await expect(toasts(maple)).toContainText('What you typed is still here');
    await expect(maple.getByRole('region', { name: 'Conversation' })).toHaveCount(0);
    await expect(maple.getByRole('navigation', { name: 'Open tickets' })).toHaveCount(0);
    expect(new URL(maple.url()).pathname).toBe(`${server}/tickets/view/${ticket}`);
  });

  await test.step('whoever leaves the page is told that it is kept', async () => {
    await maple.getByRole('link', { name: 'Back to tickets' }).last().click();
    await expect(toasts(maple)).toContainText('is kept in this tab, and comes back');
    await expect(maple).toHaveURL(/\/$/);
  });

  await test.step('with the role it is back in the box', async () => {
    await roles.give('Support');
    await untilSupport(maple, server);
    await maple.getByRole('button', { name: 'Refresh list' }).click();
    await expect(maple.getByRole('link', { name: SERVER })).toBeVisible();
    await viewTicket(maple, server, ticket);
    await expect(reply).toHaveValue(words);
  });
});

test('half-typed settings stay when somebody loses all access to the server', async ({
  page: rowan,
  newPage,
}) => {
  const owner = await newPage();
  await owner.goto(`${await signInTo(owner, 'Olive', SERVER)}/teams`);
  const admins = owner
    .locator('section')
    .filter({ has: owner.getByRole('heading', { name: 'Administrators' }) });
  await admins.getByRole('combobox', { name: 'Add Person' }).fill('rowan');
  await owner.getByRole('option', { name: 'rowan' }).click();
  await admins.getByRole('button', { name: 'Add person' }).click();
  await expect(toasts(owner)).toContainText('rowan can administer the bot now');

  const server = await signInTo(rowan, 'rowan', SERVER);
  await rowan.goto(`${server}/settings`);
  await openSection(rowan, 'Tickets');
  const welcome = rowan.getByRole('textbox', { name: 'Welcome message' });
  await welcome.fill('Ahoy! Tell us what');

  await test.step('they are told, and nothing that they typed goes', async () => {
    await admins.getByRole('button', { name: 'Remove rowan' }).click();
    await owner.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(toasts(owner)).toContainText('rowan can no longer administer the bot');
    await expect(toasts(rowan)).toContainText('Your access to this server has changed.', soon);
    await expect(welcome).toHaveValue('Ahoy! Tell us what');
  });

  await test.step('the page goes when they let go of it', async () => {
    await rowan.getByRole('button', { name: 'Reset' }).click();
    await expect(toasts(rowan)).toContainText('You do not have permission to manage this server.');
    await expect(rowan).toHaveURL(/\/$/);
  });
});
