import { askForErasure } from '@tickets/core/personal-data/requests';
import { findRequest, workOnRequest, workOnStep } from '@tickets/core/personal-data/work';
import { answersOf } from '@tickets/core/tickets/model/answers';
import { continueTicket } from '@tickets/core/tickets/recovery/continue';
import type { SimChannel, SimMessage } from '@tickets/discord-sim/world/entities';
import { updateMember } from '@tickets/discord-sim/world/members';
import { removeThreadMember } from '@tickets/discord-sim/world/threads';
import { rowsWith } from '@tickets/testkit/data/busy-person';
import {
  buildAnswers,
  buildImportedTicket,
  buildMessage,
  buildTicket,
  randomId,
} from '@tickets/testkit/data/factories';
import { allowWarning } from '@tickets/testkit/guard/watch';
import { type BotWorld, saidIn, startBotWorld, textOf } from '@tickets/testkit/worlds/bot-world';
import { settleAll, unsettled } from '@tickets/testkit/worlds/effects';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

// What fails here on purpose is reported.
allowWarning(
  /"msg":"(Discord refused to open a ticket|a step of opening a ticket failed|the history of a reopened ticket was refused|Discord does not follow yet)/,
);

let w: BotWorld;
beforeEach(async () => {
  w = await startBotWorld();
});
afterEach(() => w[Symbol.asyncDispose]());

async function closed(ticket_id: number, channel: SimChannel) {
  await w.member.goes(channel).slash('close', { reason: 'Done' });
  await vi.waitFor(async () => expect(await w.ticket(ticket_id)).toMatchObject({ status: 'closed' }), 8000);
  await w.bot.settled();
}
/** What tells in the channel of a ticket which one it goes on from. */
const histories = ({ channel_id }: { channel_id: string | null }) =>
  w.sim.world.messages
    .in('channel', channel_id ?? '')
    .filter((m) => textOf(m).includes('This continues ticket'));
const linksOf = ({ components }: SimMessage) =>
  components.flatMap((row) =>
    'components' in row ? row.components.flatMap((one) => ('url' in one ? [one.url] : [])) : [],
  );
const panelRow = (values: object) =>
  w.ctx.db.updateTable('panels').set(values).where('guild_id', '=', w.guild_id).execute();
/** The tickets that somebody is offered while they type. */
const offered = async (who: BotWorld['staff'], typed: string) =>
  (await who.goes(w.lobby).autocomplete('reopen', 'ticket_id', { ticket_id: typed })).map(({ name }) => name);
const reopen = async (who: BotWorld['staff'], ticket_id: string) =>
  saidIn(await who.goes(w.lobby).slash('reopen', { ticket_id }));

describe('a ticket that was a channel', () => {
  async function closedChannel() {
    const { ticket, channel } = await w.openTicket();
    await w.member.write(channel, 'My bread is cold');
    await w.bot.settled();
    await closed(ticket.ticket_id, channel);
    return ticket;
  }

  test('goes on in a new channel of the same opener and panel, and tells there what it goes on from', async () => {
    const earlier = await closedChannel();
    const said = await reopen(w.member, '#1');
    expect(said).toMatch(/Ticket 1 is open again as ticket 2: <#\d+>/);
    const ticket = (await w.ticket(2))!; // said so
    expect(ticket).toMatchObject({
      status: 'open',
      opener_id: w.member.id,
      panel_id: earlier.panel_id,
      continues: 1,
    });
    expect(said).toContain(`<#${ticket.channel_id}>`);
    const [history, ...more] = histories(ticket);
    expect(more).toEqual([]);
    const text = textOf(history!); // said so
    expect(text).toContain('This continues ticket #1');
    expect(text).not.toContain('Imported');
    expect(text).toContain(`Closed By\n<@${w.member.id}>`);
    expect(text).toMatch(/Closed\n<t:\d+:f>\nMessages\n1\nReason\nDone/);
    expect(text).toMatch(/The last messages\n\*\*mia\*\* <t:\d+:f>\n> My bread is cold$/);
    expect(linksOf(history!)).toEqual([
      expect.stringMatching(new RegExp(`/manage/${w.guild_id}/transcripts/view/1$`)),
      expect.stringMatching(new RegExp(`/manage/${w.guild_id}/tickets/view/2$`)),
    ]);
    expect(await w.ticket(1)).toMatchObject({ status: 'closed', has_transcript: true });
    expect(await reopen(w.member, '1')).toContain(
      `Ticket #1 is open already as ticket #2: <#${ticket.channel_id}>`,
    );
    expect(await w.tickets()).toHaveLength(2);
  });

  test('is reopened also when its opener must first be asked of Discord', async () => {
    await closedChannel();
    await w.ctx.db.deleteFrom('guild_members').where('user_id', '=', w.member.id).execute();
    expect(await reopen(w.staff, '1')).toContain('is open again');
  });

  test('counts for its opener, whoever reopens it', async () => {
    await closedChannel();
    await w.settings({ ticket_limit: 1 });
    await w.openTicket();
    for (const who of [w.staff, w.member]) expect(await reopen(who, '1')).toContain('this server allows (1)');
    expect(await w.tickets()).toHaveLength(2);
  });

  test('is not reopened so quickly by its opener that others could open none; staff reopen it for them', async () => {
    await closedChannel();
    const values = { guild_id: w.guild_id, opener_id: w.member.id, status: 'closed' as const };
    for (let i = 0; i < 4; i += 1) await buildTicket(w.ctx, { ...values, opened_at: new Date() });
    expect(await reopen(w.member, '1')).toMatch(
      /You are opening tickets too quickly\. Try again in \d+ second/,
    );
    for (let i = 0; i < 4; i += 1)
      await buildTicket(w.ctx, { ...values, opener_id: w.other.id, opened_at: new Date() });
    expect(await reopen(w.staff, '1')).toContain('is open again');
    expect(await reopen(w.staff, '6')).toContain('Tickets are being opened too quickly in this server');
  });

  test('is found and reopened by its opener and its staff only', async () => {
    const { ticket_id } = await closedChannel();
    expect(await reopen(w.other, String(ticket_id))).toContain('do not have permission');
    expect(await reopen(w.other, '77')).toContain('Ticket not found');
    expect(await reopen(w.other, 'bread')).toContain('Ticket not found');
    expect(await offered(w.member, '')).toEqual(['#1 Support']);
    expect(await offered(w.staff, '1')).toEqual(['#1 Support']);
    expect(await offered(w.member, '2')).toEqual([]);
    expect(await offered(w.other, '')).toEqual([]);
    expect(await reopen(w.staff, String(ticket_id))).toContain('is open again');
    expect(await w.ticket(2)).toMatchObject({ opener_id: w.member.id });
  });

  test('shows its last ten messages as they were meant, pings nobody, and counts the others', async () => {
    const { ticket, channel } = await w.openTicket();
    for (let n = 1; n <= 12; n += 1) await w.member.write(channel, `line ${n}`);
    const regret = await w.member.write(channel, 'my password is 1234');
    await w.member.delete(regret);
    await w.member.write(channel, `**Now** <@${w.staff.id}> @everyone [here](https://example.com)\n# please`);
    await w.bot.settled();
    await closed(ticket.ticket_id, channel);
    await reopen(w.member, '1');
    const [history] = histories((await w.ticket(2))!); // it was reopened
    const text = textOf(history!); // said so
    expect(text).toContain('Messages\n13');
    expect(text).toContain('Messages before these: 3');
    expect(text).not.toContain('line 3\n');
    expect(text).toContain('> line 4\n');
    expect(text).not.toContain('password');
    expect(text).toContain('> \\*\\*Now\\*\\* @sam \\@everyone \\[here](https://example.com)\n> \\# please');
    expect(history).toMatchObject({ content: '', mention_everyone: false, mentions: [] });
  });

  test('fits into what Discord takes, however much was written', async () => {
    const { ticket, channel } = await w.openTicket();
    for (let n = 1; n <= 10; n += 1) await w.member.write(channel, '*'.repeat(2000));
    await w.bot.settled();
    await w.ctx.db
      .updateTable('tickets')
      .set({ close_reason: 'x'.repeat(1024) })
      .execute();
    await closed(ticket.ticket_id, channel);
    await reopen(w.member, '1');
    expect(histories((await w.ticket(2))!)).toHaveLength(1); // it was reopened
  });

  test('says that nothing was kept where the server keeps no transcripts', async () => {
    await w.settings({ store_transcripts: false });
    await closedChannel();
    await reopen(w.member, '1');
    const [history] = histories((await w.ticket(2))!); // it was reopened
    expect(textOf(history!)).toContain('This continues ticket #1.\nNothing that was written in it was kept.');
    expect(textOf(history!)).not.toContain('My bread is cold');
    expect(linksOf(history!)).toEqual([expect.stringContaining('/tickets/view/2')]);
  });

  test('tells its history once, also when Discord loses the answer or the program dies', async () => {
    await closedChannel();
    w.sim.faults.next({
      method: 'POST',
      route: '/channels/:channel/messages',
      kind: 'timeout',
      afterEffect: true,
      skip: 1,
    });
    await reopen(w.member, '1');
    await vi.waitFor(async () => expect((await w.ticket(2))?.welcome_message_id).toBeTruthy(), 8000);
    const ticket = (await w.ticket(2))!; // said so
    expect(histories(ticket)).toHaveLength(1);
    await w.ctx.db
      .updateTable('tickets')
      .set({ welcome_message_id: null })
      .where('ticket_id', '=', 2)
      .execute();
    await w.settings({ language: 'de' });
    // Discord knows a nonce for minutes only.
    for (const { nonce, ...message } of w.sim.world.messages.in('channel', ticket.channel_id ?? ''))
      if (nonce !== undefined) w.sim.world.messages.put(message);
    await continueTicket(w.ctx, ticket);
    expect((await w.ticket(2))?.welcome_message_id).toBe(ticket.welcome_message_id);
    const embeds = w.sim.world.messages.in('channel', ticket.channel_id ?? '').map((m) => textOf(m));
    expect(embeds.filter((text) => text.includes('#1'))).toHaveLength(1);
  });

  test('that Discord does not let the bot tell of is reopened all the same', async () => {
    await closedChannel();
    w.sim.faults.next({ method: 'POST', route: '/channels/:channel/messages', kind: 403, skip: 1 });
    expect(await reopen(w.member, '1')).toContain('is open again');
    expect((await w.ticket(2))?.welcome_message_id).toBeTruthy();
  });

  test('reopened by two people at once is one channel, to which the second one is led', async () => {
    await closedChannel();
    const said = await Promise.all([reopen(w.member, '1'), reopen(w.staff, '1')]);
    const { channel_id } = (await w.ticket(2))!; // one of them made it
    expect(said.toSorted()).toEqual([
      expect.stringContaining(`Ticket #1 is open already as ticket #2: <#${channel_id}>`),
      expect.stringContaining(`Ticket 1 is open again as ticket 2: <#${channel_id}>`),
    ]);
    expect(await w.tickets()).toHaveLength(2);
  });

  test('that went on already is found in the last one of its line, running or closed', async () => {
    await closedChannel();
    await reopen(w.member, '1');
    const second = (await w.ticket(2))!; // said so
    await closed(2, w.sim.world.channels.get(second.channel_id ?? '')!); // it is open
    await reopen(w.member, '1');
    const third = (await w.ticket(3))!; // said so
    expect(third).toMatchObject({ status: 'open', continues: 2 });
    for (const number of ['1', '2'])
      expect(await reopen(w.member, number)).toContain(
        `Ticket #${number} is open already as ticket #3: <#${third.channel_id}>`,
      );
    expect(await w.tickets()).toHaveLength(3);
  });

  test('lets in again whom somebody had added and who is still there, and nobody has claimed it', async () => {
    const { ticket, channel } = await w.openTicket();
    const gone = w.addMember('gus');
    for (const { id } of [w.other, gone])
      await saidIn(await w.staff.goes(channel).slash('add', { user_or_role: id }));
    await saidIn(await w.staff.goes(channel).slash('claim'));
    await closed(ticket.ticket_id, channel);
    await gone.leave(w.guild_id);
    await w.bot.settled();
    await reopen(w.member, '1');
    const again = (await w.ticket(2))!; // said so
    expect(again.claimed_by).toBeNull();
    const overwrites = w.sim.world.channels.get(again.channel_id ?? '')?.permission_overwrites ?? [];
    const ids = overwrites.map(({ id }) => id);
    expect(ids).toContain(w.other.id);
    expect(ids).not.toContain(gone.id);
  });

  test('asks Discord about all who were added together, not one by one', async () => {
    const { ticket, channel } = await w.openTicket();
    await closed(ticket.ticket_id, channel);
    const { guild_id } = w;
    await w.ctx.db
      .insertInto('ticket_members')
      .values(
        Array.from({ length: 200 }, () => ({
          guild_id,
          ticket_id: ticket.ticket_id,
          member_id: randomId(),
          kind: 'user' as const,
        })),
      )
      .execute();
    const asked = w.sim.faults.record();
    await reopen(w.member, '1');
    expect(asked.filter(({ route }) => route.includes('members')).length).toBeLessThan(5);
    const added = await w.ctx.db
      .selectFrom('ticket_members')
      .where('guild_id', '=', guild_id)
      .where('ticket_id', '=', 2)
      .select('member_id')
      .execute();
    expect(added).toEqual([]);
  });

  test('lets in nobody but its opener where it was imported, since an archive may name anybody', async () => {
    const { guild_id } = w;
    const customers = w.sim.world.addRole({ guild_id, name: 'Customers' });
    await w.bot.settled();
    const { ticket_id } = await buildImportedTicket(w.ctx, { guild_id, opener_id: w.member.id });
    await w.ctx.db
      .insertInto('ticket_members')
      .values(
        (
          [
            [w.other.id, 'user'],
            [customers.id, 'role'],
            [guild_id, 'role'],
          ] as const
        ).map(([member_id, kind]) => ({ guild_id, ticket_id, member_id, kind })),
      )
      .execute();
    await reopen(w.member, String(ticket_id));
    const channel_id = String((await w.tickets()).at(-1)?.channel_id);
    expect(w.member.sees(channel_id)).toBe(true);
    expect(w.other.sees(channel_id)).toBe(false);
    const ids = w.sim.world.channels.get(channel_id)?.permission_overwrites.map(({ id }) => id);
    expect(ids).not.toContain(customers.id);
  });

  test('that was imported says so wherever its words stand, and takes nothing of the archive as its own', async () => {
    const { guild_id } = w;
    const { row: panel } = await w.panel();
    const { ticket_id } = await buildImportedTicket(w.ctx, {
      guild_id,
      opener_id: w.member.id,
      panel_id: panel.panel_id,
      subject: 'Your prize',
      closed_by: w.owner.id,
      close_reason: '[Claim it](https://evil.example)',
    });
    const key = { guild_id, ticket_id };
    await buildAnswers(w.ctx, key, { 'Your password?': 'I told you already' });
    await buildMessage(w.ctx, { ...key, author_id: w.owner.id, content: 'Pay the fee first' });
    expect(await offered(w.member, '')).toEqual([`#${ticket_id} (imported) Your prize`]);
    await reopen(w.member, String(ticket_id));
    const ticket = (await w.tickets()).at(-1)!; // it was reopened
    const words = 'Imported by the server. This was not recorded here.';
    const [history] = histories(ticket);
    const [about, last] = history!.embeds; // said so
    expect(about?.description).toContain(`This continues ticket #${ticket_id}.\n*${words}*`);
    expect(about?.fields?.at(-1)?.value).toBe('\\[Claim it](https://evil.example)');
    expect(last?.description).toMatch(new RegExp(`^\\*${words}\\*\n\\*\\*olga.*\n> Pay the fee first$`));
    expect(ticket.subject).toBe(panel.title);
    const all = w.member.messages(ticket.channel_id!).map((message) => textOf(message)); // it is open
    expect(all.join('\n')).not.toMatch(/Your prize|password|told you already/);
    expect(await answersOf(w.ctx.db, ticket, 'form')).toEqual([]);
  });

  test('that was imported is not reopened for somebody who is no member, since an archive may name anybody', async () => {
    const elsewhere = w.sim.world.addUser({ username: 'wanda' });
    const { ticket_id } = await buildImportedTicket(w.ctx, { guild_id: w.guild_id, opener_id: elsewhere.id });
    expect(await reopen(w.owner, String(ticket_id))).toContain(
      'was imported, and whoever opened it is not in',
    );
    expect(await w.tickets()).toHaveLength(1);
  });

  test('is never open to everyone, also where an import has added them before', async () => {
    const { guild_id } = w;
    const { ticket, channel } = await w.openTicket();
    await closed(ticket.ticket_id, channel);
    await w.ctx.db
      .insertInto('ticket_members')
      .values({ guild_id, ticket_id: ticket.ticket_id, member_id: guild_id, kind: 'role' })
      .execute();
    await reopen(w.member, '1');
    expect(w.other.sees(String((await w.ticket(2))?.channel_id))).toBe(false);
  });

  test.each([1, 3, 4, 6, 7])(
    'takes nothing along of an opener who is being erased meanwhile, who was asked for after step %i',
    async (step) => {
      const { ticket, channel } = await w.opened(
        await w.member.goes(w.lobby).slash('open', { subject: 'My bread' }),
      );
      await buildAnswers(w.ctx, ticket, { 'Which?': 'My bread is rye' });
      await w.member.write(channel, 'My bread is cold');
      await w.bot.settled();
      await closed(ticket.ticket_id, channel);
      const { request_id } = await askForErasure(w.ctx, w.member.id, { now: true });
      for (let done = 0; done < step; done += 1) await workOnStep(w.ctx, request_id);
      await reopen(w.staff, `#${ticket.ticket_id}`);
      expect(await w.ticket(ticket.ticket_id + 1)).toMatchObject({ continues: ticket.ticket_id });
      await w.bot.settled();
      await workOnRequest(w.ctx, { request_id });
      expect(await findRequest(w.ctx, request_id)).toMatchObject({ state: 'done' });
      expect(await rowsWith(w.ctx, ['My bread'])).toEqual([]);
    },
  );

  test('refused by Discord, says why and stays closed', async () => {
    await closedChannel();
    w.sim.faults.next({ method: 'POST', route: '/guilds/:guild/channels', kind: 403 });
    expect(await reopen(w.member, '1')).toContain('Discord');
    expect((await w.tickets()).filter(({ status }) => status !== 'closed')).toEqual([]);
    expect(await reopen(w.member, '1')).toContain('is open again');
  });

  test('a lost answer of Discord makes no second channel', async () => {
    await closedChannel();
    const before = w.sim.world.channels.size;
    w.sim.faults.next({ method: 'POST', route: '/guilds/:guild/channels', kind: 500, afterEffect: true });
    expect(await reopen(w.member, '1')).toContain('is open again');
    expect(w.sim.world.channels.size).toBe(before + 1);
  });
});

describe('a ticket that is a thread', () => {
  async function closedThread() {
    await w.settings({ use_threads: true, ticket_notification_channel: w.notices.id });
    const { ticket, channel } = await w.openTicket();
    await closed(ticket.ticket_id, channel);
    return { ticket, channel };
  }
  const said = (channel: SimChannel) =>
    w.sim.world.messages.in('channel', channel.id).filter((m) => textOf(m).includes('was reopened by'));

  test('comes out of the archive, is told in it once, and staff can join it again', async () => {
    const { channel } = await closedThread();
    expect(await reopen(w.member, '1')).toContain(`<#${channel.id}>`);
    await w.bot.settled();
    expect(w.sim.world.channels.get(channel.id)?.thread_metadata).toMatchObject({
      archived: false,
      locked: false,
    });
    const ticket = await w.ticket(1);
    expect(ticket).toMatchObject({
      status: 'open',
      closed_at: null,
      close_reason: null,
      has_transcript: false,
    });
    expect(ticket?.reopened_at).not.toBeNull();
    expect(ticket?.join_message_id).not.toBeNull();
    expect(said(channel)).toHaveLength(1);
    expect(await w.tickets()).toHaveLength(1);
  });

  test.each(['by command', 'by hand'])(
    'has its opener in it again who had left it, reopened %s',
    async (how) => {
      const { channel } = await closedThread();
      const isIn = () => w.sim.world.threadMembers.has(`${channel.id}:${w.member.id}`);
      removeThreadMember(w.sim.world, channel, w.member.id);
      expect(isIn()).toBe(false);
      if (how === 'by command') expect(await reopen(w.member, '1')).toContain(`<#${channel.id}>`);
      else await w.ctx.discord.api.channels.edit(channel.id, { archived: false, locked: false });
      await w.bot.settled();
      expect([(await w.ticket(1))?.status, isIn()]).toEqual(['open', true]);
    },
  );

  describe('and is reopened while Discord does not take the notice to staff', () => {
    const notices = () => w.sim.world.messages.in('channel', w.notices.id);
    const fails = (fault: { times: number; afterEffect?: boolean }) =>
      w.sim.faults.next({
        method: 'POST',
        route: `/channels/${w.notices.id}/messages`,
        kind: 500,
        ...fault,
      });
    async function settle() {
      await settleAll(w.ctx);
      await w.bot.settled();
    }

    test.each([
      ['at first', { times: 4 }],
      ['and its answer is lost', { times: 4, afterEffect: true }],
    ])('%s, is told to staff once', async (_, fault) => {
      await closedThread();
      fails(fault);
      expect(await reopen(w.member, '1')).toContain('is open again');
      w.sim.faults.clear();
      await settle();
      expect(notices().map(({ id }) => id)).toEqual([(await w.ticket(1))?.join_message_id]);
      await settle();
      expect(notices()).toHaveLength(1);
    });

    test.each([
      ['at first', { times: 4 }],
      ['and its answer is lost', { times: 4, afterEffect: true }],
    ])('%s, has no notice when it is closed again meanwhile', async (_, fault) => {
      const { ticket, channel } = await closedThread();
      fails(fault);
      expect(await reopen(w.member, '1')).toContain('is open again');
      w.sim.faults.clear();
      await closed(ticket.ticket_id, channel);
      await settle();
      expect(notices()).toEqual([]);
      expect(await unsettled(w.ctx)).toEqual([]);
    });
  });

  test('is not closed and reopened by its opener so quickly that others could open none; staff reopen it for them', async () => {
    const { ticket, channel } = await closedThread();
    for (let n = 0; n < 4; n += 1) {
      expect(await reopen(w.member, '1')).toContain('is open again');
      await closed(ticket.ticket_id, channel);
    }
    const refused = /You are opening tickets too quickly\. Try again in \d+ second/;
    expect(await reopen(w.member, '1')).toMatch(refused);
    expect(await w.ticket(1)).toMatchObject({ status: 'closed' });
    expect(await saidIn(await w.member.goes(w.lobby).slash('open'))).toMatch(refused);
    expect(await reopen(w.staff, '1')).toContain('is open again');
    await closed(ticket.ticket_id, channel);
    await w.ctx.db
      .updateTable('tickets')
      .set({ opened_at: new Date(0), reopenings: [new Date(0)] })
      .execute();
    expect(await reopen(w.member, '1')).toContain('is open again');
  });

  test('whose thread is deleted cannot be reopened', async () => {
    const { channel } = await closedThread();
    await w.owner.deleteChannel(channel);
    await w.bot.settled();
    expect(await reopen(w.member, '1')).toContain('was deleted');
    expect(await w.ticket(1)).toMatchObject({ status: 'closed' });
  });

  describe('and is reopened by hand', () => {
    const byHand = (channel: SimChannel) =>
      w.ctx.discord.api.channels.edit(channel.id, { archived: false, locked: false });
    const kept = async () =>
      (await w.ctx.db.selectFrom('ticket_messages').select('content').execute()).map(
        ({ content }) => content,
      );
    async function isFollowed(channel: SimChannel) {
      expect(await w.ticket(1)).toMatchObject({ status: 'open', closed_at: null });
      await w.member.write(channel, 'I am back');
      await w.bot.settled();
      expect(await kept()).toContain('I am back');
    }

    test('while the bot is away, is open when it is back, with what was written meanwhile', async () => {
      const { channel } = await closedThread();
      await w.bot.stop();
      await byHand(channel);
      await w.member.write(channel, 'Is anybody there?');
      await w.restart();
      await settleAll(w.ctx);
      await w.bot.settled();
      await isFollowed(channel);
      expect(await kept()).toContain('Is anybody there?');
    });

    test('and is closed again while the bot is away, stays closed', async () => {
      const { channel } = await closedThread();
      await w.bot.stop();
      await byHand(channel);
      await w.ctx.discord.api.channels.edit(channel.id, { archived: true, locked: true });
      await w.restart();
      await settleAll(w.ctx);
      await w.bot.settled();
      expect(await w.ticket(1)).toMatchObject({ status: 'closed' });
    });

    test.each([
      ['the thread', '/channels/:channel'],
      ['its opener', '/guilds/:guild/members/:user'],
    ])('is open also when Discord does not tell of %s at once', async (_, route) => {
      const { channel } = await closedThread();
      await w.ctx.db.deleteFrom('guild_members').where('user_id', '=', w.member.id).execute();
      w.sim.faults.next({ method: 'GET', route, kind: 500, times: Number.POSITIVE_INFINITY });
      await byHand(channel);
      await w.bot.settled();
      expect(await w.ticket(1)).toMatchObject({ status: 'closed' });
      w.sim.faults.clear();
      await settleAll(w.ctx);
      await isFollowed(channel);
    });

    test('while its closing waits for the archive channel, is open when the closing is over', async () => {
      const archive = w.sim.world.addChannel({ guild_id: w.guild_id, name: 'archive' });
      await w.settings({
        use_threads: true,
        ticket_notification_channel: w.notices.id,
        archive_channel: archive.id,
      });
      const { channel } = await w.openTicket();
      const route = `/channels/${archive.id}/messages`;
      w.sim.faults.next({ method: 'POST', route, kind: 500, times: Number.POSITIVE_INFINITY });
      await w.member.goes(channel).slash('close', { reason: 'Done' });
      await w.bot.settled();
      expect(await w.ticket(1)).toMatchObject({ status: 'closing', channel_removed_at: expect.any(Date) });
      await byHand(channel);
      await w.bot.settled();
      w.sim.faults.clear();
      await vi.waitFor(async () => {
        await settleAll(w.ctx);
        expect(await w.ticket(1)).toMatchObject({ status: 'open' });
      }, 8000);
      await isFollowed(channel);
    });

    test('is followed in a server that has very many closed ones, by a look at the open threads alone', async () => {
      const { channel } = await closedThread();
      const many = { guild_id: w.guild_id, is_thread: true, status: 'closed' as const };
      for (let n = 0; n < 30; n += 1)
        await buildTicket(w.ctx, { ...many, channel_id: randomId(), channel_removed_at: new Date() });
      await w.bot.stop();
      await byHand(channel);
      const asked = w.sim.faults.record();
      await w.restart();
      await settleAll(w.ctx);
      await w.bot.settled();
      expect(await w.ticket(1)).toMatchObject({ status: 'open' });
      const threads = asked.filter(({ method, route }) => method === 'GET' && route === '/channels/:channel');
      expect(threads.length).toBeLessThan(3);
    });
  });

  test('stays closed when Discord does not answer', async () => {
    const { channel } = await closedThread();
    w.sim.faults.next({ method: 'PATCH', route: '/channels/:channel', kind: 500, times: 2 });
    expect(await reopen(w.member, '1')).toContain('does not answer');
    expect(await w.ticket(1)).toMatchObject({ status: 'closed' });
    expect(said(channel)).toEqual([]);
  });
});

describe.each([
  ['channels', false],
  ['threads', true],
])('where tickets are %s', (_, use_threads) => {
  async function closedOfPanel() {
    await w.settings({ use_threads, ticket_notification_channel: w.notices.id });
    const { message, row } = await w.panel();
    const { ticket, channel } = await w.opened(await w.member.click(message, 'Get help'));
    await closed(ticket.ticket_id, channel);
    const open = async () => saidIn(await w.member.goes(w.lobby).click(message, 'Get help'));
    return { open, panel_id: row.panel_id };
  }

  test('whom the panel of a ticket keeps from opening one does not reopen it, and is told by which role', async () => {
    const { open, panel_id } = await closedOfPanel();
    const role = w.sim.world.addRole({ guild_id: w.guild_id, name: 'No tickets' });
    await w.ctx.db.deleteFrom('panel_access_rules').where('panel_id', '=', panel_id).execute();
    const rules = [
      { panel_id, role_id: role.id, action: 'deny' as const, position: 1 },
      { panel_id, role_id: w.guild_id, action: 'allow' as const, position: 2 },
    ];
    await w.ctx.db.insertInto('panel_access_rules').values(rules).execute();
    const member = w.sim.world.members.get(`${w.guild_id}:${w.member.id}`)!; // the world has them
    updateMember(w.sim.world, member, { roles: [role.id] });
    await w.bot.settled();
    const said = await reopen(w.member, '1');
    expect(said).toContain(`because you have the role <@&${role.id}>`);
    expect(said).toBe(await open());
    expect(await w.tickets()).toMatchObject([{ status: 'closed' }]);
    expect(await reopen(w.staff, '1')).toContain('is open again');
  });

  test('a ticket of a panel that is disabled is reopened by staff alone', async () => {
    const { open } = await closedOfPanel();
    for (const disabled of [{ disabled: true }, { disabled: false, force_disabled: true }]) {
      await panelRow(disabled);
      const said = await reopen(w.member, '1');
      expect(said).toContain('disabled');
      expect(said).toBe(await open());
    }
    expect(await w.tickets()).toMatchObject([{ status: 'closed' }]);
    expect(await reopen(w.staff, '1')).toContain('is open again');
  });

  test('a ticket of a panel that is gone is reopened by its opener', async () => {
    const { panel_id } = await closedOfPanel();
    await w.ctx.db.deleteFrom('panels').where('panel_id', '=', panel_id).execute();
    expect(await reopen(w.member, '1')).toContain('is open again');
  });
});

test('a thread that was closed before it was greeted is greeted when it is open again', async () => {
  await w.settings({ use_threads: true, ticket_notification_channel: w.notices.id });
  const { message } = await w.panel();
  w.sim.faults.next({ method: 'POST', route: '/channels/:id/messages', kind: 500, times: Infinity });
  await w.member.click(message, 'Get help');
  await w.bot.settled();
  const [ticket] = await w.tickets();
  const channel = w.sim.world.channels.get(ticket?.channel_id ?? '');
  if (!ticket || !channel) throw new Error('it has a thread');
  await w.member.goes(channel).slash('close', { reason: 'Done' });
  await settleAll(w.ctx); // the last try to greet it is over
  w.sim.faults.clear();
  await settleAll(w.ctx);
  expect(await w.ticket(ticket.ticket_id)).toMatchObject({ status: 'closed', welcome_message_id: null });
  await reopen(w.member, '#1');
  await settleAll(w.ctx);
  expect(await w.ticket(ticket.ticket_id)).toMatchObject({
    status: 'open',
    welcome_message_id: expect.any(String),
  });
});
