import { readFile } from 'node:fs/promises';
import { callAs } from '@tickets/testkit/data/access';
import { buildGuild, buildMessage, buildTicket, buildUser } from '@tickets/testkit/data/factories';
import { startTicketWorld, type TestTicket, type TicketWorld } from '@tickets/testkit/worlds/ticket-world';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { replyToTicket } from '../conversation/reply.ts';
import { threadReopened } from '../reopening/reopen.ts';
import { closeTicket } from './close.ts';
import { editCloseReason } from './close-reason.ts';

/** A server that answers under its own name, and a ticket in it. */
async function start({ is_thread = false } = {}) {
  const world = await startTicketWorld();
  await world.settings({ anonymise_dashboard_responses: true });
  const ticket = await world.openTicket({ is_thread });
  const { guild_id, ticket_id } = ticket;
  return {
    world,
    ticket,
    anonymise: (anonymise_dashboard_responses: boolean) => world.settings({ anonymise_dashboard_responses }),
    reply: async (content: string, idempotency_key?: string, by = world.staff.id) =>
      replyToTicket(await callAs(world, by), { guild_id, ticket_id, content, idempotency_key }),
    close: async () =>
      closeTicket(await callAs(world, world.owner.id), {
        guild_id,
        ticket_id,
        reason: 'Resolved',
        source: 'dashboard',
      }),
    /** Has what the opener was told written again. */
    refresh: async () =>
      editCloseReason(await callAs(world, world.owner.id), {
        guild_id,
        ticket_id,
        reason: 'Really resolved',
      }),
    helpedBy: () => helpedBy(world),
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

/** Who the latest message tells the opener to have helped. */
function helpedBy({ member, bot_id }: TicketWorld): string[] {
  const told = member.directMessages(bot_id).at(-1)?.embeds[0]?.fields ?? [];
  const value = told.find(({ name }) => name === 'Helped By')?.value ?? '';
  return [...value.matchAll(/<@(\d+)>/g)].map(([, id = '']) => id);
}

/** Discord's answer to a reply is lost, and it is silent when it is asked whether the reply arrived. */
function loseReply({ sim }: TicketWorld): void {
  sim.faults.next({ method: 'POST', route: '/webhooks/:id/:token', kind: 500, afterEffect: true });
  sim.faults.next({ method: 'GET', route: '/channels/:id/messages', kind: 500 });
}

const write = async (
  { world, ticket }: { world: TicketWorld; ticket: TestTicket },
  by: 'owner' | 'staff',
) => {
  await world[by].write(ticket.channel_id, 'Hello from Discord');
  await world.settled();
};

test('who answered only while answers were anonymised stays unnamed after the setting is turned off', async () => {
  await using server = await start();
  await server.reply('Hello from the team');
  await write(server, 'owner');
  await server.close();
  expect(server.helpedBy()).toEqual([]);
  await server.anonymise(false);
  await server.refresh();
  expect(server.helpedBy()).toEqual([server.world.owner.id]);
});

test('a thread that is reopened and closed again with the setting off leaves them out, too', async () => {
  await using server = await start({ is_thread: true });
  const { world, ticket } = server;
  await server.reply('Hello from the team');
  await server.close();
  await server.anonymise(false);
  await world.ctx.discord.api.channels.edit(ticket.channel_id, { archived: false, locked: false });
  await threadReopened(world.ctx, ticket);
  await server.reply('Hello from the owner', undefined, world.owner.id);
  await server.close();
  expect(server.helpedBy()).toEqual([world.owner.id]);
});

test('who also answered under their own name, before or after, is named', async () => {
  await using server = await start();
  const { world } = server;
  await server.anonymise(false);
  await server.reply('Sam here');
  await server.anonymise(true);
  await server.reply('Hello from the team');
  await server.reply('Hello from the team', undefined, world.owner.id);
  await write(server, 'owner');
  await server.anonymise(false);
  await server.close();
  expect(server.helpedBy().sort()).toEqual([world.staff.id, world.owner.id].sort());
});

test('a reply whose answer was lost stays anonymous when it is sent again with the setting off', async () => {
  await using server = await start();
  const send = () => server.reply('Hello from the team', 'a-key-of-mine');
  loseReply(server.world);
  await expect(send()).rejects.toMatchObject({ code: 'discord.unavailable' });
  await server.anonymise(false);
  await send();
  await server.close();
  expect(server.helpedBy()).toEqual([]);
});

test('an anonymous reply that nobody sent again is known as one by what the gateway tells', async () => {
  await using server = await start();
  const { world, ticket } = server;
  world.hear(false);
  loseReply(world);
  await expect(server.reply('Hello from the team')).rejects.toMatchObject({ code: 'discord.unavailable' });
  await server.anonymise(false);
  await server.close();
  expect(await participants(world, ticket)).toContain(world.staff.id);
  expect(server.helpedBy()).toEqual([]);
});

test('a reply that could not be sent is sent again under the server’s name once answers are anonymised', async () => {
  await using server = await start();
  const { world, ticket } = server;
  await server.anonymise(false);
  world.sim.faults.next({ method: 'POST', route: '/webhooks/:id/:token', kind: 500 });
  world.sim.faults.next({ method: 'GET', route: '/channels/:id/messages', kind: 500 });
  const send = () => server.reply('Hello', 'a-key-of-mine');
  await expect(send()).rejects.toMatchObject({ code: 'discord.unavailable' });
  await server.anonymise(true);
  await send();
  const [said] = world.sim.world.messages.in('channel', ticket.channel_id);
  expect(said?.webhook_author?.username).toBe('Bakery');
  await server.anonymise(false);
  await server.close();
  expect(server.helpedBy()).toEqual([]);
});

const participants = async ({ ctx }: TicketWorld, { guild_id, ticket_id }: TestTicket) =>
  (
    await ctx.db
      .selectFrom('ticket_participants')
      .where('guild_id', '=', guild_id)
      .where('ticket_id', '=', ticket_id)
      .select('user_id')
      .execute()
  ).map(({ user_id }) => user_id);

const migration = new URL('../../platform/db/migrations/0065_unnamed_helpers.sql', import.meta.url);

test('of those who answered before it was kept how, the messages say who was unnamed', async () => {
  await using world = await startTicketWorld();
  const { ctx, bot_id } = world;
  const { guild_id } = await buildGuild(ctx, { name: 'Bakery' });
  const { ticket_id } = await buildTicket(ctx, { guild_id, opener_id: world.member.id });
  const took = async (
    username: string,
    ...said: { author_name?: string; content?: string; own?: true }[]
  ) => {
    const { user_id } = await buildUser(ctx, { username });
    const global_name = `${username} the Discord helper`;
    await ctx.db.updateTable('users').set({ global_name }).where('user_id', '=', user_id).execute();
    await ctx.db.insertInto('ticket_participants').values({ guild_id, ticket_id, user_id }).execute();
    for (const { own, ...message } of said) {
      const by = own ? { author_id: user_id } : { author_id: bot_id, author_bot: true, sent_by: user_id };
      await buildMessage(ctx, { guild_id, ticket_id, ...by, ...message });
    }
  };
  await took('server', { author_name: 'Bakery' });
  await took('renamed', { author_name: 'Name of the server before' });
  await took('bot', { content: 'The bot said it for the server' });
  await took('named', { author_name: 'Bakery' }, { author_name: 'named the D\u200aiscord helper' });
  await took('spoken', { content: '**spoken the Discord helper**: Hello' });
  await took('discord', { author_name: 'Bakery' }, { own: true });
  await took('tag');
  const text = await readFile(migration, 'utf8');
  await sql.raw(text.replace(/^alter table .*;$/gm, '')).execute(ctx.db);
  const unnamed = await ctx.db
    .selectFrom('ticket_participants as p')
    .innerJoin('users as u', 'u.user_id', 'p.user_id')
    .where('p.unnamed', '=', true)
    .select('u.username')
    .orderBy('u.username')
    .execute();
  expect(unnamed.map(({ username }) => username)).toEqual(['bot', 'renamed', 'server']);
});
