import { AppError } from '@tickets/contract/platform/errors';
import { eventsMissed } from '@tickets/core/servers/members';
import { openTicket } from '@tickets/core/tickets/opening/open';
import { continueTicket } from '@tickets/core/tickets/recovery/continue';
import type { Fault } from '@tickets/discord-sim/faults/faults';
import { callAs } from '@tickets/testkit/data/access';
import { allowWarning } from '@tickets/testkit/guard/watch';
import { type BotWorld, saidIn, startBotWorld } from '@tickets/testkit/worlds/bot-world';
import { hastyClock } from '@tickets/testkit/worlds/clock';
import { unsettled } from '@tickets/testkit/worlds/effects';
import { PermissionFlagsBits as P } from 'discord-api-types/v10';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

// What fails here on purpose is reported.
allowWarning(/"msg":"(Discord refused to open a ticket|a step of opening a ticket failed)/);

let w: BotWorld;
/** After tries that failed. */
let pauses: number[];
beforeEach(async () => {
  pauses = [];
  const pause = async (ms: number) => void pauses.push(ms);
  w = await startBotWorld({ clock: { ...hastyClock, pause } });
});
afterEach(() => w[Symbol.asyncDispose]());

/** Channels of tickets in the simulated Discord. */
const ticketChannels = () =>
  w.sim.world.channels.in('guild', w.guild_id).filter(({ name }) => name?.startsWith('ticket-'));
/** What the bot wrote in a channel, without Discord's own notices. */
const written = (channel_id: string) =>
  w.sim.world.messages
    .in('channel', channel_id)
    .filter(({ author_id, type }) => author_id === w.bot_id && type !== 6);

async function expectOneWholeTicket() {
  const tickets = await w.tickets();
  expect(tickets).toMatchObject([{ ticket_id: 1, status: 'open' }]);
  const channels = ticketChannels();
  expect(channels).toHaveLength(1);
  const channel_id = channels[0]?.id ?? '';
  expect(tickets[0]?.channel_id).toBe(channel_id);
  const messages = written(channel_id);
  expect(messages).toHaveLength(1);
  expect(tickets[0]?.welcome_message_id).toBe(messages[0]?.id);
  expect(messages[0]?.pinned_at).not.toBeNull();
}

describe('presses', () => {
  test('a hundred at once by one member make one ticket, and every press is answered', async () => {
    const { message } = await w.panel();
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, () => w.member.click(message, 'Get help')),
    );
    const said = await Promise.all(outcomes.map(saidIn));
    expect(said.filter((text) => text.includes('Opened a new ticket'))).toHaveLength(1);
    expect(said.filter((text) => !/Opened a new ticket|already open|being opened/.test(text))).toEqual([]);
    await expectOneWholeTicket();
  });

  test('the same interaction delivered twice opens one ticket', async () => {
    const { row } = await w.panel();
    const request = {
      guild_id: w.guild_id,
      interaction_id: w.sim.world.newId(),
      channel: { id: w.lobby.id, type: 0, permissions: 0n },
      from: { source: 'panel', custom_id: row.custom_id } as const,
    };
    const first = await openTicket(await callAs(w, w.member.id), request);
    expect(first.state).toBe('opened');
    await w.ctx.db
      .updateTable('tickets')
      .set({ opened_at: new Date(0) })
      .execute();
    expect(await openTicket(await callAs(w, w.member.id), request)).toMatchObject({
      state: 'already_open',
      ticket_id: first.ticket_id,
    });
    await expectOneWholeTicket();
  });

  test('many members at once each get their own ticket with its own number', async () => {
    const { message } = await w.panel();
    const people = Array.from({ length: 10 }, (_, i) => w.addMember(`guest${i}`));
    const said = await Promise.all(
      people.map(async (person) => saidIn(await person.click(message, 'Get help'))),
    );
    expect(said.every((text) => text.includes('Opened a new ticket'))).toBe(true);
    expect((await w.tickets()).map(({ ticket_id }) => ticket_id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(ticketChannels()).toHaveLength(10);
  });
});

const steps: [step: string, fault: Pick<Fault, 'method' | 'route'>][] = [
  ['making the channel', { method: 'POST', route: '/guilds/:guild/channels' }],
  ['the welcome message', { method: 'POST', route: '/channels/:channel/messages' }],
  ['the pin', { method: 'PUT', route: /\/channels\/\d+\/(messages\/)?pins\/\d+/ }],
];
const failures: [name: string, fault: Pick<Fault, 'kind' | 'afterEffect' | 'retryAfterSeconds'>][] = [
  ['a rate limit', { kind: 429, retryAfterSeconds: 0.2 }],
  ['a fault of Discord', { kind: 500 }],
  ['a fault after the work was done', { kind: 500, afterEffect: true }],
  ['no answer', { kind: 'timeout' }],
  ['no answer after the work was done', { kind: 'timeout', afterEffect: true }],
  ['a torn connection after the work was done', { kind: 'reset', afterEffect: true }],
];

describe.each(steps)('at %s', (_, route) => {
  test.each(failures)('%s leaves one whole ticket', async (_, failure) => {
    const { message } = await w.panel();
    w.sim.faults.next({ ...route, ...failure });
    expect(await saidIn(await w.member.click(message, 'Get help'))).toContain('Opened a new ticket');
    expect(w.sim.faults.pending).toBe(0);
    await expectOneWholeTicket();
  });
});

describe.each(steps)('when the program dies at %s', (step, route) => {
  test.each([false, true])(
    'the next one finishes the ticket (the work was done: %s)',
    async (afterEffect) => {
      const { message } = await w.panel();
      w.sim.faults.next({ ...route, kind: 500, afterEffect, times: 3 });
      const said = await saidIn(await w.member.click(message, 'Get help'));
      // What was tried three times is left to a job, as it is by a program that died.
      const nothingYet = step === 'making the channel' && !afterEffect;
      expect(said).toContain(nothingYet ? 'slow to answer' : 'Opened a new ticket');
      w.sim.faults.clear();
      await w.restart();
      await expectOneWholeTicket();
    },
  );
});

test.each(['a killed program', 'a slow Discord'])(
  'what is written in a channel before %s has noted it is in the conversation',
  async (cause) => {
    const { message } = await w.panel();
    const place = { route: '/guilds/:guild/channels', afterEffect: true };
    if (cause === 'a slow Discord') {
      w.sim.faults.next({ method: 'POST', ...place, kind: 'delay', delayMs: 1_500 });
    } else {
      w.sim.faults.next({ method: 'POST', ...place, kind: 500 });
      w.sim.faults.next({ method: 'GET', ...place, kind: 500, times: Number.POSITIVE_INFINITY });
    }
    const pressed = w.member.click(message, 'Get help');
    const channel = await w.member.eventually(() => ticketChannels()[0], 'the channel');
    const { id } = await w.member.write(channel, 'My account is locked');
    await saidIn(await pressed);
    w.sim.faults.clear();
    if (cause === 'a killed program') await w.restart();
    await expectOneWholeTicket();
    const kept = await w.ctx.db.selectFrom('ticket_messages').select(['message_id', 'content']).execute();
    expect(kept).toContainEqual({ message_id: id, content: 'My account is locked' });
  },
);

describe('while Discord is away', () => {
  test('it is tried again also where it did not say who somebody of the staff is, as after a restart', async () => {
    const { message } = await w.panel();
    const { guild_id } = w;
    const named = w.addMember('nell');
    await w.ctx.db.insertInto('permissions').values({ guild_id, user_id: named.id, admin: true }).execute();
    await w.bot.settled();
    await eventsMissed(w.ctx, [guild_id]);
    w.sim.faults.next({ method: 'GET', route: new RegExp(`/members/${named.id}$`), kind: 500 });
    expect(await saidIn(await w.member.click(message, 'Get help'))).toContain('Opened a new ticket');
    expect(pauses).toEqual([400]);
  });

  test('it is tried three times, and longer after each', async () => {
    const { message } = await w.panel();
    w.sim.faults.next({ method: 'POST', route: '/guilds/:guild/channels', kind: 500, times: 3 });
    await saidIn(await w.member.click(message, 'Get help'));
    expect(w.sim.faults.pending).toBe(0);
    expect(pauses).toEqual([400, 1500]);
  });

  test('the opener is told, the job finishes the ticket, and pings them there', async () => {
    const { message } = await w.panel();
    w.sim.faults.next({ method: 'POST', route: '/guilds/:guild/channels', kind: 500, times: 3 });
    expect(await saidIn(await w.member.click(message, 'Get help'))).toContain(
      'There is no need to press again',
    );
    expect(await w.tickets()).toMatchObject([{ status: 'opening', channel_id: null }]);
    await continueTicket(w.ctx, { guild_id: w.guild_id, ticket_id: 1 });
    await expectOneWholeTicket();
    const [welcome] = written(ticketChannels()[0]?.id ?? '');
    expect(welcome?.mentions).toEqual([w.member.id]);
  });

  test('a second press meanwhile is told that the ticket is being opened', async () => {
    const { message } = await w.panel();
    w.sim.faults.next({ method: 'POST', route: '/guilds/:guild/channels', kind: 500, times: 3 });
    await saidIn(await w.member.click(message, 'Get help'));
    expect(await saidIn(await w.member.click(message, 'Get help'))).toContain('being opened');
    expect(await w.tickets()).toHaveLength(1);
  });

  test('two workers at one ticket at the same time make one channel', async () => {
    const { message } = await w.panel();
    w.sim.faults.next({ method: 'POST', route: '/guilds/:guild/channels', kind: 500, times: 3 });
    await saidIn(await w.member.click(message, 'Get help'));
    const key = { guild_id: w.guild_id, ticket_id: 1 };
    await Promise.all([continueTicket(w.ctx, key), continueTicket(w.ctx, key), continueTicket(w.ctx, key)]);
    await expectOneWholeTicket();
  });

  test('a refusal that comes later undoes the ticket and tells the opener by direct message', async () => {
    const { message } = await w.panel();
    w.sim.faults.next({ method: 'POST', route: '/guilds/:guild/channels', kind: 500, times: 3 });
    await saidIn(await w.member.click(message, 'Get help'));
    const permissions = String(BigInt(w.bot_role.permissions) & ~P.ManageChannels);
    w.sim.world.roles.put({ ...w.bot_role, permissions });
    await w.restart();
    expect(await w.tickets()).toMatchObject([{ status: 'closed', close_source: 'undone', channel_id: null }]);
    const [told] = w.member.directMessages(w.bot_id);
    expect(told?.embeds[0]?.description).toMatch(/could not be opened.*Manage Channels/s);
  });
});

test('nothing of an undone ticket keeps its opener from opening the next', async () => {
  await w.settings({ ticket_limit: 1 });
  const { message } = await w.panel();
  w.sim.world.roles.put({
    ...w.bot_role,
    permissions: String(BigInt(w.bot_role.permissions) & ~P.ManageChannels),
  });
  await w.restart();
  await saidIn(await w.member.click(message, 'Get help'));
  w.sim.world.roles.put(w.bot_role);
  await w.restart();
  const { ticket } = await w.opened(await w.member.click(message, 'Get help'));
  expect(ticket.ticket_id).toBe(2);
});

test('nothing is left to do for a ticket when its steps are done', async () => {
  const { message } = await w.panel();
  await w.opened(await w.member.click(message, 'Get help'));
  await vi.waitFor(async () => expect(await unsettled(w.ctx)).toEqual([]));
});

test('a refusal names itself: an AppError reaches the door, never a bare fault', async () => {
  const opening = openTicket(await callAs(w, w.member.id), {
    guild_id: w.guild_id,
    interaction_id: w.sim.world.newId(),
    channel: { id: w.lobby.id, type: 0, permissions: 0n },
    from: { source: 'panel', custom_id: 'x'.repeat(30) },
  });
  await expect(opening).rejects.toEqual(new AppError('panel.gone'));
});
