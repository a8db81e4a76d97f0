import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { axeFindings } from './support/axe.ts';
import { openSection, signInTo, toasts } from './support/dashboard.ts';
import {
  edit,
  enterChannel,
  messageWith,
  openDiscord,
  openDiscordAsNewcomer,
  openTicket,
  remove,
  write,
} from './support/discord.ts';
import type { TestProgram } from './support/program.ts';
import { Steps } from './support/second.ts';
import { startSilentLine } from './support/silent-line.ts';
import { expect, withOwnProgram } from './support/test.ts';
import {
  claim,
  close,
  conversation,
  detail,
  expectLive,
  messageIn,
  press,
  reply,
  rowOf,
  said,
  sendTag,
  transfer,
  typeReply,
  unclaim,
  viewTicket,
} from './support/tickets.ts';

/** A program of its own, in which every server has premium: these tests change settings that others rely on. */
const test = withOwnProgram({ PREMIUM: 'everyone' });

const claimedBy = (page: Page) => detail(page, 'Claimed by');

/** Sage and Olive have a ticket open in the dashboard that a member opened in Discord. */
async function threeAtOneTicket(newPage: () => Promise<Page>, program: TestProgram) {
  const [sage, olive, member] = [await newPage(), await newPage(), await newPage()];
  const server = await signInTo(sage, 'Sage', 'Harbour Games');
  await signInTo(olive, 'Olive', 'Harbour Games');
  await openDiscordAsNewcomer(member, 'Harbour Games', program.discord);
  const ticket = await openTicket(member, 'open-a-ticket', 'Get help');
  const channel = `ticket-${ticket}`;
  const discord = await enterChannel(member, channel);
  await Promise.all([viewTicket(sage, server, ticket), viewTicket(olive, server, ticket)]);
  return { sage, olive, member, server, ticket, channel, discord };
}

test('two staff in two browsers and a member in Discord see each other’s every step within a second', async ({
  newPage,
  program,
}) => {
  test.setTimeout(120_000);
  const atWork = await threeAtOneTicket(newPage, program);
  const steps = new Steps();
  const { sage, olive, member, server, ticket, channel, discord } = atWork;
  // Sage works the ticket; Olive has it open too, and the list of all tickets beside it.
  const list = await olive.context().newPage();
  await list.goto(`${server}/tickets`);
  await expect(rowOf(list, ticket)).toContainText('Unclaimed');

  await test.step('the member writes', async () => {
    await write(member, channel, 'My boat leaks.');
    await expect(discord).toContainText('My boat leaks.');
    await steps.seen(messageIn(sage, 'My boat leaks.'), messageIn(olive, 'My boat leaks.'));
    await expect(rowOf(list, ticket)).toContainText('Yes');
  });

  await test.step('one of staff replies, under their name', async () => {
    await reply(sage, ticket, 'Where does it leak?');
    await steps.seen(
      messageWith(discord, 'Where does it leak?').filter({ hasText: 'Sage' }),
      messageIn(olive, 'Where does it leak?').filter({ hasText: 'Sage' }),
      rowOf(list, ticket).filter({ hasText: 'No' }),
    );
    await expect(messageIn(sage, 'Where does it leak?')).toHaveCount(1);
  });

  await test.step('the member edits and deletes', async () => {
    await edit(discord, 'My boat leaks.', 'My ship leaks.');
    const changed = 'My ship leaks.(edited)';
    await steps.seen(messageIn(sage, changed), messageIn(olive, changed));
    await write(member, channel, 'Never mind.');
    await steps.seen(messageIn(sage, 'Never mind.'), messageIn(olive, 'Never mind.'));
    await remove(member, discord, 'Never mind.');
    const deleted = /Never mind\..*Deleted/;
    await steps.seen(
      conversation(sage).getByRole('article').filter({ hasText: deleted }),
      conversation(olive).getByRole('article').filter({ hasText: deleted }),
    );
  });

  await test.step('the other one sends a tag', async () => {
    await sendTag(olive, ticket, 'docs');
    const text = 'stands in the guide';
    await steps.seen(messageWith(discord, text), messageIn(sage, text), messageIn(olive, text));
  });

  await test.step('claimed, given back, and transferred', async () => {
    await claim(sage, ticket);
    await steps.seen(
      claimedBy(olive).filter({ hasText: 'Sage' }),
      rowOf(list, ticket).filter({ hasText: 'Sage' }),
      messageWith(discord, 'Claimed Ticket'),
    );
    await unclaim(sage, ticket);
    await steps.seen(
      claimedBy(olive).filter({ hasText: 'Unclaimed' }),
      rowOf(list, ticket).filter({ hasText: 'Unclaimed' }),
    );
    await transfer(sage, ticket, 'Olive');
    await steps.seen(
      claimedBy(olive).filter({ hasText: 'Olive' }),
      rowOf(list, ticket).filter({ hasText: 'Olive' }),
    );
  });

  await test.step('closed, for everybody', async () => {
    await close(sage, ticket, 'The leak is mended');
    await steps.seen(olive.getByText('This ticket has been closed.'));
    await steps.gone(rowOf(list, ticket), member.getByRole('link', { name: channel }));
  });
  steps.expectWithinASecond();
});

test.describe('a ticket that its claim hides', () => {
  // What is hidden from Olive is refused to her page.
  test.use({ tolerated: [/status of 403/] });

  test('is gone for the others, in Discord as in the dashboard, until it is given back', async ({
    newPage,
    program,
  }) => {
    const [sage, olive] = [await newPage(), await newPage()];
    const server = await signInTo(sage, 'Sage', 'Open Kitchen');
    await sage.goto(`${server}/settings`);
    await openSection(sage, 'Claiming');
    await sage.getByRole('switch', { name: 'Support can view claimed tickets' }).uncheck();
    await press(sage, 'Submit');
    await expect(toasts(sage)).toContainText('Your settings have been saved.');

    const [member, support] = [await newPage(), await newPage()];
    await openDiscordAsNewcomer(member, 'Open Kitchen', program.discord);
    const ticket = await openTicket(member, 'ask-us', 'Get help');
    const link = (page: Page) => page.getByRole('link', { name: `ticket-${ticket}` });
    await openDiscord(support, 'Olive', 'Open Kitchen', program.discord);
    await expect(link(support)).toBeVisible();
    await signInTo(olive, 'Olive', 'Open Kitchen');
    await Promise.all([viewTicket(sage, server, ticket), viewTicket(olive, server, ticket)]);
    const list = await olive.context().newPage();
    await list.goto(`${server}/tickets`);
    await expect(rowOf(list, ticket)).toContainText('Unclaimed');

    const steps = new Steps();
    await claim(sage, ticket);
    await steps.gone(link(support), rowOf(list, ticket));
    await expect(conversation(olive)).toHaveCount(0);
    await expect(olive.getByText('Someone else has claimed this ticket')).toBeVisible();
    await expect(olive.getByText(/^Only sage, who claimed this ticket,/i)).toBeVisible();
    await expect(link(member)).toBeVisible();
    await list.reload();
    await expect(list.getByRole('switch', { name: /^Only show unclaimed tickets/ })).toBeVisible();
    await expect(rowOf(list, ticket)).toHaveCount(0);

    await unclaim(sage, ticket);
    await steps.seen(link(support), rowOf(list, ticket));
    await transfer(sage, ticket, 'Olive');
    await steps.seen(rowOf(list, ticket).filter({ hasText: 'Olive' }));
    await expect(link(support)).toBeVisible();
    steps.expectWithinASecond();
  });
});

test('the lists of open tickets follow what happens by themselves, each in its own view', async ({
  newPage,
  program,
}) => {
  const [sage, olive, member] = [await newPage(), await newPage(), await newPage()];
  const server = await signInTo(sage, 'Sage', 'Harbour Games');
  await signInTo(olive, 'Olive', 'Harbour Games');
  await openDiscordAsNewcomer(member, 'Harbour Games', program.discord);
  await sage.goto(`${server}/tickets`);
  await sage.getByRole('combobox', { name: 'Sort by' }).selectOption('Ticket ID descending / newest first');
  await sage.getByRole('switch', { name: /^Only show unclaimed tickets/ }).check();
  await olive.goto(`${server}/tickets?sort=id_asc&columns=id,user,opened_time,claimed_by`);
  await expect(olive.getByRole('columnheader', { name: 'Opened' })).toBeVisible();
  await expect(olive.getByRole('columnheader', { name: 'Panel' })).toHaveCount(0);
  const rows = (page: Page) =>
    page.getByRole('row').filter({ has: page.getByRole('link', { name: /^View/ }) });
  // A third list stands beside another ticket, over that ticket's socket.
  const reading = await sage.context().newPage();
  const sockets: string[] = [];
  reading.on('websocket', (socket) => sockets.push(socket.url()));
  const another = await rows(olive).first().getByRole('link').first().getAttribute('href');
  await reading.goto(another ?? '');
  await expectLive(reading);
  const beside = reading.getByRole('navigation', { name: 'Open tickets' }).getByRole('link');
  await expect(beside.first()).toBeVisible();

  const ticket = await openTicket(member, 'open-a-ticket', 'Get help');
  const besideIt = beside.filter({ hasText: `#${ticket} ` });
  const steps = new Steps();
  await steps.seen(rowOf(sage, ticket), rowOf(olive, ticket), besideIt);
  await expect(rows(sage).first()).toContainText(String(ticket));
  await expect(rows(olive).last()).toContainText(String(ticket));
  await expect(rowOf(sage, ticket)).toContainText('Never');

  const working = await olive.context().newPage();
  await viewTicket(working, server, ticket);
  await claim(working, ticket);
  await steps.gone(rowOf(sage, ticket));
  await steps.seen(rowOf(olive, ticket).filter({ hasText: 'Olive' }));
  await unclaim(working, ticket);
  await steps.seen(rowOf(sage, ticket), rowOf(olive, ticket).filter({ hasText: 'Unclaimed' }));

  await sage.getByRole('combobox', { name: 'Sort by' }).selectOption('Unclaimed and awaiting response first');
  const place = async () =>
    (await rows(sage).allTextContents()).findIndex((text) => text.includes(String(ticket)));
  const before = await place();
  await reply(working, ticket, 'We are on it.');
  await steps.seen(rowOf(sage, ticket).filter({ hasText: 'No' }));
  expect(await place()).toBeGreaterThan(before);

  await close(working, ticket, 'Answered');
  await steps.gone(rowOf(sage, ticket), rowOf(olive, ticket), besideIt);
  steps.expectWithinASecond();
  expect(sockets.map((url) => url.split('/').at(-1))).toEqual(['live-chat']);
});

test.describe('without a network', () => {
  test.use({ tolerated: [/ERR_INTERNET_DISCONNECTED/] });

  test('nothing is missing, doubled or out of order after ten seconds, and what was written is sent', async ({
    newPage,
    program,
  }) => {
    const atWork = await threeAtOneTicket(newPage, program);
    const { sage, olive, member, channel, discord } = atWork;
    for (const text of ['first', 'second', 'third']) await write(member, channel, `The ${text} word.`);
    await expect(messageIn(sage, 'The third word.')).toHaveCount(1);

    const cut = Date.now();
    await sage.context().setOffline(true);
    await expect(sage.getByText('Connection lost. Trying again…')).toBeVisible();
    await typeReply(sage, 'Written without a network.');
    await expect(messageIn(sage, 'Written without a network.')).toContainText('Not sent yet');
    await edit(discord, 'The first word.', 'The very first word.');
    await remove(member, discord, 'The second word.');
    await write(member, channel, 'The fourth word.');
    await write(member, channel, 'The fifth word.');
    await expect(messageIn(olive, 'The fifth word.')).toHaveCount(1);
    await delay(cut + 10_000 - Date.now());
    await expect(sage.getByText('Connection lost. Trying again…')).toBeVisible();
    await expect(messageIn(sage, 'The fourth word.')).toHaveCount(0);

    await sage.context().setOffline(false);
    await expectLive(sage);
    await expect(messageIn(olive, 'Written without a network.')).toHaveCount(1);
    await expect(sage.getByText(/Sending…|Not sent yet/)).toHaveCount(0);
    const words = [
      'The very first word.',
      'The second word.',
      'The third word.',
      'The fourth word.',
      'The fifth word.',
      'Written without a network.',
    ];
    for (const page of [sage, olive]) {
      expect(await said(conversation(page), words)).toEqual(words);
      await expect(messageIn(page, 'The very first word.')).toContainText('(edited)');
      await expect(messageIn(page, 'The second word.')).toContainText('Deleted');
    }
    expect(await said(discord, words)).toEqual(words.filter((text) => text !== 'The second word.'));
  });
});

test('a connection that dies without a word is noticed, and nothing is missing when it is back', async ({
  page,
  newPage,
  program,
}) => {
  await using line = await startSilentLine(program.address);
  const member = await newPage();
  const server = await signInTo(page, 'Sage', 'Harbour Games');
  await openDiscordAsNewcomer(member, 'Harbour Games', program.discord);
  const ticket = await openTicket(member, 'open-a-ticket', 'Get help');
  const channel = `ticket-${ticket}`;
  await enterChannel(member, channel);

  await page.goto(server);
  const session = await page.evaluate(() => Object.entries(localStorage));
  await page.addInitScript((entries) => {
    for (const [key, value] of entries) localStorage.setItem(key, value);
  }, session);
  await page.clock.install();
  await viewTicket(page, line.address + server, ticket);
  await write(member, channel, 'Before the cut.');
  await expect(messageIn(page, 'Before the cut.')).toHaveCount(1);

  line.silence();
  await page.clock.pauseAt(Date.now() + 1000);
  await write(member, channel, 'During the cut.');
  await expectLive(page);
  const lost = page.getByText('Connection lost. Trying again…');
  for (let ms = 0; ms < 25_000 && !(await lost.isVisible()); ms += 250) await page.clock.runFor(250);
  await expect(lost).toBeVisible();
  await expect(messageIn(page, 'During the cut.')).toHaveCount(0);

  line.restore();
  await page.clock.resume();
  await expectLive(page);
  await write(member, channel, 'After the cut.');
  await expect(messageIn(page, 'After the cut.')).toHaveCount(1);
  const words = ['Before the cut.', 'During the cut.', 'After the cut.'];
  expect(await said(conversation(page), words)).toEqual(words);
});

test('on a phone staff find, answer, claim and close a ticket, and axe has nothing to say', async ({
  newPage,
  program,
}) => {
  const [sage, member] = [await newPage(), await newPage()];
  await openDiscordAsNewcomer(member, 'Harbour Games', program.discord);
  const ticket = await openTicket(member, 'open-a-ticket', 'Get help');
  const discord = await enterChannel(member, `ticket-${ticket}`);
  await sage.setViewportSize({ width: 390, height: 844 });
  const server = await signInTo(sage, 'Sage', 'Harbour Games');
  await sage.goto(`${server}/tickets`);
  await expect(rowOf(sage, ticket)).toBeVisible();
  expect(await axeFindings(sage)).toEqual([]);

  await sage.getByRole('link', { name: `View ticket ${ticket}`, exact: true }).click();
  await expectLive(sage);
  expect(await axeFindings(sage)).toEqual([]);
  await reply(sage, ticket, 'Hello from the bus.');
  await expect(discord.getByText('Hello from the bus.')).toBeVisible();
  await expect(messageIn(sage, 'Hello from the bus.')).toBeInViewport();
  await claim(sage, ticket);
  await expect(claimedBy(sage)).toContainText('Sage');
  expect(await axeFindings(sage)).toEqual([]);
  await close(sage, ticket, 'Answered on the way');
  await expect(sage).toHaveURL(new RegExp(`${server}/tickets$`));
  await expect(rowOf(sage, ticket)).toHaveCount(0);
  await expect(member.getByRole('link', { name: `ticket-${ticket}` })).toHaveCount(0);
});
