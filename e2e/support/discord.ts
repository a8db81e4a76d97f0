import { expect, type Locator, type Page } from '@playwright/test';

const simulator = () => {
  const address = process.env.E2E_DISCORD_URL;
  if (!address) throw new Error('E2E_DISCORD_URL says where the simulated Discord is; it is not set.');
  return address;
};

/** Opens the simulated Discord as one of its people, in one of their servers. */
export async function openDiscord(page: Page, person: string, server: string): Promise<void> {
  await page.goto(simulator());
  await page.getByRole('link', { name: new RegExp(`^${person}`) }).click();
  await expect(page.getByRole('button', { name: `You are: ${person}` })).toBeVisible();
  await enterServer(page, server);
}

export async function enterServer(page: Page, server: string): Promise<void> {
  const rail = page.getByRole('navigation', { name: 'Servers' });
  await rail.getByRole('button', { name: new RegExp(`^${server}`) }).click();
}

/** Opens a channel of the open server and answers what is written there. */
export async function enterChannel(page: Page, channel: string): Promise<Locator> {
  const channels = page.getByRole('navigation', { name: /^Channels of / });
  await channels.getByRole('link', { name: new RegExp(`^${channel}(,|$)`) }).click();
  const log = page.getByRole('log', { name: `Messages in ${channel}` });
  await expect(log).toBeVisible();
  return log;
}

/** The message with a text. An embed in it is an article, too; the message comes before it. */
export const messageWith = (log: Locator, text: string | RegExp) =>
  log.getByRole('article').filter({ hasText: text }).first();

/** Opens what the bot wrote to the person alone. */
export async function enterDirectMessages(page: Page, from: string): Promise<Locator> {
  await enterServer(page, 'Direct Messages');
  const directs = page.getByRole('navigation', { name: 'Direct messages' });
  await directs.getByRole('link', { name: new RegExp(`^${from}`) }).click();
  return page.getByRole('log', { name: `Messages in ${from}` });
}

export async function write(page: Page, channel: string, text: string): Promise<void> {
  const box = page.getByRole('textbox', { name: `Message #${channel}` });
  await box.fill(text);
  await box.press('Enter');
}
