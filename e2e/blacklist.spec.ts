import type { Page } from '@playwright/test';
import { choose, isCall, signInTo, toasts } from './support/dashboard.ts';
import { command, enterChannel, openDiscord } from './support/discord.ts';
import { expect, withOwnProgram } from './support/test.ts';

const SERVER = 'Harbour Games';
const NOBODY = '123456789012345678';

/** A program of its own: others look at this server's blacklist as it is. */
const test = withOwnProgram();

const rows = (page: Page, list: 'users' | 'roles') =>
  page.getByRole('region', { name: `Blacklisted ${list}` }).getByRole('row');
const modal = (page: Page, name: 'User' | 'Role') => page.getByRole('dialog', { name: `Blacklist ${name}` });

async function openBlacklist(page: Page): Promise<void> {
  await page.goto(`${await signInTo(page, 'Olive', SERVER)}/blacklist`);
  await expect(page.getByRole('button', { name: 'Remove pike' })).toBeVisible();
}

async function confirm(page: Page, name: 'User' | 'Role', text: string): Promise<unknown> {
  const post = page.waitForRequest((request) => isCall(request, 'POST', '/blacklist'));
  await modal(page, name).getByRole('button', { name: 'Confirm' }).click();
  const request = await post;
  await expect(toasts(page)).toContainText(`${text} has been blacklisted`);
  await expect(modal(page, name)).toHaveCount(0);
  return request.postDataJSON();
}

async function addRole(page: Page, role: string): Promise<unknown> {
  await page.getByRole('button', { name: 'Blacklist New Role' }).click();
  await choose(page, 'Role', role);
  return confirm(page, 'Role', role);
}

/** Answers the address that was called. */
async function remove(page: Page, name: string): Promise<string> {
  const call = page.waitForRequest((request) => request.method() === 'DELETE');
  await page.getByRole('button', { name: `Remove ${name}`, exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  const request = await call;
  await expect(toasts(page)).toContainText(`${name} has been removed from the blacklist`);
  await expect(page.getByRole('button', { name: `Remove ${name}`, exact: true })).toHaveCount(0);
  expect([request.postData(), (await request.response())?.status()]).toEqual([null, 204]);
  return new URL(request.url()).pathname;
}

test('who is on the blacklist, by name or by a role, can use nothing until they are taken off', async ({
  page,
  newPage,
  program,
}) => {
  test.setTimeout(120_000);
  await openBlacklist(page);
  await expect(rows(page, 'users').nth(1)).toContainText(/^pike \(\d+\)/);
  await expect(rows(page, 'roles').nth(1)).toContainText('Muted');
  const pike = await newPage();
  await openDiscord(pike, 'Pike', SERVER, program.discord);
  const log = await enterChannel(pike, 'open-a-ticket');
  const refusals = log.getByText('You are blacklisted in this server');
  const press = () => log.getByRole('button', { name: 'Get help', exact: true }).last().click();

  await press();
  await expect(refusals).toHaveCount(1);
  await test.step('by the role alone', async () => {
    expect(await remove(page, 'pike')).toMatch(/\/blacklist\/user\/\d+$/);
    await press();
    await expect(refusals).toHaveCount(2);
  });
  await test.step('taken off, they can use the bot', async () => {
    expect(await remove(page, 'Muted')).toMatch(/\/blacklist\/role\/\d+$/);
    const general = await enterChannel(pike, 'general');
    await command(pike, 'general', 'tag', { id: 'docs' });
    await expect(general).toContainText('stands in the guide');
  });
  await test.step('found by name, they are put back with keys alone', async () => {
    await page.getByRole('button', { name: 'Blacklist New User' }).press('Enter');
    await expect(page.getByRole('combobox', { name: 'User', exact: true })).toBeFocused();
    await page.keyboard.type('pike');
    await expect(page.getByRole('option', { name: 'pike' })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('combobox', { name: 'User', exact: true })).toHaveValue('pike');
    expect(await confirm(page, 'User', 'pike')).toMatchObject({ entity_type: 0 });
    expect(await addRole(page, 'Muted')).toMatchObject({ entity_type: 1 });
  });
});

test('somebody whom nobody knows, and a role that is deleted, are listed by their ids', async ({
  page,
  newPage,
  program,
}) => {
  test.setTimeout(120_000);
  await openBlacklist(page);
  await test.step('an id of nobody', async () => {
    await page.getByRole('button', { name: 'Blacklist New User' }).click();
    await modal(page, 'User').getByRole('switch', { name: 'Use User ID' }).check();
    await modal(page, 'User').getByRole('textbox', { name: 'User ID' }).fill(NOBODY);
    const body = await confirm(page, 'User', `User with ID ${NOBODY}`);
    expect(body).toEqual({ entity_type: 0, snowflake: NOBODY });
    await expect(rows(page, 'users').nth(1)).toContainText(`Unknown (${NOBODY})`);
    await page.getByRole('button', { name: 'Blacklist New User' }).click();
    await expect(modal(page, 'User').getByRole('switch', { name: 'Use User ID' })).not.toBeChecked();
    await modal(page, 'User').getByRole('button', { name: 'Cancel' }).click();
    await remove(page, `User with ID ${NOBODY}`);
  });

  const discord = await newPage();
  await openDiscord(discord, 'Olive', SERVER, program.discord);
  const openRoles = async () => {
    await discord
      .getByRole('button', { name: new RegExp(`^${SERVER}`) })
      .last()
      .click();
    await discord.getByRole('menuitem', { name: 'Roles' }).click();
  };
  await test.step('a role, which is then deleted in Discord', async () => {
    await openRoles();
    await discord.getByRole('textbox', { name: 'Role Name' }).fill('Stowaways');
    await discord.getByRole('button', { name: 'Create Role' }).click();
    await expect(discord.getByRole('button', { name: 'Delete Role Stowaways' })).toBeVisible();
    // The bot hears of it in its own time, and this page is not told live.
    await expect(async () => {
      await page.reload();
      await page.getByRole('button', { name: 'Blacklist New Role' }).click();
      await page.getByRole('combobox', { name: 'Role', exact: true }).click();
      const option = page.getByRole('option', { name: 'Stowaways', exact: true });
      await expect(option).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await page.reload();
    const body = await addRole(page, 'Stowaways');
    const { snowflake } = body as { snowflake: string }; // as the page sent it
    await expect(rows(page, 'roles').nth(1)).toContainText('Stowaways');
    await discord.getByRole('button', { name: 'Delete Role Stowaways' }).click();
    await discord.getByRole('dialog').getByRole('button', { name: 'Delete Role', exact: true }).click();
    await expect(discord.getByRole('button', { name: 'Delete Role Stowaways' })).toHaveCount(0);
    await expect(async () => {
      await page.reload();
      await expect(rows(page, 'roles').nth(1)).toContainText(`Unknown (${snowflake})`, { timeout: 2_000 });
    }).toPass();
    await remove(page, `Role with ID ${snowflake}`);
  });
});

test.describe('a refusal', () => {
  test.use({ tolerated: [/status of 400/] });

  test('stands at the field, until somebody else is chosen', async ({ page }) => {
    await openBlacklist(page);
    await page.getByRole('button', { name: 'Blacklist New Role' }).click();
    await choose(page, 'Role', 'Support');
    await modal(page, 'Role').getByRole('button', { name: 'Confirm' }).click();
    const picker = modal(page, 'Role').getByRole('combobox', { name: 'Role' });
    await expect(picker).toHaveAccessibleDescription('You cannot blacklist staff members!');
    await choose(page, 'Role', 'Supporter');
    await expect(picker).toHaveAccessibleDescription('');
    await modal(page, 'Role').getByRole('button', { name: 'Cancel' }).click();
    await expect(rows(page, 'roles')).toHaveCount(2);
  });
});
