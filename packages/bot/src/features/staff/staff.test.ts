import { loadAccess } from '@tickets/core/access/load';
import { effects } from '@tickets/core/composition/effects';
import { settleDue } from '@tickets/core/platform/effects/following';
import type { Person } from '@tickets/discord-sim/control';
import { setOverwrite } from '@tickets/discord-sim/world/channels';
import { updateMember } from '@tickets/discord-sim/world/members';
import { updateRole } from '@tickets/discord-sim/world/roles';
import { allowWarning } from '@tickets/testkit/guard/watch';
import { type BotWorld, saidIn, startBotWorld, textOf } from '@tickets/testkit/worlds/bot-world';
import { settleAll } from '@tickets/testkit/worlds/effects';
import { OverwriteType, PermissionFlagsBits as P } from 'discord-api-types/v10';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

// What fails here on purpose is reported.
allowWarning(
  /"msg":"(a ticket could not be opened to changed staff|the channel of notices was not opened|channels of tickets follow a change of the staff later)/,
);

let w: BotWorld;
beforeEach(async () => {
  w = await startBotWorld();
});
afterEach(() => w[Symbol.asyncDispose]());

const use = (name: string, id: string, by: Person = w.owner) =>
  by.goes(w.lobby).slash(name, name === 'addsupport' ? { role: id } : { user_or_role: id });
const says = async (name: string, id: string, by?: Person) => saidIn(await use(name, id, by));

/** Makes somebody staff with both presses, and answers what is said in the end. */
async function add(name: 'addadmin' | 'addsupport', id: string): Promise<string> {
  const asked = await use(name, id);
  if (asked.kind !== 'deferred') throw new Error(`not acknowledged: ${asked.kind}`);
  const pressed = await w.owner.click(await asked.settled(), 'Confirm');
  return saidIn(pressed.kind === 'update' ? { ...pressed, kind: 'message' } : pressed);
}

/** A role that the bot has heard of, and that these people have. */
async function roleOf(...people: { id: string }[]) {
  const { world } = w.sim;
  const role = world.addRole({ guild_id: w.guild_id, name: 'Helpers' });
  for (const { id } of people) {
    const member = world.members.get(`${w.guild_id}:${id}`);
    if (!member) throw new Error('the member is gone');
    updateMember(world, member, { roles: [role.id] });
  }
  const heard = w.ctx.db.selectFrom('guild_roles').where('role_id', '=', role.id).select('name');
  await vi.waitFor(async () => expect(await heard.execute()).toHaveLength(1));
  return role;
}

const levelOf = async ({ id }: { id: string }) => (await loadAccess(w.ctx, w.guild_id, id))?.level;
const overwriteOf = (channel: { id: string }, id: string) =>
  w.sim.world.channels.get(channel.id)?.permission_overwrites?.find((entry) => entry.id === id);

/** Takes from the bot what it needs to change who sees a channel. */
function forbid({ id }: { id: string }) {
  const { channels } = w.sim.world;
  const channel = channels.get(id);
  if (!channel) throw new Error('the channel is gone');
  const permission_overwrites = (channel.permission_overwrites ?? []).map((entry) =>
    entry.id === w.bot_role.id
      ? { ...entry, deny: String(P.ManageRoles | P.ManageChannels), allow: '0' }
      : entry,
  );
  channels.put({ ...channel, permission_overwrites });
}

describe('/addadmin', () => {
  test('asks first, counts at once, and opens every open ticket to them', async () => {
    const { channel } = await w.openTicket();
    const heard: unknown[] = [];
    w.ctx.events.subscribe((event) => event.type === 'access.changed' && heard.push(event.user_id));
    const asked = await use('addadmin', w.other.id);
    expect(await saidIn(asked)).toContain(`<@${w.other.id}> will be able to see every ticket`);
    expect(await levelOf(w.other)).toBe(0);
    expect(await add('addadmin', w.other.id)).toContain(`<@${w.other.id}> can administer the bot now.`);
    expect(await levelOf(w.other)).toBe(2);
    expect(heard).toContain(w.other.id);
    await w.other.eventually(() => w.other.sees(channel));
    const rows = await w.ctx.db
      .selectFrom('permissions')
      .where('user_id', '=', w.other.id)
      .select(['guild_id', 'user_id', 'admin', 'support'])
      .execute();
    expect(rows).toEqual([{ guild_id: w.guild_id, user_id: w.other.id, admin: true, support: false }]);
  });

  test('works for a role, whose members are then administrators', async () => {
    const { channel } = await w.openTicket();
    const role = await roleOf(w.other);
    expect(await add('addadmin', role.id)).toContain(`<@&${role.id}> can administer the bot now.`);
    await vi.waitFor(async () => expect(await levelOf(w.other)).toBe(2));
    await w.other.eventually(() => w.other.sees(channel));
  });

  test.each([
    ['the owner', () => w.owner.id, 'The owner of the server administers the bot already.'],
    ['@everyone', () => w.guild_id, '@everyone cannot be staff.'],
  ])('refuses %s', async (_, target, text) => {
    expect(await says('addadmin', target())).toContain(text);
  });

  test('shows them where tickets in threads are announced', async () => {
    const { notices } = w;
    const hidden = { id: w.guild_id, type: OverwriteType.Role, allow: '0', deny: String(P.ViewChannel) };
    const own = { id: w.bot_role.id, type: OverwriteType.Role, allow: String(P.ViewChannel), deny: '0' };
    w.sim.world.channels.put({ ...notices, permission_overwrites: [hidden, own] });
    await w.settings({ ticket_notification_channel: notices.id });
    await add('addadmin', w.other.id);
    await w.other.eventually(() => w.other.sees(notices));
    const allowed = P.ViewChannel | P.ReadMessageHistory | P.UseApplicationCommands;
    expect(overwriteOf(notices, w.other.id)).toMatchObject({ allow: String(allowed), deny: '0' });
    await says('removeadmin', w.other.id);
    await w.other.eventually(() => !w.other.sees(notices));
    expect(overwriteOf(notices, w.other.id)).toMatchObject({ allow: '0', deny: String(P.ViewChannel) });
  });

  test('a ticket in which Discord refuses keeps no other from being opened, and is named', async () => {
    const [first, second] = [await w.openTicket(), await w.openTicket()];
    forbid(first.channel);
    const asked = await use('addadmin', w.other.id);
    if (asked.kind !== 'deferred') throw new Error('not acknowledged');
    const pressed = await w.owner.click(await asked.settled(), 'Confirm');
    expect(textOf(await pressed.followUp())).toContain(`these tickets: <#${first.channel.id}>. Give the bot`);
    expect(w.other.sees(first.channel)).toBe(false);
    expect(w.other.sees(second.channel)).toBe(true);
  });

  test('a ticket whose channel is gone is closed', async () => {
    const { ticket, channel } = await w.openTicket();
    const unheard = w.ctx.db
      .updateTable('tickets')
      .set({ channel_id: '1' })
      .where('ticket_id', '=', ticket.ticket_id);
    await unheard.execute();
    await add('addadmin', w.other.id);
    await vi.waitFor(async () => expect((await w.ticket(ticket.ticket_id))?.status).not.toBe('open'));
    expect(w.sim.world.channels.has(channel.id)).toBe(true);
  });

  test('what Discord did not answer is done later', async () => {
    const { channel } = await w.openTicket();
    w.sim.faults.next({
      method: 'PUT',
      route: '/channels/:channel/permissions/:overwrite',
      kind: 500,
      times: 2,
    });
    expect(await add('addadmin', w.other.id)).toContain('can administer the bot now');
    await vi.waitFor(() => expect(w.sim.faults.pending).toBe(0));
    await settleAll(w.ctx, 'staff');
    expect(w.other.sees(channel)).toBe(true);
  });
});

describe('/addsupport', () => {
  test('makes a role support staff, with the open tickets', async () => {
    const { channel } = await w.openTicket();
    const role = await roleOf(w.other);
    expect(await add('addsupport', role.id)).toContain(`<@&${role.id}> can answer tickets now.`);
    await vi.waitFor(async () => expect(await levelOf(w.other)).toBe(1));
    await w.other.eventually(() => w.other.sees(channel));
  });

  test('leaves a claimed ticket to who has claimed it', async () => {
    await w.settings({ support_can_view: false, support_can_type: false });
    const { channel } = await w.openTicket();
    const second = await w.openTicket();
    await saidIn(await w.staff.goes(channel).slash('claim'));
    const role = await roleOf(w.other);
    await add('addsupport', role.id);
    await w.other.eventually(() => w.other.sees(second.channel));
    expect(w.other.sees(channel)).toBe(false);
  });

  test('refuses people, and @everyone', async () => {
    expect(await says('addsupport', w.other.id)).toContain('no longer made support one by one');
    expect(await says('addsupport', w.guild_id)).toContain('@everyone cannot be staff.');
  });
});

describe('removing', () => {
  test('an administrator loses the level and the tickets at once', async () => {
    const { channel } = await w.openTicket();
    await add('addadmin', w.other.id);
    await w.other.eventually(() => w.other.sees(channel));
    expect(await says('removeadmin', w.other.id)).toContain(
      `<@${w.other.id}> can no longer administer the bot.`,
    );
    expect(await levelOf(w.other)).toBe(0);
    await w.other.eventually(() => !w.other.sees(channel));
    expect(
      await w.ctx.db.selectFrom('permissions').where('user_id', '=', w.other.id).selectAll().execute(),
    ).toEqual([]);
  });

  test('who opened a ticket keeps it', async () => {
    const { channel } = await w.openTicket();
    await add('addadmin', w.member.id);
    await vi.waitFor(() =>
      expect(BigInt(overwriteOf(channel, w.member.id)?.allow ?? 0) & P.MentionEveryone).not.toBe(0n),
    );
    await says('removeadmin', w.member.id);
    await vi.waitFor(() =>
      expect(BigInt(overwriteOf(channel, w.member.id)?.allow ?? 0) & P.MentionEveryone).toBe(0n),
    );
    expect(w.member.sees(channel)).toBe(true);
  });

  test('a removed member of staff loses the other tickets, though Discord answers nothing about one of them', async () => {
    const tickets = [await w.openTicket(), await w.openTicket(), await w.openTicket()];
    await add('addadmin', w.other.id);
    await settleAll(w.ctx, 'staff');
    const [first, ...others] = tickets.map(({ channel }) => channel);
    await w.other.eventually(() => others.every((channel) => w.other.sees(channel)));
    w.sim.faults.next({ route: `/channels/${first?.id}/permissions/:overwrite`, kind: 500, times: 1_000 });
    await says('removeadmin', w.other.id);
    await settleAll(w.ctx, 'staff');
    expect(tickets.map(({ channel }) => w.other.sees(channel))).toEqual([true, false, false]);
  });

  test('whoever an administrator lets manage permissions in channels loses all else in them', async () => {
    const { notices } = w;
    await w.settings({ ticket_notification_channel: notices.id });
    const { channel } = await w.openTicket();
    await add('addadmin', w.other.id);
    await settleAll(w.ctx, 'staff');
    for (const { id } of [channel, notices]) {
      const entry = overwriteOf({ id }, w.other.id);
      const now = w.sim.world.channels.get(id);
      if (!entry || !now) throw new Error('they are let in');
      const allow = String(BigInt(entry.allow) | P.ManageRoles);
      setOverwrite(w.sim.world, now, { ...entry, allow });
    }
    await w.bot.settled();
    await says('removeadmin', w.other.id);
    await settleAll(w.ctx, 'staff');
    const allow = String(P.ManageRoles);
    expect(overwriteOf(channel, w.other.id)).toMatchObject({ allow, deny: '0' });
    expect(overwriteOf(notices, w.other.id)).toMatchObject({ allow, deny: String(P.ViewChannel) });
  });

  test('a support member and a support role are removed', async () => {
    const role = await roleOf(w.other);
    await add('addsupport', role.id);
    expect(await says('removesupport', role.id)).toContain(`<@&${role.id}> is no longer support staff.`);
    expect(await says('removesupport', w.staff.id)).toContain(`<@${w.staff.id}> is no longer support staff.`);
    expect([await levelOf(w.other), await levelOf(w.staff)]).toEqual([0, 0]);
  });

  test.each(['removeadmin', 'removesupport'])(
    '%s leaves the owner, oneself, and who is none',
    async (name) => {
      await w.ctx.db
        .insertInto('permissions')
        .values({ guild_id: w.guild_id, user_id: w.other.id, admin: true, support: true })
        .execute();
      expect(await says(name, w.owner.id, w.other)).toContain('The owner of the server always stays');
      expect(await says(name, w.other.id, w.other)).toContain('You cannot remove yourself.');
      expect(await says(name, w.member.id)).toMatch(/<@\d+> is not among the (administrators|support staff)/);
      expect(await levelOf(w.other)).toBe(2);
    },
  );
});

test('support staff cannot change who is staff, nor confirm what an administrator was asked', async () => {
  for (const name of ['addadmin', 'removeadmin', 'addsupport', 'removesupport'])
    expect(await says(name, w.other.id, w.staff)).toContain('You do not have permission');
});

describe('/viewstaff', () => {
  test('shows everybody of the default team in four groups, to anybody, and only to them', async () => {
    const role = await roleOf();
    const { guild_id } = w;
    await w.ctx.db.insertInto('permissions').values({ guild_id, user_id: w.other.id, admin: true }).execute();
    await w.ctx.db
      .insertInto('role_permissions')
      .values({ guild_id, role_id: role.id, support: true })
      .execute();
    await w.ctx.db.insertInto('role_permissions').values({ guild_id, role_id: '1', admin: true }).execute();
    const outcome = await w.member.goes(w.lobby).slash('viewstaff');
    if (outcome.kind !== 'deferred') throw new Error('not acknowledged');
    const message = await outcome.settled();
    expect(message.ephemeral_for).toBe(w.member.id);
    expect(message.embeds[0]?.fields).toMatchObject([
      { name: 'Administrators', value: `<@${w.owner.id}> (owner)\n<@${w.other.id}>` },
      {
        name: 'Support Members',
        value: expect.stringContaining(`<@${w.staff.id}>\n-# Support members added one by one`),
      },
      { name: 'Support Roles', value: `<@&${role.id}>` },
    ]);
    expect(message.components).toEqual([]);
  });

  test('comes eight a page, with buttons that end at the ends', async () => {
    const { guild_id } = w;
    const ids = Array.from({ length: 15 }, (_, index) => String(1000 + index));
    await w.ctx.db
      .insertInto('permissions')
      .values(ids.map((user_id) => ({ guild_id, user_id, admin: true })))
      .execute();
    const outcome = await w.member.goes(w.lobby).slash('viewstaff');
    if (outcome.kind !== 'deferred') throw new Error('not acknowledged');
    const message = await outcome.settled();
    const seen: number[] = [];
    const look = () => {
      const text = textOf(w.sim.world.messages.get(message.id) ?? message);
      seen.push(text.match(/<@\d+>/g)?.length ?? 0);
      return text;
    };
    expect(look()).toContain('Page 1 of 3');
    for (const page of [2, 3]) {
      await w.member.click(message.id, 'Next');
      await vi.waitFor(() =>
        expect(textOf(w.sim.world.messages.get(message.id) ?? message)).toContain(`Page ${page} of 3`),
      );
      look();
    }
    expect(seen).toEqual([8, 8, 1]);
    expect(() => w.member.click(message.id, 'Next')).toThrow('disabled');
  });
});

test.each([
  ['a ticket', false],
  ['where tickets in threads are announced', true],
])('new staff who could not be shown %s see it when the bot may show it', async (_, use_threads) => {
  await w.settings({ use_threads, ticket_notification_channel: use_threads ? w.notices.id : null });
  const { channel } = await w.openTicket();
  const place = use_threads ? w.notices : channel;
  const view = String(P.ViewChannel);
  const ofTheBotAlone = [
    { id: w.guild_id, type: OverwriteType.Role, allow: '0', deny: view },
    { id: w.bot_role.id, type: OverwriteType.Role, allow: view, deny: '0' },
  ];
  if (use_threads) w.sim.world.channels.put({ ...place, permission_overwrites: ofTheBotAlone });
  expect(w.other.sees(place)).toBe(false);
  const may = BigInt(w.bot_role.permissions);
  await botMay(may & ~(P.ManageRoles | P.ManageChannels));
  await add('addadmin', w.other.id);
  await settleAll(w.ctx);
  expect(w.other.sees(place)).toBe(false);
  await botMay(may);
  await vi.waitFor(async () => {
    await settleDue(w.ctx, effects);
    expect(w.other.sees(place)).toBe(true);
  }, 5_000);
});

async function botMay(permissions: bigint) {
  const role = w.sim.world.roles.get(w.bot_role.id);
  if (!role) throw new Error('the bot has no role');
  updateRole(w.sim.world, role, { permissions: String(permissions) });
  await w.bot.settled();
}
