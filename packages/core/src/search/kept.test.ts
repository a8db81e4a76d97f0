import { callAs } from '@tickets/testkit/data/access';
import { buildAnswers } from '@tickets/testkit/data/factories';
import { startTicketWorld, type TicketWorld } from '@tickets/testkit/worlds/ticket-world';
import { expect, test } from 'vitest';
import { closeTicket } from '../tickets/closing/close.ts';
import { search } from './search.ts';

async function find(world: TicketWorld, q: string) {
  const { guild_id, staff } = world;
  const { results } = await search(await callAs(world, staff.id), guild_id, { q, tz: 'UTC' });
  return results.map(
    ({ snippet, deleted }) => `${deleted ? 'deleted ' : ''}${snippet.map(({ text }) => text).join('')}`,
  );
}

const file = { name: 'a.txt', bytes: Buffer.from('a') };

test('what is written, edited and deleted in Discord is found as it stands there', async () => {
  await using world = await startTicketWorld();
  const { channel_id } = await world.openTicket();
  const message = await world.member.write(channel_id, 'my apple pie');
  await world.settled();
  expect(await find(world, 'apple')).toEqual(['my apple pie']);
  await world.member.edit(message, 'my cherry pie');
  await world.settled();
  expect(await find(world, 'apple')).toEqual([]);
  expect(await find(world, 'cherry')).toEqual(['my cherry pie']);
  await world.member.delete(message);
  await world.settled();
  expect(await find(world, 'cherry')).toEqual(['deleted my cherry pie']);
});

test('a message with nothing but a file is found by has:file', async () => {
  await using world = await startTicketWorld();
  const { channel_id } = await world.openTicket();
  await world.member.write(channel_id, '', { files: [file] });
  await world.member.write(channel_id, 'without');
  await world.settled();
  expect(await find(world, 'has:file')).toEqual(['']);
  await world.ctx.db.deleteFrom('ticket_attachments').execute();
  expect(await find(world, 'has:file')).toEqual([]);
  expect(await world.ctx.db.selectFrom('search_texts').selectAll().execute()).toHaveLength(1);
});

test('a server that keeps no transcripts keeps nothing to find of what was said in a closed ticket', async () => {
  await using world = await startTicketWorld();
  await world.settings({ store_transcripts: false });
  const ticket = await world.openTicket();
  await world.member.write(ticket.channel_id, 'secret', { files: [file] });
  await buildAnswers(world.ctx, ticket, { 'What?': 'secret' });
  await world.settled();
  expect(await find(world, 'secret')).toHaveLength(2);
  const { guild_id, ticket_id } = ticket;
  const call = await callAs(world, world.staff.id);
  await closeTicket(call, { guild_id, ticket_id, reason: null, source: 'dashboard' });
  expect(await find(world, 'secret')).toEqual([]);
  expect(await world.ctx.db.selectFrom('search_texts').selectAll().execute()).toEqual([]);
});
