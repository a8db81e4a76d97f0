import { setTimeout } from 'node:timers/promises';
import { buildMessage } from '@tickets/testkit/factories';
import { startLiveWorld } from '@tickets/testkit/live-world';
import { expect, test } from 'vitest';

test('however much somebody missed, all of it comes, in order, as fast as they take it', async () => {
  await using world = await startLiveWorld();
  const desk = await world.addDesk();
  const missed = 2000;
  const one = { ...desk.ticket, author_id: desk.opener_id, content: 'x'.repeat(4000) };
  for (let n = 0; n < missed; n += 50)
    await Promise.all(Array.from({ length: 50 }, () => buildMessage(world.app.ctx, one)));

  const reader = desk.openTicket();
  await reader.auth({ token: desk.token, since: 0 });
  await reader.until(1);
  reader.socket.pause();
  await desk.say('meanwhile');
  await setTimeout(500);
  reader.socket.resume();
  const frames = await reader.until(missed + 2);
  expect(frames.slice(1).map(({ data }) => data?.seq)).toEqual(
    Array.from({ length: missed + 1 }, (_, n) => n + 1),
  );
  expect(reader.isClosed()).toBe(false);
});
