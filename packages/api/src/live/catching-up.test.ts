import { setTimeout } from 'node:timers/promises';
import { buildMember, buildMessage, buildSession } from '@tickets/testkit/factories';
import { type LiveDesk, type LiveWorld, startLiveWorld } from '@tickets/testkit/live-world';
import { writeDownStatements } from '@tickets/testkit/statements';
import { expect, test, vi } from 'vitest';

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

/** As long as an archive may make them; Discord's are at most 4,000 characters. */
const long = 'x'.repeat(390_000);

async function sayLongWords(world: LiveWorld, { ticket, opener_id }: LiveDesk, count: number): Promise<void> {
  const one = { ...ticket, author_id: opener_id, content: long };
  for (let n = 0; n < count; n += 1) await buildMessage(world.app.ctx, one);
}

test('messages come however long they are, a few at a time', async () => {
  await using world = await startLiveWorld();
  const desk = await world.addDesk();
  await sayLongWords(world, desk, 20);
  const reader = desk.openTicket();
  await reader.auth({ token: desk.token, since: 0 });
  const frames = await reader.until(21);
  expect(frames.slice(1).map(({ data }) => data?.seq)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
  expect(reader.isClosed()).toBe(false);
});

test('a member who catches up with long messages from many pages keeps no staff waiting, and who has gone costs nothing more', async () => {
  const statements = writeDownStatements();
  await using world = await startLiveWorld({ through: statements.through });
  const desk = await world.addDesk();
  const said = 60;
  await sayLongWords(world, desk, said);
  const { ctx } = world.app;
  const opener = await buildSession(ctx, await buildMember(ctx, { ...desk, user_id: desk.opener_id }));
  // Each missed something else, so that they share nothing.
  const pages = Array.from({ length: 30 }, () => desk.openTicket());
  await Promise.all(pages.map((page, since) => page.auth({ token: opener, since })));
  const had = () => pages.reduce((sum, { frames }) => sum + frames.length, 0);
  await vi.waitFor(() => expect(had()).toBeGreaterThan(pages.length), 10_000);

  const staff = desk.openTicket();
  await staff.auth({ token: desk.token, since: said - 1 });
  await staff.until(2);
  const all = pages.reduce((sum, _, since) => sum + 1 + said - since, 0);
  expect(had()).toBeLessThan(all / 2);

  for (const { socket } of pages) socket.terminate();
  await vi.waitFor(() => expect(world.app.api.websocketServer.clients.size).toBe(1));
  statements.taken();
  await desk.say('and now');
  await staff.until(3);
  const looks = statements.taken().filter((text) => text.includes('"seq" >'));
  expect(looks.length).toBeLessThan(6);
});
