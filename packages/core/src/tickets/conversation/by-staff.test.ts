import { type Person, personOf } from '@tickets/discord-sim/control';
import { updateMember } from '@tickets/discord-sim/world/members';
import { buildPanel, buildTeam } from '@tickets/testkit/data/factories';
import { startTicketWorld, type TestTicket, type TicketWorld } from '@tickets/testkit/worlds/ticket-world';
import { expect, test } from 'vitest';
import { eventsMissed } from '../../servers/members.ts';
import { wordingOf } from '../../wording/look.ts';
import { helpersOf } from '../closing/helpers.ts';
import { findTicket } from '../model/find.ts';
import { backfillTicket } from './backfill.ts';
import { recordMessage, recordSaidFor } from './messages.ts';

/** Whose words count as those of staff: of who works the panel of the ticket as they write, and has not opened it. */

function join({ sim, guild_id }: TicketWorld, username: string, roles: string[] = []): Person {
  const { id } = sim.world.addUser({ username });
  sim.world.addMember({ guild_id, user_id: id, roles });
  return personOf(sim.world, id);
}

const add = ({ ctx, guild_id }: TicketWorld, ticket: TestTicket, member_id: string, kind: 'user' | 'role') =>
  ctx.db
    .insertInto('ticket_members')
    .values({ guild_id, ticket_id: ticket.ticket_id, member_id, kind })
    .execute();

async function marks({ ctx }: TicketWorld, { ticket_id }: TestTicket) {
  const rows = await ctx.db
    .selectFrom('ticket_messages')
    .where('ticket_id', '=', ticket_id)
    .select(['content', 'by_staff'])
    .orderBy('message_id')
    .execute();
  return Object.fromEntries(rows.map(({ content, by_staff }) => [content, by_staff]));
}

/** A ticket of a panel that team Beta answers, and people of all kinds. */
async function teamsTicket(world: TicketWorld) {
  const { ctx, guild_id, sim, owner, staff, member } = world;
  const helpers = sim.world.addRole({ guild_id, name: 'Helpers', permissions: 0n });
  const people = {
    owner,
    member,
    default_team: staff,
    alpha: join(world, 'alpha'),
    beta: join(world, 'beta'),
    beta_by_role: join(world, 'beta_by_role', [helpers.id]),
    let_in: join(world, 'let_in'),
  };
  await buildTeam(ctx, { guild_id, user_ids: [people.alpha.id] });
  const beta = await buildTeam(ctx, { guild_id, user_ids: [people.beta.id], role_ids: [helpers.id] });
  const { panel_id } = await buildPanel(ctx, { guild_id, default_team: false, team_ids: [beta] });
  const ticket = await world.openTicket({ panel_id });
  return { ticket, people };
}

const ofTeams = {
  owner: true,
  member: false,
  default_team: false,
  alpha: false,
  beta: true,
  beta_by_role: true,
  let_in: false,
};

test('staff are those who work the panel of a ticket, whoever else Discord lets write there', async () => {
  await using world = await startTicketWorld();
  const { ticket, people } = await teamsTicket(world);
  for (const [name, person] of Object.entries(people)) await person.write(ticket.channel_id, name);
  await world.settled();
  expect(await marks(world, ticket)).toEqual(ofTeams);
});

test('who wrote while the bot was away is judged by the same rule', async () => {
  await using world = await startTicketWorld();
  const { ctx, guild_id } = world;
  const { ticket, people } = await teamsTicket(world);
  world.hear(false);
  for (const [name, person] of Object.entries(people)) await person.write(ticket.channel_id, name);
  await eventsMissed(ctx, [guild_id]);
  await backfillTicket(ctx, ticket, { depth: 'missed' });
  expect(await marks(world, ticket)).toEqual(ofTeams);
});

test('nobody without a level answers a ticket, however they came in', async () => {
  await using world = await startTicketWorld();
  const { ctx, owner } = world;
  const ticket = await world.openTicket();
  await world.member.write(ticket.channel_id, 'please help');
  const rowan = join(world, 'rowan');
  await rowan.write(ticket.channel_id, 'Your refund is approved');
  await world.settled();
  const key = { guild_id: ticket.guild_id, ticket_id: ticket.ticket_id };
  expect(await findTicket(ctx.db, key)).toMatchObject({
    last_message_by: rowan.id,
    last_message_is_staff: false,
    first_response_at: null,
    answered_at: null,
    awaits_opener: false,
  });
  const helpers = async () => {
    const found = await findTicket(ctx.db, key);
    return found && helpersOf(ctx, await wordingOf(ctx, ticket.guild_id), found);
  };
  expect(await helpers()).toEqual([]);
  await owner.write(ticket.channel_id, 'It is');
  await world.settled();
  expect(await helpers()).toEqual([owner.id]);
});

test('staff whom somebody adds, or whose role somebody adds, stay staff', async () => {
  await using world = await startTicketWorld();
  const { ctx, guild_id, sim, staff, member } = world;
  const ticket = await world.openTicket({ claimed_by: world.owner.id });
  const verified = sim.world.addRole({ guild_id, name: 'Verified', permissions: 0n });
  for (const { id } of [staff, member]) {
    const of = sim.world.members.get(`${guild_id}:${id}`);
    if (of) updateMember(sim.world, of, { roles: [verified.id] });
  }
  await add(world, ticket, verified.id, 'role');
  await add(world, ticket, staff.id, 'user');
  await member.write(ticket.channel_id, 'question');
  await staff.write(ticket.channel_id, 'answer');
  await world.settled();
  expect(await marks(world, ticket)).toEqual({ question: false, answer: true });
  const found = await findTicket(ctx.db, { guild_id, ticket_id: ticket.ticket_id });
  expect(found && (await helpersOf(ctx, await wordingOf(ctx, guild_id), found))).toContain(staff.id);
});

test('what staff said stays an answer after they lost their level, by hand, by a tag or from the dashboard', async () => {
  await using world = await startTicketWorld();
  const { ctx, guild_id, staff, member, bot_id } = world;
  const ticket = await world.openTicket();
  const { channel_id } = ticket;
  const key = { guild_id, ticket_id: ticket.ticket_id };
  const lose = () => ctx.db.deleteFrom('permissions').where('user_id', '=', staff.id).execute();
  const tag = world.sim.world.addMessage({ channel_id, author_id: bot_id, content: 'Read the guide' });
  await world.settled();
  await recordSaidFor(ctx, { guild_id, channel_id, interaction_id: tag.id, user_id: staff.id });
  await lose();
  await member.delete(await member.write(channel_id, 'slip'));
  await world.settled();
  expect(await findTicket(ctx.db, key)).toMatchObject({
    last_message_id: tag.id,
    last_message_is_staff: true,
    unanswered_at: null,
  });
  world.hear(false);
  const reply = world.sim.world.addMessage({ channel_id, author_id: bot_id, content: 'From the dashboard' });
  const payload = await ctx.discord.api.channels.getMessage(channel_id, reply.id);
  await recordMessage(ctx, { ...payload, guild_id }, { sent_by: staff.id });
  expect(await findTicket(ctx.db, key)).toMatchObject({
    last_message_id: reply.id,
    last_message_is_staff: true,
  });
});
