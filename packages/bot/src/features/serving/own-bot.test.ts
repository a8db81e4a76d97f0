import { TagInput } from '@tickets/contract/tags/tags';
import { asBot } from '@tickets/core/platform/discord/bots';
import { grantPremium } from '@tickets/core/premium/grants';
import { botAccess } from '@tickets/core/servers/bot-access';
import { saveTag } from '@tickets/core/tags/tags';
import { letIntoSetup } from '@tickets/core/whitelabel/let-in';
import { updateChannel } from '@tickets/discord-sim/world/channels';
import { leaveGuild } from '@tickets/discord-sim/world/members';
import { type OwnBot, startOwnBot } from '@tickets/testkit/bots/own-bot';
import { callOf } from '@tickets/testkit/data/access';
import { buildSession } from '@tickets/testkit/data/factories';
import { allowWarning } from '@tickets/testkit/guard/watch';
import { serveApi } from '@tickets/testkit/worlds/app';
import { type BotWorld, saidIn, startBotWorld, textOf } from '@tickets/testkit/worlds/bot-world';
import { settleAll } from '@tickets/testkit/worlds/effects';
import { OverwriteType, PermissionFlagsBits as P } from 'discord-api-types/v10';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

// What fails here on purpose is reported.
allowWarning(
  /"msg":"(something is wrong with a user's bot|the bot that serves a server may not post a panel there|a ticket could not be closed in Discord now)/,
);

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

const heard = async () => {
  await w.sim.gateway.received();
  await w.bot.settled();
  await own.bot.settled();
};
const followed = async () => {
  await settleAll(w.ctx, 'serving_bot');
  await heard();
};
const comes = async () => {
  await own.joins(w.guild_id);
  await followed();
};
const panelMessage = () => {
  const all = w.sim.world.messages.in('channel', w.lobby.id).filter(({ components }) => components?.length);
  const [only] = all;
  if (!only || all.length > 1) throw new Error(`${all.length} panels stand in the lobby`);
  return only;
};
const servedBy = async () =>
  (
    await w.ctx.db
      .selectFrom('guilds')
      .where('guild_id', '=', w.guild_id)
      .select(['served_by', 'left_at'])
      .executeTakeFirstOrThrow()
  ).served_by;
const messagesOf = (ticket_id: number) =>
  w.ctx.db
    .selectFrom('ticket_messages')
    .where('ticket_id', '=', ticket_id)
    .select(['author_id', 'content'])
    .orderBy('message_id')
    .execute();

describe("in a server to which a user's own bot was added", () => {
  test('it posts the panels anew, opens the tickets of whoever presses them, and nothing names the product', async () => {
    await w.panel();
    expect(panelMessage().author_id).toBe(w.bot_id);
    await comes();
    const message = panelMessage();
    expect(message.author_id).toBe(own.bot_id);
    expect(message.embeds[0]?.footer).toBeUndefined();

    const { ticket, channel } = await w.opened(await w.member.click(message, 'Get help'));
    const said = w.sim.world.messages.in('channel', channel.id);
    expect(new Set(said.map(({ author_id }) => author_id))).toEqual(new Set([own.bot_id]));
    expect(said.map((one) => textOf(one)).join()).not.toContain('Tickets');
    await w.member.write(channel, 'my bread is burnt');
    await heard();
    const spoken = (await messagesOf(ticket.ticket_id)).filter(
      ({ content }) => content === 'my bread is burnt',
    );
    expect(spoken).toHaveLength(1);
  });

  test("a press on a panel of the program's bot that came before that is answered, and the ticket is the own bot's", async () => {
    const { message } = await w.panel();
    await own.joins(w.guild_id);
    const { channel } = await w.opened(await w.member.click(message, 'Get help'));
    expect(w.sim.world.messages.in('channel', channel.id)[0]?.author_id).toBe(own.bot_id);
  });

  test('it is let into the tickets that are open, and their buttons go on working', async () => {
    const { ticket, channel, welcome } = await w.openTicket();
    await comes();
    await w.member.write(channel, 'are you there?');
    await heard();
    expect((await messagesOf(ticket.ticket_id)).map(({ content }) => content)).toContain('are you there?');
    await saidIn(await w.staff.click(welcome, 'Claim'));
    expect((await w.ticket(ticket.ticket_id))?.claimed_by).toBe(w.staff.id);
    const asked = await w.staff.click(welcome, 'Close');
    if (asked.kind !== 'message') throw new Error(`not asked: ${asked.kind}`);
    await w.staff.click(asked.message, 'Close');
    await vi.waitFor(() => expect(w.sim.world.channels.has(channel.id)).toBe(false));
    await vi.waitFor(async () => expect((await w.ticket(ticket.ticket_id))?.status).toBe('closed'));
  });

  test("where the program's bot is gone, an open ticket is given buttons that work", async () => {
    const { ticket, channel } = await w.openTicket();
    await comes();
    leaveGuild(w.sim.world, w.guild_id, w.bot_id);
    await w.sim.gateway.received();
    await w.bot.settled();
    await settleAll(w.ctx, 'serving_bot');
    expect((await w.ctx.db.selectFrom('guilds').selectAll().executeTakeFirstOrThrow()).left_at).toBeNull();
    const { welcome_message_id } = (await w.ticket(ticket.ticket_id))!; // it is open
    const welcome = w.sim.world.messages.get(welcome_message_id ?? '');
    expect(welcome).toMatchObject({ channel_id: channel.id, author_id: own.bot_id });
    await saidIn(await w.staff.click(welcome!, 'Claim'));
    expect((await w.ticket(ticket.ticket_id))?.claimed_by).toBe(w.staff.id);
  });

  test("when it goes, the program's bot serves again: its panels, its tickets, what is said in them", async () => {
    await w.panel();
    await comes();
    const { ticket, channel } = await w.opened(await w.member.click(panelMessage(), 'Get help'));
    await own.leaves(w.guild_id);
    await w.member.write(channel, 'still there?');
    await followed();
    expect(await servedBy()).toBeNull();
    expect(panelMessage().author_id).toBe(w.bot_id);
    await settleAll(w.ctx);
    expect((await messagesOf(ticket.ticket_id)).map(({ content }) => content)).toContain('still there?');
    const { welcome_message_id } = (await w.ticket(ticket.ticket_id))!; // it is open
    await saidIn(await w.staff.click(w.sim.world.messages.get(welcome_message_id ?? '')!, 'Claim'));
    expect((await w.ticket(ticket.ticket_id))?.claimed_by).toBe(w.staff.id);
  });

  test("what the dashboard asks and tells there is asked and told by it, also where the program's bot is gone", async () => {
    await w.panel();
    await comes();
    const { ticket, channel } = await w.opened(await w.member.click(panelMessage(), 'Get help'));
    leaveGuild(w.sim.world, w.guild_id, w.bot_id);
    await followed();
    const { api, call } = await serveApi(w.ctx);
    const { guild_id } = w;
    const token = await buildSession(w.ctx, w.owner.id);
    const claim = { token, params: { guild_id, ticket_id: ticket.ticket_id } };
    const teller = () => w.sim.world.messages.in('channel', channel.id).at(-1);
    expect((await call('tickets.claim', claim)).status).toBe(200);
    expect([teller()?.author_id, teller()?.embeds[0]?.description]).toEqual([
      own.bot_id,
      `Your ticket will be handled by <@${w.owner.id}>`,
    ]);
    const handed = { ...claim, body: { user_id: w.staff.id } };
    expect((await call('tickets.transfer', handed)).status).toBe(200);
    expect(teller()?.embeds[0]?.description).toContain(w.staff.id);
    expect((await call('tickets.unclaim', claim)).status).toBe(200);
    expect(teller()?.embeds[0]?.description).toBe('All support representatives can now respond');
    const found = await call('guild.search_members', {
      token,
      params: { guild_id },
      query: { query: 'mia' },
    });
    expect(found.body).toMatchObject([{ user: { username: 'mia' } }]);
    const { body } = await call('guild.get', { token, params: { guild_id } });
    expect(body.bot?.id).toBe(own.bot_id);
    await api.close();
  });

  test('nobody takes a bot of ours out of a ticket, also not the one that does not serve', async () => {
    await comes();
    await w.panel();
    await followed();
    const { channel } = await w.opened(await w.member.click(panelMessage(), 'Get help'));
    const { role_id } = await botAccess(asBot(w.ctx, w.ctx.bots.main), w.guild_id);
    if (!role_id) throw new Error('the bot has no role');
    for (const user_or_role of [w.bot_id, role_id, own.bot_id]) {
      const outcome = await w.member.goes(channel).slash('remove', { user_or_role });
      expect(textOf(await outcome.followUp())).toContain('You cannot remove support staff');
    }
  });

  test("one that is kicked while it closes a ticket leaves the rest of it to the program's bot", async () => {
    await comes();
    await w.panel();
    await followed();
    const { ticket, channel } = await w.opened(await w.member.click(panelMessage(), 'Get help'));
    w.sim.faults.next({ method: 'DELETE', route: /channels\/\d+$/, kind: 'delay', delayMs: 3_000 });
    const closing = w.staff.goes(channel).slash('close', { reason: 'Solved' }).then(saidIn);
    await vi.waitFor(async () => expect((await w.ticket(ticket.ticket_id))?.status).toBe('closing'), {
      timeout: 10_000,
    });
    await own.leaves(w.guild_id);
    await followed();
    await closing.catch(() => undefined); // the bot that was to answer is gone
    await vi.waitFor(
      async () => {
        await settleAll(w.ctx);
        expect((await w.ticket(ticket.ticket_id))?.status).toBe('closed');
      },
      { timeout: 10_000 },
    );
    expect(w.sim.world.channels.get(channel.id)).toBeUndefined();
  });

  test("a panel that it posts just as it is kicked is posted by the program's bot", async () => {
    await comes();
    w.sim.faults.next({
      ...{ method: 'POST', route: /channels\/\d+\/messages$/, kind: 'delay' as const },
      ...{ delayMs: 1_500, afterEffect: true },
    });
    const posting = w.panel();
    await vi.waitFor(() => expect(w.sim.faults.hits).toHaveLength(1), { timeout: 10_000 });
    await own.leaves(w.guild_id);
    await followed();
    await posting.catch(() => undefined); // it may not find its message
    await settleAll(w.ctx);
    await followed();
    const { message_bot_id } = await w.ctx.db
      .selectFrom('panels')
      .select('message_bot_id')
      .executeTakeFirstOrThrow();
    expect(message_bot_id).toBeNull();
    const shown = w.sim.world.messages
      .in('channel', w.lobby.id)
      .filter(({ author_id, components }) => author_id === w.bot_id && components?.length);
    expect(shown).toHaveLength(1);
  });

  test("a panel that it may not post stays the program's bot's, and works", async () => {
    await w.panel();
    const bits = String(P.SendMessages);
    updateChannel(w.sim.world, w.lobby, {
      permission_overwrites: [
        { id: w.guild_id, type: OverwriteType.Role, allow: '0', deny: bits },
        // Nor may the bot that is there let it in.
        { id: w.bot_role.id, type: OverwriteType.Role, allow: bits, deny: String(P.ManageRoles) },
      ],
    });
    await comes();
    const message = panelMessage();
    expect(message.author_id).toBe(w.bot_id);
    const row = await w.ctx.db.selectFrom('panels').selectAll().executeTakeFirstOrThrow();
    expect(row.message_state).toBe('posted');
    const { channel } = await w.opened(await w.member.click(message, 'Get help'));
    expect(w.sim.world.messages.in('channel', channel.id)[0]?.author_id).toBe(own.bot_id);
  });

  test("it is let into the channels of the setup that only the program's bot sees, and does its work there", async () => {
    const hidden = { id: w.guild_id, type: OverwriteType.Role, allow: '0', deny: String(P.ViewChannel) };
    const shown = { id: w.bot_role.id, type: OverwriteType.Role, allow: String(P.ViewChannel), deny: '0' };
    const permission_overwrites = [hidden, shown];
    const archive = w.sim.world.addChannel({ guild_id: w.guild_id, name: 'archive', permission_overwrites });
    const other = w.sim.world.addChannel({ guild_id: w.guild_id, name: 'other', permission_overwrites });
    updateChannel(w.sim.world, w.category, { permission_overwrites });
    const bits = String(P.SendMessages);
    updateChannel(w.sim.world, w.lobby, {
      permission_overwrites: [
        { ...hidden, deny: bits },
        { ...shown, allow: bits },
      ],
    });
    await heard();
    await w.ctx.db.updateTable('guild_settings').set({ archive_channel: archive.id }).execute();
    await w.panel();
    await comes();
    expect(panelMessage().author_id).toBe(own.bot_id);
    expect(w.sim.world.channels.get(other.id)?.permission_overwrites).toEqual(permission_overwrites);

    const { channel } = await w.opened(await w.member.click(panelMessage(), 'Get help'));
    const [welcome] = w.sim.world.messages.in('channel', channel.id);
    expect(channel.parent_id).toBe(w.category.id);
    const asked = await w.staff.click(welcome!, 'Close');
    if (asked.kind !== 'message') throw new Error(`not asked: ${asked.kind}`);
    await w.staff.click(asked.message, 'Close');
    const archived = await w.staff.eventually(() => w.sim.world.messages.in('channel', archive.id)[0]);
    expect(archived.author_id).toBe(own.bot_id);
    expect(textOf(archived)).toContain('Ticket Closed');
  });

  test('a channel of the setup from which somebody keeps it out stays closed to it', async () => {
    await own.joins(w.guild_id);
    await heard();
    const role = [...w.sim.world.roles.in('guild', w.guild_id)].find(
      ({ tags }) => tags?.bot_id === own.bot_id,
    );
    const permission_overwrites = [
      { id: role?.id ?? '', type: OverwriteType.Role, allow: '0', deny: String(P.ViewChannel) },
    ];
    const archive = w.sim.world.addChannel({ guild_id: w.guild_id, name: 'archive', permission_overwrites });
    await w.ctx.db.updateTable('guild_settings').set({ archive_channel: archive.id }).execute();
    await heard();
    await letIntoSetup(w.ctx, w.guild_id);
    expect(w.sim.world.channels.get(archive.id)?.permission_overwrites).toEqual(permission_overwrites);
  });

  test("while Discord refuses its token, the program's bot serves; and it serves again with another", async () => {
    await w.panel();
    await comes();
    const become = async (state: 'token_refused' | 'ready') => {
      await w.ctx.db.updateTable('whitelabel_bots').set({ state }).execute();
      await w.ctx.bots.refresh();
      await followed();
    };
    await become('token_refused');
    expect(await servedBy()).toBeNull();
    expect(panelMessage().author_id).toBe(w.bot_id);
    await become('ready');
    expect(panelMessage().author_id).toBe(own.bot_id);
  });

  test('the commands of tags are its, and go back with it', async () => {
    await grantPremium(w.ctx, { guild_id: w.guild_id }, { tier: 0 });
    const tag = TagInput.parse({ id: 'docs', content: 'Read the docs', use_guild_command: true });
    await saveTag(callOf(w.ctx), w.guild_id, tag);
    const whose = () =>
      [...w.sim.world.commands.all()]
        .filter(({ name }) => name === 'docs')
        .map(({ application_id }) => application_id);
    expect(whose()).toEqual([w.ctx.bots.main.application_id]);
    await comes();
    expect(whose()).toEqual([own.application.id]);
    const row = () => w.ctx.db.selectFrom('tags').select('command_id').executeTakeFirstOrThrow();
    expect((await row()).command_id).not.toBeNull();
    await own.leaves(w.guild_id);
    await followed();
    expect(whose()).toContain(w.ctx.bots.main.application_id);
  });

  test("what the program's bot wrote before is edited by it: who rated a ticket changes the notice of its closing", async () => {
    await w.settings({ archive_channel: w.notices.id, feedback_enabled: true });
    const { ticket, channel } = await w.openTicket();
    await w.staff.write(channel, 'here is another loaf');
    await w.member.write(channel, 'thank you');
    await w.sim.gateway.received();
    await w.bot.settled();
    await saidIn(await w.staff.goes(channel).slash('close'));
    const notice = await w.owner.eventually(() =>
      w.sim.world.messages.in('channel', w.notices.id).find(({ author_id }) => author_id === w.bot_id),
    );
    await vi.waitFor(async () => expect((await w.ticket(ticket.ticket_id))?.dm_result).toBe('sent'));
    await comes();
    const [told] = w.member.directMessages(w.bot_id).slice(-1);
    await w.member.click(told!, '5');
    await vi.waitFor(() => expect(textOf(w.sim.world.messages.get(notice.id)!)).toContain('⭐'));
  });

  test('a server that both have left is left', async () => {
    await comes();
    leaveGuild(w.sim.world, w.guild_id, w.bot_id);
    await own.leaves(w.guild_id);
    await w.bot.settled();
    expect(
      (await w.ctx.db.selectFrom('guilds').selectAll().executeTakeFirstOrThrow()).left_at,
    ).not.toBeNull();
  });
});
