import { setTimeout } from 'node:timers/promises';
import { buildMember, buildMessage, buildSession, buildTicket } from '@tickets/testkit/data/factories';
import { holdAnswers, writeDownStatements } from '@tickets/testkit/database/statements';
import { createTestClock } from '@tickets/testkit/worlds/clock';
import { type LiveDesk, type LiveWorld, startLiveWorld } from '@tickets/testkit/worlds/live-world';
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

/** A ticket in which something was said, and who opened it, without a level. The test lets each look at it through. */
async function startWithHeldLooks(said: number) {
  const looks = holdAnswers('"seq" >');
  const world = await startLiveWorld({ through: looks.through });
  const desk = await world.addDesk();
  const { ctx } = world.app;
  for (let n = 0; n < said; n += 1) await buildMessage(ctx, { ...desk.ticket, author_id: desk.opener_id });
  const opener = await buildSession(ctx, await buildMember(ctx, { ...desk, user_id: desk.opener_id }));
  return { looks, world, desk, opener };
}

test.each([
  ['each missed something else', [0, 1, 2, 3, 4]],
  ['all missed the same', [0, 0, 0, 0, 0]],
])('the pages of one person are shown what they missed one after the other where %s', async (_, since) => {
  const { looks, world, desk, opener } = await startWithHeldLooks(6);
  await using _world = world;
  const pages = since.map(() => desk.openTicket());
  for (const [index, page] of pages.entries()) {
    await page.auth({ token: opener, since: since[index] });
    await page.until(1);
  }
  const shown = () => pages.filter(({ frames }) => frames.length > 1).length;

  for (let n = 0; n < pages.length; n += 1) {
    await vi.waitFor(() => expect(looks.held()).toBe(1));
    expect(shown()).toBe(n);
    looks.release();
    await vi.waitFor(() => expect(shown()).toBe(n + 1));
  }
  for (const [index, page] of pages.entries()) await page.until(7 - (since[index] ?? 0));
  expect(looks.held()).toBe(0);
});

test('one person is shown six megabytes of what they missed at once, on however many pages, and a megabyte each second after that', async () => {
  const clock = createTestClock();
  await using world = await startLiveWorld({ clock, api: { limits_scale: 1 } });
  const desk = await world.addDesk();
  const said = 10;
  await sayLongWords(world, desk, said);
  const pages = [0, 1, 2, 3].map((since) => ({ since, page: desk.openTicket() }));
  for (const { since, page } of pages) await page.auth({ token: desk.token, since });
  const shown = () => pages.reduce((sum, { page }) => sum + Math.max(0, page.frames.length - 1), 0);
  const bytes = () => shown() * long.length;
  await vi.waitFor(() => expect(bytes()).toBeGreaterThan(5_000_000));
  await setTimeout(300);
  // A piece that was begun is sent as a whole.
  expect(bytes()).toBeLessThan(7_000_000);

  const other = desk.openTicket();
  await other.auth({ token: await desk.signIn(1), since: 0 });
  await other.until(1 + said);
  const before = bytes();
  expect(before).toBeLessThan(7_000_000);
  clock.advance(2_000);
  await vi.waitFor(() => expect(bytes()).toBeGreaterThan(before));
  await setTimeout(300);
  expect(bytes()).toBeLessThan(9_000_000);
  clock.advance(60_000);
  for (const { since, page } of pages) await page.until(1 + said - since);
});

test('nobody waits until somebody with many pages has been shown all', async () => {
  const { looks, world, desk, opener } = await startWithHeldLooks(6);
  await using _world = world;
  const { ctx } = world.app;
  const pages = [0, 1, 2, 3, 4].map((since) => ({ since, page: desk.openTicket() }));
  for (const { since, page } of pages) {
    await page.auth({ token: opener, since });
    await page.until(1);
  }
  await vi.waitFor(() => expect(looks.held()).toBe(1));

  const { guild_id } = desk;
  const user_id = await buildMember(ctx, { guild_id });
  const { ticket_id } = await buildTicket(ctx, { guild_id, opener_id: user_id });
  await buildMessage(ctx, { guild_id, ticket_id, author_id: user_id });
  const member = desk.connect(`/api/${guild_id}/tickets/${ticket_id}/live-chat`);
  await member.auth({ token: await buildSession(ctx, user_id), since: 0 });
  await vi.waitFor(() => expect(looks.held()).toBe(2));
  looks.releaseAll();
  await member.until(2);
});

test('a person who closes pages and opens others has no more looks under way, and closed pages keep their seats until then', async () => {
  const { looks, world, desk, opener } = await startWithHeldLooks(3);
  await using _world = world;
  const { clients } = world.app.api.websocketServer;
  for (let n = 0; n < 3; n += 1) {
    const page = desk.openTicket();
    await page.auth({ token: opener, since: n % 2 });
    await page.until(1);
    await vi.waitFor(() => expect(looks.held()).toBe(1));
    page.socket.terminate();
    await vi.waitFor(() => expect(clients.size).toBe(0));
  }
  const last = desk.openTicket();
  await last.auth({ token: opener, since: 2 });
  await last.until(1);
  expect(looks.held()).toBe(1);
  looks.release();
  await vi.waitFor(() => expect(looks.held()).toBe(1));
  looks.releaseAll();
  expect((await last.until(2)).map(({ type }) => type)).toEqual(['authenticated', 'message']);
});
