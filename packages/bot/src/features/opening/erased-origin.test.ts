import { erasedWords } from '@tickets/contract/platform/names';
import { askForErasure } from '@tickets/core/personal-data/requests';
import { findRequest, workOnRequest } from '@tickets/core/personal-data/work';
import { replyToTicket } from '@tickets/core/tickets/conversation/reply';
import { noteErased } from '@tickets/core/tickets/model/erased-people';
import { greetAnewLater } from '@tickets/core/tickets/model/told-greeting';
import { startOwnBot } from '@tickets/testkit/bots/own-bot';
import { callAs } from '@tickets/testkit/data/access';
import { rowsWith } from '@tickets/testkit/data/busy-person';
import { allowWarning } from '@tickets/testkit/guard/watch';
import { type BotWorld, saidIn, startBotWorld } from '@tickets/testkit/worlds/bot-world';
import { settleAll } from '@tickets/testkit/worlds/effects';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

// What fails here on purpose is reported.
allowWarning(
  /"msg":"(a ticket still begins with words that were removed|something is wrong with a user's bot)/,
);

/** A ticket that is started from a message, and whoever wrote that is erased. */
let w: BotWorld;
beforeEach(async () => {
  w = await startBotWorld();
  await w.settings({ close_confirmation: false });
});
afterEach(() => w[Symbol.asyncDispose]());

/** Discord counts its ids by its own clock. */
const aMoment = () => new Promise((resolve) => setTimeout(resolve, 50));

async function erase({ id }: { id: string }) {
  await aMoment();
  const { request_id } = await askForErasure(w.ctx, id, { now: true });
  await workOnRequest(w.ctx, { request_id });
  expect((await findRequest(w.ctx, request_id))?.state).toBe('done');
}

const startFrom = (message: Parameters<BotWorld['staff']['contextMenu']>[1]) =>
  w.staff.contextMenu('Start Ticket', message).then(saidIn);

const isOpen = (ticket_id: number) =>
  vi.waitFor(async () => expect(await w.ticket(ticket_id)).toMatchObject({ status: 'open' }), {
    interval: 2,
  });

/** What stands in the ticket's channel, once everything has followed. */
async function shownIn(ticket_id: number): Promise<string> {
  await settleAll(w.ctx);
  await w.bot.settled();
  const { channel_id } = (await w.ticket(ticket_id)) ?? {};
  return JSON.stringify(await w.ctx.discord.api.channels.getMessages(String(channel_id), { limit: 100 }));
}

const none = { name: null, text: null, icon_url: null, url: null };
const unset = { url: null, image_url: null, thumbnail_url: null, timestamp: null, fields: [] };
/** A welcome message of a panel. */
const embedCalled = (title: string) =>
  JSON.stringify({
    ...{ title, description: 'How can we help?', colour: 0x123456, author: none, footer: none },
    ...unset,
  });

const words = 'My name is Finn';

const topicOf = async (ticket_id: number) =>
  w.sim.world.channels.get(String((await w.ticket(ticket_id))?.channel_id))?.topic;

async function nothingIsLeft(ticket_id: number) {
  await vi.waitFor(async () => {
    const shown = await shownIn(ticket_id);
    expect(shown).not.toContain(words);
    expect(shown).not.toContain(w.other.id);
    expect((await topicOf(ticket_id)) ?? '').not.toContain(words);
  });
  const kept = await rowsWith(w.ctx, [words, w.other.id]);
  expect(kept.filter((row) => /^public\.(ticket|search)/.test(row))).toEqual([]);
}

describe('what a ticket begins with that was started from a message', () => {
  const answersLate = () =>
    w.sim.faults.next({ method: 'POST', route: '/channels/:id/messages', kind: 'delay', delayMs: 500 });

  test('loses the words when their author is erased', async () => {
    await startFrom(await w.other.write(w.lobby, words));
    await w.bot.settled();
    expect(await shownIn(1)).toContain(words);
    await erase(w.other);
    await nothingIsLeft(1);
    expect(await shownIn(1)).toContain(erasedWords);
    expect(await topicOf(1)).toBe(erasedWords);
    // Once it is nowhere in Discord any more, nothing has to recognise it.
    expect(await w.ticket(1)).toMatchObject({ erased_subject: null });
  });

  test('loses them also where it is on its way just then', async () => {
    const message = await w.other.write(w.lobby, words);
    await w.bot.settled();
    answersLate();
    const started = startFrom(message);
    await isOpen(1);
    await erase(w.other);
    await started;
    await nothingIsLeft(1);
  });

  test('loses them also in the ticket that goes on from it', async () => {
    await startFrom(await w.other.write(w.lobby, words));
    await w.bot.settled();
    const [ticket] = await w.tickets();
    const channel = w.sim.world.channels.get(String(ticket?.channel_id));
    if (!channel) throw new Error('the ticket has no channel');
    await w.staff.write(channel, 'hello');
    await saidIn(await w.staff.goes(channel).slash('close'));
    await vi.waitFor(async () => {
      await settleAll(w.ctx);
      expect(await w.ticket(1)).toMatchObject({ status: 'closed' });
    }, 10_000);
    answersLate();
    const reopened = w.staff.goes(w.lobby).slash('reopen', { ticket_id: '#1' }).then(saidIn);
    await isOpen(2);
    await erase(w.other);
    await reopened;
    await nothingIsLeft(2);
  });
});

describe('when the author of the message that a ticket was started from is erased', () => {
  /** A ticket of that message. */
  async function started() {
    const message = await w.other.write(w.lobby, words);
    await w.bot.settled();
    await startFrom(message);
    await w.bot.settled();
    const { channel_id } = (await w.ticket(1)) ?? {};
    const channel = w.sim.world.channels.get(String(channel_id));
    if (!channel) throw new Error('the ticket has no channel');
    return { channel, link: `https://discord.com/channels/${w.guild_id}/${w.lobby.id}/${message.id}` };
  }
  const isClosed = () =>
    vi.waitFor(async () => {
      await settleAll(w.ctx);
      expect(await w.ticket(1)).toMatchObject({ status: 'closed' });
    }, 10_000);

  test('what others said of it stays', async () => {
    const { channel, link } = await started();
    await saidIn(
      await w.staff.goes(channel).slash('closerequest', { reason: `Refund granted, see ${link}` }),
    );
    await w.bot.settled();
    await erase(w.other);
    await nothingIsLeft(1);
    expect(await shownIn(1)).toContain('Refund granted');
    expect((await rowsWith(w.ctx, ['Refund granted'])).join()).toContain('ticket_messages');
  });

  test('the quote goes also where Discord takes no other one', async () => {
    await w.settings({ context_menu_add_sender: false });
    await started();
    const refused = { kind: 400, code: 50035, message: 'Invalid Form Body' } as const;
    w.sim.faults.next({ method: 'PATCH', route: '/channels/:id/messages/:id', ...refused });
    await erase(w.other);
    await nothingIsLeft(1);
  });

  test('the greeting loses the words also after the ticket was given to a panel', async () => {
    await w.panel({ title: 'Billing' });
    const { channel } = await started();
    await saidIn(await w.staff.goes(channel).slash('switchpanel', { panel: 'Billing' }));
    await w.bot.settled();
    expect(await shownIn(1)).toContain(words);
    await erase(w.other);
    await nothingIsLeft(1);
  });

  const switchTo = (panel: string, channel: Awaited<ReturnType<typeof started>>['channel']) =>
    w.staff.goes(channel).slash('switchpanel', { panel }).then(saidIn);

  test('a greeting that the server wrote stays, whatever became of its panel', async () => {
    const {
      row: { panel_id },
    } = await w.panel({ title: 'Billing', welcome_message: embedCalled('Welcome') });
    const { channel } = await started();
    await switchTo('Billing', channel);
    await w.bot.settled();
    await w.ctx.db.deleteFrom('panels').where('panel_id', '=', panel_id).execute();
    await erase(w.other);
    await nothingIsLeft(1);
    expect(await shownIn(1)).toContain('"title":"Welcome"');
  });

  test('the greeting loses the words also where its panel has got a welcome message since', async () => {
    const {
      row: { panel_id },
    } = await w.panel({ title: 'Billing' });
    const { channel } = await started();
    await switchTo('Billing', channel);
    await w.bot.settled();
    const welcome_message = embedCalled('Welcome');
    await sql`update panels set welcome_message = ${welcome_message}::jsonb where panel_id = ${panel_id}`.execute(
      w.ctx.db,
    );
    await erase(w.other);
    await nothingIsLeft(1);
  });

  test('the topic of a channel loses them also where the greeting never had them', async () => {
    await w.panel({ title: 'Billing', welcome_message: embedCalled('Welcome') });
    const { channel } = await started();
    await switchTo('Billing', channel);
    await w.bot.settled();
    await saidIn(await w.staff.goes(channel).slash('close'));
    await isClosed();
    await w.staff.goes(w.lobby).slash('reopen', { ticket_id: '#1' }).then(saidIn);
    await isOpen(2);
    expect(await topicOf(2)).toBe(words);
    await erase(w.other);
    await nothingIsLeft(2);
  });

  test('the topic follows when the bot may change it again', async () => {
    await w.settings({ context_menu_add_sender: false });
    await started();
    const refused = { kind: 403, code: 50013, message: 'Missing Permissions' } as const;
    w.sim.faults.next({ method: 'PATCH', route: '/channels/:id', ...refused });
    await erase(w.other);
    await vi.waitFor(async () => expect(await shownIn(1)).not.toContain(words));
    expect(await topicOf(1)).toBe(words);
    await sql`update effects set due_at = now() where kind = 'ticket.greeting'`.execute(w.ctx.db);
    await nothingIsLeft(1);
  });

  test('a topic that staff wrote stays', async () => {
    const { channel } = await started();
    await w.ctx.discord.api.channels.edit(channel.id, { topic: 'Waits for the bank' });
    await erase(w.other);
    await nothingIsLeft(1);
    expect(await topicOf(1)).toBe('Waits for the bank');
  });

  test('the topic loses them also where the channel is being made just then', async () => {
    const message = await w.other.write(w.lobby, words);
    await w.bot.settled();
    const slow = { kind: 'delay', delayMs: 500, afterEffect: true } as const;
    w.sim.faults.next({ method: 'POST', route: '/guilds/:id/channels', ...slow });
    const starting = startFrom(message);
    await vi.waitFor(async () => expect(await w.ticket(1)).toMatchObject({ status: 'opening' }), {
      interval: 2,
    });
    await erase(w.other);
    await starting;
    await isOpen(1);
    await nothingIsLeft(1);
  });

  test('a switch that Discord did not hear of gives the topic back without the words', async () => {
    await w.panel({ title: 'Billing' });
    const { channel } = await started();
    const unanswered = { kind: 500, afterEffect: true, times: 2 } as const;
    w.sim.faults.next({ method: 'PATCH', route: '/channels/:id', ...unanswered });
    await (await w.staff.goes(channel).slash('switchpanel', { panel: 'Billing' })).followUp();
    await erase(w.other);
    const kept = await rowsWith(w.ctx, [words]);
    expect(kept.filter((row) => row.startsWith('public.effects'))).toEqual([]);
    await nothingIsLeft(1);
    expect(await topicOf(1)).toBe(erasedWords);
  });

  test('the subject goes also where nothing is kept of the ticket', async () => {
    await w.settings({ store_transcripts: false });
    const { channel } = await started();
    await saidIn(await w.staff.goes(channel).slash('close'));
    await isClosed();
    await erase(w.other);
    expect(await w.ticket(1)).toMatchObject({ subject: erasedWords });
  });

  test('what other bots posted under the same letters stays', async () => {
    const { channel } = await started();
    const other = w.sim.world.addUser({ username: 'orders', bot: true });
    w.sim.world.addMember({ guild_id: w.guild_id, user_id: other.id });
    w.sim.world.addMessage({ channel_id: channel.id, author_id: other.id, embeds: [{ title: words }] });
    await w.bot.settled();
    await erase(w.other);
    await settleAll(w.ctx);
    await vi.waitFor(async () =>
      expect((await shownIn(1)).split(words), 'the greeting has lost it').toHaveLength(2),
    );
    expect(await w.ticket(1)).toMatchObject({ erased_subject: null });
  });

  test('the greeting loses them also where somebody who is named in them was erased first', async () => {
    const message = await w.other.write(w.lobby, `${words}, so is <@${w.member.id}>`);
    await w.bot.settled();
    await startFrom(message);
    await w.bot.settled();
    await erase(w.member);
    await erase(w.other);
    await nothingIsLeft(1);
  });

  test('a thread whose subject an earlier version erased loses it when it is reopened', async () => {
    await w.settings({ use_threads: true, ticket_notification_channel: w.notices.id });
    const { channel } = await started();
    await saidIn(await w.staff.goes(channel).slash('close'));
    await isClosed();
    await erase(w.other);
    await w.ctx.db
      .updateTable('tickets')
      .set({ erased_subject: Buffer.alloc(0) })
      .execute();
    await saidIn(await w.staff.goes(w.lobby).slash('reopen', { ticket_id: '#1' }));
    await vi.waitFor(async () => expect(await shownIn(1)).not.toContain(words));
  });

  test('what is kept of a closed ticket whose subject an earlier version erased loses it after the upgrade', async () => {
    await startFrom(await w.other.write(w.lobby, words));
    await w.bot.settled();
    const said = await w.ctx.db.selectFrom('ticket_messages').select(['message_id', 'embeds']).execute();
    const channel = w.sim.world.channels.get(String((await w.ticket(1))?.channel_id));
    if (!channel) throw new Error('the ticket has no channel');
    await saidIn(await w.staff.goes(channel).slash('close'));
    await isClosed();
    await erase(w.other);
    for (const { message_id, embeds } of said)
      await sql`update ticket_messages set embeds = ${JSON.stringify(embeds)}::jsonb, content = '', erased_at = null
        where message_id = ${message_id}`.execute(w.ctx.db);
    expect(await rowsWith(w.ctx, [words])).not.toEqual([]);
    await sql`update tickets set erased_subject = ''`.execute(w.ctx.db);
    await w.ctx.db.transaction().execute((tx) => greetAnewLater(tx, { guild_id: w.guild_id, ticket_id: 1 }));
    await settleAll(w.ctx);
    expect(await rowsWith(w.ctx, [words])).toEqual([]);
    expect(await w.ticket(1)).toMatchObject({ erased_subject: null });
  });

  test('the words of a reply from the dashboard go, too, which Discord has from a webhook', async () => {
    const { channel } = await started();
    const key = { guild_id: w.guild_id, ticket_id: 1 };
    const said = 'I live at Pier 4';
    const { message_id } = await replyToTicket(await callAs(w, w.staff.id), { ...key, content: said });
    await w.bot.settled();
    const reply = w.sim.world.messages.get(message_id);
    if (!reply) throw new Error('the reply is not in Discord');
    await saidIn(await w.owner.goes(channel).contextMenu('Start Ticket', reply));
    await isOpen(2);
    await saidIn(await w.owner.goes(channel).slash('close'));
    await isClosed();
    await erase(w.staff);
    await vi.waitFor(async () => {
      expect(await shownIn(2)).not.toContain(said);
      expect(await topicOf(2)).toBe(erasedWords);
    });
    const kept = await rowsWith(w.ctx, [said]);
    expect(kept.filter((row) => /^public\.(ticket|search)/.test(row))).toEqual([]);
  });

  test('the words do not come back with a switch to a panel that is under way', async () => {
    await w.panel({ title: 'Billing' });
    const { channel } = await started();
    w.sim.faults.next({
      method: 'PATCH',
      route: '/channels/:id',
      kind: 'delay',
      delayMs: 500,
      afterEffect: true,
    });
    const switched = w.staff.goes(channel).slash('switchpanel', { panel: 'Billing' }).then(saidIn);
    await erase(w.other);
    await switched;
    await nothingIsLeft(1);
  });

  test('what is kept of the ticket loses the words also where it is closed before Discord follows', async () => {
    const { channel } = await started();
    await erase(w.other);
    const isDue = (when: string) =>
      sql`update effects set due_at = ${when} where kind = 'ticket.greeting'`.execute(w.ctx.db);
    await isDue('2100-01-01');
    // As if the welcome message had been heard of only now.
    await sql`update ticket_messages set embeds = ${JSON.stringify([{ title: words }])}::jsonb, erased_at = null
      where author_bot`.execute(w.ctx.db);
    await saidIn(await w.staff.goes(channel).slash('close'));
    await isClosed();
    await isDue('now');
    await settleAll(w.ctx);
    const kept = await rowsWith(w.ctx, [words]);
    expect(kept.filter((row) => /^public\.ticket/.test(row))).toEqual([]);
  });

  test('the quote of a bot that is away goes when it is back', async () => {
    const own = await startOwnBot(w, w.owner.id);
    await own.joins(w.guild_id);
    await settleAll(w.ctx, 'serving_bot');
    await started();
    await own.leaves(w.guild_id);
    await settleAll(w.ctx, 'serving_bot');
    await erase(w.other);
    expect(await shownIn(1)).toContain(words);
    await own.joins(w.guild_id);
    await settleAll(w.ctx, 'serving_bot');
    await sql`update effects set due_at = now() where kind = 'ticket.greeting'`.execute(w.ctx.db);
    await nothingIsLeft(1);
    await own.stop();
  });

  test('the quote in a thread that was closed goes when it is reopened', async () => {
    await w.settings({ use_threads: true, ticket_notification_channel: w.notices.id });
    const { channel } = await started();
    await saidIn(await w.staff.goes(channel).slash('close'));
    await isClosed();
    await erase(w.other);
    await saidIn(await w.staff.goes(w.lobby).slash('reopen', { ticket_id: '#1' }));
    // Discord itself says who was taken out of the thread.
    await vi.waitFor(async () => expect(await shownIn(1)).not.toContain(words));
  });
});

test.each(['whoever wrote it', 'somebody who is mentioned in it'])(
  'a message that was edited since %s was erased starts a ticket',
  async (who) => {
    const message = await w.other.write(w.lobby, 'old words');
    await aMoment();
    const erased = who === 'whoever wrote it' ? w.other : w.member;
    await noteErased(w.ctx, { user_id: erased.id, erased_at: new Date() });
    await aMoment();
    await w.other.edit(message, `new words, ask <@${w.member.id}>`);
    expect(await startFrom(message)).toContain('Opened a new ticket');
  },
);
