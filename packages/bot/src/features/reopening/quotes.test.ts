import { askForErasure } from '@tickets/core/personal-data/requests';
import { findRequest, workOnRequest } from '@tickets/core/personal-data/work';
import { tryRefusedAgain } from '@tickets/core/servers/duties-later';
import { closeTicket } from '@tickets/core/tickets/closing/close';
import { backfillTicket } from '@tickets/core/tickets/conversation/backfill';
import { removeTranscript } from '@tickets/core/transcripts/removal';
import { removeOldTranscripts } from '@tickets/core/transcripts/retention';
import type { SimChannel, SimMessage } from '@tickets/discord-sim/world/entities';
import { callAs } from '@tickets/testkit/data/access';
import { rowsWith } from '@tickets/testkit/data/busy-person';
import { allowWarning } from '@tickets/testkit/guard/watch';
import { type BotWorld, saidIn, startBotWorld, textOf } from '@tickets/testkit/worlds/bot-world';
import { settleAll } from '@tickets/testkit/worlds/effects';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

// What fails here on purpose is reported.
allowWarning(/"msg":"the history of a reopened ticket still quotes what was removed"/);

/** What a ticket tells of the closed one that it continues, once something of that is gone. */
let w: BotWorld;
let channel: SimChannel;
beforeEach(async () => {
  w = await startBotWorld();
  await w.settings({ close_confirmation: false });
  ({ channel } = await w.openTicket());
});
afterEach(() => w[Symbol.asyncDispose]());

const key = (ticket_id: number) => ({ guild_id: w.guild_id, ticket_id });

async function isClosed(ticket_id: number) {
  await vi.waitFor(async () => {
    await settleAll(w.ctx);
    expect(await w.ticket(ticket_id)).toMatchObject({ status: 'closed' });
  }, 8_000);
  await w.bot.settled();
}

async function close(who = w.staff) {
  await who.goes(channel).slash('close', { reason: 'Smells of fish' });
  await isClosed(1);
}

async function reopen() {
  expect(await saidIn(await w.owner.goes(w.lobby).slash('reopen', { ticket_id: '#1' }))).toContain('again');
  await w.bot.settled();
}

const tells = (message: SimMessage) => textOf(message).includes('This continues ticket');

/** The message in the later ticket that tells of the earlier one. */
async function told() {
  const { channel_id } = (await w.ticket(2)) ?? {};
  const [message] = w.sim.world.messages.in('channel', channel_id ?? '').filter(tells);
  return message ? textOf(message) : undefined;
}

async function erase({ id }: { id: string }) {
  const { request_id } = await askForErasure(w.ctx, id, { now: true });
  await workOnRequest(w.ctx, { request_id });
  expect(await findRequest(w.ctx, request_id)).toMatchObject({ state: 'done' });
}

const remove = async () => removeTranscript(await callAs(w, w.owner.id), key(1));

async function removeOld() {
  await w.ctx.db
    .insertInto('transcript_retention')
    .values({ guild_id: w.guild_id, days: 1, changed_by: w.owner.id, changed_at: new Date() })
    .execute();
  await removeOldTranscripts(w.ctx);
}

test.each([
  { because: 'somebody deleted it', remove },
  { because: 'it was kept for long enough', remove: removeOld },
])('quotes nothing any more of a transcript that is gone because $because', async ({ remove }) => {
  const words = 'My bread is cold';
  await w.member.write(channel, words);
  await w.bot.settled();
  await close();
  await w.ctx.db
    .updateTable('tickets')
    .set({ closed_at: new Date(Date.now() - 2 * 24 * 3_600_000) })
    .execute();
  await reopen();
  expect(await told()).toContain(words);
  w.sim.faults.next({ method: 'PATCH', route: '/channels/:channel/messages/:message', kind: 500, times: 2 });
  await remove();
  const remaining = () => rowsWith(w.ctx, [words]);
  expect(await remaining()).toEqual([]);
  await vi.waitFor(async () => {
    await settleAll(w.ctx, 'ticket.history');
    expect(await told()).not.toContain(words);
  }, 10_000);
  await w.bot.settled();
  expect(await remaining()).toEqual([]);
  expect(await told()).toContain('This continues ticket #1.');
  const { channel_id } = (await w.ticket(2)) ?? {};
  await backfillTicket(w.ctx, { ...key(2), channel_id: channel_id ?? '' }, { depth: 'everything' });
  expect(await remaining()).toEqual([]);
});

test.each(['open', 'closed'])(
  'tells no more why one was closed whose transcript was deleted without a word of anybody in it, while the later one is %s',
  async (status) => {
    await close();
    await reopen();
    expect(await told()).toContain('Smells of fish');
    if (status === 'closed') {
      const later = w.sim.world.channels.get((await w.ticket(2))?.channel_id ?? '');
      if (!later) throw new Error('the later ticket has no channel');
      await w.owner.goes(later).slash('close', { reason: 'Done' });
      await isClosed(2);
    }
    await remove();
    expect(await rowsWith(w.ctx, ['Smells of fish'])).toEqual([]);
    await settleAll(w.ctx, 'ticket.history');
    await w.bot.settled();
    expect(await rowsWith(w.ctx, ['Smells of fish'])).toEqual([]);
    if (status === 'open') expect(await told()).not.toContain('Smells of fish');
  },
);

test('quotes nothing any more in Discord either, once the bot may see the channel again', async () => {
  await w.member.write(channel, 'My bread is cold');
  await w.bot.settled();
  await close();
  await reopen();
  const { channel_id } = (await w.ticket(2)) ?? {};
  w.sim.faults.next({
    method: 'GET',
    route: '/channels/:channel/messages',
    kind: 403,
    code: 50001,
    message: 'Missing Access',
  });
  await remove();
  await settleAll(w.ctx, 'ticket.history');
  expect(await told()).toContain('My bread is cold');
  const [message] = w.sim.world.messages.in('channel', channel_id ?? '').filter(tells);
  await w.ctx.discord.api.channels.pinMessage(channel_id ?? '', message?.id ?? '');
  await w.bot.settled();
  expect(await rowsWith(w.ctx, ['My bread is cold'])).toEqual([]);
  await tryRefusedAgain(w.ctx.db, w.guild_id);
  await settleAll(w.ctx, 'ticket.history');
  await w.bot.settled();
  expect(await told()).not.toContain('My bread is cold');
});

test('quotes nothing any more of somebody who was erased, and the words of others still', async () => {
  await saidIn(await w.member.goes(channel).slash('add', { user_or_role: w.other.id }));
  await w.other.write(channel, 'My name is Finn');
  await w.member.write(channel, 'My bread is cold');
  await w.bot.settled();
  await close();
  await reopen();
  await erase(w.other);
  await settleAll(w.ctx, 'ticket.history');
  await w.bot.settled();
  expect(await told()).toContain('My bread is cold');
  expect(await told()).not.toContain('My name is Finn');
  expect(await rowsWith(w.ctx, ['My name is Finn'])).toEqual([]);
});

test('quotes no name any more of somebody whom others mentioned there, who takes no part in the later ticket', async () => {
  const away = w.addMember('under_score_x');
  await w.bot.settled();
  await w.staff.write(channel, `Please ask <@${away.id}> about it`);
  await w.bot.settled();
  await close();
  await reopen();
  expect(await told()).toContain('under\\_score\\_x');
  await new Promise((resolve) => setTimeout(resolve, 50)); // Discord counts its ids by its own clock
  await erase(away);
  await settleAll(w.ctx, 'ticket.history');
  await w.bot.settled();
  expect(await told()).toContain('Please ask @Deleted User about it');
  expect(await rowsWith(w.ctx, ['under_score_x', 'under\\\\_score'])).toEqual([]);
});

test.each([
  { from: 'the dashboard', kept: true },
  { from: 'the dashboard', kept: false },
  { from: 'Discord', kept: true },
  { from: 'Discord', kept: false },
])(
  'tells neither who closed one nor why, once they were erased who closed it from $from and never wrote (kept: $kept)',
  async ({ from, kept }) => {
    await w.settings({ store_transcripts: kept });
    await w.member.write(channel, 'My bread is cold');
    await w.bot.settled();
    if (from === 'Discord') await close();
    else {
      const reason = { reason: 'Smells of fish', source: 'dashboard' as const };
      await closeTicket(await callAs(w, w.staff.id), { ...key(1), ...reason });
      await isClosed(1);
    }
    await reopen();
    expect(await told()).toContain('Smells of fish');
    await erase(w.staff);
    const remaining = () => rowsWith(w.ctx, ['Smells of fish', w.staff.id]);
    expect(await remaining()).toEqual([]);
    await settleAll(w.ctx, 'ticket.history');
    await w.bot.settled();
    expect(await told()).toContain('This continues ticket #1.');
    expect(await told()).not.toMatch(new RegExp(`Smells of fish|${w.staff.id}`));
    if (kept) expect(await told()).toContain('My bread is cold');
    expect(await remaining()).toEqual([]);
  },
);
