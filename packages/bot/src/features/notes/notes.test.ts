import type { SimChannel } from '@tickets/discord-sim/world/entities';
import { type BotWorld, saidIn, startBotWorld } from '@tickets/testkit/worlds/bot-world';
import { ChannelType, MessageType, PermissionFlagsBits as P } from 'discord-api-types/v10';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

let w: BotWorld;
beforeEach(async () => {
  w = await startBotWorld();
});
afterEach(() => w[Symbol.asyncDispose]());

const threads = (channel: SimChannel) =>
  w.sim.world.channels.in('parent', channel.id).filter(({ type }) => type === ChannelType.PrivateThread);
const ask = async (who: BotWorld['staff'], channel: SimChannel) =>
  saidIn(await who.goes(channel).slash('notes'));

describe('notes', () => {
  test('are a private thread with the team in it, and without the opener and whoever was added', async () => {
    const sid = w.addMember('sid');
    // Who joins comes as nobody, so the bot has to have heard of them before.
    await w.bot.settled();
    await w.ctx.db
      .insertInto('permissions')
      .values({ guild_id: w.guild_id, user_id: sid.id, support: true })
      .execute();
    const { channel } = await w.openTicket();
    await saidIn(await w.staff.goes(channel).slash('add', { user_or_role: w.other.id }));
    const said = await ask(w.staff, channel);
    const [thread] = threads(channel);
    if (!thread) throw new Error('there are no notes');
    expect(said).toContain(`<#${thread.id}>`);
    expect(thread).toMatchObject({ name: 'notes', thread_metadata: { invitable: false } });
    expect([w.staff, sid, w.member, w.other].map((who) => who.sees(thread))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    // Discord itself says whom the bot added by name: whoever asked.
    const written = w.sim.world.messages.in('channel', thread.id);
    expect(written.filter(({ type }) => type !== MessageType.RecipientAdd)).toEqual([]);
    expect(await w.ticket(1)).toMatchObject({ notes_thread_id: thread.id });
  });

  test('take in nobody whom an override alone lets in, because they would stay in the thread', async () => {
    await w.ctx.db.insertInto('bot_staff').values({ user_id: w.other.id }).execute();
    await w.ctx.db
      .insertInto('staff_overrides')
      .values({ guild_id: w.guild_id, expires_at: new Date(Date.now() + 3_600_000) })
      .execute();
    const { channel } = await w.openTicket();
    await w.ctx.discord.api.channels.editPermissionOverwrite(channel.id, w.other.id, {
      type: 1,
      allow: String(P.ViewChannel | P.UseApplicationCommands),
      deny: '0',
    });
    expect(await ask(w.other, channel)).toContain('this server let you in for some time');
    expect(threads(channel)).toEqual([]);
  });

  test('leave out an opener who is staff, also by a role, and refuse them', async () => {
    const role = w.sim.world.addRole({ guild_id: w.guild_id, name: 'Bakers' });
    await vi.waitFor(async () => {
      const heard = w.ctx.db.selectFrom('guild_roles').selectAll().where('role_id', '=', role.id);
      expect(await heard.execute()).toHaveLength(1);
    });
    await w.ctx.db
      .insertInto('role_permissions')
      .values({ guild_id: w.guild_id, role_id: role.id, support: true })
      .execute();
    const { channel } = await w.openTicket();
    w.sim.world.members.get(`${w.guild_id}:${w.member.id}`)?.roles.push(role.id);
    await w.ctx.db
      .updateTable('guild_members')
      .set({ role_ids: [role.id] })
      .where('user_id', '=', w.member.id)
      .execute();
    expect(await ask(w.member, channel)).toContain('You opened this ticket yourself');
    await ask(w.staff, channel);
    expect(threads(channel).map((thread) => w.member.sees(thread))).toEqual([false]);
  });

  test('are the same ones for whoever asks next, and made again when they were deleted', async () => {
    const { channel } = await w.openTicket();
    await ask(w.staff, channel);
    const [first] = threads(channel);
    if (!first) throw new Error('there are no notes');
    expect(await ask(w.owner, channel)).toContain(`<#${first.id}>`);
    await w.owner.deleteChannel(first);
    await w.bot.settled();
    expect(await w.ticket(1)).toMatchObject({ status: 'open' });
    await ask(w.staff, channel);
    expect(threads(channel)).toHaveLength(1);
  });

  test('are no part of the ticket: nothing in them is kept, and no command there acts on it', async () => {
    const { channel } = await w.openTicket();
    await ask(w.staff, channel);
    const [thread] = threads(channel);
    if (!thread) throw new Error('there are no notes');
    await w.staff.write(thread, 'A difficult one');
    await w.bot.settled();
    expect(await w.ticket(1)).toMatchObject({ last_message_id: null });
    for (const [name, options] of [
      ['close', {}],
      ['closerequest', {}],
      ['rename', { name: 'x' }],
      ['notes', {}],
    ] as const)
      expect(await saidIn(await w.staff.goes(thread).slash(name, options))).toContain('not a ticket');
    expect(await w.ticket(1)).toMatchObject({ status: 'open' });
  });

  test('are for the staff of the ticket’s panel', async () => {
    const { channel, ticket } = await w.openTicket();
    expect(await ask(w.member, channel)).toContain('Only support staff');
    await saidIn(await w.staff.goes(channel).slash('add', { user_or_role: w.staff.id }));
    await w.ctx.db
      .updateTable('panels')
      .set({ default_team: false })
      .where('panel_id', '=', ticket.panel_id)
      .execute();
    expect(await ask(w.staff, channel)).toContain('do not have permission');
    expect(threads(channel)).toEqual([]);
  });

  test('a ticket that is a thread has none', async () => {
    await w.settings({ use_threads: true, ticket_notification_channel: w.notices.id });
    const { channel } = await w.openTicket();
    await saidIn(await w.member.goes(channel).slash('add', { user_or_role: w.staff.id }));
    expect(await ask(w.staff, channel)).toContain('no threads inside threads');
  });

  test.each([
    ['refused', { kind: 403 }, 'Discord', 0],
    ['lost', { kind: 500, afterEffect: true }, 'The team talks', 1],
  ])('%s by Discord, there is never a second thread', async (_, fault, said, made) => {
    const { channel } = await w.openTicket();
    w.sim.faults.next({ method: 'POST', route: '/channels/:channel/threads', ...fault });
    expect(await ask(w.staff, channel)).toContain(said);
    expect(threads(channel)).toHaveLength(made);
    await ask(w.staff, channel);
    expect(threads(channel)).toHaveLength(1);
  });
});
