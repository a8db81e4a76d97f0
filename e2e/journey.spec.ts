import type { Page } from '@playwright/test';
import { choose, openSection, signInTo, toasts } from './support/dashboard.ts';
import {
  enterChannel,
  enterDirectMessages,
  messageWith,
  openDiscord,
  openDiscordAsNewcomer,
  write,
} from './support/discord.ts';
import { expect, test } from './support/test.ts';

const WELCOME = 'Ahoy! Tell us what you need, and we steer you there.';
const PANEL = { title: 'Lost cargo', content: 'Something went overboard? Tell us.', button: 'Report a loss' };
const SAID = { first: 'My crate of oranges is gone.', second: 'It was on the Tuesday ship.' };
const REPLY = 'We have found it, and it is on its way to you.';
const REASON = 'The crate was found';

test('a server is set up, a member opens a ticket, staff answer and close it, and all of it can be read again', async ({
  newPage,
}) => {
  test.setTimeout(120_000);
  const owner = await newPage();
  const server = await signInTo(owner, 'Olive', 'Harbour Games');

  await test.step('the owner changes the welcome message', async () => {
    await owner.goto('/');
    await owner.getByRole('link', { name: 'Harbour Games' }).click();
    await expect(owner).toHaveURL(new RegExp(`${server}/settings$`));
    await openSection(owner, 'Tickets');
    await owner.getByRole('textbox', { name: 'Welcome message' }).fill(WELCOME);
    await owner.getByRole('button', { name: 'Submit' }).click();
    await expect(toasts(owner)).toContainText('Your settings have been saved.');
    await owner.reload();
    await openSection(owner, 'Tickets');
    await expect(owner.getByRole('textbox', { name: 'Welcome message' })).toHaveValue(WELCOME);
  });

  await test.step('the owner creates a panel', async () => {
    await createPanel(owner);
  });

  // Sage is support staff: a list that is open before anything happens.
  const staff = await newPage();
  await signInTo(staff, 'Sage', 'Harbour Games');
  await staff.goto(`${server}/tickets`);
  await expect(staff.getByRole('link', { name: /^View ticket/ }).first()).toBeVisible();

  const member = await newPage();
  await openDiscordAsNewcomer(member, 'Harbour Games');
  const ticket = await test.step('a member presses the button and writes', async () => {
    const panels = await enterChannel(member, 'general');
    const panel = messageWith(panels, PANEL.title);
    await expect(panel).toContainText(PANEL.content);
    await panel.getByRole('button', { name: PANEL.button }).click();
    const answer = panels.getByText(/Opened a new ticket/);
    await expect(answer).toBeVisible();
    const id = Number(/ticket-(\d+)/.exec((await answer.textContent()) ?? '')?.[1]);
    expect(id).toBeGreaterThan(0);
    return { id, name: `ticket-${id}` };
  });
  const channel = await enterChannel(member, ticket.name);
  await expect(channel).toContainText(WELCOME);
  await write(member, ticket.name, SAID.first);
  await expect(channel).toContainText(SAID.first);

  await test.step('staff see it arrive without a reload, and read what was written', async () => {
    await staff.getByRole('link', { name: `View ticket ${ticket.id}`, exact: true }).click();
    await expect(staff.getByRole('heading', { name: `Ticket #${ticket.id}` })).toBeVisible();
    await expect(conversation(staff)).toContainText(WELCOME);
    await expect(conversation(staff)).toContainText(SAID.first);
    await expect(staff.getByText('Live', { exact: true })).toBeVisible();
    await write(member, ticket.name, SAID.second);
    await expect(conversation(staff)).toContainText(SAID.second);
  });

  await test.step('staff reply, and the member sees it', async () => {
    const box = staff.getByRole('textbox', { name: 'Message', exact: true });
    await box.fill(REPLY);
    await box.press('Enter');
    await expect(channel.getByText(REPLY)).toBeVisible();
    await expect(conversation(staff).getByText(REPLY)).toHaveCount(1);
  });

  await test.step('staff close it with a reason', async () => {
    await staff.getByRole('textbox', { name: 'Reason' }).fill(REASON);
    await staff.getByRole('button', { name: 'Close Ticket' }).click();
    await expect(toasts(staff)).toContainText(`Ticket #${ticket.id} has been closed`);
    await expect(staff).toHaveURL(new RegExp(`${server}/tickets$`));
    await expect(staff.getByRole('link', { name: /^View ticket/ }).first()).toBeVisible();
    await expect(staff.getByRole('link', { name: `View ticket ${ticket.id}`, exact: true })).toHaveCount(0);
  });

  await test.step('the member is told in a direct message, and the channel is gone', async () => {
    const directs = await enterDirectMessages(member, 'Tickets');
    const told = messageWith(directs, REASON);
    await expect(told).toContainText('Ticket Closed');
    await expect(told).toContainText(String(ticket.id));
    await expect(member.getByRole('link', { name: ticket.name })).toHaveCount(0);
  });

  await test.step('the archive channel has it', async () => {
    const discord = await newPage();
    await openDiscord(discord, 'Sage', 'Harbour Games');
    const archive = await enterChannel(discord, 'ticket-archive');
    const archived = messageWith(archive, REASON);
    await expect(archived).toContainText('Ticket Closed');
    await expect(archived).toContainText(String(ticket.id));
    await expect(archived).toContainText('Sage');
  });

  await test.step('the transcript has every message', async () => {
    await staff.getByRole('link', { name: 'Transcripts' }).click();
    const row = staff.getByRole('row').filter({ hasText: REASON });
    await expect(row).toContainText(String(ticket.id));
    await row.getByRole('link', { name: `View the transcript of ticket ${ticket.id}` }).click();
    for (const text of [WELCOME, SAID.first, SAID.second, REPLY]) {
      await expect(conversation(staff).getByText(text)).toHaveCount(1);
    }
  });
});

const conversation = (page: Page) => page.getByRole('region', { name: 'Conversation' });

async function createPanel(owner: Page): Promise<void> {
  await owner.getByRole('link', { name: 'Ticket Panels' }).click();
  await owner.getByRole('link', { name: 'New Panel' }).click();
  await owner.getByRole('textbox', { name: 'Title' }).fill(PANEL.title);
  await owner.getByRole('textbox', { name: 'Content' }).fill(PANEL.content);
  await owner.getByRole('textbox', { name: 'Colour', exact: true }).fill('#ff8800');
  await choose(owner, 'Channel', 'general');
  await owner.getByRole('textbox', { name: 'Button text' }).fill(PANEL.button);
  await owner.getByRole('combobox', { name: 'Button colour' }).selectOption('Green');
  await openSection(owner, 'Welcome Message');
  await owner.getByRole('switch', { name: 'Use the server’s welcome message' }).check();
  await owner.getByRole('button', { name: 'Create' }).click();
  await expect(toasts(owner)).toContainText('Panel created successfully');
  const row = owner.getByRole('row').filter({ hasText: PANEL.title });
  await expect(row).toContainText('#general');
}
