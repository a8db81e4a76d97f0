import { effects } from '@tickets/core/composition/effects';
import { settleDue } from '@tickets/core/platform/effects/following';
import { closeTicket } from '@tickets/core/tickets/closing/close';
import { compareServers } from '@tickets/core/tickets/recovery/compare';
import type { SimChannel, SimMessage } from '@tickets/discord-sim/world/entities';
import { updateRole } from '@tickets/discord-sim/world/roles';
import { callAs } from '@tickets/testkit/data/access';
import { allowWarning } from '@tickets/testkit/guard/watch';
import { type BotWorld, saidIn, startBotWorld, textOf } from '@tickets/testkit/worlds/bot-world';
import { settleAll, unsettled } from '@tickets/testkit/worlds/effects';
import { type APIThreadMetadata, PermissionFlagsBits as P } from 'discord-api-types/v10';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

let w: BotWorld;
let archive: SimChannel;
beforeEach(async () => {
  w = await startBotWorld();
  archive = w.sim.world.addChannel({ guild_id: w.guild_id, name: 'archive' });
});
afterEach(() => w[Symbol.asyncDispose]());

async function open(settings: Parameters<BotWorld['settings']>[0] = {}) {
  await w.settings({ archive_channel: archive.id, ...settings });
  const { message } = await w.panel();
  const { ticket, channel } = await w.opened(await w.member.click(message, 'Get help'));
  const welcome = w.sim.world.messages.get(ticket.welcome_message_id ?? '');
  if (!welcome) throw new Error('the ticket has a welcome message');
  return { ticket, channel, welcome };
}

const inArchive = () => w.sim.world.messages.in('channel', archive.id);
const toMember = () => w.member.directMessages(w.bot_id);

/** Waits until the ticket is closed in Discord and everybody who should know was told. */
async function closedNotice(): Promise<SimMessage> {
  await w.member.eventually(() => toMember().length === 1, 'the direct message');
  const notice = await w.owner.eventually(() => inArchive()[0], 'the archive message');
  await w.bot.settled();
  return notice;
}

describe('closing in Discord', () => {
  /** Presses Close in the welcome message, and finds what is asked then. */
  async function askToClose(welcome: SimMessage) {
    const outcome = await w.staff.click(welcome, 'Close');
    if (outcome.kind !== 'message') throw new Error(`it was not asked: ${outcome.kind}`);
    return outcome.message;
  }

  test('Close asks the one who pressed it first, and the confirmation closes', async () => {
    const { ticket, channel, welcome } = await open();
    const confirmation = await askToClose(welcome);
    expect(textOf(confirmation)).toContain('Close Confirmation');
    expect(confirmation.ephemeral_for).toBe(w.staff.id);
    expect(w.member.messages(channel).map(({ id }) => id)).not.toContain(confirmation.id);
    await w.staff.click(confirmation, 'Close');
    expect(textOf(await closedNotice())).toContain(`<@${w.staff.id}>`);
    expect(w.sim.world.channels.has(channel.id)).toBe(false);
    expect(await w.ticket(ticket.ticket_id)).toMatchObject({ closed_by: w.staff.id, close_reason: null });
  });

  test('the confirmation can be cancelled, and then the ticket stays', async () => {
    const { ticket, welcome } = await open();
    const confirmation = await askToClose(welcome);
    await w.staff.click(confirmation, 'Cancel');
    const after = w.sim.world.messages.get(confirmation.id);
    expect(after && textOf(after)).toContain('The ticket stays open.');
    expect(after?.components).toEqual([]);
    expect(await w.ticket(ticket.ticket_id)).toMatchObject({ status: 'open' });
  });

  test('the opener is told what it was about, who helped, why it ended, and how to go on', async () => {
    await w.settings({ feedback_enabled: true });
    const { ticket, channel, welcome } = await open();
    await w.staff.write(channel, 'It is in the oven');
    await w.owner.write(channel, 'And now on its way');
    await w.bot.settled();
    await w.staff.goes(channel).slash('claim');
    await w.bot.settled();
    await w.staff.click(welcome, 'Close With Reason');
    await w.staff.submitModal({ reason: 'Bread delivered' });
    await closedNotice();
    const [told] = toMember();
    expect(told?.content).toBe('');
    const fields = Object.fromEntries(
      (told?.embeds[0]?.fields ?? []).map(({ name, value }) => [name, value]),
    );
    expect(fields).toEqual({
      'Ticket ID': String(ticket.ticket_id),
      About: 'Support',
      'Helped By': `<@${w.staff.id}>, <@${w.owner.id}>`,
      'Closed By': `<@${w.staff.id}>`,
      Reason: 'Bread delivered',
    });
    expect(told?.embeds[0]?.description).toContain('/reopen');
    expect(JSON.stringify([told, inArchive()])).not.toContain('\u200b');
  });

  test('nothing is said of helpers and reasons that there were not', async () => {
    const { welcome } = await open({ close_confirmation: false });
    await w.member.click(welcome, 'Close');
    await closedNotice();
    const names = toMember()[0]?.embeds[0]?.fields?.map(({ name }) => name);
    expect(names).toEqual(['Ticket ID', 'About', 'Closed By']);
  });

  test('with confirmation turned off, Close closes at once', async () => {
    const { channel, welcome } = await open({ close_confirmation: false });
    await w.member.click(welcome, 'Close');
    await closedNotice();
    expect(w.sim.world.channels.has(channel.id)).toBe(false);
  });

  test('an opener who may not close is told so, by every way, and the ticket stays', async () => {
    const { ticket, channel, welcome } = await open({ users_can_close: false, close_confirmation: false });
    const refusal = 'You cannot close this ticket';
    expect(await saidIn(await w.member.click(welcome, 'Close'))).toContain(refusal);
    expect(await saidIn(await w.member.click(welcome, 'Close With Reason'))).toContain(refusal);
    expect(await saidIn(await w.member.goes(channel).slash('close'))).toContain(refusal);
    expect(await w.ticket(ticket.ticket_id)).toMatchObject({ status: 'open' });
  });

  test('Close With Reason asks for the reason and closes with it', async () => {
    const { ticket, welcome } = await open();
    expect(await w.staff.click(welcome, 'Close With Reason')).toMatchObject({ kind: 'modal' });
    await w.staff.submitModal({ reason: 'Bread delivered' });
    expect(textOf(await closedNotice())).toContain('Bread delivered');
    expect(await w.ticket(ticket.ticket_id)).toMatchObject({ close_reason: 'Bread delivered' });
  });

  test('/close takes a reason, and offers those that were given before', async () => {
    const first = await open();
    await w.staff.goes(first.channel).slash('close', { reason: 'Out of flour' });
    await closedNotice();
    const { message } = await w.panel({ title: 'Sales' });
    const elsewhere = await w.opened(await w.other.click(message, 'Get help'));
    expect(await w.staff.goes(elsewhere.channel).autocomplete('close', 'reason', { reason: '' })).toEqual([
      { name: 'Out of flour', value: 'Out of flour' },
    ]);
    const panel = w.sim.world.messages.in('channel', w.lobby.id)[0];
    const { channel } = await w.opened(await w.other.click(panel!, 'Get help')); // the panel stands there
    w.staff.goes(channel);
    const offered = await w.staff.autocomplete('close', 'reason', { reason: ' FLOUR' });
    expect(offered).toEqual([{ name: 'Out of flour', value: 'Out of flour' }]);
    expect(await w.staff.autocomplete('close', 'reason', { reason: 'sugar' })).toEqual([]);
  });

  test('a ticket that is closed already cannot be closed again', async () => {
    const { channel, welcome } = await open({ close_confirmation: false });
    await Promise.allSettled([w.staff.click(welcome, 'Close'), w.owner.click(welcome, 'Close')]);
    await closedNotice();
    expect(w.sim.world.channels.has(channel.id)).toBe(false);
    expect(inArchive()).toHaveLength(1);
    expect(toMember()).toHaveLength(1);
  });

  test('staff change the reason in the archive channel, and the opener sees it too', async () => {
    const { welcome } = await open({ close_confirmation: false });
    await w.staff.click(welcome, 'Close');
    const notice = await closedNotice();
    expect(await saidIn(await w.other.click(notice, 'Edit Reason'))).toContain('Only support staff');
    expect(await w.staff.click(notice, 'Edit Reason')).toMatchObject({ kind: 'modal' });
    expect(await saidIn(await w.staff.submitModal({ reason: 'A duplicate' }))).toContain('has been changed');
    for (const message of [...inArchive(), ...toMember()]) expect(textOf(message)).toContain('A duplicate');
  });

  test('staff of other panels neither read nor change the reason', async () => {
    const { ticket, welcome } = await open({ close_confirmation: false });
    await w.staff.click(welcome, 'Close With Reason');
    await w.staff.submitModal({ reason: 'A refund' });
    const notice = await closedNotice();
    expect(await w.staff.click(notice, 'Edit Reason')).toMatchObject({ kind: 'modal' });
    await w.ctx.db
      .updateTable('panels')
      .set({ default_team: false })
      .where('guild_id', '=', w.guild_id)
      .execute();
    expect(await saidIn(await w.staff.submitModal({ reason: 'A duplicate' }))).toContain('permission');
    expect(await saidIn(await w.staff.click(notice, 'Edit Reason'))).toContain('permission');
    expect(await w.ticket(ticket.ticket_id)).toMatchObject({ close_reason: 'A refund' });
  });

  test('the opener rates in the direct message, and the archive shows it', async () => {
    const { ticket, channel, welcome } = await open({ feedback_enabled: true, close_confirmation: false });
    await w.member.write(channel, 'Where is my bread?');
    await w.bot.settled();
    await w.staff.click(welcome, 'Close');
    await closedNotice();
    const [invitation] = toMember();
    expect(await saidIn(await w.member.click(invitation!, '4'))).toContain('feedback has been recorded'); // one was sent
    expect(await w.ticket(ticket.ticket_id)).toMatchObject({ rating: 4 });
    expect(textOf(inArchive()[0]!)).toContain('4 ⭐'); // waited for above
    await w.settings({ feedback_enabled: false });
    expect(await saidIn(await w.member.click(toMember()[0]!, '1'))).toContain('turned off'); // the same message
  });

  test('a channel that is deleted by hand ends its ticket', async () => {
    const { ticket, channel } = await open();
    await w.owner.deleteChannel(channel);
    await w.bot.settled();
    expect(await w.ticket(ticket.ticket_id)).toMatchObject({ close_source: 'channel_deleted' });
  });

  test('all that is said in a server whose language is German is German', async () => {
    const { welcome } = await open({ language: 'de' });
    expect(await saidIn(await w.staff.click(welcome, 'Schließen'))).toContain('Schließen bestätigen');
  });
});

describe('a message about a closed ticket whose number was given again, as after a restore,', () => {
  const notKnown = 'belongs to a ticket that is no longer known here';

  /** Closes a ticket in which its opener wrote. */
  async function closed(opener: BotWorld['member'], reason: string) {
    await w.settings({ feedback_enabled: true, archive_channel: archive.id });
    const { message } = await w.panel();
    const { ticket, channel } = await w.opened(await opener.click(message, 'Get help'));
    await opener.write(channel, 'Where is my bread?');
    await w.bot.settled();
    await saidIn(await w.owner.goes(channel).slash('close', { reason }));
    const told = () => opener.directMessages(w.bot_id).at(-1);
    const notice = () => inArchive().find((one) => textOf(one).includes(reason));
    await opener.eventually(
      () => textOf(told() ?? { content: '', embeds: [] }).includes(reason),
      'the direct message',
    );
    await w.owner.eventually(notice, 'the archive message');
    await w.bot.settled();
    return { ticket_id: ticket.ticket_id, notice: notice()!, told: told()! }; // they were waited for
  }

  test('neither shows nor changes the reason of the other ticket, also from a form that was open meanwhile', async () => {
    const { notice } = await closed(w.member, 'About Mia');
    expect(await w.staff.click(notice, 'Edit Reason')).toMatchObject({ kind: 'modal' });
    await w.forgetTickets();
    const { ticket_id, notice: current } = await closed(w.other, 'About Max');
    expect(ticket_id).toBe(1);
    expect(await saidIn(await w.staff.submitModal({ reason: 'Mia again' }))).toContain(notKnown);
    expect(await saidIn(await w.staff.click(notice, 'Edit Reason'))).toContain(notKnown);
    expect(await w.ticket(1)).toMatchObject({ close_reason: 'About Max' });
    await w.staff.click(current, 'Edit Reason');
    expect(await saidIn(await w.staff.submitModal({ reason: 'Of Max' }))).toContain('has been changed');
  });

  test('does not rate another ticket of the same opener', async () => {
    const { told } = await closed(w.member, 'The first');
    await w.forgetTickets();
    const { told: current } = await closed(w.member, 'The second');
    expect(await saidIn(await w.member.click(told, '1'))).toContain(notKnown);
    expect(await w.ticket(1)).toMatchObject({ rating: null });
    await saidIn(await w.member.click(current, '5'));
    expect(await w.ticket(1)).toMatchObject({ rating: 5 });
  });

  test('is still used where its own ticket came back by an import, and by no other one that was imported', async () => {
    const { ticket_id, notice } = await closed(w.member, 'Done');
    const isImported = (values: { opened_at?: Date } = {}) =>
      w.ctx.db
        .updateTable('tickets')
        .set({
          interaction_id: String(-ticket_id),
          archive_channel_id: null,
          archive_message_id: null,
          ...values,
        })
        .execute();
    await isImported();
    expect(await w.staff.click(notice, 'Edit Reason')).toMatchObject({ kind: 'modal' });
    await isImported({ opened_at: new Date('2026-01-01') });
    expect(await saidIn(await w.staff.click(notice, 'Edit Reason'))).toContain(notKnown);
  });

  test('is used as before where the ticket was reopened since and closed again', async () => {
    await w.settings({ use_threads: true, ticket_notification_channel: w.notices.id });
    const { ticket_id, notice } = await closed(w.member, 'The first time');
    await saidIn(await w.owner.goes(w.lobby).slash('reopen', { ticket_id: `#${ticket_id}` }));
    await w.bot.settled();
    const { guild_id } = w;
    await closeTicket(await callAs(w, w.owner.id), {
      guild_id,
      ticket_id,
      reason: null,
      source: 'dashboard',
    });
    await w.owner.eventually(() => inArchive().length === 2, 'the archive message');
    await w.bot.settled();
    await w.staff.click(notice, 'Edit Reason');
    expect(await saidIn(await w.staff.submitModal({ reason: 'The second time' }))).toContain(
      'has been changed',
    );
    expect(await w.ticket(ticket_id)).toMatchObject({ close_reason: 'The second time' });
  });
});

test('a thread that staff lock by hand closes its ticket, which says so', async () => {
  const { ticket, channel } = await open({ use_threads: true, ticket_notification_channel: w.notices.id });
  await w.ctx.discord.api.channels.edit(channel.id, { locked: true });
  await w.bot.settled();
  await settleAll(w.ctx);
  expect(await w.ticket(ticket.ticket_id)).toMatchObject({
    status: 'closed',
    close_source: 'thread_archived',
    close_reason: 'Thread was locked',
  });
  const thread = w.sim.world.channels.get(channel.id)?.thread_metadata;
  expect(thread).toMatchObject({ archived: true, locked: true });
});

describe('a thread that Discord does not let the bot lock when its ticket closes', () => {
  allowWarning(/"msg":"Discord does not let the bot close the thread of a ticket"/);

  async function botMay(permissions: bigint) {
    const role = w.sim.world.roles.get(w.bot_role.id);
    if (!role) throw new Error('the bot has no role');
    updateRole(w.sim.world, role, { permissions: String(permissions) });
    await w.bot.settled();
  }
  async function closedUnlocked() {
    const { ticket, channel } = await open({ use_threads: true, ticket_notification_channel: w.notices.id });
    const may = BigInt(w.bot_role.permissions);
    await botMay(may & ~P.ManageThreads);
    await saidIn(await w.owner.goes(channel).slash('close', { reason: 'Done' }));
    await closedNotice();
    return { ticket, channel, may };
  }
  const threadOf = ({ id }: SimChannel) => w.sim.world.channels.get(id)?.thread_metadata;
  const told = (channel: SimChannel) =>
    w.member.messages(channel).filter((message) => textOf(message).includes('Give the bot Manage Threads'));

  test('is told so, once, and is locked as soon as the bot may do it', async () => {
    const { ticket, channel, may } = await closedUnlocked();
    expect(told(channel)).toHaveLength(1);
    expect(threadOf(channel)).toMatchObject({ archived: false, locked: false });
    await settleAll(w.ctx);
    expect(threadOf(channel)).toMatchObject({ archived: false, locked: false });
    await botMay(may);
    await settleDue(w.ctx, effects);
    await w.bot.settled();
    expect(threadOf(channel)).toMatchObject({ archived: true, locked: true });
    expect(told(channel)).toHaveLength(1);
    expect(await w.ticket(ticket.ticket_id)).toMatchObject({ status: 'closed' });
    expect(await unsettled(w.ctx)).toEqual([]);
  });

  test('is not locked late in the moment in which somebody reopens it', async () => {
    const { ticket, channel, may } = await closedUnlocked();
    await botMay(may);
    w.sim.faults.next({ method: 'PATCH', route: '/channels/:channel', kind: 'delay', delayMs: 600 });
    const { ticket_id } = ticket;
    const said = saidIn(await w.owner.goes(w.lobby).slash('reopen', { ticket_id: `#${ticket_id}` }));
    await new Promise((resolve) => setTimeout(resolve, 200));
    await Promise.all([settleDue(w.ctx, effects), said]);
    expect(await said).toContain('open again');
    await w.bot.settled();
    expect(await w.ticket(ticket_id)).toMatchObject({ status: 'open' });
    expect(threadOf(channel)).toMatchObject({ archived: false, locked: false });
  });

  test('stays closed when it is renamed, or archived sooner from then on, and opens the ticket when it was archived and is taken out by hand', async () => {
    const { ticket, channel, may } = await closedUnlocked();
    await botMay(may);
    const { api } = w.ctx.discord;
    await api.channels.edit(channel.id, { name: 'done' });
    await w.bot.settled();
    expect(await w.ticket(ticket.ticket_id)).toMatchObject({ status: 'closed', thread_name: 'done' });
    await api.channels.edit(channel.id, { auto_archive_duration: 60 });
    await w.bot.settled();
    expect(await w.ticket(ticket.ticket_id)).toMatchObject({ status: 'closed' });
    await api.channels.edit(channel.id, { archived: true });
    await w.bot.settled();
    await api.channels.edit(channel.id, { archived: false });
    await w.bot.settled();
    expect(await w.ticket(ticket.ticket_id)).toMatchObject({ status: 'open' });
    await settleAll(w.ctx);
    await w.bot.settled();
    expect(threadOf(channel)).toMatchObject({ archived: false, locked: false });
    expect(await w.ticket(ticket.ticket_id)).toMatchObject({ status: 'open' });
  });

  test.each([
    { happened: 'it was archived and written in', status: 'open' },
    { happened: 'it was written in, and is to be archived sooner', status: 'closed' },
  ])('has its ticket $status where $happened while the bot was away', async ({ status }) => {
    const { ticket, channel } = await closedUnlocked();
    await w.bot.stop();
    const { api } = w.ctx.discord;
    if (status === 'open') await api.channels.edit(channel.id, { archived: true });
    await w.member.write(channel, 'I still need help');
    if (status === 'closed') {
      const { thread_metadata, ...thread } = w.sim.world.channels.get(channel.id) as SimChannel; // it was opened above
      const archive_timestamp = new Date(Date.now() + 60_000).toISOString();
      w.sim.world.channels.put({
        ...thread,
        thread_metadata: { ...(thread_metadata as APIThreadMetadata), archive_timestamp },
      });
    }
    await w.restart();
    await settleAll(w.ctx);
    await compareServers(w.ctx, [w.guild_id]);
    await settleAll(w.ctx);
    await w.bot.settled();
    expect(await w.ticket(ticket.ticket_id)).toMatchObject({ status });
  });

  test('stays closed where our last words take it out of the archive and our clock is behind that of Discord', async () => {
    const { ticket, channel } = await open({ use_threads: true, ticket_notification_channel: w.notices.id });
    await w.bot.settled();
    await botMay(BigInt(w.bot_role.permissions) & ~P.ManageThreads);
    w.sim.world.channels.put({
      ...channel,
      thread_metadata: {
        ...threadOf(channel),
        archived: true,
        archive_timestamp: new Date().toISOString(),
      } as APIThreadMetadata,
    });
    vi.spyOn(w.ctx.clock, 'now').mockImplementation(() => new Date(Date.now() - 400));
    const { guild_id, ticket_id } = ticket;
    await closeTicket(await callAs(w, w.owner.id), {
      guild_id,
      ticket_id,
      reason: null,
      source: 'dashboard',
    });
    await closedNotice();
    expect(told(channel)).toHaveLength(1);
    await new Promise((resolve) => setTimeout(resolve, 500));
    await compareServers(w.ctx, [guild_id]);
    await settleAll(w.ctx);
    await w.bot.settled();
    expect(await w.ticket(ticket_id)).toMatchObject({ status: 'closed' });
  });

  test('opens the ticket, too, when it was archived and taken out by hand while the bot was away', async () => {
    const { ticket, channel } = await closedUnlocked();
    await w.bot.stop();
    await w.ctx.discord.api.channels.edit(channel.id, { archived: true });
    await w.restart();
    await w.bot.settled();
    expect(await w.ticket(ticket.ticket_id)).toMatchObject({ status: 'closed' });
    await w.ctx.discord.api.channels.edit(channel.id, { archived: false });
    await w.bot.settled();
    expect(await w.ticket(ticket.ticket_id)).toMatchObject({ status: 'open' });
  });

  test('is locked as soon as the bot may do it, also when Discord has archived it meanwhile: whoever writes in it opens it no more', async () => {
    const { ticket, channel, may } = await closedUnlocked();
    await w.ctx.discord.api.channels.edit(channel.id, { archived: true });
    await w.bot.settled();
    const asked = vi.spyOn(w.ctx.discord.api.channels, 'edit');
    await settleAll(w.ctx);
    expect(asked).not.toHaveBeenCalled();
    expect(threadOf(channel)).toMatchObject({ archived: true, locked: false });
    await botMay(may);
    await settleDue(w.ctx, effects);
    await w.bot.settled();
    expect(threadOf(channel)).toMatchObject({ archived: true, locked: true });
    await expect(w.member.write(channel, 'And another thing')).rejects.toThrow('archived');
    await w.bot.settled();
    expect(threadOf(channel)).toMatchObject({ archived: true, locked: true });
    expect(await w.ticket(ticket.ticket_id)).toMatchObject({ status: 'closed' });
    expect(await unsettled(w.ctx)).toEqual([]);
  });
});
