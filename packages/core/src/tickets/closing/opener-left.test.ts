import { untilLockWaits } from '@tickets/testkit/database/lock-waits';
import { startTicketWorld, type TestTicket, type TicketWorld } from '@tickets/testkit/worlds/ticket-world';
import { expect, test } from 'vitest';
import { findTicket, holdTicket } from '../model/find.ts';
import { memberLeft } from './opener-left.ts';

const rowOf = ({ ctx }: TicketWorld, ticket: TestTicket) => findTicket(ctx.db, ticket);

test('tickets of somebody who left close only where the settings say so', async () => {
  await using world = await startTicketWorld();
  const kept = await world.openTicket({ auto_close_excluded: true });
  const ticket = await world.openTicket();
  const left = { guild_id: world.guild_id, user_id: world.member.id, heard_at: world.ctx.clock.now() };
  await world.settings({ auto_close_on_user_leave: true, auto_close_enabled: false });
  await memberLeft(world.ctx, left);
  expect((await rowOf(world, ticket))?.status).toBe('open');
  await world.settings({ auto_close_enabled: true });
  await memberLeft(world.ctx, left);
  expect(await rowOf(world, ticket)).toMatchObject({
    status: 'closing',
    close_reason: 'Automatically closed due to user leaving the server',
  });
  expect((await rowOf(world, kept))?.status).toBe('open');
});

test('a leaving that is handled late closes nothing that was opened after it', async () => {
  await using world = await startTicketWorld();
  await world.settings({ auto_close_on_user_leave: true, auto_close_enabled: true });
  const before = await world.openTicket();
  const heard_at = new Date(Date.now() + 1);
  const after = await world.openTicket({ opened_at: new Date(heard_at.getTime() + 1_000) });
  await memberLeft(world.ctx, { guild_id: world.guild_id, user_id: world.member.id, heard_at });
  expect([(await rowOf(world, before))?.status, (await rowOf(world, after))?.status]).toEqual([
    'closing',
    'open',
  ]);
});

test('a ticket that staff exclude from auto-close in the last moment stays open', async () => {
  await using world = await startTicketWorld();
  await world.settings({ auto_close_on_user_leave: true, auto_close_enabled: true });
  const ticket = await world.openTicket();
  const { db } = world.ctx;
  const leaving = await db.transaction().execute(async (tx) => {
    await holdTicket(tx, ticket);
    const left = memberLeft(world.ctx, {
      guild_id: world.guild_id,
      user_id: world.member.id,
      heard_at: world.ctx.clock.now(),
    });
    await untilLockWaits(db);
    await tx.updateTable('tickets').set({ auto_close_excluded: true }).execute();
    return { left };
  });
  await leaving.left;
  expect((await rowOf(world, ticket))?.status).toBe('open');
});
