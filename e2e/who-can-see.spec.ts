import { axeFindings } from './support/axe.ts';
import { signInTo } from './support/dashboard.ts';
import { openDiscordAsNewcomer, openTicket } from './support/discord.ts';
import { expect, test } from './support/test.ts';

const SERVER = 'Harbour Games';

test('an administrator asks who can see a ticket, is told the rule, and goes where it is changed', async ({
  page,
  newPage,
}) => {
  const opener = await newPage();
  const name = await openDiscordAsNewcomer(opener, SERVER);
  const ticket = await openTicket(opener, 'open-a-ticket', 'Get help');
  const server = await signInTo(page, 'Olive', SERVER);
  await page.goto(`${server}/teams`);
  await page.getByRole('link', { name: 'Who Can See This?' }).click();
  await expect(page.getByRole('heading', { name: 'Who Can See This?' })).toBeVisible();

  const person = page.getByRole('combobox', { name: 'Person' });
  const number = page.getByRole('textbox', { name: 'Ticket number' });
  const answer = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Answer' }) });
  const explain = page.getByRole('button', { name: 'Explain' });

  await test.step('what is missing is said at its field', async () => {
    await explain.click();
    await expect(page.getByText('A user ID is a number of 17 to 20 digits.')).toBeVisible();
    await expect(page.getByText('Enter the number of a ticket.')).toBeVisible();
  });

  await test.step('a member who is no staff, and what would let them in', async () => {
    await person.fill('maple');
    await page.getByRole('option', { name: 'maple' }).click();
    await number.fill(String(ticket));
    await explain.click();
    await expect(answer).toContainText(`maple cannot see ticket #${ticket}`);
    await expect(answer).toContainText('They are not on the staff of this server');
    await expect(answer.getByRole('link', { name: 'Give them a role of the team Default' })).toHaveAttribute(
      'href',
      `${server}/teams`,
    );
    expect(await axeFindings(page)).toEqual([]);
  });

  await test.step('support staff, by which role', async () => {
    await person.fill('sage');
    await page.getByRole('option', { name: 'sage' }).click();
    await explain.click();
    await expect(answer).toContainText(`sage can see ticket #${ticket}`);
    await expect(answer).toContainText('they are in it by the role Support');
  });

  await test.step('the other way round: everyone who sees it', async () => {
    const viewers = page.getByRole('list', { name: `Who sees ticket #${ticket}` });
    await expect(viewers.getByRole('listitem').filter({ hasText: name })).toContainText(
      'They opened the ticket.',
    );
    await expect(viewers.getByRole('listitem').filter({ hasText: 'olive' })).toContainText(
      'they own this server',
    );
    await expect(viewers.getByRole('listitem').filter({ hasText: 'Support' })).toContainText(
      'The team Default',
    );
  });

  await test.step('a made-up member, and a page of the dashboard', async () => {
    await page.getByRole('radio', { name: 'Anyone with certain roles' }).check();
    await page.getByRole('combobox', { name: 'Roles' }).click();
    await page.getByRole('option', { name: 'Supporter', exact: true }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('radio', { name: 'A page of the dashboard' }).check();
    await page.getByRole('combobox', { name: 'Page' }).selectOption('Settings');
    await explain.click();
    await expect(answer).toContainText('A member with these roles cannot see Settings');
    await expect(answer.getByRole('link', { name: 'Make them an administrator.' })).toBeVisible();
  });

  await test.step('the answer has an address of its own', async () => {
    await page.reload();
    await expect(answer).toContainText('A member with these roles cannot see Settings');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await axeFindings(page)).toEqual([]);
    const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(scrollWidth).toBeLessThanOrEqual(390);
  });

  await test.step('a person of whom only the ID is known is not called a made-up member', async () => {
    await page.goto(`${page.url().split('?')[0]}?user=99999999999999999&page=settings`);
    await expect(answer).toContainText('The person with this ID cannot see Settings');
  });
});

test.describe('support staff', () => {
  test.use({ tolerated: [/status of 403/] });

  test('have no such page, and are refused by the server', async ({ page }) => {
    const server = await signInTo(page, 'Olive', 'Open Kitchen');
    await page.goto(`${server}/who-can-see`);
    await expect(page.getByRole('heading', { name: 'You cannot use this page' })).toBeVisible();
    const token = (await page.evaluate(() => localStorage.getItem('token'))) ?? '';
    const refused = await page.request.get(
      `/api${server.replace('/manage', '')}/access?page=tickets&role_ids=`,
      { headers: { Authorization: token, 'x-tickets': 'true' } },
    );
    expect(refused.status()).toBe(403);
  });
});
