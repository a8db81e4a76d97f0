import { askForErasure } from '@tickets/core/personal-data/requests';
import { findRequest, workOnRequest } from '@tickets/core/personal-data/work';
import { closeTicket } from '@tickets/core/tickets/closing/close';
import { editCloseReason } from '@tickets/core/tickets/closing/close-reason';
import type { SimChannel } from '@tickets/discord-sim/world/entities';
import { callAs } from '@tickets/testkit/access';
import { type BotWorld, saidIn, startBotWorld } from '@tickets/testkit/bot-world';
import { rowsWith } from '@tickets/testkit/busy-person';
import { settleAll } from '@tickets/testkit/effects';
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
    await open();
    await saidIn(await w.staff.goes(channel).slash('add', { user_or_role: w.other.id }));
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

describe('a guest of a private thread who is erased', () => {
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
