import { requiredPermissions } from '@tickets/core/platform/discord/bot-permissions';
import { inServer } from '@tickets/core/platform/discord/bots';
import { forServer } from '@tickets/core/platform/discord/served-server';
import { hurry } from '@tickets/core/platform/effects/settle';
import { grantPremium } from '@tickets/core/premium/grants';
import { sweepAutoClose } from '@tickets/core/tickets/autoclose/auto-close';
import { claimTicket } from '@tickets/core/tickets/claiming/claim';
import { closeTicket } from '@tickets/core/tickets/closing/close';
import { replyToTicket } from '@tickets/core/tickets/conversation/reply';
import { openNotes } from '@tickets/core/tickets/participants/notes';
import { AUTHENTICATION_FAILED } from '@tickets/discord-sim/gateway/identify';
import { newBotToken } from '@tickets/discord-sim/world/build';
import { updateChannel } from '@tickets/discord-sim/world/channels';
import type { SimChannel } from '@tickets/discord-sim/world/entities';
import { installBot } from '@tickets/discord-sim/world/guilds';
import { leaveGuild } from '@tickets/discord-sim/world/members';
import { type OwnBot, startOwnBot } from '@tickets/testkit/bots/own-bot';
import { callAs } from '@tickets/testkit/data/access';
import { allowWarning } from '@tickets/testkit/guard/watch';
import { type BotWorld, saidIn, startBotWorld, textOf } from '@tickets/testkit/worlds/bot-world';
import { settleAll, unsettled } from '@tickets/testkit/worlds/effects';
import { OverwriteType, PermissionFlagsBits as P } from 'discord-api-types/v10';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

let w: BotWorld;
let own: OwnBot;
beforeEach(async () => {
  w = await startBotWorld({ config: { premium: 'entitlements' } });
  own = await startOwnBot(w, w.owner.id);
});
afterEach(async () => {
  await own.stop();
  await w[Symbol.asyncDispose]();
});

/** It serves from here on, and is let into nothing as long as nobody settles `serving_bot`. */
const beginsToServe = async () => {
  await own.joins(w.guild_id);
  expect(w.ctx.bots.of(w.guild_id).user_id).toBe(own.bot_id);
  expect(await unsettled(w.ctx)).toContain('serving_bot');
};
const close = async (channel: SimChannel, by = w.staff) =>
  saidIn(await by.goes(channel).slash('close', { reason: 'done' }));
/** From all but the program's bot and the member. */
const hide = (channel: SimChannel) => {
  const [allow, deny] = [String(P.ViewChannel), '0'];
  const permission_overwrites = [
    { id: w.guild_id, type: OverwriteType.Role, allow: deny, deny: allow },
    { id: w.bot_role.id, type: OverwriteType.Role, allow, deny },
    { id: w.member.id, type: OverwriteType.Member, allow, deny },
  ];
  updateChannel(w.sim.world, channel, { permission_overwrites });
  return permission_overwrites;
};
const isClosed = (ticket_id: number) =>
  vi.waitFor(async () => expect((await w.ticket(ticket_id))?.status).toBe('closed'), { timeout: 10_000 });
const closeByStaff = (ticket_id: number) =>
  forServer(w.guild_id, async () =>
    closeTicket(await asked(w.staff), { guild_id: w.guild_id, ticket_id, source: 'dashboard', reason: null }),
  );
const wordsOf = async (ticket_id: number) =>
  (
    await w.ctx.db
      .selectFrom('ticket_messages')
      .where('ticket_id', '=', ticket_id)
      .where('author_id', '=', w.member.id)
      .select('content')
      .orderBy('message_id')
      .execute()
  ).map(({ content }) => content);
const heard = async () => {
  await w.sim.gateway.received();
  await w.bot.settled();
};
const asked = ({ id }: { id: string }) =>
  callAs({ ctx: inServer(w.ctx, w.guild_id), guild_id: w.guild_id }, id);

describe('while a bot of a user takes a server over, and is not let into its tickets yet', () => {
  test('a ticket is closed wholly: words, channel and notice', async () => {
    hide(w.notices);
    await w.settings({ archive_channel: w.notices.id });
    const { ticket, channel } = await w.openTicket();
    await w.member.write(channel, 'before');
    await heard();
    await beginsToServe();
    await w.member.write(channel, 'between');
    await close(channel);
    await isClosed(ticket.ticket_id);
    expect(w.sim.world.channels.has(channel.id)).toBe(false);
    expect(await wordsOf(ticket.ticket_id)).toEqual(['before', 'between']);
    const [notice] = w.sim.world.messages.in('channel', w.notices.id);
    expect(notice && textOf(notice)).toContain('Ticket Closed');
    expect(notice?.author_id).toBe(own.bot_id);
  });

  test('a thread is closed wholly: words, archive and lock', async () => {
    await w.settings({ use_threads: true, ticket_notification_channel: w.notices.id });
    const { ticket, channel } = await w.openTicket();
    hide(w.lobby);
    await heard();
    await beginsToServe();
    await w.member.write(channel, 'between');
    await close(channel, w.member);
    await isClosed(ticket.ticket_id);
    expect(w.sim.world.channels.get(channel.id)?.thread_metadata).toMatchObject({
      archived: true,
      locked: true,
    });
    expect(await wordsOf(ticket.ticket_id)).toEqual(['between']);
  });

  test('staff claim a ticket, rename it, reply from the dashboard and open its notes', async () => {
    await grantPremium(w.ctx, { guild_id: w.guild_id }, { tier: 0 });
    const { ticket, channel } = await w.openTicket();
    await beginsToServe();
    const key = { guild_id: w.guild_id, ticket_id: ticket.ticket_id };
    await forServer(w.guild_id, async () => claimTicket(await asked(w.staff), key));
    expect(w.sim.world.channels.get(channel.id)?.permission_overwrites.map(({ id }) => id)).toContain(
      w.staff.id,
    );
    await saidIn(await w.staff.goes(channel).slash('rename', { name: 'bread' }));
    expect(w.sim.world.channels.get(channel.id)?.name).toBe('bread');
    const reply = await forServer(w.guild_id, async () =>
      replyToTicket(await asked(w.staff), { ...key, content: 'here is another loaf' }),
    );
    expect(w.sim.world.messages.get(reply.message_id)?.content).toBe('here is another loaf');
    const { thread_id } = await forServer(w.guild_id, async () => openNotes(await asked(w.staff), key));
    expect(w.sim.world.channels.get(thread_id)?.parent_id).toBe(channel.id);
  });

  test('the opener is warned before their ticket closes by itself', async () => {
    await grantPremium(w.ctx, { guild_id: w.guild_id }, { tier: 0 });
    const { channel } = await w.openTicket();
    await w.settings({ auto_close_enabled: true, auto_close_since_open: 3_600 });
    const opened_at = new Date(Date.now() - 3_000_000);
    await w.ctx.db.updateTable('tickets').set({ opened_at }).execute();
    await beginsToServe();
    await sweepAutoClose(w.ctx);
    expect(textOf(w.sim.world.messages.in('channel', channel.id).at(-1)!)).toContain('Auto Close'); // it has a welcome message
  });

  test('a ticket is opened in a category that it does not see yet', async () => {
    hide(w.category);
    const { message } = await w.panel();
    await heard();
    await beginsToServe();
    const { channel } = await w.opened(await w.member.click(message, 'Get help'));
    expect(channel.parent_id).toBe(w.category.id);
  });

  test('two that act at once are both let in', async () => {
    const { ticket, channel } = await w.openTicket();
    await beginsToServe();
    await forServer(w.guild_id, async () => {
      const { channels } = w.ctx.bots.of(w.guild_id).api;
      await Promise.all([1, 2, 3].map((n) => channels.createMessage(channel.id, { content: `${n}` })));
    });
    expect((await w.ticket(ticket.ticket_id))?.status).toBe('open');
  });

  test("a closing waits while Discord refuses the token of the program's bot, which alone could let it in", async () => {
    allowWarning(/Discord does not accept the bot token|did not authorise a call|ticket could not be closed/);
    const { ticket, channel } = await w.openTicket();
    await beginsToServe();
    const { main } = w.ctx.bots;
    const application = w.sim.world.applications.get(main.application_id)!; // the one that the world began with
    w.sim.world.applications.put({ ...application, bot_token: newBotToken(w.bot_id) });
    await main.identity.check();
    await closeByStaff(ticket.ticket_id);
    expect((await w.ticket(ticket.ticket_id))?.status).toBe('closing');
    expect(w.sim.world.channels.has(channel.id)).toBe(true);
    w.sim.world.applications.put(application);
    await main.identity.check();
    await hurry(w.ctx);
    await settleAll(w.ctx, 'ticket');
    expect((await w.ticket(ticket.ticket_id))?.status).toBe('closed');
    expect(w.sim.world.channels.has(channel.id)).toBe(false);
  });
});

test("a closing does not wait for a user's bot whose token Discord refuses, although nobody else could let the program's bot in", async () => {
  allowWarning(
    /something is wrong with a user's bot|the gateway reports an error|Discord does not|did not authorise a call/,
  );
  const { message } = await w.panel();
  await own.joins(w.guild_id);
  await settleAll(w.ctx, 'serving_bot');
  leaveGuild(w.sim.world, w.guild_id, w.bot_id);
  await heard();
  const panel = w.sim.world.messages
    .in('channel', w.lobby.id)
    .find(({ id, components }) => id !== message.id && components?.length);
  const { ticket, channel } = await w.opened(await w.member.click(panel!, 'Get help')); // posted by the other bot
  const { application_id: applicationId } = w.ctx.bots.main;
  installBot(w.sim.world, {
    guildId: w.guild_id,
    applicationId,
    permissions: BigInt(requiredPermissions),
  });
  w.sim.world.applications.put({ ...own.application, bot_token: newBotToken(own.bot_id) });
  w.sim.gateway.disconnect(own.application.id, ...AUTHENTICATION_FAILED);
  await heard();
  await vi.waitFor(() => expect(w.ctx.bots.of(w.guild_id)).toBe(w.ctx.bots.main));
  const [everyone] = channel.permission_overwrites;
  updateChannel(w.sim.world, channel, { permission_overwrites: [everyone!] }); // which is in all of them
  await heard();
  await closeByStaff(ticket.ticket_id);
  await settleAll(w.ctx, 'ticket');
  expect((await w.ticket(ticket.ticket_id))?.status).toBe('closed');
  expect(w.sim.world.channels.has(channel.id)).toBe(true);
});

test('a ticket whose channel none of our bots sees any more is closed, and its channel stays', async () => {
  allowWarning(/Discord does not let the bot delete the channel of a ticket/);
  const { ticket, channel } = await w.openTicket();
  await beginsToServe();
  const [everyone] = channel.permission_overwrites;
  updateChannel(w.sim.world, channel, { permission_overwrites: [everyone!] }); // which is in all of them
  await heard();
  await closeByStaff(ticket.ticket_id);
  expect((await w.ticket(ticket.ticket_id))?.status).toBe('closed');
  expect(w.sim.world.channels.has(channel.id)).toBe(true);
});

test('a bot that comes while a ticket is being closed is let into it, and closes it where the other has gone', async () => {
  allowWarning(/a ticket could not be closed in Discord now/);
  const { ticket, channel } = await w.openTicket();
  w.sim.faults.next({ method: 'DELETE', route: /channels\/\d+$/, kind: 500, times: 1 });
  await close(channel);
  expect((await w.ticket(ticket.ticket_id))?.status).toBe('closing');
  await own.joins(w.guild_id);
  await settleAll(w.ctx, 'serving_bot');
  leaveGuild(w.sim.world, w.guild_id, w.bot_id);
  await heard();
  await settleAll(w.ctx);
  await isClosed(ticket.ticket_id);
  expect(w.sim.world.channels.has(channel.id)).toBe(false);
});

test('what Discord refuses a bot outside of tickets and the setup is not repeated, and lets the bot into nothing', async () => {
  const other = w.sim.world.addChannel({ guild_id: w.guild_id, name: 'other' });
  const permission_overwrites = hide(other);
  await heard();
  await beginsToServe();
  const { channels } = w.ctx.bots.of(w.guild_id).api;
  const reading = forServer(w.guild_id, () => channels.getMessages(other.id));
  await expect(reading).rejects.toMatchObject({ code: 50001 });
  expect(w.sim.world.channels.get(other.id)?.permission_overwrites).toEqual(permission_overwrites);
});
