import { callBy } from '@tickets/core/access/caller';
import { loadAccess } from '@tickets/core/access/load';
import { createDiscord } from '@tickets/core/platform/discord/discord';
import { getTicketView } from '@tickets/core/tickets/conversation/view';
import { updateChannel } from '@tickets/discord-sim/world/channels';
import { updateMember } from '@tickets/discord-sim/world/members';
import { allowWarning } from '@tickets/testkit/guard/watch';
import { type BotWorld, startBotWorld } from '@tickets/testkit/worlds/bot-world';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { beginBot, startBot } from '../bot.ts';

// What fails here on purpose is reported.
allowWarning(
  /"msg":"(Discord does not answer; it is tried again|Discord refuses the privileged intents\. Turn on|a step of opening a ticket failed|the gateway reports an error)/,
);

let w: BotWorld;
beforeEach(async () => {
  w = await startBotWorld();
});
afterEach(() => w[Symbol.asyncDispose]());

/** Closed, or being closed by a job. */
const over = expect.stringMatching(/clos/);
const settings = () =>
  w.ctx.db
    .selectFrom('guild_settings')
    .selectAll()
    .where('guild_id', '=', w.guild_id)
    .executeTakeFirstOrThrow();
const stored = async (ticket_id: number) => {
  const rows = await w.ctx.db
    .selectFrom('ticket_messages')
    .where('ticket_id', '=', ticket_id)
    .select(['content', 'deleted_at', 'edited_at'])
    .orderBy('message_id')
    .execute();
  return rows.filter(({ content }) => content);
};

describe('what happens in Discord', () => {
  test('a channel that is deleted by hand closes its ticket', async () => {
    const { channel } = await w.openTicket();
    await w.owner.deleteChannel(channel);
    await vi.waitFor(async () =>
      expect(await w.ticket(1)).toMatchObject({ status: over, close_source: 'channel_deleted' }),
    );
  });

  test('a channel deleted while the bot was away closes its ticket at the next start', async () => {
    const { channel } = await w.openTicket();
    await w.bot.stop();
    await w.owner.deleteChannel(channel);
    await w.restart();
    expect(await w.ticket(1)).toMatchObject({ status: over, close_source: 'channel_deleted' });
  });

  test.each([false, true])(
    'a ticket is called as its channel is called now (thread: %s)',
    async (use_threads) => {
      await w.settings({ use_threads, ticket_notification_channel: w.notices.id });
      const { channel, ticket } = await w.openTicket();
      const access = await loadAccess(w.ctx, w.guild_id, w.owner.id);
      const changed = vi.fn();
      w.ctx.events.subscribe(({ type }) => type === 'ticket.changed' && changed());
      updateChannel(w.sim.world, channel, { name: 'the-leak' });
      await vi.waitFor(async () => {
        const view = await getTicketView(callBy(w.ctx, access!, 'dashboard'), ticket); // of the server
        expect(view.ticket.channel_name).toBe('the-leak');
        expect(changed).toHaveBeenCalled();
      });
    },
  );

  test('deleting a panel channel closes the tickets in its threads', async () => {
    await w.settings({ use_threads: true, ticket_notification_channel: w.notices.id });
    await w.openTicket();
    await w.owner.deleteChannel(w.lobby);
    await vi.waitFor(async () =>
      expect(await w.ticket(1)).toMatchObject({ status: over, close_source: 'channel_deleted' }),
    );
  });

  test('settings that name a deleted channel are unset, and the log says why; overflow stays on', async () => {
    await w.settings({
      archive_channel: w.notices.id,
      overflow_enabled: true,
      overflow_category_id: w.category.id,
    });
    await w.owner.deleteChannel(w.notices);
    await w.owner.deleteChannel(w.category);
    await vi.waitFor(async () =>
      expect(await settings()).toMatchObject({
        archive_channel: null,
        category: null,
        overflow_enabled: true,
        overflow_category_id: null,
      }),
    );
    const entries = await w.ctx.db
      .selectFrom('audit_entries')
      .where('guild_id', '=', w.guild_id)
      .where('because', '=', 'the channel or category was deleted in Discord')
      .select(['entry_id', 'source', 'user_id', 'after'])
      .orderBy('entry_id')
      .execute();
    const by = { source: 'system', user_id: null };
    expect(entries).toMatchObject([
      { ...by, after: { archive_channel: null } },
      { ...by, after: { category: '0', overflow_category_id: null } },
    ]);
    expect(await settings()).toMatchObject({ version: entries[1]?.entry_id });
  });

  test('what is written, edited and deleted in a ticket is kept', async () => {
    const { channel } = await w.openTicket();
    const first = await w.member.write(channel, 'one');
    const second = await w.member.write(channel, 'two');
    await w.member.edit(first, 'one, edited');
    await w.member.delete(second);
    await vi.waitFor(async () =>
      expect(await stored(1)).toMatchObject([
        { content: 'one, edited', edited_at: expect.any(Date), deleted_at: null },
        { content: 'two', deleted_at: expect.any(Date) },
      ]),
    );
  });

  test('what was written while the bot was away is kept after its start', async () => {
    const { channel } = await w.openTicket();
    await w.bot.stop();
    await w.member.write(channel, 'is anybody there?');
    await w.restart();
    expect(await stored(1)).toMatchObject([{ content: 'is anybody there?' }]);
  });

  test('a role that makes staff counts as soon as Discord tells of it', async () => {
    const role = w.sim.world.addRole({ guild_id: w.guild_id, name: 'Helpers' });
    await vi.waitFor(async () => {
      const { guild_id } = w;
      const cached = w.ctx.db.selectFrom('guild_roles').where('role_id', '=', role.id).select('name');
      expect(await cached.execute()).toHaveLength(1);
      await w.ctx.db
        .insertInto('role_permissions')
        .values({ guild_id, role_id: role.id, support: true })
        .onConflict((oc) => oc.doNothing())
        .execute();
    });
    expect(await loadAccess(w.ctx, w.guild_id, w.member.id)).toMatchObject({ level: 0 });
    const member = w.sim.world.members.get(`${w.guild_id}:${w.member.id}`);
    if (!member) throw new Error('the member is gone');
    updateMember(w.sim.world, member, { roles: [role.id] });
    await vi.waitFor(async () =>
      expect(await loadAccess(w.ctx, w.guild_id, w.member.id)).toMatchObject({ level: 1 }),
    );
  });
});

describe('the connection', () => {
  test('is taken up again where it broke, and nothing in between is lost', async () => {
    const { channel } = await w.openTicket();
    w.sim.gateway.drop({ resume: true });
    await w.member.write(channel, 'between');
    await vi.waitFor(async () => expect(await stored(1)).toMatchObject([{ content: 'between' }]), 10_000);
    await vi.waitFor(() => expect(w.bot.state()).toBe('ready'), 10_000);
  });

  test('after a lost session what was missed is fetched, and the bot goes on', async () => {
    const { channel } = await w.openTicket();
    w.sim.gateway.drop({ resume: false });
    await w.member.write(channel, 'unheard');
    await vi.waitFor(async () => expect(await stored(1)).toMatchObject([{ content: 'unheard' }]), 15_000);
    await w.member.write(channel, 'heard');
    await vi.waitFor(async () => expect(await stored(1)).toHaveLength(2), 10_000);
  });

  test('a server that Discord has trouble with keeps what is known of it, and holds nothing up', async () => {
    const logged = vi.spyOn(w.ctx.log, 'error');
    const recover = w.sim.loseGuild(w.guild_id);
    await w.restart();
    expect(w.bot.state()).toBe('ready');
    expect(logged).not.toHaveBeenCalled();
    const made = w.sim.world.addChannel({ guild_id: w.guild_id, name: 'fresh' });
    recover();
    await vi.waitFor(async () => {
      const known = await w.ctx.db.selectFrom('guild_channels').select('channel_id').execute();
      expect(known.map(({ channel_id }) => channel_id)).toEqual(
        expect.arrayContaining([made.id, w.lobby.id]),
      );
    });
  });

  test('one call that Discord does not authorise leaves the bot at work', async () => {
    w.sim.faults.next({ method: 'POST', route: '/guilds/:id/channels', kind: 401 });
    const { message } = await w.panel();
    await w.member.click(message, 'Get help');
    await vi.waitFor(() => expect(w.sim.faults.pending).toBe(0));
    const { channel } = await w.opened(await w.other.click(message, 'Get help'));
    await w.other.write(channel, 'hello');
    await vi.waitFor(async () => expect(await stored(2)).toMatchObject([{ content: 'hello' }]));
    expect(w.bot.state()).toBe('ready');
  });

  test('a token that Discord refuses does not end the start, and works as soon as Discord accepts it', async () => {
    await w.bot.stop();
    const accept = w.sim.refuseToken(w.bot_id);
    const { url, token, application_id } = { url: w.sim.url, ...w.ctx.discord };
    const discord = createDiscord({ url, token, application_id, recheck_ms: 50, identify_gap_ms: 0 });
    const bot = await startBot({ ...w.ctx, discord });
    expect(bot.state()).toBe('token_refused');
    accept();
    await bot.settled();
    expect(bot.state()).toBe('ready');
    await bot.stop();
  });

  test('a token that is reset while the bot runs is told, and what was missed is fetched when it is accepted', async () => {
    await w.bot.stop();
    const { url, token, application_id } = { url: w.sim.url, ...w.ctx.discord };
    const discord = createDiscord({ url, token, application_id, recheck_ms: 50, identify_gap_ms: 0 });
    const ctx = { ...w.ctx, discord };
    const bot = await startBot(ctx);
    await bot.settled();
    const { channel } = await w.openTicket();
    const told: string[] = [];
    bot.onState((state) => told.push(state));
    const accept = w.sim.refuseToken(w.bot_id);
    await vi.waitFor(() => expect(bot.state()).toBe('token_refused'));
    await w.member.write(channel, 'is anybody there?');
    accept();
    await vi.waitFor(() => expect(bot.state()).toBe('ready'), 10_000);
    await vi.waitFor(
      async () => expect(await stored(1)).toMatchObject([{ content: 'is anybody there?' }]),
      5_000,
    );
    expect(told.filter((state) => state !== 'reconnecting')).toEqual(['token_refused', 'ready']);
    await bot.stop();
  });

  test('intents that are switched off are told, and used as soon as they are on', async () => {
    await w.bot.stop();
    const application = w.sim.world.applications.get(w.bot_id);
    if (!application) throw new Error('there is no application');
    w.sim.world.applications.put({ ...application, flags: 0 as typeof application.flags });
    const bot = await startBot(w.ctx);
    expect(bot.state()).toBe('intents_refused');
    w.sim.world.applications.put(application);
    await bot.settled();
    expect(bot.state()).toBe('ready');
    await bot.stop();
  });

  test('a Discord that does not answer is waited for without keeping the program from starting', async () => {
    await w.bot.stop();
    w.sim.faults.next({ route: '/gateway/bot', kind: 500 });
    const bot = beginBot(w.ctx);
    await bot.connected(50);
    expect(bot.state()).toBe('connecting');
    await bot.settled();
    expect(bot.state()).toBe('ready');
    await bot.stop();
    expect(bot.state()).toBe('stopped');
  });

  test('a bot that has no connection for a while says so until it is back, and has no latency by then', async () => {
    await w.bot.stop();
    w.sim.gateway.heartbeatMs = 50;
    const bot = beginBot(w.ctx, { graceMs: 300 });
    await bot.settled();
    await vi.waitFor(() => expect(bot.latency()).toBeGreaterThanOrEqual(0));
    const told: string[] = [];
    bot.onState((state) => told.push(state));
    const reach = w.sim.gateway.cutOff(w.bot_id);
    await vi.waitFor(() => expect(bot.state()).toBe('disconnected'));
    expect(bot.latency()).toBeUndefined();
    reach();
    await vi.waitFor(() => expect(bot.state()).toBe('ready'), 20_000);
    expect(told).toEqual(['reconnecting', 'disconnected', 'ready']);
    await bot.stop();
  });

  test('a bot that never got in says after a while that it is disconnected', async () => {
    await w.bot.stop();
    w.sim.faults.next({ route: '/gateway/bot', kind: 500, times: 1_000 });
    const bot = beginBot(w.ctx, { graceMs: 50 });
    await vi.waitFor(() => expect(bot.state()).toBe('disconnected'));
    w.sim.faults.clear();
    await bot.settled();
    expect(bot.state()).toBe('ready');
    await bot.stop();
  });
});
