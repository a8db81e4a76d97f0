import { buildMember, buildSession, buildTicket, buildUser } from '@tickets/testkit/data/factories';
import { startLiveWorld } from '@tickets/testkit/worlds/live-world';
import { expect, test } from 'vitest';

test.each([
  ['a member', 0, {}],
  ['staff of the ticket, and asks for what members see', 1, { own: true, list: true }],
  ['staff of the ticket, while a claim hides it from the team', 1, {}],
] as const)('an opener who is %s hears nothing that staff alone see', async (name, level, asked) => {
  await using world = await startLiveWorld();
  const { ctx } = world.app;
  const desk = await world.addDesk();
  const { guild_id, ticket } = desk;
  const opener_id = await buildMember(ctx, { guild_id, level });
  ({ ticket_id: ticket.ticket_id } = await buildTicket(ctx, { guild_id, opener_id }));
  const { user_id: claimer } = await buildUser(ctx, { username: 'secret-claimer' });
  if (name.includes('claim')) {
    const settings = { guild_id, support_can_view: false };
    await ctx.db.insertInto('guild_settings').values(settings).execute();
    await ctx.db
      .updateTable('tickets')
      .set({ claimed_by: claimer })
      .where('guild_id', '=', guild_id)
      .execute();
  }
  const secret = { content: 'secret', author_name: 'secret', embeds: JSON.stringify([{ title: 'secret' }]) };
  await desk.say('secret', 'delete', { ...secret, deleted_at: new Date() });

  const reader = desk.openTicket();
  await reader.auth({ token: await buildSession(ctx, opener_id), since: 0, ...asked });
  await reader.until(2);
  await desk.change({ claimed_by: claimer });
  await desk.say('From the server', 'create', {
    author_id: '77',
    author_name: 'Bakery',
    author_bot: true,
    sent_by: claimer,
    by_staff: true,
  });
  await reader.until(3);
  await desk.say('secret', 'delete', { ...secret, deleted_at: new Date() });
  // Messages and the ticket's state are read apart, so each waits for the one before it.
  await reader.until(4);
  await desk.change({ last_message_is_staff: true });
  const frames = await reader.until(5);
  expect(frames.map(({ type }) => type)).toEqual([
    'authenticated',
    'message_delete',
    'message',
    'message_delete',
    'ticket_update',
  ]);
  expect(frames[4]).toMatchObject({ data: { claimed_by: null, last_response_is_staff: true } });
  expect(JSON.stringify(frames)).not.toContain('secret');
  expect(JSON.stringify(frames)).not.toContain(claimer);
});
