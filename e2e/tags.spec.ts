import type { Page } from '@playwright/test';
import { isCall, signInTo, toasts } from './support/dashboard.ts';
import { command, enterChannel, enterServer, messageWith, openDiscordAsNewcomer } from './support/discord.ts';
import { expect, test } from './support/test.ts';

const SERVER = 'Harbour Games';

const editor = (page: Page) => page.getByRole('dialog', { name: 'Tag Editor' });
const field = (page: Page, name: string) => editor(page).getByRole('textbox', { name, exact: true });
const toggle = (page: Page, name: string) => editor(page).getByRole('switch', { name });
const save = (page: Page) => editor(page).getByRole('button', { name: 'Save' }).click();

async function openTags(page: Page, person = 'Olive', server = SERVER): Promise<void> {
  await page.goto(`${await signInTo(page, person, server)}/tags`);
  await expect(page.getByRole('button', { name: /^Edit / }).first()).toBeVisible();
}

async function saved(page: Page, text: string): Promise<void> {
  await expect(toasts(page)).toContainText(text);
  await expect(editor(page)).toHaveCount(0);
}

async function deleteTag(page: Page, id: string): Promise<void> {
  await page.getByRole('button', { name: `Delete ${id}`, exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('button', { name: `Edit ${id}`, exact: true })).toHaveCount(0);
  await expect(toasts(page)).toContainText('Tag deleted successfully');
}

test('a tag is written, used in Discord, renamed into a command of its own, and deleted', async ({
  page,
  newPage,
}) => {
  test.setTimeout(120_000);
  await openTags(page);
  const member = await newPage();
  await openDiscordAsNewcomer(member, SERVER);
  const log = await enterChannel(member, 'general');

  await test.step('nothing is sent without an id, or by Cancel', async () => {
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.method()));
    await page.getByRole('button', { name: 'Create Tag' }).click();
    await save(page);
    await expect(editor(page)).toContainText('Tag ID is required');
    await editor(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(editor(page)).toHaveCount(0);
    expect(sent.filter((method) => method !== 'GET')).toEqual([]);
  });

  await test.step('of an embed alone: its content is sent as null', async () => {
    await page.getByRole('button', { name: 'Create Tag' }).click();
    await field(page, 'Tag ID').fill('tides');
    await toggle(page, 'Use Embed').check();
    await field(page, 'Description').fill('High water at noon.');
    const put = page.waitForRequest((request) => isCall(request, 'PUT', '/tags'));
    await save(page);
    const request = await put;
    expect(request.postDataJSON()).toMatchObject({ id: 'tides', content: null, use_embed: true });
    expect((await request.response())?.status()).toBe(204);
    await saved(page, 'Tag tides has been created');
  });

  await test.step('a member uses it', async () => {
    await command(member, 'general', 'tag', { id: 'tides' });
    await expect(messageWith(log, 'High water at noon.')).toBeVisible();
  });

  await test.step('under another id it is a new tag with all that the old one had, and a command', async () => {
    await page.getByRole('button', { name: 'Edit tides' }).click();
    await field(page, 'Tag ID').fill('high-water');
    await toggle(page, 'Create Custom Command Alias').check();
    const sent: string[] = [];
    page.on(
      'request',
      (request) => isCall(request, request.method(), '/tags') && sent.push(request.method()),
    );
    await save(page);
    await saved(page, 'Tag edited successfully');
    expect(sent.filter((method) => method !== 'GET')).toEqual(['DELETE', 'PUT']);
    // Discord's own client hears of new commands at once; the simulated one when a channel is entered.
    await enterChannel(member, 'screenshots');
    await enterChannel(member, 'general');
    await command(member, 'general', 'high-water');
    await expect(log.getByText('High water at noon.')).toHaveCount(2);
  });

  await test.step('deleted, neither the tag nor its command is there', async () => {
    await deleteTag(page, 'high-water');
    await member.reload();
    await enterServer(member, SERVER);
    const again = await enterChannel(member, 'general');
    await member.getByRole('textbox', { name: 'Message #general' }).fill('/high');
    await expect(member.getByRole('option', { name: /^\/high-water/ })).toHaveCount(0);
    await command(member, 'general', 'tag', { id: 'high-water' });
    await expect(again).toContainText('Tag not found: high-water');
  });
});

test.describe('a refused tag', () => {
  test.use({ tolerated: [/status of 400/] });

  test('stays in its editor, with the reason above it, which can be closed alone', async ({ page }) => {
    await openTags(page);
    await page.getByRole('button', { name: 'Create Tag' }).click();
    await field(page, 'Tag ID').fill('help');
    await toggle(page, 'Create Custom Command Alias').check();
    await field(page, 'Message Content').fill('Ask us.');
    await save(page);
    await expect(toasts(page)).toContainText('help');
    await expect(field(page, 'Tag ID')).toBeFocused();
    await toasts(page).getByRole('button', { name: 'Close' }).click();
    await expect(toasts(page).getByRole('alert')).toHaveCount(0);
    await expect(field(page, 'Message Content')).toHaveValue('Ask us.');
  });
});

test('without premium there is no command of one’s own', async ({ page }) => {
  await openTags(page, 'Olive', 'Pixel, No Premium');
  await page.getByRole('button', { name: 'Create Tag' }).click();
  await expect(toggle(page, 'Create Custom Command Alias')).toBeDisabled();
});

test('Ctrl K leads to the editor of a tag from anywhere, with keys alone', async ({ page }) => {
  await page.goto(`${await signInTo(page, 'Sage', SERVER)}/transcripts`);
  await expect(page.getByRole('heading', { name: 'Transcripts', level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('refund');
  await expect(page.getByRole('option', { name: /^refund/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(field(page, 'Tag ID')).toHaveValue('refund');
  await expect(field(page, 'Tag ID')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(editor(page)).toHaveCount(0);
});

test.describe('a part of the page that cannot be fetched', () => {
  test.use({ tolerated: [/status of 404|dynamically imported module|error occurred in/] });

  test('is there once somebody tries again', async ({ page }) => {
    await openTags(page);
    // As when the server has a newer version, with files of other names.
    await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404 }));
    await page.getByRole('button', { name: 'Edit docs', exact: true }).click();
    await expect(page.getByRole('alert')).toContainText('Something went wrong on this page.');
    await page.unroute('**/assets/*.js');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'Edit docs', exact: true }).click();
    await expect(editor(page)).toBeVisible();
  });
});
