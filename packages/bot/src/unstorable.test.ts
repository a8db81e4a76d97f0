import type { Person } from '@tickets/discord-sim/control';
import type { SimChannel } from '@tickets/discord-sim/world/entities';
import { createMessage, updateMessage } from '@tickets/discord-sim/world/messages';
import { type BotWorld, saidIn, startBotWorld } from '@tickets/testkit/worlds/bot-world';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

/** A zero character, and half of a surrogate pair. */
const nasty = 'No\0 flour \ud83d';
const kept = 'No flour \ufffd';

let w: BotWorld;
beforeEach(async () => {
  w = await startBotWorld();
  await w.settings({ close_confirmation: false });
});
afterEach(() => w[Symbol.asyncDispose]());

/** Past what Discord takes of anybody. */
async function write(channel: SimChannel, who: Person) {
  const { world } = w.sim;
  const message = world.messages.get((await who.write(channel, 'Flour')).id);
  if (!message) throw new Error('the message is gone');
  return createMessage(world, { ...message, id: world.newId(), content: nasty });
}

describe('characters that the database cannot keep are left out', () => {
  test('of what is written in a ticket, and of what people call themselves', async () => {
    const { ticket, channel } = await w.openTicket();
    const named = w.addMember('a\0b');
    const added = await w.owner.goes(channel).slash('add', { user_or_role: named.id });
    expect(await saidIn(added)).toContain('added');
    const message = await write(channel, named);
    await w.bot.settled();
    updateMessage(w.sim.world, message, { content: `${nasty}!`, edited_timestamp: new Date().toISOString() });
    await w.bot.settled();
    const { ticket_id } = ticket;
    const rows = await w.ctx.db
      .selectFrom('ticket_messages')
      .where('ticket_id', '=', ticket_id)
      .where('message_id', '=', message.id)
      .select('content')
      .execute();
    expect(rows).toEqual([{ content: `${kept}!` }]);
    const users = w.ctx.db.selectFrom('users').where('user_id', '=', named.id).select('username');
    expect(await users.execute()).toEqual([{ username: 'ab' }]);
  });

  test('of what was written unheard, so that its ticket closes with all of it', async () => {
    const { ticket, channel, welcome } = await w.openTicket();
    await w.bot.stop();
    await write(channel, w.member);
    await w.restart();
    await w.staff.click(welcome, 'Close');
    await w.bot.settled();
    const closed = await w.ticket(ticket.ticket_id);
    expect(closed).toMatchObject({ status: 'closed', has_transcript: true });
    expect(w.sim.world.channels.has(channel.id)).toBe(false);
  });

  test('of what is given to a command or written into a form', async () => {
    const { channel, welcome } = await w.openTicket();
    w.staff.goes(channel);
    expect(await saidIn(await w.staff.slash('closerequest', { reason: nasty }))).toContain('close request');
    expect(await saidIn(await w.staff.slash('tag', { id: nasty }))).toContain(`Tag not found: ${kept}`);
    expect(await w.staff.click(welcome, 'Close With Reason')).toMatchObject({ kind: 'modal' });
    await w.staff.submitModal({ reason: nasty });
    await w.bot.settled();
    const subject = await saidIn(await w.member.goes(w.lobby).slash('open', { subject: nasty }));
    expect(subject).toContain('Opened a new ticket');
    expect(await w.tickets()).toMatchObject([{ close_reason: kept }, { subject: kept }]);
  });
});
