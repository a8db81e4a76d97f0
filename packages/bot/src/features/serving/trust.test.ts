import { loadAccess } from '@tickets/core/access/load';
import { effects } from '@tickets/core/composition/effects';
import { requiredPermissions } from '@tickets/core/platform/discord/bot-permissions';
import { customId } from '@tickets/core/platform/discord/custom-ids';
import { settleDue } from '@tickets/core/platform/effects/following';
import { eventsMissed } from '@tickets/core/servers/members';
import { setOverwrite } from '@tickets/discord-sim/world/channels';
import { installBot } from '@tickets/discord-sim/world/guilds';
import { leaveGuild, updateMember } from '@tickets/discord-sim/world/members';
import { updateRole } from '@tickets/discord-sim/world/roles';
import { type OwnBot, startOwnBot } from '@tickets/testkit/bots/own-bot';
import { allowWarning } from '@tickets/testkit/guard/watch';
import { type BotWorld, saidIn, startBotWorld } from '@tickets/testkit/worlds/bot-world';
import { settleAll, unsettled } from '@tickets/testkit/worlds/effects';
import { ButtonStyle, ComponentType, PermissionFlagsBits as P } from 'discord-api-types/v10';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

let w: BotWorld;
let own: OwnBot;
/** Runs a bot of their own, which is in the server for something else. */
let stranger: BotWorld['member'];
beforeEach(async () => {
  w = await startBotWorld();
  stranger = w.addMember('mallory');
  own = await startOwnBot(w, stranger.id);
});
afterEach(async () => {
  await own.stop();
  await w[Symbol.asyncDispose]();
});

const followed = async () => {
  for (const kind of ['own_bots', 'serving_bot', 'own_bot.out']) {
    await settleAll(w.ctx, kind);
    await w.ctx.bots.refresh();
    await w.sim.gateway.received();
    await w.bot.settled();
  }
};
const comes = async (permissions: bigint) => {
  await own.joins(w.guild_id, permissions);
  await followed();
};
const asOwn = (path: string, init: RequestInit = {}) =>
  fetch(`${w.sim.world.baseUrl}/api/v10${path}`, {
    ...init,
    headers: { authorization: `Bot ${own.application.bot_token}`, 'content-type': 'application/json' },
  });
const mayRead = async (channel_id: string) =>
  (await asOwn(`/channels/${channel_id}/messages`)).status === 200;
const servedBy = async () =>
  (
    await w.ctx.db
      .selectFrom('guilds')
      .where('guild_id', '=', w.guild_id)
      .select('served_by')
      .executeTakeFirst()
  )?.served_by;
const isStaff = async () =>
  (await w.ctx.db.selectFrom('permissions').where('user_id', '=', stranger.id).selectAll().execute()).length >
  0;
const name = async (admin: boolean) => {
  const entry = { guild_id: w.guild_id, user_id: stranger.id };
  if (admin)
    await w.ctx.db
      .insertInto('permissions')
      .values({ ...entry, admin })
      .execute();
  else await w.ctx.db.deleteFrom('permissions').where('user_id', '=', stranger.id).execute();
  await followed();
};

/** A channel that none but the bot that everybody shares sees, which may let others in. */
const sharedBotsChannel = (name: string) =>
  w.sim.world.addChannel({
    guild_id: w.guild_id,
    name,
    permission_overwrites: [
      { id: w.guild_id, type: 0, allow: '0', deny: String(P.ViewChannel) },
      {
        id: w.bot_role.id,
        type: 0,
        allow: String(P.ViewChannel | P.SendMessages | P.ManageRoles),
        deny: '0',
      },
    ],
  });

test('the bot of somebody who does not administer the server serves nobody there and is let into nothing', async () => {
  const { channel } = await w.openTicket();
  await comes(P.ViewChannel | P.SendMessages);
  expect(await servedBy()).toBeNull();
  expect(await mayRead(channel.id)).toBe(false);
  const { message } = await w.panel();
  expect(message.author_id).toBe(w.bot_id);
  const opened = await w.opened(await w.other.click(message, 'Get help'));
  expect(await mayRead(opened.channel.id)).toBe(false);
});

test('it serves once its user is named as an administrator, and is let out of everything when they are not any more', async () => {
  const { channel } = await w.openTicket();
  const archive = sharedBotsChannel('archive');
  await w.settings({ archive_channel: archive.id });
  await comes(P.ViewChannel);
  expect([await mayRead(channel.id), await mayRead(archive.id)]).toEqual([false, false]);
  await name(true);
  expect(await servedBy()).toBe(own.bot_id);
  expect([await mayRead(channel.id), await mayRead(archive.id)]).toEqual([true, true]);
  await name(false);
  expect(await servedBy()).toBeNull();
  expect([await mayRead(channel.id), await mayRead(archive.id)]).toEqual([false, false]);
});

test('it is let out also where an administrator let it do what no other bot may take from it', async () => {
  const { channel } = await w.openTicket();
  await comes(P.ViewChannel);
  await name(true);
  const now = w.sim.world.channels.get(channel.id);
  const role = w.sim.world.roles.in('guild', w.guild_id).find(({ tags }) => tags?.bot_id === own.bot_id);
  const entry = now?.permission_overwrites.find(({ id }) => id === role?.id || id === own.bot_id);
  if (!now || !entry) throw new Error('it is let in');
  setOverwrite(w.sim.world, now, { ...entry, allow: String(BigInt(entry.allow) | P.MuteMembers) });
  await w.bot.settled();
  expect(await mayRead(channel.id)).toBe(true);
  await name(false);
  expect(await mayRead(channel.id)).toBe(false);
});

test('it is let into a channel that the setup comes to name, and later out of those that it named before, too', async () => {
  await comes(P.ViewChannel);
  await name(true);
  const [first, second] = [sharedBotsChannel('archive'), sharedBotsChannel('archive-2')];
  for (const { id } of [first, second]) {
    await w.settings({ archive_channel: id });
    await settleAll(w.ctx);
  }
  expect([await mayRead(first.id), await mayRead(second.id)]).toEqual([true, true]);
  await name(false);
  expect([await mayRead(first.id), await mayRead(second.id)]).toEqual([false, false]);
  await settleAll(w.ctx, 'own_bot.look_again');
  expect(await w.ctx.db.selectFrom('bot_channels').selectAll().execute()).toEqual([]);
});

test.each([
  ['whose user is an administrator no more', () => name(false)],
  [
    'that its user has ended',
    async () => {
      await w.ctx.db.deleteFrom('whitelabel_bots').where('bot_id', '=', own.bot_id).execute();
      w.ctx.events.publish({ type: 'bots.changed' });
      await followed();
    },
  ],
])('a bot %s while a thread was closed is let out of it when the ticket is reopened', async (_, ends) => {
  // With the permission to close threads, it would see them all.
  allowWarning(
    /"msg":"(Discord does not let the bot close the thread of a ticket|the join notice could not be removed)"/,
  );
  await w.settings({ use_threads: true, ticket_notification_channel: w.notices.id });
  const { channel } = await w.openTicket();
  await name(true);
  await comes(P.ViewChannel);
  expect(await mayRead(channel.id)).toBe(true);
  await saidIn(await w.member.goes(channel).slash('close', { reason: 'Done' }));
  await settleAll(w.ctx);
  expect((await w.ticket(1))?.status).toBe('closed');
  await ends();
  await saidIn(await w.member.goes(w.lobby).slash('reopen', { ticket_id: '1' }));
  await w.bot.settled();
  expect((await w.ticket(1))?.status).toBe('open');
  await settleDue(w.ctx, effects);
  expect(await mayRead(channel.id)).toBe(false);
});

describe('a bot that is trusted no more, and cannot be let out at once, is let out', () => {
  // What Discord refuses meanwhile is reported.
  beforeEach(() =>
    allowWarning(
      /"msg":"(a bot that is not trusted any more may still see a channel|a message that was replaced or removed stays)/,
    ),
  );
  const letIn = async () => {
    const { channel } = await w.openTicket();
    await name(true);
    await comes(P.ViewChannel);
    expect(await mayRead(channel.id)).toBe(true);
    return channel.id;
  };

  test('when the bot that everybody shares is back', async () => {
    const channel_id = await letIn();
    leaveGuild(w.sim.world, w.guild_id, w.bot_id);
    await followed();
    await name(false);
    expect(await mayRead(channel_id)).toBe(true);
    const { application_id } = w.ctx.bots.main;
    // Without it, it sees none of the tickets of before.
    const permissions = P.Administrator;
    installBot(w.sim.world, { guildId: w.guild_id, applicationId: application_id, permissions });
    await w.sim.gateway.received();
    await w.bot.settled();
    await settleDue(w.ctx, effects);
    expect(await mayRead(channel_id)).toBe(false);
  });

  test('when that one gets the permission for it, and is tried again each hour', async () => {
    const channel_id = await letIn();
    const may = async (permissions: bigint) => {
      updateRole(w.sim.world, w.sim.world.roles.get(w.bot_role.id)!, { permissions: String(permissions) }); // it is there
      await w.sim.gateway.received();
      await w.bot.settled();
    };
    await may(P.ViewChannel | P.SendMessages);
    await name(false);
    expect(await mayRead(channel_id)).toBe(true);
    const waits = await w.ctx.db
      .selectFrom('effects')
      .where('kind', '=', 'own_bot.out')
      .select('due_at')
      .executeTakeFirst();
    expect(waits?.due_at.getTime()).toBeGreaterThan(Date.now() + 59 * 60_000);
    await may(BigInt(requiredPermissions));
    await settleDue(w.ctx, effects);
    expect(await mayRead(channel_id)).toBe(false);
    expect(await unsettled(w.ctx)).not.toContainEqual(expect.stringContaining('own_bot.out'));
  });
});

test('a bot whose user loses the role of an administrator is trusted no longer', async () => {
  const role = w.sim.world.addRole({ guild_id: w.guild_id, name: 'Heads', permissions: P.Administrator });
  const member = w.sim.world.members.get(`${w.guild_id}:${stranger.id}`);
  if (!member) throw new Error('they are no member');
  updateMember(w.sim.world, member, { roles: [role.id] });
  await comes(P.ViewChannel);
  expect(await servedBy()).toBe(own.bot_id);
  updateMember(w.sim.world, member, { roles: [] });
  await w.sim.gateway.received();
  await w.bot.settled();
  await followed();
  expect(await servedBy()).toBeNull();
});

test('a bot that ends is let out of the tickets that are open', async () => {
  const { channel } = await w.openTicket();
  await name(true);
  await comes(P.ViewChannel);
  expect(await mayRead(channel.id)).toBe(true);
  await w.ctx.db.deleteFrom('whitelabel_bots').where('bot_id', '=', own.bot_id).execute();
  w.ctx.events.publish({ type: 'bots.changed' });
  await followed();
  expect(await mayRead(channel.id)).toBe(false);
});

test.each(['channel', 'thread'])(
  'a bot that loses trust while it is let into the %s of a ticket is let out of it again',
  async (place) => {
    const isThread = place === 'thread';
    if (isThread) await w.settings({ use_threads: true, ticket_notification_channel: w.notices.id });
    const { channel } = await w.openTicket();
    await comes(P.ViewChannel);
    const route = isThread ? /thread-members/ : /channels\/\d+\/permissions/;
    w.sim.faults.next({ method: 'PUT', route, kind: 'delay', delayMs: 1_500 });
    const named = name(true);
    await vi.waitFor(() => expect(w.sim.faults.hits).toHaveLength(1), { timeout: 10_000 });
    await w.ctx.db.deleteFrom('permissions').where('user_id', '=', stranger.id).execute();
    for (const kind of ['own_bots', 'own_bot.out']) await settleAll(w.ctx, kind);
    expect(await mayRead(channel.id)).toBe(false);
    await named;
    await followed();
    await settleAll(w.ctx, 'own_bot.look_again');
    expect(await mayRead(channel.id)).toBe(false);
    expect(await unsettled(w.ctx)).not.toContainEqual(expect.stringContaining('own_bot.'));
  },
);

describe('while Discord makes the channel of a ticket', () => {
  /** Opens a ticket, and does `meanwhile` before Discord has answered. */
  const openTicketSlowly = async (meanwhile: () => Promise<void>) => {
    const { message } = await w.panel();
    // Whoever is not known yet would be asked about first, and so before the channel is made.
    await loadAccess(w.ctx, w.guild_id, stranger.id);
    w.sim.faults.next({
      method: 'POST',
      route: /guilds\/\d+\/channels/,
      kind: 'delay',
      delayMs: 3_000,
      afterEffect: true,
    });
    const press = w.member.click(message, 'Get help');
    await vi.waitFor(async () => expect((await w.tickets())[0]?.status).toBe('opening'));
    // A part of it waits for the ticket.
    const done = meanwhile();
    const { channel } = await w.opened(await press);
    await done;
    return channel;
  };

  test('a bot that loses trust is let out of it', async () => {
    await name(true);
    await comes(requiredPermissions);
    const channel = await openTicketSlowly(async () => {
      await w.ctx.db.deleteFrom('permissions').where('user_id', '=', stranger.id).execute();
      for (const kind of ['own_bots', 'own_bot.out']) await settleAll(w.ctx, kind);
    });
    await followed();
    expect(await mayRead(channel.id)).toBe(false);
  });

  test('one that lost trust before it made the channel is let out of it, and the one that serves now is in it', async () => {
    await name(true);
    await comes(requiredPermissions);
    const { message } = await w.panel();
    await eventsMissed(w.ctx, [w.guild_id]);
    const isAskedAbout = { method: 'GET', route: new RegExp(`members/${stranger.id}$`) };
    w.sim.faults.next({ ...isAskedAbout, kind: 'delay', delayMs: 1_500 });
    const press = w.member.click(message, 'Get help');
    await vi.waitFor(() => expect(w.sim.faults.hits).toHaveLength(1), { timeout: 10_000 });
    expect((await w.tickets())[0]?.status).toBe('opening');
    // What the check of its user writes, which would have to ask Discord about the same person.
    await w.ctx.db
      .updateTable('bot_guilds')
      .set({ is_trusted: false })
      .where('bot_id', '=', own.bot_id)
      .execute();
    await w.ctx.bots.refresh();
    await settleAll(w.ctx, 'own_bot.out');
    const { channel } = await w.opened(await press);
    expect(channel.permission_overwrites.map(({ id }) => id)).toContain(w.bot_role.id);
    await w.ctx.db.deleteFrom('permissions').where('user_id', '=', stranger.id).execute();
    await followed();
    expect(await servedBy()).toBeNull();
    expect(await mayRead(channel.id)).toBe(false);
  });

  test('a bot that begins to serve is let into it', async () => {
    await name(true);
    const channel = await openTicketSlowly(async () => {
      await own.joins(w.guild_id, requiredPermissions);
      for (const kind of ['own_bots', 'serving_bot']) await settleAll(w.ctx, kind);
    });
    await followed();
    expect(await servedBy()).toBe(own.bot_id);
    expect(await mayRead(channel.id)).toBe(true);
  });
});

test('a press of an administrator on what a bot sent that is not trusted does nothing, and says why', async () => {
  await comes(P.ViewChannel | P.SendMessages);
  const sent = await asOwn(`/channels/${w.lobby.id}/messages`, {
    method: 'POST',
    body: JSON.stringify({
      content: 'Now playing',
      components: [
        {
          type: ComponentType.ActionRow,
          components: [
            {
              type: ComponentType.Button,
              style: ButtonStyle.Primary,
              label: 'Skip song',
              custom_id: customId('staff.add_admin', 'user', stranger.id),
            },
          ],
        },
      ],
    }),
  });
  const { id } = (await sent.json()) as { id: string };
  const message = w.sim.world.messages.get(id);
  if (!message) throw new Error('the bot sent nothing');
  expect(await saidIn(await w.owner.click(message, 'Skip song'))).toContain('does not administer the server');
  expect(await isStaff()).toBe(false);
});
