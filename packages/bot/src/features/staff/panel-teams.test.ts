import { effects } from '@tickets/core/composition/effects';
import { removePanel, updatePanel } from '@tickets/core/panels/panels';
import { settleDue } from '@tickets/core/platform/effects/following';
import type { AppEvent } from '@tickets/core/platform/events/events';
import { callOf } from '@tickets/testkit/data/access';
import { buildTeam } from '@tickets/testkit/data/factories';
import { type BotWorld, saidIn, startBotWorld, textOf } from '@tickets/testkit/worlds/bot-world';
import { settleAll, unsettled } from '@tickets/testkit/worlds/effects';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

let w: BotWorld;
beforeEach(async () => {
  w = await startBotWorld();
});
afterEach(() => w[Symbol.asyncDispose]());

/** An open ticket of a panel that only the bakers work, claimed by Tess, who is one; Finn is a finder. */
async function start() {
  const [tess, finn] = [w.addMember('tess'), w.addMember('finn')];
  await w.bot.settled();
  const { guild_id } = w;
  const bakers = await buildTeam(w.ctx, { guild_id, name: 'Bakers', user_ids: [tess.id] });
  const finders = await buildTeam(w.ctx, { guild_id, name: 'Finders', user_ids: [finn.id] });
  const { row, message } = await w.panel();
  const { panel_id } = row;
  const change = (input: Parameters<typeof updatePanel>[3]) =>
    updatePanel(callOf(w.ctx), guild_id, panel_id, input);
  await change({ default_team: false, teams: [bakers] });
  await settleAll(w.ctx);
  const { channel } = await w.opened(await w.member.click(message, 'Get help'));
  expect([tess.sees(channel), finn.sees(channel), w.staff.sees(channel)]).toEqual([true, false, false]);
  await saidIn(await tess.goes(channel).slash('claim'));
  expect(await w.ticket(1)).toMatchObject({ claimed_by: tess.id });
  await settleAll(w.ctx);
  const heard: AppEvent[] = [];
  w.ctx.events.subscribe((event) => heard.push(event));
  return { tess, finn, bakers, finders, panel_id, channel, change, heard };
}

describe('who works the open tickets of a panel in Discord', () => {
  test('follows its teams: one that goes loses channel and claim, one that comes sees it', async () => {
    const { tess, finn, finders, channel, change, heard } = await start();
    await change({ teams: [finders] });
    expect(heard).toContainEqual({ type: 'access.changed', guild_id: w.guild_id });
    expect(await unsettled(w.ctx)).toEqual(['duties', 'ticket.channel 1:permissions:panel']);
    await settleAll(w.ctx);
    expect(await w.ticket(1)).toMatchObject({ claimed_by: null });
    expect([tess.sees(channel), finn.sees(channel), w.staff.sees(channel)]).toEqual([false, true, false]);
    expect(w.member.sees(channel)).toBe(true);
  });

  test('follows the default team', async () => {
    const { tess, channel, change, heard } = await start();
    await change({ default_team: true });
    expect(heard).toContainEqual({ type: 'access.changed', guild_id: w.guild_id });
    await settleAll(w.ctx);
    expect(await w.ticket(1)).toMatchObject({ claimed_by: tess.id });
    expect([tess.sees(channel), w.staff.sees(channel)]).toEqual([true, true]);
  });

  test('follows a panel that is deleted, whose tickets are the default team’s', async () => {
    const { tess, panel_id, channel, heard } = await start();
    await removePanel(callOf(w.ctx), w.guild_id, panel_id);
    expect(heard).toContainEqual({ type: 'access.changed', guild_id: w.guild_id });
    await settleAll(w.ctx);
    expect(await w.ticket(1)).toMatchObject({ claimed_by: null, panel_id: null });
    expect([tess.sees(channel), w.staff.sees(channel)]).toEqual([false, true]);
  });

  test('follows it back when Discord refuses the message of the panel', async () => {
    const { tess, finn, bakers, finders, channel, change } = await start();
    w.sim.faults.next({ method: 'PATCH', route: '/channels/:channel/messages/:message', kind: 403 });
    // What is due by then, a worker takes up.
    const worker: Promise<boolean>[] = [];
    w.ctx.events.subscribe(({ type }) => type === 'access.changed' && worker.push(settleDue(w.ctx, effects)));
    await expect(change({ title: 'Found', teams: [finders] })).rejects.toThrow();
    const teams = w.ctx.db.selectFrom('panel_teams').select('team_id');
    expect(await teams.execute()).toEqual([{ team_id: bakers }]);
    await Promise.all(worker);
    await settleAll(w.ctx);
    expect(await unsettled(w.ctx)).toEqual([]);
    expect(await w.ticket(1)).toMatchObject({ claimed_by: tess.id });
    expect([tess.sees(channel), finn.sees(channel)]).toEqual([true, false]);
  });

  test('is left alone by a change of anything else', async () => {
    const { bakers, change, heard } = await start();
    await change({ title: 'Bread', default_team: false, teams: [bakers] });
    expect(heard).not.toContainEqual(expect.objectContaining({ type: 'access.changed' }));
    expect(await unsettled(w.ctx)).toEqual([]);
  });

  test('is wanted by one statement for all of its tickets', async () => {
    const { finders, panel_id, change } = await start();
    await sql`
      insert into tickets (guild_id, ticket_id, status, opener_id, source, interaction_id, subject, channel_id, channel_name, panel_id, is_thread)
      select guild_id, 10 + n, case n when 2 then 'opening' when 3 then 'closed' else 'open' end, opener_id, source, interaction_id + n, subject, 1000 + n, 'x',
        ${panel_id}, n = 4
      from tickets, generate_series(1, 5) n`.execute(w.ctx.db);
    await change({ teams: [finders] });
    const wanted = (await unsettled(w.ctx)).filter((one) => one.startsWith('ticket.channel'));
    const open = [1, 11, 12, 15].map((id) => `ticket.channel ${id}:permissions:panel`);
    expect(new Set(wanted)).toEqual(new Set(open));
    await w.ctx.db.deleteFrom('tickets').where('ticket_id', '>', 10).execute();
    await settleAll(w.ctx);
  });
});

describe('staff who do not work a ticket', () => {
  test('cannot give it to a panel of theirs, while they still see its channel', async () => {
    const { tess, finders, bakers, panel_id, channel, change } = await start();
    const own = await w.panel({ title: 'Bread' });
    await updatePanel(callOf(w.ctx), w.guild_id, own.row.panel_id, { teams: [bakers] });
    await change({ teams: [finders] });
    const switching = await tess.goes(channel).slash('switchpanel', { panel: 'Bread' });
    expect(textOf(await switching.followUp())).toContain(
      'You do not have permission to do this in this ticket: you are in none of the teams that answer it.',
    );
    expect(await w.ticket(1)).toMatchObject({ panel_id });
  });
});
