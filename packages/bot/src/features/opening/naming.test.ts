import { settleEffect } from '@tickets/core/platform/effects/settle';
import { getMember } from '@tickets/core/servers/members';
import { ticketName } from '@tickets/core/tickets/channel/claim-name';
import { updateMember } from '@tickets/discord-sim/world/members';
import { allowWarning } from '@tickets/testkit/guard/watch';
import { type BotWorld, saidIn, startBotWorld, textOf } from '@tickets/testkit/worlds/bot-world';
import { createTestClock } from '@tickets/testkit/worlds/clock';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

// What fails here on purpose is reported.
allowWarning(/"msg":"(a step of opening a ticket failed)/);

const clock = createTestClock();
let w: BotWorld;
beforeEach(async () => {
  clock.set(new Date('2026-01-19T12:00:00Z'));
  w = await startBotWorld({ clock });
});
afterEach(() => w[Symbol.asyncDispose]());

async function open(naming_scheme: string | null) {
  const { message } = await w.panel({ naming_scheme });
  const { channel, ticket } = await w.opened(await w.member.click(message, 'Get help'));
  const welcome = w.sim.world.messages.get(ticket.welcome_message_id ?? '');
  if (!welcome) throw new Error('the ticket has no welcome message');
  return { channel, ticket, welcome, name: () => w.sim.world.channels.get(channel.id)?.name };
}

/** When the channel of the ticket is going to be named. */
async function namingDue(): Promise<Date | undefined> {
  const rows = await w.ctx.db
    .selectFrom('effects')
    .where('kind', '=', 'ticket.name')
    .select('due_at')
    .execute();
  expect(rows.length).toBeLessThan(2);
  return rows[0]?.due_at;
}

/** Throws where Discord does not answer. */
async function nameNow() {
  expect(await namingDue()).toBeDefined();
  await settleEffect(w.ctx, ticketName, { guild_id: w.guild_id, key: '1:claim' });
}

describe('the channel of a new ticket', () => {
  test.each([
    ['help-%id%', 'help-1'],
    ['%id_padded% %USERNAME% %username%', '0001-username-mia'],
    ['%nickname%-%date%', 'the-mia-jan19'],
    ['%date_weeks:-1:yyyy-mm-dd%', '2026-01-12'],
    ['%claimed%-%claim_indicator%%claimed_by%', 'unclaimed-🔴'],
    ['-%claimed_by%-', 'unclaimed'],
  ])('is named by its panel: %s', async (scheme, name) => {
    const member = w.sim.world.members.get(`${w.guild_id}:${w.member.id}`);
    if (!member) throw new Error('the member is gone');
    updateMember(w.sim.world, member, { nick: 'The *Mia*' });
    await vi.waitFor(async () =>
      expect(await getMember(w.ctx, w.guild_id, w.member.id)).toMatchObject({ nick: 'The *Mia*' }),
    );
    const { channel, ticket } = await open(scheme);
    expect(channel.name).toBe(name);
    expect(ticket).toMatchObject({ channel_name: name, named_by_hand: false });
  });

  test('is named as in the server where the panel has no name for it, and in threads as well', async () => {
    expect((await open(null)).channel.name).toBe('ticket-1');
    await w.settings({ use_threads: true, ticket_notification_channel: w.notices.id });
    expect((await open('help-%id%')).channel.name).toBe('help-2');
  });

  test('is found again when its name was made of signs and the answer got lost', async () => {
    const { message } = await w.panel({ naming_scheme: '%claim_indicator% Übergröße %username%' });
    w.sim.faults.next({ method: 'POST', route: '/guilds/:guild/channels', kind: 500, afterEffect: true });
    const { channel } = await w.opened(await w.member.click(message, 'Get help'));
    const made = w.sim.world.channels.in('guild', w.guild_id).filter(({ name }) => name?.includes('mia'));
    expect(made.map(({ id }) => id)).toEqual([channel.id]);
    expect(channel.name).toBe('🔴-übergröße-mia');
  });
});

describe('a name that tells who has claimed the ticket', () => {
  test('follows the claim and its end', async () => {
    const { welcome, name } = await open('%claimed%-%claimed_by%-%id%');
    expect(name()).toBe('unclaimed-1');
    await saidIn(await w.staff.click(welcome, 'Claim'));
    await nameNow();
    expect(name()).toBe('claimed-sam-1');
    await saidIn(await w.staff.click(welcome, 'Unclaim'));
    await nameNow();
    expect(name()).toBe('unclaimed-1');
    expect(await w.ticket(1)).toMatchObject({ channel_name: 'unclaimed-1', named_by_hand: false });
  });

  test('keeps to two names in ten minutes, and becomes the newest one then', async () => {
    const { welcome, name } = await open('%claimed%-%id%');
    for (const button of ['Claim', 'Unclaim']) {
      await saidIn(await w.staff.click(welcome, button));
      await nameNow();
    }
    clock.advance(60_000);
    // Neither the claim nor anything after it waits for the name.
    await saidIn(await w.staff.click(welcome, 'Claim'));
    expect(await w.ticket(1)).toMatchObject({ claimed_by: w.staff.id });
    await nameNow();
    expect(name()).toBe('unclaimed-1');
    const off = (await namingDue())?.getTime() ?? 0;
    expect(Math.abs(off - Date.parse('2026-01-19T12:10:00Z'))).toBeLessThan(1_000);
    clock.advance(9 * 60_000);
    await nameNow();
    expect(name()).toBe('claimed-1');
    expect(await namingDue()).toBeUndefined();
  });

  test('is left as it is by everybody who named the channel by hand', async () => {
    const { channel, welcome, name } = await open('%claimed%-%id%');
    await w.ctx.discord.api.channels.edit(channel.id, { name: 'by-hand' });
    await saidIn(await w.staff.click(welcome, 'Claim'));
    await nameNow();
    expect(name()).toBe('by-hand');
    await saidIn(await w.staff.goes(channel).slash('rename', { name: '%claimed%-%id%' }));
    expect(name()).toBe('claimed-1');
    expect(await w.ticket(1)).toMatchObject({ named_by_hand: true });
    await saidIn(await w.staff.click(welcome, 'Unclaim'));
    expect(await namingDue()).toBeUndefined();
    expect(name()).toBe('claimed-1');
  });

  test('never keeps anybody from claiming', async () => {
    const { channel, welcome, name } = await open('%claimed%-%id%');
    await w.settings({ support_can_view: true, support_can_type: true });
    w.sim.faults.next({ method: 'PATCH', route: '/channels/:channel', kind: 403 });
    await saidIn(await w.staff.click(welcome, 'Claim'));
    await vi.waitFor(() =>
      expect(w.member.messages(channel).map(textOf).join('\n')).toContain('will be handled by'),
    );
    await nameNow();
    expect(name()).toBe('unclaimed-1');
    expect(await w.ticket(1)).toMatchObject({ claimed_by: w.staff.id, renamed_at: [] });
    await saidIn(await w.staff.click(welcome, 'Unclaim'));
    await saidIn(await w.staff.click(welcome, 'Claim'));
    w.sim.faults.next({ method: 'PATCH', route: '/channels/:channel', kind: 500 });
    // The worker tries again what throws.
    await expect(nameNow()).rejects.toThrow();
    await nameNow();
    expect(name()).toBe('claimed-1');
  });

  test('is known again when Discord gave it and the answer got lost', async () => {
    const { welcome, name } = await open('%claimed%-%id%');
    await saidIn(await w.staff.click(welcome, 'Claim'));
    w.sim.faults.next({ method: 'PATCH', route: '/channels/:channel', kind: 500, afterEffect: true });
    await expect(nameNow()).rejects.toThrow();
    await nameNow();
    expect(await w.ticket(1)).toMatchObject({ channel_name: 'claimed-1' });
    await saidIn(await w.staff.click(welcome, 'Unclaim'));
    await nameNow();
    expect(name()).toBe('unclaimed-1');
  });

  test('is no concern of a name that says nothing of claims', async () => {
    const { welcome } = await open('help-%id%');
    await saidIn(await w.staff.click(welcome, 'Claim'));
    expect(await namingDue()).toBeUndefined();
  });
});
