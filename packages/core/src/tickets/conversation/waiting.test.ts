import { personOf } from '@tickets/discord-sim/control';
import { seededRandom } from '@tickets/testkit/data/random';
import { startTicketWorld, type TestTicket, type TicketWorld } from '@tickets/testkit/worlds/ticket-world';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callBy } from '../../access/caller.ts';
import { loadAccess } from '../../access/load.ts';
import { listOpenTickets, listWaitingTickets } from '../lists/list.ts';
import { markReopened } from '../reopening/reopen.ts';
import { backfillTicket } from './backfill.ts';
import { recordDeletion, recordEdit, recordMessage, recordSaidFor } from './messages.ts';

/** Since when a ticket waits for staff, and what its line in the list says of it. */

let world: TicketWorld;
beforeAll(async () => {
  world = await startTicketWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

async function staffAccess() {
  const access = await loadAccess(world.ctx, world.guild_id, world.staff.id);
  if (!access) throw new Error('staff are members');
  return access;
}
async function listed({ ticket_id }: TestTicket) {
  const { tickets } = await listOpenTickets(
    callBy(world.ctx, await staffAccess(), 'dashboard'),
    world.guild_id,
  );
  return tickets.find(({ id }) => id === ticket_id);
}
const waits = async (ticket: TestTicket) => (await listed(ticket))?.waiting_since;
const opened = ({ opened_at }: TestTicket) => opened_at.toISOString();
const at = ({ timestamp }: { timestamp: string }) => new Date(timestamp).toISOString();

test('a ticket that nobody has answered waits since it was opened, whoever wrote how often', async () => {
  const ticket = await world.openTicket();
  expect(await waits(ticket)).toBe(opened(ticket));
  await world.member.write(ticket.channel_id, 'Hello?');
  await world.settled();
  expect(await waits(ticket)).toBe(opened(ticket));
});

test('an answer takes a ticket out; the first message after it brings it back, the next ones keep its place', async () => {
  const ticket = await world.openTicket();
  await world.member.write(ticket.channel_id, 'Where is my order?');
  await world.staff.write(ticket.channel_id, 'On its way');
  await world.settled();
  expect(await waits(ticket)).toBeNull();
  const first = await world.member.write(ticket.channel_id, 'When?');
  await world.member.write(ticket.channel_id, 'Today?');
  await world.settled();
  expect(await waits(ticket)).toBe(at(first));
  const access = await staffAccess();
  expect(await listWaitingTickets(callBy(world.ctx, access, 'dashboard'), world.guild_id)).toContain(
    ticket.ticket_id,
  );
  await world.staff.write(ticket.channel_id, 'Today');
  await world.settled();
  expect(await listWaitingTickets(callBy(world.ctx, access, 'dashboard'), world.guild_id)).not.toContain(
    ticket.ticket_id,
  );
});

test('notices of the bot and messages of other bots answer nothing; a reply from the dashboard and a tag do', async () => {
  const { ctx, guild_id, bot_id } = world;
  const ticket = await world.openTicket();
  const { channel_id } = ticket;
  world.sim.world.addMessage({ channel_id, author_id: bot_id, content: 'Somebody claimed this' });
  await world.settled();
  expect(await waits(ticket)).toBe(opened(ticket));

  const reply = world.sim.world.addMessage({ channel_id, author_id: bot_id, content: 'From the dashboard' });
  await world.settled();
  const payload = await ctx.discord.api.channels.getMessage(channel_id, reply.id);
  await recordMessage(ctx, { ...payload, guild_id }, { sent_by: world.staff.id });
  expect(await listed(ticket)).toMatchObject({
    waiting_since: null,
    last_message: { id: reply.id, author_id: world.staff.id, text: 'From the dashboard', files: 0 },
  });

  const question = await world.member.write(channel_id, 'And now?');
  await world.settled();
  expect(await waits(ticket)).toBe(at(question));
  const tag = world.sim.world.addMessage({ channel_id, author_id: bot_id, content: 'Read the guide' });
  await world.settled();
  const interaction_id = String(BigInt(tag.id) - 1n);
  await recordSaidFor(ctx, { guild_id, channel_id, interaction_id, user_id: world.staff.id });
  expect(await listed(ticket)).toMatchObject({
    waiting_since: null,
    last_message: { author_id: world.staff.id, text: 'Read the guide' },
  });
});

test('an answer that is deleted was none, and a question that is deleted waits for nothing', async () => {
  const ticket = await world.openTicket();
  await world.staff.write(ticket.channel_id, 'Hello');
  const question = await world.member.write(ticket.channel_id, 'When?');
  const again = await world.member.write(ticket.channel_id, 'Today?');
  const answer = await world.staff.write(ticket.channel_id, 'Wrong window');
  await world.settled();
  await world.staff.delete(answer);
  await world.settled();
  expect(await listed(ticket)).toMatchObject({
    waiting_since: at(question),
    last_message: { id: again.id, text: 'Today?' },
  });
  await world.member.delete(question);
  await world.settled();
  expect(await waits(ticket)).toBe(at(again));
  await world.member.delete(again);
  await world.settled();
  expect(await waits(ticket)).toBeNull();
});

test('somebody who was added and taken out again has not answered, before or after', async () => {
  const { ctx, sim, guild_id } = world;
  const ticket = await world.openTicket();
  const { id } = sim.world.addUser({ username: 'friend' });
  sim.world.addMember({ guild_id, user_id: id });
  const friend = { guild_id, ticket_id: ticket.ticket_id, member_id: id };
  await ctx.db
    .insertInto('ticket_members')
    .values({ ...friend, kind: 'user' })
    .execute();
  await personOf(sim.world, id).write(ticket.channel_id, 'I have seen it too');
  await world.settled();
  await ctx.db.deleteFrom('ticket_members').where('ticket_id', '=', ticket.ticket_id).execute();
  const slip = await world.member.write(ticket.channel_id, 'slip');
  await world.member.delete(slip);
  await world.settled();
  expect(await waits(ticket)).toBe(opened(ticket));
  expect(await listed(ticket)).toMatchObject({ last_response_is_staff: false });
});

test('a thread that was opened again waits since then', async () => {
  const { ctx } = world;
  const ticket = await world.openTicket({ is_thread: true });
  await world.staff.write(ticket.channel_id, 'Done');
  await world.settled();
  await ctx.db
    .updateTable('tickets')
    .set({ status: 'closed' })
    .where('ticket_id', '=', ticket.ticket_id)
    .execute();
  await markReopened(ctx, ticket);
  const { reopened_at } = await ctx.db
    .selectFrom('tickets')
    .where('ticket_id', '=', ticket.ticket_id)
    .select('reopened_at')
    .executeTakeFirstOrThrow();
  expect(await waits(ticket)).toBe(reopened_at?.toISOString());
});

test('the line of a ticket follows an edit of its last message, and tells the lists of it', async () => {
  const ticket = await world.openTicket();
  const message = await world.member.write(ticket.channel_id, 'Helo');
  await world.settled();
  const told: number[] = [];
  const end = world.ctx.events.subscribe((event) => {
    if (event.type === 'ticket.changed') told.push(event.ticket_id);
  });
  await world.member.edit(message, 'Hello');
  await world.settled();
  end();
  expect(told).toEqual([ticket.ticket_id]);
  expect(await listed(ticket)).toMatchObject({ last_message: { text: 'Hello' } });
});

describe('in whatever order it is heard', () => {
  test.each(Array.from({ length: 12 }, (_, n) => n + 1))(
    'a conversation leaves a ticket waiting since the same moment (seed %i)',
    async (seed) => {
      const { ctx, guild_id } = world;
      const random = seededRandom(seed);
      const ticket = await world.openTicket();
      const { channel_id } = ticket;
      world.hear(false);
      const said = [];
      for (let n = random.int(1, 8); n > 0; n -= 1) {
        const by_staff = random.chance(0.4);
        const message = await (by_staff ? world.staff : world.member).write(channel_id, `line ${n}`);
        const payload = { ...(await ctx.discord.api.channels.getMessage(channel_id, message.id)), guild_id };
        said.push({ by_staff, payload, message, isDeleted: random.chance(0.3) });
      }
      const steps = said.flatMap(({ payload, message, by_staff, isDeleted }) => {
        const author = by_staff ? world.staff : world.member;
        return [
          () => recordMessage(ctx, payload),
          ...(random.chance(0.3) ? [() => recordMessage(ctx, payload)] : []),
          ...(random.chance(0.3) ? [() => recordEdit(ctx, payload)] : []),
          ...(isDeleted
            ? [
                async () => {
                  await author.delete(message);
                  return recordDeletion(ctx, { guild_id, channel_id, ids: [message.id] });
                },
              ]
            : []),
        ];
      });
      while (steps.length) {
        const [step] = steps.splice(random.int(0, steps.length - 1), 1);
        await step?.();
        if (random.chance(0.15)) await backfillTicket(ctx, ticket, { depth: 'everything' });
      }
      world.hear(true);

      const kept = said.filter(({ isDeleted }) => !isDeleted);
      const answer = kept.findLastIndex(({ by_staff }) => by_staff);
      const question = kept[answer + 1];
      const since = answer < 0 ? opened(ticket) : question ? at(question.payload) : null;
      expect(await waits(ticket)).toBe(since);
    },
  );
});
