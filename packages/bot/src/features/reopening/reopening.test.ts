import type { SimChannel } from '@tickets/discord-sim/world/entities';
import { type BotWorld, saidIn, startBotWorld, textOf } from '@tickets/testkit/bot-world';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

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

  test('goes on in a new channel of the same opener and panel, which links the transcript', async () => {
    const earlier = await closedChannel();
    const said = await reopen(w.member, '#1');
    expect(said).toMatch(/Ticket 1 is open again: <#\d+>/);
    const ticket = (await w.ticket(2))!; // said so
    expect(ticket).toMatchObject({
      status: 'open',
      opener_id: w.member.id,
      panel_id: earlier.panel_id,
      continues: 1,
    });
    expect(said).toContain(`<#${ticket.channel_id}>`);
    const welcome = textOf(w.sim.world.messages.get(ticket.welcome_message_id ?? '')!); // it is open
    expect(welcome).toContain('goes on from ticket #1');
    expect(welcome).toMatch(/transcripts\/view\/1\)/);
    expect(await w.ticket(1)).toMatchObject({ status: 'closed', has_transcript: true });
    expect(await reopen(w.member, '1')).toContain(`is open already: <#${ticket.channel_id}>`);
    expect(await w.tickets()).toHaveLength(2);
  });

  test('counts for its opener, whoever reopens it', async () => {
    await closedChannel();
    await w.settings({ ticket_limit: 1 });
    await w.openTicket();
    for (const who of [w.staff, w.member]) expect(await reopen(who, '1')).toContain('this server allows (1)');
    expect(await w.tickets()).toHaveLength(2);
  });

  test('is found and reopened by its opener and its staff only', async () => {
    const { ticket_id } = await closedChannel();
    expect(await reopen(w.other, String(ticket_id))).toContain('do not have permission');
    expect(await reopen(w.other, '77')).toContain('Ticket not found');
    expect(await reopen(w.other, 'bread')).toContain('Ticket not found');
    const offered = async (who: BotWorld['staff'], typed: string) =>
      (await who.goes(w.lobby).autocomplete('reopen', 'ticket_id', { ticket_id: typed })).map(
        ({ name }) => name,
      );
    expect(await offered(w.member, '')).toEqual(['#1 Support']);
    expect(await offered(w.staff, '1')).toEqual(['#1 Support']);
    expect(await offered(w.member, '2')).toEqual([]);
    expect(await offered(w.other, '')).toEqual([]);
    expect(await reopen(w.staff, String(ticket_id))).toContain('is open again');
    expect(await w.ticket(2)).toMatchObject({ opener_id: w.member.id });
  });

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

  test('whose thread is deleted cannot be reopened', async () => {
    const { channel } = await closedThread();
    await w.owner.deleteChannel(channel);
    await w.bot.settled();
    expect(await reopen(w.member, '1')).toContain('was deleted');
    expect(await w.ticket(1)).toMatchObject({ status: 'closed' });
  });

  test('stays closed when Discord does not answer', async () => {
    const { channel } = await closedThread();
    w.sim.faults.next({ method: 'PATCH', route: '/channels/:channel', kind: 500, times: 2 });
    expect(await reopen(w.member, '1')).toContain('does not answer');
    expect(await w.ticket(1)).toMatchObject({ status: 'closed' });
    expect(said(channel)).toEqual([]);
  });
});
