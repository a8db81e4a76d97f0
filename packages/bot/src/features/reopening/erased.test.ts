import { askForErasure } from '@tickets/core/personal-data/requests';
import { findRequest, workOnRequest } from '@tickets/core/personal-data/work';
import { holdGuild } from '@tickets/core/servers/hold-guild';
import { closeTicket } from '@tickets/core/tickets/closing/close';
import { editCloseReason } from '@tickets/core/tickets/closing/close-reason';
import { recordDeletion, recordMessage } from '@tickets/core/tickets/conversation/messages';
import { replyToTicket } from '@tickets/core/tickets/conversation/reply';
import { noteErased } from '@tickets/core/tickets/model/erased-people';
import { holdTicket } from '@tickets/core/tickets/model/find';
import type { SimChannel } from '@tickets/discord-sim/world/entities';
import { callAs } from '@tickets/testkit/data/access';
import { rowsWith } from '@tickets/testkit/data/busy-person';
import { untilLockWaits } from '@tickets/testkit/database/lock-waits';
import { type BotWorld, saidIn, startBotWorld } from '@tickets/testkit/worlds/bot-world';
import { settleAll } from '@tickets/testkit/worlds/effects';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

/** What somebody wrote before they were erased, and what comes of it when the bot reads or tells more of it later. */
let w: BotWorld;
let key: { guild_id: string; ticket_id: number };
let channel: SimChannel;

beforeEach(async () => {
  w = await startBotWorld();
});
afterEach(() => w[Symbol.asyncDispose]());

async function open(settings: Parameters<BotWorld['settings']>[0] = {}) {
  await w.settings({ close_confirmation: false, ticket_notification_channel: w.notices.id, ...settings });
  const opened = await w.openTicket();
  ({ channel } = opened);
  key = { guild_id: w.guild_id, ticket_id: opened.ticket.ticket_id };
}

async function openWithGuest() {
  await open();
  await saidIn(await w.staff.goes(channel).slash('add', { user_or_role: w.other.id }));
}

async function isClosed() {
  await vi.waitFor(async () => {
    await settleAll(w.ctx);
    expect(await w.ticket(key.ticket_id)).toMatchObject({ status: 'closed' });
  }, 10_000);
  await w.bot.settled();
}

async function reopen(who = w.owner) {
  const said = await saidIn(await who.goes(w.lobby).slash('reopen', { ticket_id: `#${key.ticket_id}` }));
  expect(said).toContain('open again');
  await w.bot.settled();
}

async function erase({ id }: { id: string }) {
  // Some time after what was said last: Discord counts its ids by its own clock.
  await new Promise((resolve) => setTimeout(resolve, 50));
  const { request_id } = await askForErasure(w.ctx, id, { now: true });
  await workOnRequest(w.ctx, { request_id });
  expect((await findRequest(w.ctx, request_id))?.state).toBe('done');
}

/** Where something still stands in what is kept of tickets. */
const traces = async (words: string[]) =>
  (await rowsWith(w.ctx, words)).filter((row) => /^public\.(ticket|search)/.test(row));

/** A message as the gateway tells of it. */
const heard = async ({ id }: { id: string }) => ({
  ...(await w.ctx.discord.api.channels.getMessage(channel.id, id)),
  guild_id: w.guild_id,
});

/** Erases the guest while something waits for a lock. What it returns answers what came of that. */
async function eraseOnceItWaits<T>(waiting: Promise<T>): Promise<() => Promise<T>> {
  await untilLockWaits(w.ctx.db);
  await noteErased(w.ctx, { user_id: w.other.id, erased_at: new Date(Date.now() + 50) });
  return () => waiting;
}

describe('words from before an erasure that the bot reads only after it', () => {
  test('in a thread that was closed are not kept when it is reopened', async () => {
    await open({ use_threads: true });
    await w.member.write(channel, 'Hello');
    await w.bot.settled();
    await closeTicket(await callAs(w, w.staff.id), { ...key, reason: 'Done', source: 'dashboard' });
    await isClosed();
    await w.owner.write(channel, 'My name is Finn');
    await w.bot.settled();
    await erase(w.owner);
    await reopen(w.member);
    await w.owner.write(channel, 'I am back');
    await w.bot.settled();
    expect(await traces(['My name is Finn'])).toEqual([]);
    expect(await traces(['I am back'])).not.toEqual([]);
  });

  test('of a guest of an open ticket are not kept when the bot comes back, nor when somebody pins one', async () => {
    await openWithGuest();
    await w.bot.stop();
    await w.other.write(channel, 'My name is Finn');
    const answer = await w.member.write(channel, `Thank you <@${w.other.id}>, well done`);
    await erase(w.other);
    await w.restart();
    await settleAll(w.ctx);
    await w.bot.settled();
    const isBack = async () => {
      expect(await traces(['My name is Finn'])).toEqual([]);
      expect(await traces([`<@${w.other.id}>`])).toEqual([]);
      expect(await traces(['well done'])).not.toEqual([]);
    };
    await isBack();
    await w.ctx.discord.api.channels.pinMessage(channel.id, answer.id);
    await w.bot.settled();
    await isBack();
  });

  test('are not kept either where the secret that signs tokens is another one by then', async () => {
    await openWithGuest();
    await w.bot.stop();
    await w.other.write(channel, 'My name is Finn');
    await erase(w.other);
    Object.assign(w.ctx.config, { token_secret: 'x'.repeat(40) });
    await w.restart();
    await settleAll(w.ctx);
    await w.bot.settled();
    expect(await traces(['My name is Finn'])).toEqual([]);
  });

  test('are not kept where they were written a moment before', async () => {
    await openWithGuest();
    await w.bot.stop();
    const told = await heard(await w.other.write(channel, 'My name is Finn'));
    await erase(w.other);
    expect(await recordMessage(w.ctx, told)).toBe(false);
    expect(await traces(['My name is Finn'])).toEqual([]);
    await w.restart();
  });

  test.each<[string, (id: string) => Promise<unknown>]>([
    ['they are being stored', async () => undefined],
    [
      'their author is looked up after the erasure of somebody else',
      () => noteErased(w.ctx, { user_id: w.staff.id, erased_at: new Date(Date.now() + 50) }),
    ],
    [
      'only their deletion is known',
      (id) => recordDeletion(w.ctx, { guild_id: w.guild_id, channel_id: channel.id, ids: [id] }),
    ],
  ])('are not kept where the erasure begins while %s', async (_, before) => {
    await openWithGuest();
    await w.bot.stop();
    const told = await heard(await w.other.write(channel, 'My name is Finn'));
    await before(told.id);
    const { stored } = await w.ctx.db.transaction().execute(async (tx) => {
      await holdTicket(tx, key);
      return { stored: await eraseOnceItWaits(recordMessage(w.ctx, told)) };
    });
    expect(await stored()).toBe(false);
    expect(await traces(['My name is Finn'])).toEqual([]);
    await w.restart();
  });

  test('start no ticket where the erasure begins while it is being opened', async () => {
    await open();
    const message = await w.other.write(w.lobby, 'My name is Finn');
    const { outcome } = await w.ctx.db.transaction().execute(async (tx) => {
      await holdGuild(tx, w.guild_id);
      return { outcome: await eraseOnceItWaits(w.owner.goes(w.lobby).contextMenu('Start Ticket', message)) };
    });
    expect(await saidIn(await outcome())).toContain('had their data erased since');
    expect(await traces(['My name is Finn'])).toEqual([]);
  });

  test('in a reply from the dashboard start no ticket', async () => {
    await open();
    await replyToTicket(await callAs(w, w.staff.id), { ...key, content: 'My name is Sam' });
    await w.bot.settled();
    const message = w.owner.messages(channel).at(-1);
    await erase(w.staff);
    const said = await saidIn(await w.owner.goes(channel).contextMenu('Start Ticket', message!)); // just sent
    expect(said).toContain('had their data erased since');
    expect(await traces(['My name is Sam'])).toEqual([]);
  });

  test('of others start a ticket without them', async () => {
    await open();
    const message = await w.member.write(w.lobby, `Thank you <@${w.other.id}>, well done`);
    await erase(w.other);
    expect(await saidIn(await w.owner.goes(w.lobby).contextMenu('Start Ticket', message))).toContain(
      'Opened',
    );
    expect(await traces([w.other.id])).toEqual([]);
    expect(await traces(['well done'])).not.toEqual([]);
  });

  test('start no ticket', async () => {
    await open();
    const message = await w.other.write(w.lobby, 'My name is Finn');
    await erase(w.other);
    const said = await saidIn(await w.owner.goes(w.lobby).contextMenu('Start Ticket', message));
    expect(said).toContain('had their data erased since');
    expect(await traces(['My name is Finn'])).toEqual([]);
    const later = await w.other.write(w.lobby, 'I am back');
    expect(await saidIn(await w.owner.goes(w.lobby).contextMenu('Start Ticket', later))).toContain('Opened');
  });
});

describe('the reason for which a thread was closed, of a ticket that was reopened since', () => {
  beforeEach(async () => {
    await open({ use_threads: true, anonymise_dashboard_responses: true });
    await w.member.write(channel, 'Hello');
    await w.bot.settled();
    const by = await callAs(w, w.staff.id);
    await closeTicket(by, { ...key, reason: 'Smells of fish', source: 'dashboard' });
    await isClosed();
    expect(await traces(['Smells of fish'])).not.toEqual([]);
  });

  test('goes with whoever closed it, though nothing said who that was', async () => {
    await reopen();
    await erase(w.staff);
    expect(await traces(['Smells of fish', w.staff.id])).toEqual([]);
  });

  test('goes with them also once it was closed again by somebody else', async () => {
    await reopen();
    await w.owner.goes(channel).slash('close', { reason: 'Bye' });
    await isClosed();
    await erase(w.staff);
    expect(await traces(['Smells of fish', w.staff.id])).toEqual([]);
    expect(await w.ticket(key.ticket_id)).toMatchObject({ closed_by: w.owner.id });
  });

  test('stays when somebody else is erased', async () => {
    await reopen();
    await erase(w.other);
    expect(await traces(['Smells of fish'])).not.toEqual([]);
  });
});

test('a reason that somebody gave a closed ticket later goes with them, and who closed it stays', async () => {
  await open();
  await w.owner.goes(channel).slash('close', { reason: 'Done' });
  await isClosed();
  await editCloseReason(await callAs(w, w.staff.id), { ...key, reason: 'Smells of fish' });
  await erase(w.staff);
  expect(await traces(['Smells of fish', w.staff.id])).toEqual([]);
  expect(await w.ticket(key.ticket_id)).toMatchObject({ closed_by: w.owner.id, close_reason: null });
});

test('a reason that somebody gave in the place of theirs stays when they are erased', async () => {
  await open();
  await w.staff.goes(channel).slash('close', { reason: 'Smells of fish' });
  await isClosed();
  await editCloseReason(await callAs(w, w.staff.id), { ...key, reason: 'Smells of old fish' });
  await editCloseReason(await callAs(w, w.owner.id), { ...key, reason: 'Refunded' });
  await erase(w.staff);
  expect(await traces(['Smells', w.staff.id])).toEqual([]);
  expect(await w.ticket(key.ticket_id)).toMatchObject({
    close_reason: 'Refunded',
    reason_authors: [w.owner.id],
  });
});

test('the reason of whoever closes a reopened thread again is theirs, and not of who gave the earlier one', async () => {
  await open({ use_threads: true });
  await w.owner.goes(channel).slash('close', { reason: 'Done' });
  await isClosed();
  await editCloseReason(await callAs(w, w.owner.id), { ...key, reason: 'All done' });
  await reopen();
  await closeTicket(await callAs(w, w.staff.id), { ...key, reason: 'Smells of fish', source: 'dashboard' });
  await isClosed();
  await erase(w.staff);
  expect(await traces(['Smells', w.staff.id])).toEqual([]);
});

describe('a guest of a private thread who is erased', () => {
  const silence = { method: 'GET', route: '/guilds/:id/members/:id', kind: 500, times: 99 } as const;

  beforeEach(async () => {
    await open({ use_threads: true });
    await saidIn(await w.owner.goes(channel).slash('add', { user_or_role: w.other.id }));
    await w.other.write(channel, 'My name is Finn');
    await w.bot.settled();
  });

  const isOut = async () => {
    await settleAll(w.ctx);
    await w.bot.settled();
    await w.member.write(channel, 'A secret');
    await w.bot.settled();
    expect(() => w.other.messages(channel)).toThrow();
    expect(await traces([w.other.id])).toEqual([]);
    expect(w.member.messages(channel)).not.toEqual([]);
  };

  test('is taken out of it', async () => {
    await erase(w.other);
    await isOut();
  });

  test.each(['by command', 'by hand'])(
    'is taken out of it when it is closed then and reopened later, %s',
    async (how) => {
      await closeTicket(await callAs(w, w.staff.id), { ...key, reason: 'Done', source: 'dashboard' });
      await isClosed();
      await erase(w.other);
      if (how === 'by command') await reopen();
      else await w.ctx.discord.api.channels.edit(channel.id, { archived: false, locked: false });
      await w.bot.settled();
      await isOut();
    },
  );

  test('is taken out of it also where a mention alone had brought them', async () => {
    await saidIn(await w.owner.goes(channel).slash('remove', { user_or_role: w.other.id }));
    const mention = await w.member.write(channel, `Ask <@${w.other.id}>`);
    await w.bot.settled();
    await w.member.edit(mention, 'Ask somebody');
    await w.bot.settled();
    expect(w.other.messages(channel)).not.toEqual([]);
    await erase(w.other);
    await isOut();
  });

  test.each([
    ['', () => undefined],
    [', while Discord does not say whether they are there', () => w.sim.faults.next(silence)],
  ])('is taken out of it also where the bot has never heard of them%s', async (_, fails) => {
    await w.bot.stop();
    const stranger = w.addMember('sasha');
    await w.member.write(channel, `Ask <@${stranger.id}>`);
    expect(stranger.messages(channel)).not.toEqual([]);
    fails();
    await erase(stranger);
    w.sim.faults.clear();
    await w.restart();
    await settleAll(w.ctx);
    await w.bot.settled();
    expect(() => stranger.messages(channel)).toThrow();
  });

  test('stays where staff added them again', async () => {
    await erase(w.other);
    await settleAll(w.ctx);
    await w.bot.settled();
    await saidIn(await w.owner.goes(channel).slash('add', { user_or_role: w.other.id }));
    await closeTicket(await callAs(w, w.staff.id), { ...key, reason: 'Done', source: 'dashboard' });
    await isClosed();
    await reopen();
    await settleAll(w.ctx);
    await w.bot.settled();
    expect(w.other.messages(channel)).not.toEqual([]);
  });
});
