import { listGoneTargets } from '@tickets/core/tickets/channel/gone-targets';
import { followChannel } from '@tickets/core/tickets/following/follow-channel';
import type { Person } from '@tickets/discord-sim/control';
import type { SimChannel } from '@tickets/discord-sim/world/entities';
import { updateMember } from '@tickets/discord-sim/world/members';
import { allowWarning } from '@tickets/testkit/guard/watch';
import { type BotWorld, saidIn, startBotWorld } from '@tickets/testkit/worlds/bot-world';
import { ChannelType, PermissionFlagsBits as P } from 'discord-api-types/v10';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

let w: BotWorld;
beforeEach(async () => {
  w = await startBotWorld();
});
afterEach(() => w[Symbol.asyncDispose]());

async function team(
  name: string,
  { users = [], roles = [] }: { users?: Person[]; roles?: { id: string }[] },
) {
  const { team_id } = await w.ctx.db
    .insertInto('support_teams')
    .values({ guild_id: w.guild_id, name })
    .returning('team_id')
    .executeTakeFirstOrThrow();
  for (const { id } of users)
    await w.ctx.db.insertInto('support_team_users').values({ team_id, user_id: id }).execute();
  for (const { id } of roles)
    await w.ctx.db.insertInto('support_team_roles').values({ team_id, role_id: id }).execute();
  return team_id;
}

async function role(name: string, ...people: Person[]) {
  const made = w.sim.world.addRole({ guild_id: w.guild_id, name });
  for (const { id } of people) {
    const member = w.sim.world.members.get(`${w.guild_id}:${id}`);
    if (member) updateMember(w.sim.world, member, { roles: [...member.roles, made.id] });
  }
  await vi.waitFor(async () => {
    const heard = w.ctx.db.selectFrom('guild_roles').where('role_id', '=', made.id).select('name');
    expect(await heard.execute()).toHaveLength(1);
  });
  return made;
}

async function panelOf(teams: number[], values: Parameters<BotWorld['panel']>[0] = {}) {
  const { row, message } = await w.panel(values);
  for (const team_id of teams)
    await w.ctx.db.insertInto('panel_teams').values({ panel_id: row.panel_id, team_id }).execute();
  return message;
}

const permit = (values: { user_id: string; admin?: boolean; support?: boolean }) =>
  w.ctx.db
    .insertInto('permissions')
    .values({ guild_id: w.guild_id, ...values })
    .execute();
const open = async (message: Awaited<ReturnType<typeof panelOf>>, by: Person = w.member) =>
  (await w.opened(await by.click(message, 'Get help'))).channel;
const entryOf = (channel: SimChannel, id: string) => {
  const found = w.sim.world.channels.get(channel.id)?.permission_overwrites.filter((one) => one.id === id);
  expect(found).toHaveLength(1);
  return { allow: BigInt(found?.[0]?.allow ?? 0), deny: BigInt(found?.[0]?.deny ?? 0) };
};
const see = (channel: SimChannel, ...people: Person[]) => people.map((person) => person.sees(channel));

describe('tickets of a panel', () => {
  test('are seen by the chosen team and by admins, not by the default or another team', async () => {
    const [hans, hedy, ada, stranger] = ['hans', 'hedy', 'ada', 'stan'].map(w.addMember) as Person[] as [
      Person,
      Person,
      Person,
      Person,
    ]; // one for each name
    await permit({ user_id: ada.id, admin: true });
    const bakers = await team('Bakers', { users: [hans], roles: [await role('Oven', hedy)] });
    await team('Others', { users: [stranger] });
    const channel = await open(await panelOf([bakers], { default_team: false }));
    expect(see(channel, w.member, hans, hedy, ada, w.owner)).toEqual([true, true, true, true, true]);
    expect(see(channel, w.staff, stranger, w.other)).toEqual([false, false, false]);
  });

  test('are seen by the default team beside the chosen one where the panel says so', async () => {
    const hans = w.addMember('hans');
    const channel = await open(await panelOf([await team('Bakers', { users: [hans] })]));
    expect(see(channel, w.staff, hans, w.other)).toEqual([true, true, false]);
  });

  test('are seen by admins alone where no team is chosen', async () => {
    const [ada, chief] = [w.addMember('ada'), w.addMember('carl')];
    await permit({ user_id: ada.id, admin: true });
    const chiefs = await role('Chiefs', chief);
    await w.ctx.db
      .insertInto('role_permissions')
      .values({ guild_id: w.guild_id, role_id: chiefs.id, admin: true })
      .execute();
    const channel = await open(await panelOf([], { default_team: false }));
    expect(see(channel, ada, chief, w.owner, w.staff)).toEqual([true, true, true, false]);
  });

  test('let nobody in by a team or role of another server', async () => {
    const elsewhere = w.sim.world.addGuild({ name: 'Elsewhere', owner_id: w.owner.id }).id;
    await w.ctx.db
      .insertInto('guilds')
      .values({ guild_id: elsewhere, name: 'Elsewhere', owner_id: w.owner.id })
      .onConflict((oc) => oc.doNothing())
      .execute();
    const foreign = w.sim.world.addRole({ guild_id: elsewhere, name: 'Foreign' });
    await w.ctx.db
      .insertInto('guild_roles')
      .values({ guild_id: elsewhere, role_id: foreign.id, name: 'Foreign', permissions: '0' })
      .execute();
    const mixed = await team('Mixed', { roles: [foreign] });
    const theirs = await w.ctx.db
      .insertInto('support_teams')
      .values({ guild_id: elsewhere, name: 'Theirs' })
      .returning('team_id')
      .executeTakeFirstOrThrow();
    await w.ctx.db
      .insertInto('support_team_users')
      .values({ team_id: theirs.team_id, user_id: w.other.id })
      .execute();
    const channel = await open(await panelOf([mixed, theirs.team_id]));
    expect(channel.permission_overwrites.map(({ id }) => id)).not.toContain(foreign.id);
    expect(w.other.sees(channel)).toBe(false);
  });

  test('leave out a role of a team that was deleted', async () => {
    const oven = await role('Oven');
    const bakers = await team('Bakers', { roles: [oven] });
    await w.ctx.db.deleteFrom('guild_roles').where('role_id', '=', oven.id).execute();
    const channel = await open(await panelOf([bakers]));
    expect(channel.permission_overwrites.map(({ id }) => id)).not.toContain(oven.id);
  });
});

describe('somebody for whom there are several reasons', () => {
  test('has one entry with all of them: the opener keeps what their team may do', async () => {
    await w.settings({ attach_files: false, embed_links: false, add_reactions: false });
    const hans = w.addMember('hans');
    const [first, second] = [
      await team('Bakers', { users: [hans] }),
      await team('Brewers', { users: [hans] }),
    ];
    const channel = await open(await panelOf([first, second], { default_team: false }), hans);
    const { allow, deny } = entryOf(channel, hans.id);
    expect(allow & (P.AttachFiles | P.EmbedLinks | P.AddReactions)).toBe(
      P.AttachFiles | P.EmbedLinks | P.AddReactions,
    );
    expect(deny).toBe(0n);
  });

  test('may ping everybody as a member of the default team, and not as one of a named team', async () => {
    const hans = w.addMember('hans');
    const channel = await open(await panelOf([await team('Bakers', { users: [hans, w.staff] })]));
    expect(entryOf(channel, w.staff.id).allow & P.MentionEveryone).toBe(P.MentionEveryone);
    expect(entryOf(channel, hans.id).allow & P.MentionEveryone).toBe(0n);
  });

  test('writes on in a claimed ticket where they opened it or were added to it', async () => {
    const [hans, hedy, hugo] = ['hans', 'hedy', 'hugo'].map(w.addMember) as Person[] as [
      Person,
      Person,
      Person,
    ]; // one for each name
    const message = await panelOf([await team('Bakers', { users: [hans, hedy, hugo] })]);
    const channel = await open(message, hans);
    await saidIn(await w.staff.goes(channel).slash('add', { user_or_role: hugo.id }));
    await saidIn(await w.staff.goes(channel).slash('claim'));
    const writes = [hans, hugo, hedy].map((one) => entryOf(channel, one.id).deny & P.SendMessages);
    expect(writes).toEqual([0n, 0n, P.SendMessages]);
    await saidIn(await w.staff.goes(channel).slash('unclaim'));
    expect([hans, hugo, hedy].map((one) => entryOf(channel, one.id).deny & P.SendMessages)).toEqual([
      0n,
      0n,
      0n,
    ]);
  });

  test('of the team of a claimed ticket reads it, and the default team does not gain it by that', async () => {
    const [hans, hedy] = [w.addMember('hans'), w.addMember('hedy')];
    const bakers = await team('Bakers', { users: [hans, hedy] });
    const channel = await open(await panelOf([bakers], { default_team: false }));
    await saidIn(await hans.goes(channel).slash('claim'));
    expect(see(channel, hans, hedy, w.staff)).toEqual([true, true, false]);
    expect(entryOf(channel, hedy.id).deny & P.SendMessages).toBe(P.SendMessages);
  });
});

test('a panel’s own category holds its tickets, and the server’s those of the other panels', async () => {
  const { id } = w.sim.world.addChannel({
    guild_id: w.guild_id,
    type: ChannelType.GuildCategory,
    name: 'Orders',
  });
  await vi.waitFor(async () => {
    const heard = w.ctx.db.selectFrom('guild_channels').where('channel_id', '=', id).select('name');
    expect(await heard.execute()).toHaveLength(1);
  });
  expect((await open(await panelOf([], { category_id: id }))).parent_id).toBe(id);
  expect((await open(await panelOf([]))).parent_id).toBe(w.category.id);
});

test('a role and a member that Discord does not know any more stop no ticket, and administrators are shown them', async () => {
  allowWarning(/PERMISSION_OVERWRITE_UNKNOWN_TARGET/);
  const gone = await role('Gone');
  const message = await panelOf([await team('Desk', { users: [w.staff], roles: [gone] })]);
  await permit({ user_id: '123456789012345678', support: true });
  // Deleted, and the word of it was lost.
  w.sim.world.roles.delete(gone.id);
  const asked = w.sim.faults.record();
  const channel = await open(message);
  expect(entryOf(channel, w.staff.id).allow & P.ViewChannel).toBeTruthy();
  const creations = () => asked.filter(({ route }) => route === '/guilds/:id/channels').length;
  expect(creations()).toBe(2);
  expect(await listGoneTargets(w.ctx, w.guild_id)).toEqual(
    expect.arrayContaining([
      { id: gone.id, is_role: true, name: 'Gone' },
      { id: '123456789012345678', is_role: false, name: null },
    ]),
  );
  // The next ticket leaves them out from the start, and so does whatever changes who sees it.
  const next = await open(message, w.other);
  expect(creations()).toBe(3);
  const ticket = (await w.tickets()).find(({ channel_id }) => channel_id === next.id);
  if (!ticket) throw new Error('the ticket is gone');
  await w.ctx.db.deleteFrom('gone_targets').execute();
  await followChannel(w.ctx, ticket, { overwrites: true });
  expect(await listGoneTargets(w.ctx, w.guild_id)).toHaveLength(2);
});
