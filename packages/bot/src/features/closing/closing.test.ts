import type { SimChannel, SimMessage } from '@tickets/discord-sim/world/entities';
import { type BotWorld, saidIn, startBotWorld, textOf } from '@tickets/testkit/bot-world';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

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
  test('Close asks first, and the confirmation closes', async () => {
    const { ticket, channel, welcome } = await open();
    const asked = await w.staff.click(welcome, 'Close');
    expect(await saidIn(asked)).toContain('Close Confirmation');
    const confirmation = w.member.messages(channel).at(-1);
    expect(w.sim.world.channels.has(channel.id)).toBe(true);
    await w.staff.click(confirmation!, 'Close'); // asked just now
    expect(textOf(await closedNotice())).toContain(`<@${w.staff.id}>`);
    expect(w.sim.world.channels.has(channel.id)).toBe(false);
    expect(await w.ticket(ticket.ticket_id)).toMatchObject({ closed_by: w.staff.id, close_reason: null });
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
    expect(textOf(await (await w.member.click(welcome, 'Close')).followUp())).toContain(refusal);
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
