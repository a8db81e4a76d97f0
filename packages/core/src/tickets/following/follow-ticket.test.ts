import { RateLimitError } from '@discordjs/rest';
import { buildGuild, buildTicket } from '@tickets/testkit/data/factories';
import { allowWarning } from '@tickets/testkit/guard/watch';
import { createTestContext, type TestContext } from '@tickets/testkit/worlds/context';
import { settleAll, unsettled } from '@tickets/testkit/worlds/effects';
import { startTicketWorld, type TicketWorld } from '@tickets/testkit/worlds/ticket-world';
import { type APITextChannel, OverwriteType, PermissionFlagsBits as P } from 'discord-api-types/v10';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requiredPermissions } from '../../platform/discord/bot-permissions.ts';
import { Peace } from '../../platform/effects/peace.ts';
import { upsertChannel } from '../../servers/channels.ts';
import { hiddenOverwrites } from '../channel/channel-overwrites.ts';
import { findTicket } from '../model/find.ts';
import { followLater, followTicket, isFollowed } from './follow-ticket.ts';

// Refused on purpose.
allowWarning(/Discord refused what it should follow/);

let world: TestContext;
beforeAll(async () => {
  world = await createTestContext();
});
afterAll(() => world.close());

const left = async () => (await unsettled(world.ctx)).length;

test('anyone who is done with one person leaves what others have begun in the same ticket', async () => {
  const { ctx } = world;
  const { guild_id } = await buildGuild(ctx);
  const ticket = await buildTicket(ctx, { guild_id });
  const claim = { what: 'permissions' } as const;
  const added = { what: 'permissions', of: '7' } as const;
  await followLater(ctx.db, ticket, claim);
  await followLater(ctx.db, ticket, added);
  expect(await left()).toBe(2);
  await isFollowed(ctx, ticket, added);
  expect(await left()).toBe(1);
  await isFollowed(ctx, ticket, claim);
  expect(await left()).toBe(0);
});

test('what a limit on one message keeps from following says nothing about the bot', async () => {
  await using w = await startTicketWorld();
  const { id } = await w.ctx.discord.api.channels.createMessage((await w.openTicket()).channel_id, {
    content: 'Hi',
  });
  const ticket = await w.openTicket({ is_thread: true, welcome_message_id: id });
  w.sim.faults.next({
    method: 'GET',
    route: '/channels/:channel/messages/:message',
    kind: 429,
    retryAfterSeconds: 3_600,
    times: 9,
  });
  const peace = new Peace();
  for (const guild_id of ['1', '2', '3']) {
    const error = await followTicket(w.ctx, ticket, { what: 'panel' }).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(RateLimitError);
    peace.failed({ guild_id, bot: w.bot_id }, error);
  }
  expect(peace.now().bots).toEqual([]);
});

/** A ticket's channel that has to follow: nobody is let in. */
async function shut(w: TicketWorld) {
  const ticket = await w.openTicket();
  const channel = w.sim.world.channels.get(ticket.channel_id);
  if (!channel) throw new Error('it has a channel');
  channel.permission_overwrites = [];
  const overwrites = () => w.sim.world.channels.get(ticket.channel_id)?.permission_overwrites ?? [];
  return { ticket, overwrites };
}
const edit = { method: 'PATCH', route: '/channels/:id' };
const moved = { what: 'permissions', place: { name: 'renamed', parent_id: null } } as const;

test('who may see a ticket follows before its name, which Discord may make wait', async () => {
  await using w = await startTicketWorld();
  const { ticket, overwrites } = await shut(w);
  w.sim.faults.next({ ...edit, skip: 1, kind: 429, retryAfterSeconds: 590 });
  await expect(followTicket(w.ctx, ticket, moved)).rejects.toThrow();
  expect(overwrites().map(({ id }) => id)).toContain(w.member.id);
});

test('a ticket whose category takes no more channels follows in all else', async () => {
  await using w = await startTicketWorld();
  const { ticket, overwrites } = await shut(w);
  w.sim.faults.next({ ...edit, skip: 1, kind: 400, code: 50035 });
  await followTicket(w.ctx, ticket, moved);
  expect(overwrites().map(({ id }) => id)).toContain(w.member.id);
  expect(w.sim.world.channels.get(ticket.channel_id)?.name).toBe('renamed');
});

test('a ticket in which the bot may not change permissions has its name all the same, and they follow later', async () => {
  await using w = await startTicketWorld();
  const { ticket } = await shut(w);
  await followLater(w.ctx.db, ticket, moved);
  w.sim.faults.next({ ...edit, kind: 403, code: 50013, times: 2 });
  await settleAll(w.ctx);
  expect(w.sim.world.channels.get(ticket.channel_id)?.name).toBe('renamed');
  expect(await unsettled(w.ctx)).toEqual([expect.stringContaining('permissions:refused')]);
});

test('permissions that were refused follow later, also where Discord refuses the name too', async () => {
  await using w = await startTicketWorld();
  const { ticket } = await shut(w);
  await followLater(w.ctx.db, ticket, { what: 'permissions', place: { name: 'renamed' } });
  w.sim.faults.next({ ...edit, kind: 403, code: 50013 });
  w.sim.faults.next({ ...edit, kind: 400, code: 50035 });
  await settleAll(w.ctx);
  expect(await unsettled(w.ctx)).toEqual([expect.stringContaining('permissions:refused')]);
});

test('a ticket that was renamed since keeps that name', async () => {
  await using w = await startTicketWorld();
  const { ticket } = await shut(w);
  const before = w.sim.world.channels.get(ticket.channel_id)?.name;
  await followLater(w.ctx.db, ticket, { ...moved, named: 'what-it-was-called' });
  await settleAll(w.ctx);
  expect(w.sim.world.channels.get(ticket.channel_id)?.name).toBe(before);
  await followLater(w.ctx.db, ticket, {
    ...moved,
    named: (await findTicket(w.ctx.db, ticket))?.channel_name ?? '',
  });
  await settleAll(w.ctx);
  expect(w.sim.world.channels.get(ticket.channel_id)?.name).toBe('renamed');
});

describe('where the bot is no administrator, what it may not change in a channel stays as it stands, and the rest follows', () => {
  const fixed = P.ManageRoles | P.MuteMembers;
  async function changedByHand(w: TicketWorld) {
    const role = w.sim.world.roles.in('guild', w.guild_id).find(({ name }) => name === 'Tickets');
    if (!role) throw new Error('the bot has no role');
    const permissions = String(requiredPermissions);
    w.sim.world.roles.put({ ...role, permissions });
    await w.ctx.db.updateTable('guild_roles').set({ permissions }).where('role_id', '=', role.id).execute();
    const bakers = w.sim.world.addRole({ guild_id: w.guild_id, name: 'Bakers' });
    const ticket = await w.openTicket();
    const channel = w.sim.world.channels.get(ticket.channel_id);
    if (!channel) throw new Error('it has a channel');
    const allow = String(fixed | P.ViewChannel | P.ManageChannels);
    channel.permission_overwrites = [
      { id: w.bot_id, type: OverwriteType.Member, allow, deny: '0' },
      { id: bakers.id, type: OverwriteType.Role, allow, deny: '0' },
      { id: w.staff.id, type: OverwriteType.Member, allow: '0', deny: String(fixed) },
      { id: w.owner.id, type: OverwriteType.Member, allow: String(P.ViewChannel), deny: '0' },
    ];
    await upsertChannel(
      w.ctx,
      w.guild_id,
      (await w.ctx.discord.api.channels.get(channel.id)) as APITextChannel,
    );
    const entry = (id: string) => {
      const { allow = '0', deny = '0' } =
        w.sim.world.channels.get(channel.id)?.permission_overwrites.find((one) => one.id === id) ?? {};
      return { allow: BigInt(allow), deny: BigInt(deny) };
    };
    return { ticket, bakers, entry };
  }

  test('while it is open', async () => {
    await using w = await startTicketWorld();
    const { ticket, bakers, entry } = await changedByHand(w);
    await followTicket(w.ctx, ticket, { what: 'permissions' });
    expect(w.member.sees(ticket.channel_id)).toBe(true);
    expect(entry(w.bot_id).allow & fixed).toBe(fixed);
    expect(entry(bakers.id)).toEqual({ allow: fixed, deny: 0n });
    expect(entry(w.staff.id).deny).toBe(fixed);
    expect(entry(w.staff.id).allow & P.ViewChannel).toBe(P.ViewChannel);
    expect(entry(w.owner.id)).toEqual({ allow: 0n, deny: 0n });
  });

  test('while it closes', async () => {
    await using w = await startTicketWorld();
    const { ticket, bakers, entry } = await changedByHand(w);
    const permission_overwrites = await hiddenOverwrites(w.ctx, ticket);
    await w.ctx.discord.api.channels.edit(ticket.channel_id, { permission_overwrites });
    expect(entry(bakers.id)).toEqual({ allow: fixed, deny: 0n });
    expect(entry(w.staff.id)).toEqual({ allow: 0n, deny: fixed });
    expect(w.staff.sees(ticket.channel_id)).toBe(false);
  });
});
