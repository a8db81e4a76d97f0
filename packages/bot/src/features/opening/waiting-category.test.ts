import { settleDue } from '@tickets/core/platform/effects/following';
import { ticketCategory } from '@tickets/core/tickets/channel/waiting-category';
import { updateChannel } from '@tickets/discord-sim/world/channels';
import { allowWarning } from '@tickets/testkit/guard/watch';
import { type BotWorld, saidIn, startBotWorld, textOf } from '@tickets/testkit/worlds/bot-world';
import { createTestClock } from '@tickets/testkit/worlds/clock';
import { ChannelType, OverwriteType, PermissionFlagsBits as P } from 'discord-api-types/v10';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

// What fails here on purpose is reported.
allowWarning(/"msg":"(Discord does not follow yet|a ticket could not be moved to its category)/);

const second = 1_000;
const minute = 60 * second;
const clock = createTestClock();
let w: BotWorld;
let waiting: string;
beforeEach(async () => {
  w = await startBotWorld({ clock });
  waiting = w.sim.world.addChannel({
    guild_id: w.guild_id,
    type: ChannelType.GuildCategory,
    name: 'Waiting',
  }).id;
  await w.bot.settled();
});
afterEach(() => w[Symbol.asyncDispose]());

async function open() {
  const { message } = await w.panel({ pending_category: waiting, category_id: w.category.id });
  const { ticket, channel } = await w.opened(await w.member.click(message, 'Get help'));
  const category = () => w.sim.world.channels.get(channel.id)?.parent_id;
  const says = async (who: typeof w.staff, text: string) => {
    await who.write(channel, text);
    await w.bot.settled();
  };
  return { ticket, channel, category, says };
}

/** Returns how many channels were moved. */
async function after(ms: number): Promise<number> {
  clock.advance(ms);
  const places = () =>
    new Map(w.sim.world.channels.in('guild', w.guild_id).map(({ id, parent_id }) => [id, parent_id]));
  const before = places();
  await settleDue(w.ctx, [ticketCategory]);
  await w.bot.settled();
  return [...places()].filter(([id, parent_id]) => before.get(id) !== parent_id).length;
}

describe('the category of tickets that wait for their opener', () => {
  test('takes a ticket ten minutes after staff answered, and gives it back ten minutes after the opener did', async () => {
    const it = await open();
    const before = w.sim.world.channels.get(it.channel.id)?.permission_overwrites;
    await it.says(w.staff, 'Which bread was it?');
    expect(await after(10 * minute - second)).toBe(0);
    expect(it.category()).toBe(w.category.id);
    expect(await after(second)).toBe(1);
    expect(it.category()).toBe(waiting);
    expect(w.sim.world.channels.get(it.channel.id)?.permission_overwrites).toEqual(before);
    await it.says(w.member, 'The round one');
    await after(10 * minute - second);
    expect(it.category()).toBe(waiting);
    await after(second);
    expect(it.category()).toBe(w.category.id);
    expect(await after(60 * minute)).toBe(0);
  });

  test('is not entered by a conversation that goes to and fro', async () => {
    const it = await open();
    await it.says(w.staff, 'Which bread?');
    await after(6 * minute);
    await it.says(w.member, 'The round one');
    expect(await after(6 * minute)).toBe(0);
    expect(await after(60 * minute)).toBe(0);
    expect(it.category()).toBe(w.category.id);
  });

  test('is neither entered nor left because the opener writes and deletes in turns', async () => {
    const it = await open();
    const inTurns = async () => {
      for (let n = 0; n < 5; n += 1) {
        const message = await w.member.write(it.channel, 'Wait');
        await w.bot.settled();
        expect(await after(4 * minute)).toBe(0);
        await w.member.delete(message);
        await w.bot.settled();
        expect(await after(4 * minute)).toBe(0);
      }
    };
    await it.says(w.staff, 'Which bread?');
    await inTurns();
    expect(it.category()).toBe(w.category.id);
    expect(await after(10 * minute)).toBe(1);
    expect(it.category()).toBe(waiting);
    await inTurns();
    expect(await after(60 * minute)).toBe(0);
    expect(it.category()).toBe(waiting);
  });

  test('is left alone for a ticket that somebody put elsewhere, or when it has no room', async () => {
    const it = await open();
    await it.says(w.staff, 'Which bread?');
    await after(10 * minute);
    const elsewhere = w.sim.world.addChannel({
      guild_id: w.guild_id,
      type: ChannelType.GuildCategory,
      name: 'Escalated',
    });
    const now = w.sim.world.channels.get(it.channel.id);
    if (!now) throw new Error('the channel is gone');
    await w.ctx.discord.api.channels.edit(it.channel.id, { parent_id: elsewhere.id });
    await w.bot.settled();
    await it.says(w.member, 'The round one');
    expect(await after(10 * minute)).toBe(0);
    expect(it.category()).toBe(elsewhere.id);
    for (let i = 0; i < 50; i += 1)
      w.sim.world.addChannel({ guild_id: w.guild_id, parent_id: waiting, name: `waiting-${i}` });
    await w.bot.settled();
    await it.says(w.staff, 'Thank you');
    expect(await after(10 * minute)).toBe(0);
    expect(it.category()).toBe(elsewhere.id);
  });

  test('gives back what lies in it when premium ends, and takes nothing more', async () => {
    const it = await open();
    await it.says(w.staff, 'Which bread?');
    await after(10 * minute);
    Object.assign(w.ctx.config, { premium: 'entitlements' });
    await it.says(w.member, 'The round one');
    expect(await after(10 * minute)).toBe(1);
    expect(it.category()).toBe(w.category.id);
    await it.says(w.staff, 'Which of them?');
    expect(await after(10 * minute)).toBe(0);
  });

  test('is tried again when Discord does not answer', async () => {
    const it = await open();
    await it.says(w.staff, 'Which bread?');
    for (let i = 0; i < 4; i += 1)
      w.sim.faults.next({ method: 'PATCH', route: '/channels/:channel', kind: 500 });
    expect(await after(10 * minute)).toBe(0);
    w.sim.faults.clear();
    expect(await after(minute)).toBe(1);
    expect(it.category()).toBe(waiting);
  });

  test('means nothing to a ticket that was closed meanwhile', async () => {
    const it = await open();
    await it.says(w.staff, 'Which bread?');
    await saidIn(await w.staff.goes(it.channel).slash('close'));
    await w.bot.settled();
    expect(await after(10 * minute)).toBe(0);
  });

  test.each([
    ['the archive channel', true],
    ['a message to the owner', false],
  ])('that the bot may not enter is told in %s, once until it may', async (_, has_archive) => {
    await w.settings({ archive_channel: has_archive ? w.notices.id : null });
    const told = () =>
      has_archive ? w.sim.world.messages.in('channel', w.notices.id) : w.owner.directMessages(w.bot_id);
    const permit = async (deny: bigint) => {
      const overwrite = { id: w.bot_role.id, type: OverwriteType.Role, allow: '0', deny: String(deny) };
      const category = w.sim.world.channels.get(waiting);
      if (category) updateChannel(w.sim.world, category, { permission_overwrites: [overwrite] });
      await w.bot.settled();
    };
    const it = await open();
    const turn = async () => {
      await it.says(w.staff, 'Which bread was it?');
      await after(10 * minute);
      await it.says(w.member, 'The round one');
      await after(10 * minute);
    };
    await permit(P.ManageChannels);
    await turn();
    await turn();
    expect(it.category()).toBe(w.category.id);
    expect(told().map(textOf)).toEqual([
      expect.stringContaining('in the category "Waiting" and try again: Manage Channels'),
    ]);
    await permit(0n);
    await turn();
    await permit(P.ViewChannel);
    await turn();
    expect(told().map(textOf).slice(1)).toEqual([expect.stringContaining('View Channels')]);
  });
});
