import type { Page } from '@playwright/test';
import { axeFindings } from './support/axe.ts';
import { consentAs, toasts } from './support/dashboard.ts';
import {
  command,
  enterChannel,
  openDiscord,
  openDiscordAsNewcomer,
  openTicket,
  write,
} from './support/discord.ts';
import { expect, test } from './support/test.ts';

const SAID = { first: 'The gate code does not work.', more: 'It says “try again later”.' };
const ANSWER = 'Try it without the dash.';

test('a member finds their ticket in the dashboard, writes, is answered, and reads and rates it when it is closed', async ({
  newPage,
}) => {
  test.setTimeout(120_000);
  const discord = await newPage();
  const name = await openDiscordAsNewcomer(discord, 'Harbour Games');
  const id = await openTicket(discord, 'open-a-ticket', 'Get help');
  const channel = `ticket-${id}`;
  const log = await enterChannel(discord, channel);
  await write(discord, channel, SAID.first);
  await expect(log.getByText(SAID.first)).toBeVisible();

  // Members come from a phone.
  const member = await newPage();
  await member.setViewportSize({ width: 390, height: 844 });
  await test.step('whoever manages no server lands on their tickets', async () => {
    await member.goto('/');
    await consentAs(member, name);
    await expect(member).toHaveURL(/\/tickets$/);
    const row = member.getByRole('link', { name: new RegExp(SAID.first) });
    await expect(row).toContainText('Harbour Games');
    await expect(row).toContainText('You:');
    expect(await axeFindings(member)).toEqual([]);
    await row.click();
  });

  await test.step('they write, and it stands in Discord under their name', async () => {
    await expect(conversation(member)).toContainText(SAID.first);
    await expect(member.getByText('Live', { exact: true })).toBeVisible();
    const box = member.getByRole('textbox', { name: 'Message', exact: true });
    await box.fill(SAID.more);
    await box.press('Enter');
    await expect(log.getByText(SAID.more)).toBeVisible();
    await expect(log.getByRole('article').filter({ hasText: SAID.more }).last()).toContainText(name);
    await expect(conversation(member).getByText(SAID.more)).toHaveCount(1);
    expect(await axeFindings(member)).toEqual([]);
  });

  const staff = await newPage();
  await openDiscord(staff, 'Sage', 'Harbour Games');
  await test.step('staff answer in Discord, and it arrives without a reload', async () => {
    await enterChannel(staff, channel);
    await write(staff, channel, ANSWER);
    await expect(conversation(member).getByText(ANSWER)).toBeVisible();
    await expect(member.getByText('The team has answered')).toBeVisible();
  });

  await test.step('staff close it, and the member rates it and reads all of it', async () => {
    await command(staff, channel, 'close', { reason: 'Solved' });
    await expect(member.getByText('Reason: Solved')).toBeVisible({ timeout: 20_000 });
    await member.getByRole('button', { name: '4 stars' }).click();
    await expect(toasts(member)).toContainText('Thank you!');
    await expect(member.getByText('You gave 4 stars.')).toBeVisible();
    for (const text of [SAID.first, SAID.more, ANSWER])
      await expect(conversation(member).getByText(text)).toHaveCount(1);
    expect(await axeFindings(member)).toEqual([]);
    await member.getByRole('link', { name: '← My Tickets' }).click();
    await expect(member.getByRole('link', { name: new RegExp(ANSWER) })).toContainText('4');
  });
});

test('a member closes their own ticket in the dashboard, and answers what the server asks afterwards', async ({
  newPage,
}) => {
  test.setTimeout(120_000);
  const discord = await newPage();
  const name = await openDiscordAsNewcomer(discord, 'Harbour Games');
  const id = await openTicket(discord, 'open-a-ticket', 'Get help');
  const log = await enterChannel(discord, `ticket-${id}`);
  await write(discord, `ticket-${id}`, SAID.first);
  await expect(log.getByText(SAID.first)).toBeVisible();
  const member = await newPage();
  await member.goto('/');
  await consentAs(member, name);
  await member.getByRole('link', { name: new RegExp(SAID.first) }).click();

  await test.step('closing asks once, and can be thought over', async () => {
    await member.getByRole('button', { name: 'Close ticket' }).click();
    const asks = member.getByRole('dialog', { name: 'Close this ticket?' });
    await asks.getByRole('button', { name: 'Cancel' }).click();
    await expect(asks).toHaveCount(0);
    await member.getByRole('button', { name: 'Close ticket' }).click();
    await asks.getByRole('button', { name: 'Close ticket' }).click();
    await expect(toasts(member)).toContainText(`#${id}`);
    await expect(member.getByText(/^Closed .* by you/)).toBeVisible();
    await expect(discord.getByRole('link', { name: `ticket-${id}` })).toHaveCount(0);
  });

  await test.step('after a rating the survey is answered, and can be answered anew', async () => {
    await member.getByRole('button', { name: '5 stars' }).click();
    await member.getByRole('button', { name: 'Fill in the survey' }).click();
    await expect(member.getByRole('heading', { name: 'How did we do?', level: 3 })).toBeVisible();
    expect(await axeFindings(member)).toEqual([]);
    await member.getByRole('textbox', { name: /^What did we do well/ }).fill('You were quick.');
    await member.getByRole('button', { name: 'Send answers' }).click();
    await expect(toasts(member)).toContainText('The team has your answers.');
    await member.reload();
    await expect(member.getByText('You have filled in the survey.')).toBeVisible();
    await expect(member.getByRole('button', { name: 'Change your answers' })).toBeVisible();
  });
});

const conversation = (page: Page) => page.getByRole('region', { name: 'Conversation' }).last();
