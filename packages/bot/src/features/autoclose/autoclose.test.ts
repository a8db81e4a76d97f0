import { SettingsInput } from '@tickets/contract/settings/settings';
import { tasks } from '@tickets/core/composition/tasks';
import { saveSettings } from '@tickets/core/settings/save';
import { sweepAutoClose } from '@tickets/core/tickets/autoclose/auto-close';
import type { Ticket } from '@tickets/core/tickets/model/find';
import type { SimChannel } from '@tickets/discord-sim/world/entities';
import { callOf } from '@tickets/testkit/data/access';
import { allowWarning } from '@tickets/testkit/guard/watch';
import { type BotWorld, saidIn, startBotWorld, textOf } from '@tickets/testkit/worlds/bot-world';
import { createTestClock } from '@tickets/testkit/worlds/clock';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

// What fails here on purpose is reported.
allowWarning(
  /"msg":"(a ticket waits for Discord before it closes|nobody could be warned that a ticket closes)/,
);

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const clock = createTestClock();
let w: BotWorld;
let channel: SimChannel;
let ticket: Ticket;
beforeEach(async () => {
  clock.set(new Date());
  w = await startBotWorld({ clock });
  ({ ticket, channel } = await w.openTicket());
});
afterEach(() => w[Symbol.asyncDispose]());

const closeAfter = (ms: number) =>
  w.settings({
    auto_close_enabled: true,
    auto_close_since_open: ms / 1000,
    auto_close_since_last_message: ms / 1000,
  });
/** As an administrator does in the settings. */
const saveTimes = ({ on, seconds }: { on: boolean; seconds: number }) =>
  saveSettings(callOf(w.ctx), w.guild_id, {
    ...SettingsInput.parse({}),
    auto_close: { enabled: on, since_open_with_no_response: seconds, since_last_message: seconds },
  });
/** Moves on and lets the clock's pass run; answers how many tickets began to close. */
const after = async (ms: number) => {
  clock.advance(ms);
  return sweepAutoClose(w.ctx);
};
const warnings = () =>
  w.sim.world.messages.in('channel', channel.id).filter((message) => textOf(message).includes('Auto Close'));
const newest = () => warnings().at(-1)!; // each test has been warned before
const status = async () => (await w.ticket(ticket.ticket_id))?.status;

describe('before a ticket closes by itself', () => {
  test.each([
    ['a tenth of a long time', 5 * hour, 30 * minute],
    ['ten minutes of a short one', 30 * minute, 10 * minute],
    ['half of a very short one', 19 * minute, 9.5 * minute],
    ['two minutes of four', 4 * minute, 2 * minute],
    ['a day of a very long one', 30 * day, day],
  ])('its opener is warned %s ahead, once', async (_, time, ahead) => {
    await closeAfter(time);
    expect(await after(time - ahead - minute)).toBe(0);
    expect(warnings()).toEqual([]);
    await after(minute);
    expect(warnings()).toHaveLength(1);
    expect(newest().mentions).toEqual([w.member.id]);
    const closes_at = Math.floor((clock.now().getTime() + ahead) / 1000);
    const said = Number(/<t:(\d+):R>/.exec(textOf(newest()))?.[1]);
    expect(Math.abs(said - closes_at)).toBeLessThan(5);
    expect(await after(ahead - minute)).toBe(0);
    expect(warnings()).toHaveLength(1);
    expect(await after(2 * minute)).toBe(1);
  });

  test('its opener is warned half a minute ahead of a single one', async () => {
    await closeAfter(minute);
    expect(await after(minute - 1)).toBe(0);
    expect(warnings()).toHaveLength(1);
    expect(await after(minute / 2 - 1)).toBe(0);
    expect(await after(1)).toBe(1);
  });

  test.each([
    ['a minute', minute],
    ['four minutes', 4 * minute],
    ['fifteen minutes', 15 * minute],
  ])('tickets that are overdue when %s is chosen have ten minutes from their warning', async (_, time) => {
    clock.advance(hour);
    await closeAfter(time);
    expect(await after(0)).toBe(0);
    expect(warnings()).toHaveLength(1);
    expect(await after(10 * minute - 1)).toBe(0);
    expect(await after(1)).toBe(1);
    expect(warnings()).toHaveLength(1);
  });

  test('a warning of times that are not those of the settings any more does not count', async () => {
    await saveTimes({ on: true, seconds: 18_000 });
    await after(5 * hour - 30 * minute);
    expect(warnings()).toHaveLength(1);
    await saveTimes({ on: false, seconds: 0 });
    await after(hour);
    await saveTimes({ on: true, seconds: 14_400 });
    expect(await after(0)).toBe(0);
    expect(warnings()).toHaveLength(2);
    expect(await after(24 * minute - 1)).toBe(0);
    expect(await after(1)).toBe(1);
  });

  test('a warning that was not followed, because the program was down for long, is given anew', async () => {
    await closeAfter(5 * hour);
    await after(5 * hour - 30 * minute);
    expect(await after(day)).toBe(0);
    expect(warnings()).toHaveLength(2);
    expect(await after(30 * minute)).toBe(1);
  });

  test('a warning that comes late still gives its time', async () => {
    await closeAfter(5 * hour);
    expect(await after(day)).toBe(0);
    expect(warnings()).toHaveLength(1);
    expect(await after(29 * minute)).toBe(0);
    expect(await after(2 * minute)).toBe(1);
  });

  test('what somebody writes begins the time anew, with a warning of its own', async () => {
    await closeAfter(5 * hour);
    await after(5 * hour - 20 * minute);
    // What is written in the simulated Discord has its real time.
    const wrote = { last_message_at: clock.now() };
    await w.ctx.db.updateTable('tickets').set(wrote).where('ticket_id', '=', ticket.ticket_id).execute();
    expect(await after(4 * hour)).toBe(0);
    expect(warnings()).toHaveLength(1);
    await after(35 * minute);
    expect(warnings()).toHaveLength(2);
  });

  test('when Discord does not answer, the ticket waits for its warning', async () => {
    await closeAfter(5 * hour);
    w.sim.faults.next({ method: 'POST', route: '/channels/:channel/messages', kind: 500, times: 8 });
    expect(await after(5 * hour)).toBe(0);
    w.sim.faults.clear();
    expect(await after(hour)).toBe(0);
    expect(warnings()).toHaveLength(1);
    expect(await after(31 * minute)).toBe(1);
  });

  test('where Discord refuses the warning, the time goes on', async () => {
    await closeAfter(5 * hour);
    w.sim.faults.next({ method: 'POST', route: '/channels/:channel/messages', kind: 403 });
    await after(5 * hour - 30 * minute);
    expect(warnings()).toEqual([]);
    expect(await after(31 * minute)).toBe(1);
  });
});

describe('a warning that was overtaken', () => {
  const stays = 'This ticket stays open for now.';
  beforeEach(async () => {
    await saveTimes({ on: true, seconds: 18_000 });
    await after(5 * hour - 30 * minute);
    expect(warnings()).toHaveLength(1);
  });
  const somebodyWrote = () => w.ctx.db.updateTable('tickets').set({ last_message_at: clock.now() }).execute();

  test.each<[string, () => Promise<unknown>]>([
    ['somebody wrote', somebodyWrote],
    ['the times were changed', () => saveTimes({ on: true, seconds: 432_000 })],
    ['auto-close was turned off', () => saveTimes({ on: false, seconds: 0 })],
    ['the ticket was excluded', async () => saidIn(await w.staff.goes(channel).slash('autoclose exclude'))],
    ['premium ended', async () => Object.assign(w.ctx.config, { premium: 'entitlements' })],
  ])('because %s says so, once and without its button', async (_, overtake) => {
    clock.advance(minute);
    await overtake();
    await after(0);
    expect(textOf(newest())).toContain(stays);
    expect(textOf(newest())).not.toContain('<t:');
    expect([newest().content, newest().components]).toEqual(['', []]);
    const { edited_timestamp } = newest();
    await after(minute);
    expect(newest().edited_timestamp).toEqual(edited_timestamp);
    expect(warnings()).toHaveLength(1);
  });

  test('waits until Discord answers, and for nobody who deleted it', async () => {
    clock.advance(minute);
    await somebodyWrote();
    w.sim.faults.next({
      method: 'PATCH',
      route: '/channels/:channel/messages/:message',
      kind: 500,
      times: 8,
    });
    await after(0);
    expect(textOf(newest())).not.toContain(stays);
    w.sim.faults.clear();
    await after(0);
    expect(textOf(newest())).toContain(stays);
    await after(5 * hour - 29 * minute);
    expect(warnings()).toHaveLength(2);
    await w.owner.delete(newest());
    clock.advance(minute);
    await somebodyWrote();
    await after(0);
    expect(await w.ticket(ticket.ticket_id)).toMatchObject({ auto_close_warning_id: null });
  });

  test('is left alone while it counts, and when somebody kept the ticket open', async () => {
    await after(minute);
    expect(textOf(newest())).toContain('<t:');
    await saidIn(await w.member.click(newest(), 'Keep Open'));
    await after(minute);
    expect(textOf(newest())).toContain('keeps this ticket open');
  });

  test('of a ticket that closed is followed, not taken back', async () => {
    expect(await after(31 * minute)).toBe(1);
    await after(minute);
    expect(w.sim.world.messages.in('channel', channel.id).map(textOf).join()).not.toContain(stays);
    expect(await w.ticket(ticket.ticket_id)).toMatchObject({ auto_close_warning_id: null });
  });
});

test('a ticket closes at the very second that its warning names', async () => {
  const start = clock.now().getTime();
  await closeAfter(5 * hour);
  await after(5 * hour - 29 * minute);
  const promised = Number(/<t:(\d+):R>/.exec(textOf(newest()))?.[1]) * 1000;
  const { rows } = await sql<{ run_at: Date; payload: { guild_id: string } }>`
    select j.run_at, p.payload from graphile_worker.jobs j join graphile_worker._private_jobs p using (id)
    where j.task_identifier = 'ticket.auto_close'`.execute(w.ctx.db);
  expect(rows).toHaveLength(1);
  const [job] = rows;
  const in_ms = promised - clock.now().getTime();
  // Jobs know the database's time, rules the clock's.
  expect(Math.abs((job?.run_at.getTime() ?? 0) - Date.now() - in_ms)).toBeLessThan(5000);
  expect(promised).toBeGreaterThan(start);
  clock.set(new Date(promised - 1000));
  await tasks['ticket.auto_close'](w.ctx, job!.payload); // it is there
  expect(await status()).toBe('open');
  clock.set(new Date(promised));
  await tasks['ticket.auto_close'](w.ctx, job!.payload); // it is there
  expect(await status()).toBe('closing');
});

describe('what nobody was there to hear', () => {
  /** Its time was over long ago, and its opener has been warned. */
  const makeOverdue = async () => {
    await closeAfter(15 * minute);
    const ago = (ms: number) => new Date(clock.now().getTime() - ms);
    await w.ctx.db
      .updateTable('tickets')
      .set({ opened_at: ago(hour), last_message_at: null, auto_close_warned_at: ago(hour / 2) })
      .execute();
  };

  test('what was written while the bot was away keeps a ticket open', async () => {
    await w.bot.settled();
    await w.bot.stop();
    await w.member.write(channel, 'I am still here');
    await makeOverdue();
    expect(await sweepAutoClose(w.ctx)).toBe(0);
    expect(await status()).toBe('open');
  });

  test('a ticket waits for Discord where it does not answer', async () => {
    await makeOverdue();
    w.sim.faults.next({ method: 'GET', route: '/channels/:channel/messages', kind: 500 });
    expect(await sweepAutoClose(w.ctx)).toBe(0);
    expect(await sweepAutoClose(w.ctx)).toBe(1);
  });

  test('what came due while the bot was away is over as soon as it is back', async () => {
    const asked = await w.openTicket();
    await saidIn(await w.staff.goes(asked.channel).slash('closerequest', { close_delay: 1 }));
    await w.bot.settled();
    await w.bot.stop();
    await makeOverdue();
    await w.ctx.db
      .updateTable('tickets')
      .set({ auto_close_kept_at: clock.now() })
      .where('ticket_id', '=', asked.ticket.ticket_id)
      .execute();
    clock.advance(hour);
    await w.restart();
    expect(await status()).toBe('closing');
    expect(await w.ticket(asked.ticket.ticket_id)).toMatchObject({ status: 'closing' });
  });
});

describe('the button of a warning', () => {
  beforeEach(async () => {
    await closeAfter(5 * hour);
    await after(5 * hour - 10 * minute);
  });
  const press = (who = w.member) => who.click(newest(), 'Keep Open');

  test.each([
    ['the opener', () => w.member],
    ['staff', () => w.staff],
  ])('lets %s begin the time anew', async (_, who) => {
    const said = await saidIn(await press(who()));
    expect(said).toContain(`<@${who().id}> keeps this ticket open.`);
    expect(await after(4 * hour)).toBe(0);
    expect(warnings()).toHaveLength(1);
    expect(await after(30 * minute)).toBe(0);
    expect(warnings()).toHaveLength(2);
    expect(await after(31 * minute)).toBe(1);
  });

  test('refuses others', async () => {
    await w.staff.goes(channel).slash('add', { user_or_role: w.other.id });
    await w.other.eventually(() => w.other.sees(channel));
    expect(await saidIn(await press(w.other))).toContain(
      'Only the person who opened the ticket and support staff',
    );
    expect(await w.ticket(ticket.ticket_id)).toMatchObject({ auto_close_kept_at: null });
  });
});

describe('/autoclose', () => {
  const exclude = async (by = w.staff, at = channel) => saidIn(await by.goes(at).slash('autoclose exclude'));

  test('exclude takes a ticket out, and back in with its time begun anew', async () => {
    await closeAfter(5 * hour);
    expect(await exclude()).toContain('This ticket no longer closes by itself.');
    expect(await after(day)).toBe(0);
    expect(warnings()).toEqual([]);
    expect(await exclude()).toContain('This ticket closes by itself again.');
    expect(await after(4 * hour)).toBe(0);
    expect(warnings()).toEqual([]);
    await after(45 * minute);
    expect(warnings()).toHaveLength(1);
    expect(await status()).toBe('open');
  });

  test.each([
    ['it is turned off', { auto_close_enabled: false, auto_close_since_open: 60 }],
    ['no time is chosen', { auto_close_enabled: true }],
  ])('exclude says that nothing closes by itself while %s', async (_, values) => {
    await w.settings(values);
    expect(await exclude()).toContain('This ticket no longer closes by itself.');
    const said = await exclude();
    expect(said).toContain('auto-close is off in this server');
    expect(said).not.toContain('Its time starts now');
  });

  test('exclude is for staff, in a ticket', async () => {
    expect(await exclude(w.member)).toContain('Only support staff');
    expect(await exclude(w.staff, w.lobby)).toContain('This channel is not a ticket.');
  });

  test('configure leads administrators to the settings, and is shown to nobody else', async () => {
    const outcome = await w.owner.goes(w.lobby).slash('autoclose configure');
    if (outcome.kind !== 'deferred') throw new Error(`not acknowledged: ${outcome.kind}`);
    const { components } = await outcome.settled();
    expect(JSON.stringify(components)).toContain(`http://dashboard.test/manage/${w.guild_id}/settings`);
    expect(await saidIn(await w.staff.goes(w.lobby).slash('autoclose configure'))).toContain(
      'You do not have permission',
    );
    const help = await saidIn(await w.staff.goes(w.lobby).slash('help'));
    expect(help).toContain('</autoclose exclude:');
    expect(help).not.toContain('autoclose configure');
  });
});
