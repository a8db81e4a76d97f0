import { callAs, callOf } from '@tickets/testkit/data/access';
import { buildTicket } from '@tickets/testkit/data/factories';
import { untilLockWaits } from '@tickets/testkit/database/lock-waits';
import { allowDatabaseError, allowWarning } from '@tickets/testkit/guard/watch';
import { type BotWorld, saidIn, startBotWorld, textOf } from '@tickets/testkit/worlds/bot-world';
import { PermissionFlagsBits as P } from 'discord-api-types/v10';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Context } from '../platform/context.ts';
import { createPanel, listPanels, removePanel } from './panels.ts';

// What fails here on purpose is reported.
allowWarning(/"msg":"(a message is not settled yet)/);
allowDatabaseError(/23503: there is no panel/);

let w: BotWorld;
beforeEach(async () => {
  w = await startBotWorld();
});
afterEach(() => w[Symbol.asyncDispose]());

describe('panels', () => {
  const input = {
    title: null,
    content: null,
    colour: 1,
    category_id: null,
    emote: '',
    button_style: 3,
    button_label: null,
  };

  test('what is left out gets a default, and the message stands in the channel', async () => {
    const panel = await createPanel(callOf(w.ctx), w.guild_id, { ...input, channel_id: w.lobby.id });
    expect(panel).toMatchObject({ title: 'Open a ticket!', button_label: 'Open a ticket!', emote: '' });
    expect(await listPanels(callOf(w.ctx), w.guild_id)).toEqual([panel]);
    const [message] = w.member.messages(w.lobby);
    expect(message?.id).toBe(panel.message_id);
    expect(textOf(message!)).toBe('Open a ticket!\nBy clicking the button, a ticket will be opened for you.'); // just read
  });

  test('all problems are told at once', async () => {
    const bad = {
      ...input,
      channel_id: w.category.id,
      category_id: w.lobby.id,
      emote: { name: 'x', id: '1' },
    };
    const refused = await createPanel(callOf(w.ctx), w.guild_id, bad).catch((error: unknown) => error);
    expect(refused).toMatchObject({
      code: 'request.invalid',
      fields: [
        { path: 'channel_id', message: 'Panel channel not found' },
        { path: 'category_id', message: 'Invalid ticket category' },
        { path: 'emote', message: 'Emoji not found' },
      ],
    });
  });

  test('a panel whose message Discord refuses is not there, and the missing permission is named', async () => {
    w.sim.world.channels.put({
      ...w.lobby,
      permission_overwrites: [{ id: w.guild_id, type: 0, allow: '0', deny: String(P.SendMessages) }],
    });
    await w.restart();
    const refused = createPanel(callOf(w.ctx), w.guild_id, { ...input, channel_id: w.lobby.id });
    await expect(refused).rejects.toMatchObject({
      code: 'discord.channel_permissions',
      params: { channel: w.lobby.name, permissions: 'Send Messages' },
    });
    expect(await listPanels(callOf(w.ctx), w.guild_id)).toEqual([]);
  });

  test.each([false, true])(
    'a panel whose message got no answer is finished later, once (it was posted: %s)',
    async (afterEffect) => {
      w.sim.faults.next({ method: 'POST', route: '/channels/:channel/messages', kind: 500, afterEffect });
      const panel = await createPanel(callOf(w.ctx), w.guild_id, { ...input, channel_id: w.lobby.id });
      expect(panel.message_id).toBeNull();
      await w.restart();
      const [after] = await listPanels(callOf(w.ctx), w.guild_id);
      expect(w.member.messages(w.lobby).map(({ id }) => id)).toEqual([after?.message_id]);
    },
  );

  test('removing takes the message along, also when that is gone already; tickets stay', async () => {
    const { row, message } = await w.panel();
    await saidIn(await w.member.click(message, 'Get help'));
    const { panel_id } = row;
    await removePanel(callOf(w.ctx), w.guild_id, panel_id);
    expect(w.sim.world.messages.has(message.id)).toBe(false);
    expect(await w.ticket(1)).toMatchObject({ panel_id: null, status: 'open' });
    const other = await w.panel();
    w.sim.world.messages.delete(other.message.id);
    await removePanel(callOf(w.ctx), w.guild_id, other.row.panel_id);
    expect(await listPanels(callOf(w.ctx), w.guild_id)).toEqual([]);
    await expect(removePanel(callOf(w.ctx), w.guild_id, panel_id)).rejects.toMatchObject({
      code: 'panel.not_found',
    });
  });

  test('removing one writes none of its closed tickets, of which there can be very many, and unlinks the others', async () => {
    const { guild_id } = w;
    const { row } = await w.panel();
    const { panel_id } = row;
    const made = { guild_id, panel_id, opener_id: w.member.id };
    const closed = await buildTicket(w.ctx, { ...made, status: 'closed' });
    const closing = await buildTicket(w.ctx, { ...made, status: 'closing' });
    const open = await buildTicket(w.ctx, made);
    const other = await w.panel();
    const others = await buildTicket(w.ctx, { ...made, panel_id: other.row.panel_id });
    const stored = async ({ ticket_id }: { ticket_id: number }) => {
      const { rows } = await sql<{ panel_id: number | null; place: string }>`
        select panel_id, ctid::text as place from tickets
        where guild_id = ${guild_id} and ticket_id = ${ticket_id}`.execute(w.ctx.db);
      return rows[0];
    };
    const before = await stored(closed);
    await removePanel(callOf(w.ctx), guild_id, panel_id);
    expect(await stored(closed)).toEqual(before);
    expect((await Promise.all([closing, open, others].map(stored))).map((row) => row?.panel_id)).toEqual([
      null,
      null,
      other.row.panel_id,
    ]);
    await w.ctx.db
      .updateTable('tickets')
      .set({ status: 'open' })
      .where('guild_id', '=', guild_id)
      .where('ticket_id', '=', closed.ticket_id)
      .execute();
    expect(await stored(closed)).toMatchObject({ panel_id: null });
  });

  test('panels can be removed while tickets for the same thing are being opened from them; these open without a panel', async () => {
    const { guild_id } = w;
    const panels = [(await w.panel()).row, (await w.panel()).row];
    const tickets: number[] = [];
    for (const { panel_id } of panels) {
      const asked = {
        guild_id,
        panel_id,
        opener_id: w.member.id,
        subject: 'Help',
        status: 'opening' as const,
      };
      tickets.push((await buildTicket(w.ctx, asked)).ticket_id);
    }
    for (const { panel_id } of panels) await removePanel(callOf(w.ctx), guild_id, panel_id);
    const set = (status: 'open' | 'closed', ticket_id = 0) =>
      w.ctx.db
        .updateTable('tickets')
        .set({ status })
        .where('guild_id', '=', guild_id)
        .where('ticket_id', '=', ticket_id)
        .execute();
    await set('open', tickets[0]);
    await set('closed', tickets[1]);
    expect(await w.ticket(tickets[0] ?? 0)).toMatchObject({ status: 'open', panel_id: null });
    expect(await w.ticket(tickets[1] ?? 0)).toMatchObject({ status: 'closed' });
  });

  test('a ticket cannot get a panel that is being deleted, and one that just got it loses it', async () => {
    const { guild_id, ctx } = w;
    const [first, second] = [(await w.panel()).row, (await w.panel()).row];
    const waiting = () => untilLockWaits(ctx.db);
    const remove = (db: Context['db'], { panel_id }: typeof first) =>
      db.deleteFrom('panels').where('panel_id', '=', panel_id).execute();
    const ticket = (db: Context['db'], { panel_id }: typeof first) =>
      buildTicket({ ...ctx, db }, { guild_id, panel_id });

    const late = await ctx.db.transaction().execute(async (tx) => {
      await remove(tx, first);
      const refused = expect(ticket(ctx.db, first)).rejects.toMatchObject({ code: '23503' });
      await waiting();
      return { refused };
    });
    await late.refused;

    const early = await ctx.db.transaction().execute(async (tx) => {
      const made = await ticket(tx, second);
      const removed = remove(ctx.db, second);
      await waiting();
      return { made, removed };
    });
    await early.removed;
    expect(await w.ticket(early.made.ticket_id)).toMatchObject({ status: 'open', panel_id: null });
  });

  test('a member of the server who is no admin can neither make nor remove one', async () => {
    const actor = { kind: 'user', user_id: w.staff.id } as const;
    const { row } = await w.panel();
    const made = createPanel(await callAs(w, actor.user_id), w.guild_id, {
      ...input,
      channel_id: w.lobby.id,
    });
    await expect(made).rejects.toMatchObject({ code: 'permission.denied' });
    const removed = removePanel(await callAs(w, actor.user_id), w.guild_id, row.panel_id);
    await expect(removed).rejects.toMatchObject({ code: 'permission.denied' });
  });

  test('what was deleted in Discord while the bot was away is known at its next start', async () => {
    const role = w.sim.world.addRole({ guild_id: w.guild_id, name: 'Baker' });
    const { panel_id } = await createPanel(callOf(w.ctx), w.guild_id, { ...input, channel_id: w.lobby.id });
    await w.bot.stop();
    await w.ctx.db
      .updateTable('panels')
      .set({ mentions: ['here', role.id, w.guild_id, 'user'] })
      .where('panel_id', '=', panel_id)
      .execute();
    w.sim.world.roles.delete(role.id);
    w.sim.world.channels.delete(w.lobby.id);
    await w.restart();
    expect(await listPanels(callOf(w.ctx), w.guild_id)).toMatchObject([
      { message_id: null, message_state: 'deleted', mentions: ['here', w.guild_id, 'user'] },
    ]);
  });
});
