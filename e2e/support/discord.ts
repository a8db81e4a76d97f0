import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';

const simulator = () => {
  const address = process.env.E2E_DISCORD_URL;
  if (!address) throw new Error('E2E_DISCORD_URL says where the simulated Discord is; it is not set.');
  return address;
};

/** Opens the simulated Discord as one of its people, in one of their servers. */
export async function openDiscord(
  page: Page,
  person: string,
  server: string,
  address = simulator(),
): Promise<void> {
  await page.goto(address);
  await page.getByRole('link', { name: new RegExp(`^${person}`) }).click();
  await expect(page.getByRole('button', { name: `You are: ${person}` })).toBeVisible();
  await enterServer(page, server);
}

/**
 * Opens the simulated Discord as a person who has just joined a server, and returns their name. Journeys that run side
 * by side then never meet in one member's ticket limit, or in the few seconds in which a second press for the same
 * thing leads to the first ticket.
 */
export async function openDiscordAsNewcomer(
  page: Page,
  server: string,
  address = simulator(),
): Promise<string> {
  const name = `newcomer${randomUUID().slice(0, 8)}`;
  await page.goto(address);
  const form = page.getByRole('form', { name: 'Or join as someone new' });
  await form.getByRole('textbox', { name: 'Name' }).fill(name);
  await form.getByRole('combobox', { name: 'Joins' }).selectOption(server);
  await form.getByRole('button', { name: 'Join' }).click();
  await expect(page.getByRole('button', { name: `You are: ${name}` })).toBeVisible();
  await enterServer(page, server);
  return name;
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

/** Presses a panel's button and answers the number of the ticket that the bot says it has opened. */
export async function openTicket(page: Page, channel: string, button: string): Promise<number> {
  const log = await enterChannel(page, channel);
  const answers = log.getByText(/Opened a new ticket/);
  const opened = answers.nth(await answers.count());
  await log.getByRole('button', { name: button, exact: true }).last().click();
  await opened.waitFor();
  return Number(/ticket-(\d+)/.exec((await opened.textContent()) ?? '')?.[1]);
}

/** What can be done with a message, which Discord shows while the pointer is over it. */
async function act(message: Locator, action: string): Promise<void> {
  await message.hover();
  await message.getByRole('button', { name: action, exact: true }).click();
}

export async function edit(log: Locator, before: string, after: string): Promise<void> {
  await act(messageWith(log, before), 'Edit');
  const box = log.getByRole('textbox', { name: 'Edit message' });
  await box.fill(after);
  await box.press('Enter');
  await expect(box).toHaveCount(0);
  await expect(log.getByText(after)).toBeVisible();
}

export async function remove(page: Page, log: Locator, text: string): Promise<void> {
  await act(messageWith(log, text), 'More');
  await page.getByRole('menuitem', { name: 'Delete Message' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(log.getByText(text)).toHaveCount(0);
}

/** Uses a slash command, with some of its options. */
export async function command(
  page: Page,
  channel: string,
  name: string,
  options: Record<string, string> = {},
): Promise<void> {
  await page.getByRole('textbox', { name: `Message #${channel}` }).fill(`/${name}`);
  await page
    .getByRole('option', { name: new RegExp(`^/${name}\\b`) })
    .first()
    .click();
  const draft = page.getByRole('group', { name: `Command /${name}` });
  for (const [option, value] of Object.entries(options)) {
    // Those that a command needs are there from the beginning.
    const add = draft.getByRole('button', { name: `Add option ${option}` });
    if (await add.isVisible()) await add.click();
    const box = draft
      .getByRole('combobox', { name: option })
      .or(draft.getByRole('textbox', { name: option }));
    await box.fill(value);
  }
  await draft.getByRole('button', { name: 'Send command' }).click();
  await expect(draft).toHaveCount(0);
}

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
