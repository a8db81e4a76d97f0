import type { Page } from '@playwright/test';
import { isCall, signIn, signInTo, storedGuilds, toasts } from './support/dashboard.ts';
import { expect, withOwnProgram } from './support/test.ts';

const SERVER = 'Harbour Games';

/** A program of its own: others look at these people's servers as they are. */
const test = withOwnProgram();

// Whoever has lost access is refused, which the browser's console says too.
test.use({ tolerated: [/status of 40[34]/] });

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const idOf = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('user_data') ?? '{}').id);
const namesOf = async (page: Page) => (await storedGuilds(page)).map(({ name }) => name);

test('bot staff open a server while it lets them in, and not a moment longer', async ({ page, newPage }) => {
  test.setTimeout(120_000);
  // Juniper has nothing to do with Harbour Games.
  const juniper = await newPage();
  await signIn(juniper, 'Juniper');
  const id = await idOf(juniper);
  expect(await namesOf(juniper)).not.toContain(SERVER);

  await test.step('an administrator of the product adds somebody to the bot staff', async () => {
    const warden = await newPage();
    await signIn(warden, 'Warden');
    await menu(warden).getByRole('link', { name: 'Admin' }).click();
    await warden.waitForURL('**/admin/bot-staff');
    await warden.getByRole('textbox', { name: 'User ID' }).fill(id);
    const post = warden.waitForRequest((request) => isCall(request, 'POST', `/api/admin/bot-staff/${id}`));
    await warden.getByRole('button', { name: 'Add' }).click();
    expect((await (await post).response())?.status()).toBe(204);
    await expect(warden.getByRole('region', { name: 'Bot staff' })).toContainText(`juniper (${id})`);
  });
  await test.step('who has no admin flag is taken back to the servers', async () => {
    await juniper.goto('/admin/bot-staff');
    await juniper.waitForURL((url) => url.pathname === '/');
    await expect(menu(juniper).getByRole('link', { name: 'Servers' })).toBeVisible();
    await expect(menu(juniper).getByRole('link', { name: 'Admin' })).toHaveCount(0);
  });

  const server = await signInTo(page, 'Olive', SERVER);
  await test.step('before the server lets them in, there is no such server for them', async () => {
    await juniper.goto(`${server}/settings`);
    await expect(juniper.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  });

  await test.step('an administrator of the server grants access', async () => {
    await page.goto(`${server}/settings`);
    await menu(page).getByRole('link', { name: 'Staff Override' }).click();
    await expect(page.getByText('Nobody of the Tickets team has access now.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Revoke Access' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Grant Access' }).click();
    const modal = page.getByRole('dialog', { name: 'Grant Permissions To Tickets Team' });
    await expect(modal.getByRole('combobox', { name: 'Duration' })).toHaveValue('1');
    await modal.getByRole('combobox', { name: 'Duration' }).selectOption('6 hours');
    const post = page.waitForRequest((request) => isCall(request, 'POST', '/staff-override'));
    await modal.getByRole('button', { name: 'Confirm' }).click();
    const request = await post;
    expect([request.postDataJSON(), (await request.response())?.status()]).toEqual([{ time_period: 6 }, 204]);
    await expect(toasts(page)).toContainText('Staff access override has been granted');
    await expect(page.getByText(/^Until .*, your time/)).toBeVisible();
  });

  await test.step('the server is in their list now, and its settings open', async () => {
    await juniper.goto('/');
    await juniper.getByRole('button', { name: 'Refresh list' }).click();
    await juniper.getByRole('link', { name: SERVER }).click();
    await juniper.waitForURL(`**${server}/settings`);
    await expect(juniper.getByRole('button', { name: 'Submit' })).toBeVisible();
    await menu(juniper)
      .getByRole('link', { name: /^Tickets/ })
      .click();
    await expect(juniper.getByRole('link', { name: /^View ticket/ }).first()).toBeVisible();
  });

  await test.step('what would outlast the access is off for them, with the reason; what they change is listed', async () => {
    await juniper.goto(`${server}/webhooks`);
    await expect(juniper.getByText('This server let the Tickets team in')).toBeVisible();
    await expect(juniper.getByRole('button', { name: 'Add Webhook' }).first()).toBeDisabled();
    await juniper.goto(`${server}/teams`);
    await juniper.getByRole('textbox', { name: 'Name' }).fill('Left behind');
    await juniper.getByRole('button', { name: 'Submit' }).click();
    await expect(toasts(juniper)).toContainText('Team Left behind has been created');
    await page.reload();
    const done = page.getByRole('list', { name: 'Changes, the newest first' });
    await expect(done.getByRole('listitem')).toContainText(/created the team Left behind/);
    await expect(page.getByText('This server let the Tickets team in')).toHaveCount(0);
  });

  await test.step('revoked, it is gone from under them', async () => {
    await page.getByRole('button', { name: 'Revoke Access' }).click();
    await expect(toasts(page)).toContainText('Staff access override has been revoked');
    await expect(page.getByRole('button', { name: 'Revoke Access' })).toHaveCount(0);
    await juniper.goto(`${server}/settings`);
    await expect(juniper.getByRole('button', { name: 'Submit' })).toHaveCount(0);
    const token = await juniper.evaluate(() => localStorage.getItem('token') ?? '');
    const id_of_server = server.split('/').at(-1);
    const answer = await juniper.request.get(`/api/${id_of_server}/settings`, {
      headers: { 'x-tickets': 'true', authorization: token },
    });
    expect(answer.status()).toBe(404);
  });
});
