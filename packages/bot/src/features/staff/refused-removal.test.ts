import { effects } from '@tickets/core/composition/effects';
import { settleDue } from '@tickets/core/platform/effects/following';
import { updateRole } from '@tickets/discord-sim/world/roles';
import { type BotWorld, saidIn, startBotWorld } from '@tickets/testkit/bot-world';
import { allowWarning } from '@tickets/testkit/guard/watch';
import { PermissionFlagsBits as P } from 'discord-api-types/v10';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

// What fails here on purpose is reported.
allowWarning(/"msg":"(former staff may still see)/);

let w: BotWorld;
beforeEach(async () => {
  w = await startBotWorld();
});
afterEach(() => w[Symbol.asyncDispose]());

const manage = P.ManageRoles | P.ManageChannels | P.ManageThreads;
async function botMay(permissions: bigint) {
  const role = w.sim.world.roles.get(w.bot_role.id);
  if (!role) throw new Error('the bot has no role');
  updateRole(w.sim.world, role, { permissions: String(permissions) });
  await w.bot.settled();
}
async function isNamed() {
  const row = { guild_id: w.guild_id, user_id: w.other.id, support: true };
  await w.ctx.db.insertInto('permissions').values(row).execute();
}
const isRemoved = async () =>
  saidIn(await w.owner.goes(w.lobby).slash('removesupport', { user_or_role: w.other.id }));
const settle = async () => {
  await settleDue(w.ctx, effects);
  await w.bot.settled();
};

describe('a removal from the staff that Discord refused is done when the bot may do it again', () => {
  test.each([
    ['a ticket that they see by name', false, false],
    ['a ticket to which they were added', false, true],
    ['a thread', true, false],
    ['a thread to which they were added', true, true],
  ])('in %s', async (_, use_threads, added) => {
    await w.settings({ use_threads, ticket_notification_channel: use_threads ? w.notices.id : null });
    await isNamed();
    const { channel } = await w.openTicket();
    const join = async () => {
      const notice = w.sim.world.messages.in('channel', w.notices.id).at(-1);
      if (!notice) throw new Error('there is no notice');
      await saidIn(await w.other.click(notice, 'Join Ticket'));
    };
    if (added) await saidIn(await w.owner.goes(channel).slash('add', { user_or_role: w.other.id }));
    else if (use_threads) await join();
    await settle();
    expect(w.other.sees(channel)).toBe(true);
    const may = BigInt(w.bot_role.permissions);
    // Out of a thread that the bot made itself it may take people without these permissions.
    w.sim.faults.next({
      method: 'DELETE',
      route: '/channels/:id/thread-members/:user',
      kind: 403,
      times: Number.POSITIVE_INFINITY,
    });
    await botMay(may & ~manage);
    await isRemoved();
    await settle();
    expect(w.other.sees(channel)).toBe(true);
    w.sim.faults.clear();
    await botMay(may);
    await vi.waitFor(async () => {
      await settle();
      expect(w.other.sees(channel)).toBe(false);
    }, 5_000);
  });
});

test('a removal that Discord refused is wanted again within the hour', async () => {
  await isNamed();
  await w.openTicket();
  await botMay(BigInt(w.bot_role.permissions) & ~manage);
  await isRemoved();
  await settle();
  const { due_at } = await w.ctx.db
    .selectFrom('effects')
    .where('kind', '=', 'staff')
    .select('due_at')
    .executeTakeFirstOrThrow();
  const minutes = (due_at.getTime() - Date.now()) / 60_000;
  expect(minutes).toBeLessThanOrEqual(60);
});
