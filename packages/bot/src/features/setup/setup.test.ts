import { effects } from '@tickets/core/composition/effects';
import { requiredPermissions } from '@tickets/core/platform/discord/bot-permissions';
import { settleDue } from '@tickets/core/platform/effects/following';
import { settingsOf } from '@tickets/core/settings/read';
import { updateRole } from '@tickets/discord-sim/world/roles';
import { type BotWorld, saidIn, startBotWorld } from '@tickets/testkit/worlds/bot-world';
import { ChannelType, GuildMFALevel, PermissionFlagsBits as P } from 'discord-api-types/v10';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

let w: BotWorld;
beforeEach(async () => {
  w = await startBotWorld();
});
afterEach(() => w[Symbol.asyncDispose]());

const use = async (name: string, options = {}, by = w.owner) =>
  saidIn(await by.goes(w.lobby).slash(`setup ${name}`, options));
const settings = () => settingsOf(w.ctx.db, w.guild_id);
const rolesNamed = (name: string) => w.sim.world.roles.all().filter((role) => role.name === name);
const channelsNamed = (name: string) => w.sim.world.channels.all().filter((channel) => channel.name === name);

/** Waits until the last step is told. */
async function setUp() {
  const outcome = await w.owner.goes(w.lobby).slash('setup auto');
  if (outcome.kind !== 'deferred') throw new Error(`not acknowledged: ${outcome.kind}`);
  const { id } = await outcome.settled();
  const end = /Everything is set up|Not everything/;
  return w.owner.eventually(() => {
    const said = w.sim.world.messages.get(id)?.embeds[0]?.description ?? '';
    return end.test(said) && said;
  });
}

/** Takes a permission from the bot, or gives it back. */
async function permit(permissions: bigint) {
  const role = w.sim.world.roles.get(w.bot_role.id);
  if (!role) throw new Error('the role is gone');
  updateRole(w.sim.world, role, { permissions: String(permissions) });
  const cached = w.ctx.db.selectFrom('guild_roles').where('role_id', '=', role.id).select('permissions');
  await vi.waitFor(async () =>
    expect(await cached.execute()).toEqual([{ permissions: String(permissions) }]),
  );
}

describe('/setup auto', () => {
  test('lets a role that it makes staff into open tickets at once', async () => {
    const { channel } = await w.openTicket();
    const role = w.sim.world.addRole({ guild_id: w.guild_id, name: 'Tickets Support' });
    await w.bot.settled();
    await setUp();
    await settleDue(w.ctx, effects);
    const overwrites = w.sim.world.channels.get(channel.id)?.permission_overwrites;
    expect(overwrites?.map(({ id }) => id)).toContain(role.id);
  });

  test('says that the server asks for two-factor authentication, which the owner of the bot does not have', async () => {
    const guild = w.sim.world.guilds.get(w.guild_id);
    if (!guild) throw new Error('the server is gone');
    w.sim.world.guilds.put({ ...guild, mfa_level: GuildMFALevel.Elevated });
    const said = await setUp();
    expect(said).toContain('Not everything');
    expect(said).toContain('This server asks moderators for two-factor authentication.');
  });

  test('makes roles, channel and category, and uses them', async () => {
    await w.settings({ category: null });
    w.sim.world.channels.put({ ...w.category, name: 'Elsewhere' });
    await w.ctx.db
      .updateTable('guild_channels')
      .set({ name: 'Elsewhere' })
      .where('channel_id', '=', w.category.id)
      .execute();
    const said = await setUp();
    expect(said.match(/✅/g)).toHaveLength(4);
    const [admin, support] = [rolesNamed('Tickets Admin')[0], rolesNamed('Tickets Support')[0]];
    const staff = await w.ctx.db
      .selectFrom('role_permissions')
      .selectAll()
      .orderBy('admin', 'desc')
      .execute();
    expect(staff).toEqual([
      { guild_id: w.guild_id, role_id: admin?.id, admin: true, support: false },
      { guild_id: w.guild_id, role_id: support?.id, admin: false, support: true },
    ]);
    const [archive] = channelsNamed('transcripts');
    const [category] = channelsNamed('Tickets');
    expect(category?.type).toBe(ChannelType.GuildCategory);
    expect(await settings()).toMatchObject({ archive_channel: archive?.id, category: category?.id });
    expect(w.member.sees(archive?.id ?? '')).toBe(false);
    for (const id of [admin?.id, support?.id]) expect(said).toContain(`<@&${id}>`);
  });

  test('finds what it made before', async () => {
    const first = await setUp();
    await w.settings({ archive_channel: null });
    await w.ctx.db.deleteFrom('role_permissions').execute();
    expect(await setUp()).toBe(first);
    for (const name of ['Tickets Admin', 'Tickets Support']) expect(rolesNamed(name)).toHaveLength(1);
    expect(channelsNamed('transcripts')).toHaveLength(1);
    expect(await w.ctx.db.selectFrom('role_permissions').select('role_id').execute()).toHaveLength(2);
  });

  test('keeps a channel that was chosen, and takes no public one for closed tickets', async () => {
    const open = w.sim.world.addChannel({ guild_id: w.guild_id, name: 'transcripts' });
    await setUp();
    const { archive_channel } = await settings();
    expect(archive_channel).not.toBe(open.id);
    await w.settings({ archive_channel: w.notices.id });
    await setUp();
    expect(await settings()).toMatchObject({ archive_channel: w.notices.id, category: w.category.id });
  });

  test('takes no channel of a ticket for closed tickets, whatever its name', async () => {
    const { channel } = await w.openTicket();
    await w.ctx.db
      .updateTable('guild_channels')
      .set({ name: 'transcripts' })
      .where('channel_id', '=', channel.id)
      .execute();
    await setUp();
    const { archive_channel } = await settings();
    expect(archive_channel).toBe(channelsNamed('transcripts')[0]?.id);
    expect(archive_channel).not.toBe(channel.id);
  });

  test('says at each step what the bot lacks, does the others, and finishes when it is given', async () => {
    await permit(requiredPermissions & ~P.ManageRoles);
    const said = await setUp();
    expect(said.match(/❌ The .+ role could not be made\. .*Manage Roles/g)).toHaveLength(2);
    expect(said.match(/✅/g)).toHaveLength(2);
    await permit(requiredPermissions & ~P.ManageChannels);
    await w.settings({ archive_channel: null });
    w.sim.world.channels.delete(channelsNamed('transcripts')[0]?.id ?? '');
    await w.ctx.db.deleteFrom('guild_channels').where('name', '=', 'transcripts').execute();
    expect(await setUp()).toMatch(/❌ The channel for closed tickets could not be made\. .*Manage Channels/);
    await permit(requiredPermissions);
    expect((await setUp()).match(/✅/g)).toHaveLength(4);
  });

  test('tells that Discord does not answer', async () => {
    w.sim.faults.next({ method: 'POST', route: '/guilds/:guild/roles', kind: 500, times: 8 });
    expect(await setUp()).toContain('❌ The administrators’ role could not be made. Discord does not answer');
  });
});

test('/setup limit sets the ticket limit', async () => {
  expect(await use('limit', { limit: 3 })).toContain('**3**');
  expect(await settings()).toMatchObject({ ticket_limit: 3 });
});

describe('/setup transcripts', () => {
  test('chooses the channel', async () => {
    expect(await use('transcripts', { channel: w.notices.id })).toContain(`<#${w.notices.id}>`);
    expect(await settings()).toMatchObject({ archive_channel: w.notices.id });
  });

  test('refuses a channel that is no text channel by now', async () => {
    await w.ctx.db
      .updateTable('guild_channels')
      .set({ type: ChannelType.GuildForum })
      .where('channel_id', '=', w.notices.id)
      .execute();
    const said = await use('transcripts', { channel: w.notices.id });
    expect(said).toContain('Closed tickets can only be reported in a text channel');
    expect(await settings()).toMatchObject({ archive_channel: null });
  });
});

test.each([
  ['transcripts', 'channel', {}],
  ['use-threads', 'ticket_notification_channel', { use_threads: true }],
])('/setup %s refuses the channel of a ticket', async (name, option, others) => {
  const { channel } = await w.openTicket();
  expect(await use(name, { ...others, [option]: channel.id })).toContain('This is the channel of a ticket');
  expect(await settings()).toMatchObject({ archive_channel: null, ticket_notification_channel: null });
});

describe('/setup use-threads', () => {
  test('turns threads on with a channel, and off again', async () => {
    const on = { use_threads: true, ticket_notification_channel: w.notices.id };
    expect(await use('use-threads', on)).toContain(
      `New tickets are threads now. Staff join them from <#${w.notices.id}>`,
    );
    expect(await settings()).toMatchObject(on);
    expect(await use('use-threads', { use_threads: false })).toContain('New tickets are channels now.');
    expect(await settings()).toMatchObject({ use_threads: false, ticket_notification_channel: null });
  });

  test('lets another channel be chosen although a panel stands where no thread can be since', async () => {
    await w.settings({ use_threads: true, ticket_notification_channel: w.notices.id });
    await w.panel();
    await w.ctx.db
      .updateTable('guild_channels')
      .set({ type: ChannelType.GuildAnnouncement })
      .where('channel_id', '=', w.lobby.id)
      .execute();
    const desk = w.sim.world.addChannel({ guild_id: w.guild_id, name: 'desk' });
    const chosen = { use_threads: true, ticket_notification_channel: desk.id };
    expect(await use('use-threads', chosen)).toContain('New tickets are threads now.');
    expect(await settings()).toMatchObject(chosen);
  });

  test('needs the channel', async () => {
    expect(await use('use-threads', { use_threads: true })).toContain(
      'You must select a ticket notification channel',
    );
    expect(await settings()).toMatchObject({ use_threads: false });
  });
});

test.each([
  ['auto', {}],
  ['limit', { limit: 3 }],
])('/setup %s is for administrators', async (name, options) => {
  expect(await use(name, options, w.staff)).toContain('You do not have permission');
  expect(rolesNamed('Tickets Admin')).toEqual([]);
});
