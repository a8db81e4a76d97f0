import { accessIn } from '@tickets/testkit/data/access';
import { startTicketWorld } from '@tickets/testkit/worlds/ticket-world';
import { expect, test } from 'vitest';
import { callBy } from '../../access/caller.ts';
import { closeTicket } from '../closing/close.ts';
import { markRead, readMarks } from './read-marks.ts';

test('of a ticket that closes nothing is kept of who has seen it', async () => {
  await using world = await startTicketWorld();
  const { ctx, guild_id, staff } = world;
  const [ticket, other] = [await world.openTicket(), await world.openTicket()];
  const access = await accessIn(world, staff.id);
  const ids: Record<number, string> = {};
  for (const { ticket_id, channel_id } of [ticket, other]) {
    const message = await world.member.write(channel_id, 'Hello');
    await world.settled();
    ids[ticket_id] = message.id;
    await markRead(callBy(ctx, access, 'dashboard'), { guild_id, ticket_id, message_id: message.id });
  }
  expect(await readMarks(ctx.db, access)).toEqual(ids);
  await closeTicket(callBy(ctx, access, 'dashboard'), {
    guild_id,
    ticket_id: ticket.ticket_id,
    reason: null,
    source: 'dashboard',
  });
  expect(await readMarks(ctx.db, access)).toEqual({ [other.ticket_id]: ids[other.ticket_id] });
});
