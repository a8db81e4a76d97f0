import { addThreadMember, removeThreadMember } from '@tickets/discord-sim/world/threads';
import { allowWarning } from '@tickets/testkit/guard/watch';
import { type BotWorld, saidIn, startBotWorld, textOf } from '@tickets/testkit/worlds/bot-world';
import { settleAll } from '@tickets/testkit/worlds/effects';
import { ChannelType, PermissionFlagsBits as P } from 'discord-api-types/v10';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

// What fails here on purpose is reported.
allowWarning(/"msg":"(Discord refused to open a ticket|a step of opening a ticket failed)/);

let w: BotWorld;
beforeEach(async () => {
  w = await startBotWorld();
  await w.settings({ use_threads: true, ticket_notification_channel: w.notices.id });
});
afterEach(() => w[Symbol.asyncDispose]());

const notices = () => w.staff.messages(w.notices);

describe('a ticket as a thread', () => {
  test('is private in the panel channel, with the opener in it and no Claim', async () => {
    const { ticket, channel, welcome } = await w.openTicket();
    expect(ticket).toMatchObject({ is_thread: true, parent_id: w.lobby.id });
    expect(channel).toMatchObject({
      type: ChannelType.PrivateThread,
      name: 'ticket-1',
      parent_id: w.lobby.id,
    });
    expect(channel.thread_metadata?.invitable).toBe(false);
    expect([w.member.sees(channel), w.other.sees(channel)]).toEqual([true, false]);
    expect(JSON.stringify(welcome.components)).not.toContain('ticket.claim');
  });

  test('is told to staff, who join by the button and are then shown in the notice', async () => {
    const { channel, ticket } = await w.openTicket();
    const [notice] = notices();
    if (!notice) throw new Error('no notice');
    expect(ticket).toMatchObject({ join_channel_id: w.notices.id, join_message_id: notice.id });
    expect(textOf(notice)).toContain('Staff In Ticket\n0');
    expect(notice.embeds[0]?.color).toBe(0xfc3f35);
    expect(w.staff.sees(channel)).toBe(false);
    expect(await saidIn(await w.staff.click(notice, 'Join Ticket'))).toContain('You are in the ticket now');
    expect(w.staff.sees(channel)).toBe(true);
    await vi.waitFor(() => {
      const [now] = notices();
      expect(now?.embeds[0]?.color).toBe(0x2ecc71);
      expect(textOf(now!)).toContain(`Staff Members\n<@${w.staff.id}>`); // it was there
    });
    expect(await saidIn(await w.staff.click(notice, 'Join Ticket'))).toContain(
      'You are in this ticket already',
    );
    expect(await saidIn(await w.other.click(notice, 'Join Ticket'))).toContain('Only support staff');
  });

  test('is not joined from the notice of another one that had its number, as after a restore', async () => {
    await w.openTicket();
    const [notice] = notices();
    await w.forgetTickets();
    const { ticket, channel } = await w.openTicket();
    expect(ticket.ticket_id).toBe(1);
    expect(await saidIn(await w.staff.click(notice!, 'Join Ticket'))).toContain('no longer known here'); // of the first one
    expect(w.staff.sees(channel)).toBe(false);
  });

  test('has its notice edited far less often than people come and go', async () => {
    const { channel } = await w.openTicket();
    const asked = w.sim.faults.record();
    const thread = w.sim.world.channels.get(channel.id);
    if (!thread) throw new Error('no thread');
    for (let times = 0; times < 30; times += 1) {
      addThreadMember(w.sim.world, thread, w.staff.id);
      removeThreadMember(w.sim.world, thread, w.staff.id);
    }
    addThreadMember(w.sim.world, thread, w.staff.id);
    await w.bot.settled();
    await settleAll(w.ctx);
    expect(textOf(notices()[0]!)).toContain('Staff In Ticket\n1'); // it was there
    const edits = asked.filter(({ method }) => method === 'PATCH');
    expect(edits.length).toBe(1);
  });

  test('needs a plain text channel and the permission to write in threads', async () => {
    const news = w.sim.world.addChannel({
      guild_id: w.guild_id,
      type: ChannelType.GuildAnnouncement,
      name: 'news',
    });
    expect(await saidIn(await w.member.goes(news).slash('open'))).toContain('plain text channel');
    w.sim.world.channels.put({
      ...w.lobby,
      permission_overwrites: [{ id: w.guild_id, type: 0, allow: '0', deny: String(P.SendMessagesInThreads) }],
    });
    expect(await saidIn(await w.member.goes(w.lobby).slash('open'))).toContain('send messages in threads');
    expect(await w.tickets()).toEqual([]);
  });

  test.each([
    ['making the thread', { method: 'POST', route: '/channels/:channel/threads' }],
    ['letting the opener in', { method: 'PUT', route: /thread-members/ }],
    ['the welcome message or the notice', { method: 'POST', route: '/channels/:channel/messages' }],
  ])('is whole after lost answers at %s', async (_, route) => {
    const { message } = await w.panel();
    w.sim.faults.next({ ...route, kind: 500, afterEffect: true });
    w.sim.faults.next({ ...route, kind: 'reset', afterEffect: true });
    await w.opened(await w.member.click(message, 'Get help'));
    const threads = w.sim.world.channels.in('threads', w.guild_id);
    expect(threads).toHaveLength(1);
    expect(w.member.messages(threads[0]!).filter(({ type }) => type === 0)).toHaveLength(1); // the one of the line before
    expect(notices()).toHaveLength(1);
  });

  test('that Discord refuses leaves no thread, and the missing permission is named', async () => {
    const { message } = await w.panel();
    const deny = String(P.CreatePrivateThreads);
    const permission_overwrites = [{ id: w.bot_role.id, type: 0, allow: '0', deny }];
    w.sim.world.channels.put({ ...w.lobby, permission_overwrites });
    await w.restart();
    expect(await saidIn(await w.member.click(message, 'Get help'))).toContain('Create Private Threads');
    expect(w.sim.world.channels.in('threads', w.guild_id)).toEqual([]);
    expect(await w.tickets()).toMatchObject([{ status: 'closed', close_source: 'undone' }]);
  });

  test('cannot be claimed, takes members but no roles', async () => {
    const { channel } = await w.openTicket();
    const [notice] = notices();
    await saidIn(await w.staff.click(notice!, 'Join Ticket')); // it was posted with the ticket
    const claimed = await w.staff.goes(channel).slash('claim');
    expect(textOf(await claimed.followUp())).toContain('threads cannot be claimed');
    await saidIn(await w.member.goes(channel).slash('add', { user_or_role: w.other.id }));
    expect(w.other.sees(channel)).toBe(true);
    const role = w.sim.world.addRole({ guild_id: w.guild_id, name: 'Guests' });
    const refused = await w.member.goes(channel).slash('add', { user_or_role: role.id });
    expect(textOf(await refused.followUp())).toContain('A role cannot be added to a thread');
    await saidIn(await w.member.goes(channel).slash('remove', { user_or_role: w.other.id }));
    expect(w.other.sees(channel)).toBe(false);
  });
});
