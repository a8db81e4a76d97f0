import type { Locator, Page } from '@playwright/test';
import { axeFindings } from './support/axe.ts';
import { consentAs, isCall, signIn, signInTo, toasts } from './support/dashboard.ts';
import { enterChannel, openDiscordAsNewcomer, openTicket } from './support/discord.ts';
import { expect, withOwnProgram } from './support/test.ts';

/** A program of its own: a bot of Olive's changes who answers in servers that others look at. */
const test = withOwnProgram();
// A refusal is part of the journey, and the browser notes it.
test.use({ tolerated: [/status of (400|402|404|429)/] });

const BOT = 'Harbour Desk';
const SERVER = 'Harbour Games';
const PANELS = 'open-a-ticket';

/** In the simulated developer portal: the application of Olive's, of which nobody runs a bot at first. */
const inPortal = (page: Page) => page.getByRole('region', { name: BOT });
async function openPortal(page: Page, discord: string): Promise<void> {
  await page.goto(`${discord}/developers`);
}
const shownToken = (page: Page) => inPortal(page).locator('code').last().innerText();

const tokenField = (page: Page) => page.getByRole('textbox', { name: 'Token' });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const card = (page: Page, name: string) => page.getByRole('heading', { name, level: 2 });
const saidBy = (log: Locator, bot: string) => log.getByRole('article', { name: new RegExp(`^${bot}`) });
/** Setting and clearing a status wait for each other. */
const SAME_STATUS_MS = 5_200;

test('somebody runs a bot of their own, and disables it again', async ({ page, newPage, program }) => {
  test.setTimeout(180_000);
  const portal = await newPage();
  await openPortal(portal, program.discord);
  const token = await shownToken(portal);

  await test.step('the way there', async () => {
    const harbour = await signInTo(page, 'Olive', SERVER);
    await page.goto(`${harbour}/appearance`);
    await expect(page.getByText('Looking for whitelabel?')).toBeVisible();
    await page.getByRole('link', { name: 'Go to whitelabel' }).click();
    await expect(card(page, 'Bot Token')).toBeVisible();
    await expect(page.getByText(/your bot posts the panels there again/)).toBeVisible();
    await expect(toasts(page)).toHaveText('');
  });

  await test.step('a token that is none', async () => {
    await tokenField(page).fill('abc');
    await press(page, 'Submit');
    await expect(tokenField(page)).toHaveAccessibleDescription(/Invalid token/);
    await expect(tokenField(page)).toHaveValue('abc');
    await expect(card(page, 'Bot Token')).toBeVisible();
  });

  await test.step('its token', async () => {
    await tokenField(page).fill(token);
    const post = page.waitForRequest((request) => isCall(request, 'POST', '/user/whitelabel/'));
    await page.keyboard.press('Enter');
    expect((await post).postDataJSON()).toEqual({ token });
    await expect(toasts(page)).toContainText(`Started Tickets whitelabel on ${BOT}`);
    for (const name of ['Manage Bot', 'Custom Status', 'Error Log'])
      await expect(card(page, name)).toBeVisible();
    await expect(page.getByText(/^Online for/)).toBeVisible();
    expect(await page.content()).not.toContain(token);
    expect(await axeFindings(page)).toEqual([]);
  });

  await test.step('the link that adds it to a server', async () => {
    await press(page, 'Generate Invite Link');
    const href = (await page.getByRole('link', { name: 'Open', exact: true }).getAttribute('href')) ?? '';
    const link = new URL(href);
    const id = await inPortal(portal).locator('code').first().innerText();
    expect(link.searchParams.get('client_id')).toBe(id);
    expect(link.searchParams.get('scope')?.split(' ')).toEqual(['bot', 'applications.commands']);
    expect(link.searchParams.get('permissions')).toMatch(/^\d+$/);

    await portal.goto(href);
    await portal.getByLabel('Add to server').selectOption(SERVER);
    await consentAs(portal, 'Olive');
    await expect(portal.getByRole('heading', { name: 'Authorized' })).toBeVisible();
    const server = page.getByRole('list', { name: 'Servers that your bot is in' }).getByRole('listitem');
    await expect(server).toContainText(SERVER, { timeout: 30_000 });
    await expect(server).toContainText('Answers here');
    await expect(server).toContainText('The shared bot is here too');
    await openPortal(portal, program.discord);
  });

  const member = await newPage();
  await test.step('a ticket is opened by a panel that it has posted, and the other one is gone', async () => {
    await openDiscordAsNewcomer(member, SERVER, program.discord);
    const log = await enterChannel(member, PANELS);
    await expect(saidBy(log, BOT).first()).toBeVisible({ timeout: 30_000 });
    await expect(saidBy(log, 'Tickets')).toHaveCount(0, { timeout: 30_000 });
    const ticket = await openTicket(member, PANELS, 'Get help');
    const channel = await enterChannel(member, `ticket-${ticket}`);
    await expect(saidBy(channel, BOT).first()).toBeVisible();
    await expect(saidBy(channel, 'Tickets')).toHaveCount(0);
  });

  await test.step('its commands, once a minute', async () => {
    await press(page, 'Re-create Slash Commands');
    await expect(toasts(page)).toContainText('Slash commands have been created.');
    await press(page, 'Re-create Slash Commands');
    await expect(toasts(page).filter({ hasText: 'Please try again in' })).toBeVisible();
  });

  await test.step('a status, which is told to be too fast, and cleared', async () => {
    await page.getByLabel('Status Type').selectOption('Watching');
    await page.getByLabel('Status Text').fill('the harbour');
    await expect(page.getByRole('figure')).toContainText('Watching the harbour');
    const post = page.waitForRequest((request) => isCall(request, 'POST', '/user/whitelabel/status'));
    await press(page, 'Submit');
    expect((await post).postDataJSON()).toEqual({ status: 'the harbour', status_type: '3' });
    await expect(toasts(page)).toContainText('Updated status successfully');
    await press(page, 'Clear Status');
    await expect(toasts(page).filter({ hasText: "You're doing that too fast" })).toBeVisible();
    await expect(page.getByLabel('Status Text')).toHaveValue('the harbour');
    await page.waitForTimeout(SAME_STATUS_MS);
    await press(page, 'Clear Status');
    await expect(toasts(page).filter({ hasText: 'Deleted status successfully' })).toBeVisible();
    await expect(page.getByLabel('Status Text')).toHaveValue('');
    await expect(page.getByRole('button', { name: 'Clear Status' })).toHaveCount(0);
  });

  await test.step('a new token of the same bot, in place of one that was reset', async () => {
    await inPortal(portal).getByRole('button', { name: 'Reset Token' }).click();
    await expect.poll(() => shownToken(portal)).not.toBe(token);
    await expect(page.getByText(/^Token refused for/)).toBeVisible({ timeout: 20_000 });
    await expect(page.getByRole('region', { name: 'Errors' })).toContainText(
      'Discord does not accept the token any more.',
      { timeout: 30_000 },
    );
    await press(page, 'New Token');
    const dialog = page.getByRole('dialog', { name: `A new token for ${BOT}` });
    await dialog.getByRole('textbox', { name: 'Token' }).fill(token);
    await dialog.getByRole('button', { name: 'Submit' }).click();
    await expect(dialog.getByRole('textbox', { name: 'Token' })).toHaveAccessibleDescription(/Invalid token/);
    await dialog.getByRole('textbox', { name: 'Token' }).fill(await shownToken(portal));
    await dialog.getByRole('button', { name: 'Submit' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText(/^Online for/)).toBeVisible({ timeout: 20_000 });
  });

  await test.step('somebody else cannot run it, and who lacks premium is led to the page about it', async () => {
    const other = await newPage();
    await signIn(other, 'Juniper');
    await other.goto('/whitelabel');
    await other.waitForURL(/\/docs\/premium$/);
  });

  await test.step('no more', async () => {
    await press(page, 'Disable Whitelabel');
    const dialog = page.getByRole('dialog', { name: 'Disable Whitelabel?' });
    const sent = page.waitForResponse((response) =>
      isCall(response.request(), 'DELETE', '/user/whitelabel/'),
    );
    await dialog.getByRole('button', { name: 'Disable Whitelabel' }).click();
    expect((await sent).status()).toBe(204);
    await expect(toasts(page).filter({ hasText: 'Whitelabel has been disabled' })).toBeVisible();
    await expect(card(page, 'Bot Token')).toBeVisible();
    await page.reload();
    await expect(card(page, 'Bot Token')).toBeVisible();
  });

  await test.step('the shared bot has the panels back', async () => {
    const log = await enterChannel(member, PANELS);
    await expect(saidBy(log, 'Tickets').first()).toBeVisible({ timeout: 30_000 });
    // What it told the member alone stays theirs to see.
    await expect(
      saidBy(log, BOT).filter({ has: member.getByRole('button', { name: 'Get help' }) }),
    ).toHaveCount(0, { timeout: 30_000 });
  });
});
