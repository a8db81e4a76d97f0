import { buildTicket } from '@tickets/testkit/data/factories';
import { startPanelWorld } from '@tickets/testkit/worlds/panel-world';
import { expect, test, vi } from 'vitest';

/** The program is asked to end while a reply is on its way to Discord. */
async function closeDuringReply({ hangUp }: { hangUp: boolean }) {
  await using world = await startPanelWorld();
  const { app } = world;
  const { guild_id, token, addChannel } = await world.addDesk({ premium: true });
  const opener = app.sim.world.addUser({});
  app.sim.world.addMember({ guild_id, user_id: opener.id });
  const ticket = await buildTicket(app.ctx, {
    guild_id,
    opener_id: opener.id,
    channel_id: await addChannel(),
  });
  const route = '/webhooks/:id/:token';
  app.sim.faults.next({ method: 'POST', route, kind: 'delay', delayMs: 400, afterEffect: true });

  const sender = new AbortController();
  const answer = fetch(`${app.url}/api/${guild_id}/tickets/${ticket.ticket_id}`, {
    method: 'POST',
    headers: { 'x-tickets': 'true', authorization: token, 'content-type': 'application/json' },
    body: JSON.stringify({ message: { content: 'On it' } }),
    signal: sender.signal,
  }).then(
    ({ status }) => status,
    () => 'broken off' as const,
  );
  await vi.waitFor(() => expect(app.sim.faults.hits).not.toEqual([]), 10_000);
  if (hangUp) sender.abort();
  await app.api.close();
  const kept = await app.ctx.db
    .selectFrom('ticket_replies')
    .where('guild_id', '=', guild_id)
    .select('message_id')
    .execute();
  return { answer: await answer, isKept: kept.every(({ message_id }) => message_id !== null) };
}

test('a reply that is under way when the program ends is answered and kept', async () => {
  expect(await closeDuringReply({ hangUp: false })).toEqual({ answer: 200, isKept: true });
});

test('a reply whose sender has gone is kept, too, before the program ends', async () => {
  expect(await closeDuringReply({ hangUp: true })).toEqual({ answer: 'broken off', isKept: true });
});
