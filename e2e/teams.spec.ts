import type { Page } from '@playwright/test';
import { choose, isCall, openSection, signInTo, toasts } from './support/dashboard.ts';
import { enterChannel, openDiscord, openDiscordAsNewcomer, openTicket, write } from './support/discord.ts';
import { expect, withOwnProgram } from './support/test.ts';

const SERVER = 'Harbour Games';
const TEAM = 'Harbour pilots';
const PANEL = 'General Support';

/** A program of its own: others look at this server's teams and panels as they are. */
const test = withOwnProgram();

/** Does something and answers the method, path and query that were called. */
async function callOf(page: Page, method: string, act: () => Promise<void>): Promise<string> {
  const call = page.waitForRequest((request) => request.method() === method);
  await act();
  const request = await call;
  expect((await request.response())?.status()).toBe(200);
  const { pathname, search } = new URL(request.url());
  return pathname.replace(/^\/api\/\d+/, '') + search;
}

const members = (page: Page, team: string) => page.getByRole('region', { name: `Members of ${team}` });

/** Its card; the one of the administrators has fields of the same names. */
const manage = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Manage Teams' }) });

async function confirm(page: Page, button: string): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: button, exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

async function useTeamOnPanel(page: Page, server: string): Promise<void> {
  await page.goto(`${server}/panels`);
  await page.getByRole('link', { name: `Edit ${PANEL}`, exact: true }).click();
  await openSection(page, 'Ticket Properties');
  await page.getByRole('combobox', { name: 'Support teams' }).click();
  await page.getByRole('option', { name: TEAM }).click();
  await page.keyboard.press('Escape');
  const saved = page.waitForResponse((response) =>
    isCall(response.request(), 'PATCH', /[^/]+$/.exec(page.url())?.[0] ?? ''),
  );
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  expect((await saved).status()).toBe(200);
}

test.describe('who is put into a team', () => {
  // The page of whoever leaves it asks once more what it may still see.
  test.use({ tolerated: [/status of 403/] });

  test('sees the tickets of its panel, by role or by name, until they leave it', async ({
    newPage,
    program,
  }) => {
    test.setTimeout(90_000);
    const owner = await newPage();
    const server = await signInTo(owner, 'Olive', SERVER);
    await owner.goto(`${server}/teams`);
    await expect(members(owner, 'Default')).toContainText('Support');

    await test.step('the owner creates a team, and a panel uses it', async () => {
      await owner.getByLabel('Name', { exact: true }).fill(TEAM);
      await owner.getByRole('button', { name: 'Submit' }).click();
      await expect(toasts(owner)).toContainText(`Team ${TEAM} has been created`);
      await expect(owner.getByRole('button', { name: `Delete ${TEAM}` })).toBeVisible();
      await expect(members(owner, TEAM)).toContainText('Nobody is in this team');
      await useTeamOnPanel(owner, server);
      await owner.goto(`${server}/teams`);
      await choose(owner, 'Team', TEAM);
      await expect(manage(owner).getByText(`Answers the tickets of ${PANEL}.`)).toBeVisible();
    });

    const opener = await newPage();
    await openDiscordAsNewcomer(opener, SERVER, program.discord);
    const channel = `ticket-${await openTicket(opener, 'open-a-ticket', 'Get help')}`;
    const [maple, rowan, desk] = [await newPage(), await newPage(), await newPage()];
    await openDiscord(maple, 'Maple', SERVER, program.discord);
    await openDiscord(rowan, 'rowan', SERVER, program.discord);
    const linkOf = (page: Page) => page.getByRole('link', { name: new RegExp(`^${channel}(,|$)`) });
    await expect(linkOf(opener)).toBeVisible();
    await expect(linkOf(maple)).toHaveCount(0);

    await test.step('a role lets its members into the ticket that is open', async () => {
      const add = manage(owner).getByRole('button', { name: 'Add role' });
      await expect(add).toBeDisabled();
      await manage(owner).getByRole('combobox', { name: 'Add Role' }).click();
      await owner.getByRole('option', { name: 'Supporter', exact: true }).click();
      expect(await callOf(owner, 'PUT', () => add.click())).toMatch(/^\/team\/\d+\/\d+\?type=1$/);
      await expect(toasts(owner)).toContainText(`Supporter has been added to the support team ${TEAM}`);
      await expect(linkOf(maple)).toBeVisible();
      await expect(linkOf(rowan)).toHaveCount(0);
      await enterChannel(maple, channel);
      await write(maple, channel, 'I am one of the pilots.');
    });

    await test.step('a person is found by name and let in, too', async () => {
      await manage(owner).getByRole('combobox', { name: 'Add Person' }).fill('rowan');
      await owner.getByRole('option', { name: 'rowan' }).click();
      const add = manage(owner).getByRole('button', { name: 'Add person' });
      expect(await callOf(owner, 'PUT', () => add.click())).toMatch(/^\/team\/\d+\/\d+\?type=0$/);
      await expect(linkOf(rowan)).toBeVisible();
      await expect(members(owner, TEAM).getByRole('row')).toHaveCount(3);
    });

    await test.step('both work the ticket in the dashboard', async () => {
      const address = await signInTo(desk, 'rowan', SERVER);
      await desk.goto(`${address}/tickets`);
      await expect(
        desk.getByRole('link', { name: `View ticket ${channel.slice(7)}`, exact: true }),
      ).toBeVisible();
      await expect(desk.getByRole('link', { name: 'Staff Teams' })).toHaveCount(0);
    });

    await test.step('taken out again, the role sees it no more', async () => {
      await members(owner, TEAM).getByRole('button', { name: 'Remove Supporter' }).click();
      await expect(owner.getByRole('dialog')).toContainText(
        `Members with the role Supporter will no longer see the tickets of ${PANEL}`,
      );
      expect(await callOf(owner, 'DELETE', () => confirm(owner, 'Remove'))).toMatch(/\?type=1$/);
      await expect(toasts(owner)).toContainText('Supporter has been removed from the team');
      await expect(linkOf(maple)).toHaveCount(0);
      await expect(linkOf(rowan)).toBeVisible();
    });

    await test.step('the team is deleted, and the panel does without it', async () => {
      await owner.getByRole('button', { name: `Delete ${TEAM}` }).click();
      await expect(owner.getByRole('dialog')).toContainText(
        `It has no roles and 1 person. It is used by the panel ${PANEL}, which will do without it.`,
      );
      expect(await callOf(owner, 'DELETE', () => confirm(owner, 'Delete'))).toMatch(/^\/team\/\d+$/);
      await expect(toasts(owner)).toContainText('Team deleted successfully');
      await expect(members(owner, 'Default')).toContainText('Support');
      await expect(linkOf(rowan)).toHaveCount(0);
      await expect(toasts(desk)).toContainText('You do not have permission to manage this server.');
      await expect(desk.getByRole('listitem').filter({ hasText: SERVER })).toContainText('No permission');
      await owner.goto(`${server}/panels`);
      await owner.getByRole('link', { name: `Edit ${PANEL}`, exact: true }).click();
      await openSection(owner, 'Ticket Properties');
      await expect(owner.getByRole('button', { name: 'Remove Default' })).toBeVisible();
      await expect(owner.getByRole('button', { name: `Remove ${TEAM}` })).toHaveCount(0);
    });
  });
});

test('the owner makes somebody an administrator and takes it back', async ({ newPage }) => {
  const owner = await newPage();
  await owner.goto(`${await signInTo(owner, 'Olive', SERVER)}/teams`);
  const admins = owner
    .locator('section')
    .filter({ has: owner.getByRole('heading', { name: 'Administrators' }) });
  await expect(admins.getByRole('row', { name: /olive/ })).toBeVisible();
  await admins.getByRole('combobox', { name: 'Add Person' }).fill('hazel');
  await owner.getByRole('option', { name: 'hazel' }).click();
  await admins.getByRole('button', { name: 'Add person' }).click();
  await expect(toasts(owner)).toContainText('hazel can administer the bot now');
  await admins.getByRole('button', { name: 'Remove hazel' }).click();
  await confirm(owner, 'Remove');
  await expect(toasts(owner)).toContainText('hazel can no longer administer the bot');
  await expect(admins.getByRole('row', { name: /hazel/ })).toHaveCount(0);
});
