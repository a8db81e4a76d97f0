import { personOf } from '@tickets/discord-sim/control';
import { updateChannel } from '@tickets/discord-sim/world/channels';
import { buildChannel, buildImportedTicket, buildTicket } from '@tickets/testkit/data/factories';
import { allowWarning } from '@tickets/testkit/guard/watch';
import { type BotWorld, saidIn, startBotWorld, textOf } from '@tickets/testkit/worlds/bot-world';
import { OverwriteType, PermissionFlagsBits as P } from 'discord-api-types/v10';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

// What fails here on purpose is reported.
allowWarning(/"msg":"(Discord refused to open a ticket|the welcome message was refused)/);

let w: BotWorld;
beforeEach(async () => {
  w = await startBotWorld();
});
afterEach(() => w[Symbol.asyncDispose]());

describe('opening a ticket', () => {
  test('a press makes a channel for the opener, staff and the bot, with a pinned welcome message', async () => {
    const { message } = await w.panel();
    const { ticket, channel } = await w.opened(await w.member.click(message, 'Get help'));

    expect(channel).toMatchObject({ name: 'ticket-1', topic: 'Support', parent_id: w.category.id });
    expect([w.member, w.staff, w.owner, w.other].map((person) => person.sees(channel))).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(ticket).toMatchObject({ ticket_id: 1, status: 'open', source: 'panel', opener_id: w.member.id });
    const [welcome, ...others] = w.member.messages(channel);
    expect(textOf(welcome!)).toBe(
      'Support\nThank you for contacting support.\nPlease describe your issue and await a response.',
    ); // the first of one
    expect(welcome).toMatchObject({ id: ticket.welcome_message_id, pinned_at: expect.any(String) });
    expect(labels(welcome)).toEqual(['Close', 'Close With Reason', 'Claim']);
    expect(
      await w.member.eventually(() => w.member.messages(channel).length === 1, 'the pin notice to go'),
    ).toBe(true);
    expect(others.every(({ type }) => type === 6)).toBe(true);
    const made = w.sim.world.auditLog.all().find(({ target_id }) => target_id === channel.id);
    expect(made?.reason).toBe('Ticket 1 opened by mia');
  });

  test('the welcome message speaks of its ticket where it has placeholders', async () => {
    await w.settings({
      welcome_message:
        'Hello %user%, ticket %ticket_id% of %server% is %channel%. %open_tickets% open, \\%user\\%.',
    });
    const { channel, welcome } = await w.openTicket();
    expect(welcome.embeds[0]?.description).toBe(
      `Hello <@${w.member.id}>, ticket 1 of Bakery is <#${channel.id}>. 1 open, %user%.`,
    );
  });

  test('the second ticket has the next number, and the command takes a subject', async () => {
    const { message } = await w.panel();
    await saidIn(await w.member.click(message, 'Get help'));
    const { channel } = await w.opened(
      await w.member.goes(w.lobby).slash('open', { subject: 'My bread is cold' }),
    );
    expect(channel).toMatchObject({ name: 'ticket-2', topic: 'My bread is cold' });
  });

  test('the command opens a ticket for each subject, however quickly, and one for the same subject', async () => {
    const ask = (subject: string) => w.member.goes(w.lobby).slash('open', { subject });
    const outcomes = await Promise.all(['Cold bread', ' Cold bread', 'Warm milk'].map(ask));
    const said = await Promise.all(outcomes.map(saidIn));
    expect(said.filter((text) => text.includes('Opened a new ticket'))).toHaveLength(2);
    expect(await saidIn(await ask('Warm milk'))).toContain('Your ticket is already open');
    expect(await saidIn(await w.member.goes(w.lobby).slash('open'))).toContain('Opened a new ticket');
    expect((await w.tickets()).map(({ subject }) => subject).sort()).toEqual([
      'Cold bread',
      'No subject given',
      'Warm milk',
    ]);
    await w.settings({ ticket_limit: 3 });
    expect(await saidIn(await ask('Old butter'))).toContain('You are only able to open 3 tickets at once');
  });

  test('a channel has one entry for a person or role, and an opener who is staff keeps what staff may do', async () => {
    await w.settings({ attach_files: false });
    const { message } = await w.panel();
    const { channel } = await w.opened(await w.staff.click(message, 'Get help'));
    const ids = channel.permission_overwrites.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const mine = channel.permission_overwrites.find(({ id }) => id === w.staff.id);
    expect(BigInt(mine?.allow ?? 0) & P.AttachFiles).toBe(P.AttachFiles);
    expect(BigInt(mine?.deny ?? 0)).toBe(0n);
    expect(channel.permission_overwrites).toContainEqual({
      id: w.guild_id,
      type: OverwriteType.Role,
      allow: '0',
      deny: String(P.ViewChannel),
    });
  });

  test('the switches for members are allowed or denied to the opener', async () => {
    await w.settings({ attach_files: false, embed_links: true, add_reactions: false });
    const { message } = await w.panel();
    const { channel } = await w.opened(await w.member.click(message, 'Get help'));
    const mine = channel.permission_overwrites.find(({ id }) => id === w.member.id);
    expect(BigInt(mine?.deny ?? 0)).toBe(P.AttachFiles | P.AddReactions);
    expect(BigInt(mine?.allow ?? 0) & P.EmbedLinks).toBe(P.EmbedLinks);
  });

  test('what the bot is not allowed itself is neither allowed nor denied, and tickets open all the same', async () => {
    const { message } = await w.panel();
    const lacking = P.AttachFiles | P.EmbedLinks | P.AddReactions;
    await w.settings({
      attach_files: false,
      embed_links: false,
      add_reactions: false,
      support_can_type: false,
    });
    for (const role of w.sim.world.roles.in('guild', w.guild_id))
      w.sim.world.roles.put({ ...role, permissions: String(BigInt(role.permissions) & ~lacking) });
    await w.restart();
    const { channel } = await w.opened(await w.member.click(message, 'Get help'));
    const mine = channel.permission_overwrites.find(({ id }) => id === w.member.id);
    expect(mine?.deny).toBe('0');
    expect(channel.permission_overwrites).toContainEqual({
      id: w.guild_id,
      type: OverwriteType.Role,
      allow: '0',
      deny: String(P.ViewChannel),
    });
    expect(await saidIn(await w.staff.goes(channel).slash('claim'))).toContain('will be handled by');
    expect(await saidIn(await w.owner.goes(channel).slash('add', { user_or_role: w.other.id }))).toContain(
      w.other.id,
    );
    expect(await saidIn(await w.owner.goes(channel).slash('remove', { user_or_role: w.other.id }))).toContain(
      w.other.id,
    );
    expect(w.other.sees(channel)).toBe(false);
  });

  test('in a category that denies the bot something, only that is left out', async () => {
    const deny = String(P.AddReactions | P.AttachFiles);
    const overwrite = { id: w.bot_role.id, type: OverwriteType.Role, allow: '0', deny };
    updateChannel(w.sim.world, w.category, { permission_overwrites: [overwrite] });
    await w.bot.settled();
    await w.settings({ add_reactions: false });
    const { message } = await w.panel({ category_id: w.category.id });
    const { channel } = await w.opened(await w.member.click(message, 'Get help'));
    expect(channel.parent_id).toBe(w.category.id);
    const mine = channel.permission_overwrites.find(({ id }) => id === w.member.id);
    expect(BigInt(mine?.allow ?? 0) & (P.AttachFiles | P.EmbedLinks)).toBe(P.EmbedLinks);
    expect(mine?.deny).toBe('0');
    expect(await saidIn(await w.staff.goes(channel).slash('claim'))).toContain('will be handled by');
    updateChannel(w.sim.world, w.sim.world.channels.get(w.category.id) ?? w.category, {
      permission_overwrites: [{ ...overwrite, deny: String(P.ViewChannel) }],
    });
    await w.bot.settled();
    const refused = await (await w.staff.slash('unclaim')).followUp();
    expect(textOf(refused)).toContain('in the category "Tickets" and try again: View Channels');
  });

  test('a panel without the default team still lets admins in, and its own team instead', async () => {
    const { row, message } = await w.panel({ default_team: false });
    const [admin, helper] = [w.addMember('ada'), w.addMember('hans')];
    // Who joins comes as nobody, so the bot has to have heard of them before.
    await w.bot.settled();
    const { guild_id } = w;
    await w.ctx.db.insertInto('permissions').values({ guild_id, user_id: admin.id, admin: true }).execute();
    const { team_id } = await w.ctx.db
      .insertInto('support_teams')
      .values({ guild_id, name: 'Bread' })
      .returning('team_id')
      .executeTakeFirstOrThrow();
    await w.ctx.db.insertInto('support_team_users').values({ team_id, user_id: helper.id }).execute();
    await w.ctx.db.insertInto('panel_teams').values({ team_id, panel_id: row.panel_id }).execute();
    const { channel } = await w.opened(await w.member.click(message, 'Get help'));
    expect([admin, helper, w.staff].map((person) => person.sees(channel))).toEqual([true, true, false]);
  });

  test('names follow the setting, and texts the language', async () => {
    await w.settings({ naming_scheme: 'username', language: 'de', hide_claim_button: true });
    const { message } = await w.panel();
    const outcome = await w.member.click(message, 'Get help');
    expect(await saidIn(outcome)).toContain('Neues Ticket geöffnet');
    const { channel } = await w.opened(outcome);
    expect(channel.name).toBe('ticket-mia');
    const [welcome] = w.member.messages(channel);
    expect(textOf(welcome!)).toContain('Danke, dass du dich an den Support wendest.'); // the welcome message
    expect(labels(welcome)).toEqual(['Schließen', 'Mit Grund schließen']);
  });
});

describe('a press that is refused leaves nothing behind', () => {
  async function expectRefused(outcome: Awaited<ReturnType<BotWorld['member']['click']>>, text: string) {
    const before = w.sim.world.channels.countIn('guild', w.guild_id);
    expect(await saidIn(outcome)).toContain(text);
    expect((await w.tickets()).filter(({ status }) => status !== 'closed' && status !== 'open')).toEqual([]);
    expect(w.sim.world.channels.countIn('guild', w.guild_id)).toBe(before);
  }

  test('at the limit, with the exact number; staff are exempt', async () => {
    await w.settings({ ticket_limit: 1 });
    const { message } = await w.panel();
    await w.opened(await w.member.click(message, 'Get help'));
    const second = await w.member.goes(w.lobby).slash('open');
    await expectRefused(second, 'You are only able to open 1 ticket at once.');
    expect(await w.tickets()).toHaveLength(1);
    await w.opened(await w.staff.click(message, 'Get help'));
    await w.opened(await w.staff.goes(w.lobby).slash('open'));
  });

  test('when blacklisted by name or by role; staff are exempt', async () => {
    const { message } = await w.panel();
    const { guild_id } = w;
    await w.ctx.db.insertInto('blacklisted_users').values({ guild_id, user_id: w.member.id }).execute();
    await w.ctx.db.insertInto('blacklisted_users').values({ guild_id, user_id: w.staff.id }).execute();
    await expectRefused(await w.member.click(message, 'Get help'), 'You are blacklisted in this server');
    await w.opened(await w.staff.click(message, 'Get help'));
    const role = w.sim.world.addRole({ guild_id, name: 'Naughty' });
    const naughty = w.sim.world.addUser({ username: 'ned' });
    w.sim.world.addMember({ guild_id, user_id: naughty.id, roles: [role.id] });
    await w.ctx.db.insertInto('blacklisted_roles').values({ guild_id, role_id: role.id }).execute();
    await expectRefused(
      await personOf(w.sim.world, naughty.id).click(message, 'Get help'),
      'You are blacklisted in this server',
    );
  });

  test('when the panel is disabled or was removed', async () => {
    const { row, message } = await w.panel();
    const set = (values: object) =>
      w.ctx.db.updateTable('panels').set(values).where('panel_id', '=', row.panel_id).execute();
    await set({ disabled: true });
    await expectRefused(await w.member.click(message, 'Get help'), 'disabled opening this type of ticket');
    await set({ force_disabled: true });
    await expectRefused(await w.member.click(message, 'Get help'), 'more panels than it may have');
    await w.ctx.db.deleteFrom('panels').execute();
    await expectRefused(
      await w.member.click(message, 'Get help'),
      'This panel does not exist any more. Use another panel, or ask the team.',
    );
  });

  test('when the open command is turned off', async () => {
    await w.settings({ disable_open_command: true });
    await expectRefused(await w.member.goes(w.lobby).slash('open'), 'The /open command is disabled');
  });

  test('when ten were opened in the last half minute', async () => {
    const { message } = await w.panel();
    for (let i = 0; i < 10; i++) await w.opened(await w.addMember(`guest${i}`).click(message, 'Get help'));
    await expectRefused(await w.member.click(message, 'Get help'), 'Tickets are being opened too quickly');
    expect(await w.tickets()).toHaveLength(10);
  });

  test('to those who open them again and again before they have used up what others may open', async () => {
    const { message } = await w.panel();
    const { guild_id } = w;
    const opened_at = new Date();
    for (const opener of [w.member, w.other])
      for (let i = 0; i < 3; i += 1)
        await buildTicket(w.ctx, {
          guild_id,
          opener_id: opener.id,
          status: 'closed',
          opened_at: new Date(opened_at.getTime() - 5_000 + i),
        });
    await w.opened(await w.member.click(message, 'Get help'));
    await expectRefused(await w.other.click(message, 'Get help'), 'Tickets are being opened too quickly');
    for (const name of ['ann', 'bob', 'cem'])
      await w.opened(await w.addMember(name).click(message, 'Get help'));
  });

  test('but not because many were imported, or opened while the clock was ahead', async () => {
    const { message } = await w.panel();
    const values = { guild_id: w.guild_id, opener_id: w.member.id, status: 'closed' as const };
    for (let i = 0; i < 10; i++) {
      await buildImportedTicket(w.ctx, { ...values, opened_at: new Date() });
      await buildTicket(w.ctx, { ...values, opened_at: new Date(Date.now() + 600_000) });
    }
    await w.opened(await w.member.click(message, 'Get help'));
  });

  test('when Discord does not let the bot, which is told with the permission that it lacks', async () => {
    const { message } = await w.panel();
    w.sim.world.roles.put({
      ...w.bot_role,
      permissions: String(BigInt(w.bot_role.permissions) & ~P.ManageChannels),
    });
    await w.restart();
    await expectRefused(await w.member.click(message, 'Get help'), 'Manage Channels');
    expect(await w.tickets()).toMatchObject([{ ticket_id: 1, status: 'closed', close_source: 'undone' }]);
  });

  test.each([
    ['see', P.ViewChannel, 'View Channels'],
    ['change', P.ManageChannels, 'Manage Channels'],
  ])('when the bot may not %s the category, which is told with the permission', async (_, deny, name) => {
    const { message } = await w.panel({ category_id: w.category.id });
    const overwrite = { id: w.bot_role.id, type: OverwriteType.Role, allow: '0', deny: String(deny) };
    updateChannel(w.sim.world, w.category, { permission_overwrites: [overwrite] });
    await w.bot.settled();
    await expectRefused(
      await w.member.click(message, 'Get help'),
      `in the category "Tickets" and try again: ${name}`,
    );
    expect(await w.tickets()).toMatchObject([{ ticket_id: 1, status: 'closed', close_source: 'undone' }]);
  });
});

describe('a category that is full', () => {
  beforeEach(async () => {
    for (let i = 0; i < 50; i++)
      w.sim.world.addChannel({ guild_id: w.guild_id, parent_id: w.category.id, name: `old-${i}` });
    await vi.waitFor(async () => expect(await known(w.category.id)).toHaveLength(50));
  });

  const known = (parent_id: string) =>
    w.ctx.db.selectFrom('guild_channels').where('parent_id', '=', parent_id).select('channel_id').execute();

  test('refuses when there is no overflow', async () => {
    const { message } = await w.panel();
    expect(await saidIn(await w.member.click(message, 'Get help'))).toContain(
      'too many tickets in the category',
    );
    expect(await w.tickets()).toEqual([]);
  });

  test('overflows also when it filled up unheard', async () => {
    const { message } = await w.panel();
    await w.settings({ overflow_enabled: true, overflow_category_id: null });
    await w.ctx.db.deleteFrom('guild_channels').where('parent_id', '=', w.category.id).execute();
    const { channel } = await w.opened(await w.member.click(message, 'Get help'));
    expect(channel.parent_id).toBeNull();
  });

  test('overflows to no category, or to the chosen one', async () => {
    const { message } = await w.panel();
    await w.settings({ overflow_enabled: true, overflow_category_id: null });
    const first = await w.opened(await w.member.click(message, 'Get help'));
    expect(first.channel.parent_id).toBeNull();
    const spare = w.sim.world.addChannel({ guild_id: w.guild_id, type: 4, name: 'Spare' });
    await w.settings({ overflow_category_id: spare.id });
    await vi.waitFor(async () => {
      const cached = w.ctx.db.selectFrom('guild_channels').where('channel_id', '=', spare.id).select('type');
      expect(await cached.execute()).toHaveLength(1);
    });
    const second = await w.opened(await w.other.click(message, 'Get help'));
    expect(second.channel.parent_id).toBe(spare.id);
  });

  test('overflows to no category once the chosen one is gone, heard of or not', async () => {
    const { message } = await w.panel();
    const spare = w.sim.world.addChannel({ guild_id: w.guild_id, type: 4, name: 'Spare' });
    await w.settings({ overflow_enabled: true, overflow_category_id: spare.id });
    await w.owner.deleteChannel(spare);
    await vi.waitFor(async () => {
      const { overflow_category_id } = await w.ctx.db
        .selectFrom('guild_settings')
        .where('guild_id', '=', w.guild_id)
        .select('overflow_category_id')
        .executeTakeFirstOrThrow();
      expect(overflow_category_id).toBeNull();
    });
    const first = await w.opened(await w.member.click(message, 'Get help'));
    expect(first.channel.parent_id).toBeNull();

    await w.settings({ overflow_category_id: spare.id }); // as when its deletion was missed
    const second = await w.opened(await w.other.click(message, 'Get help'));
    expect(second.channel.parent_id).toBeNull();
    // And as when the cache still has it, and lacks what fills the category.
    await w.ctx.db.deleteFrom('guild_channels').where('parent_id', '=', w.category.id).execute();
    await buildChannel(w.ctx, { guild_id: w.guild_id, channel_id: spare.id, type: 4 });
    const third = await w.opened(await w.staff.click(message, 'Get help'));
    expect(third.channel.parent_id).toBeNull();
  });
});

function labels(message: { components: unknown } | undefined): unknown[] {
  const rows = (message?.components ?? []) as { components: { label?: string }[] }[]; // action rows of buttons
  return rows.flatMap(({ components }) => components.map(({ label }) => label));
}
