import { routes } from '@tickets/contract/routes';
import {
  buildGuild,
  buildImportedTicket,
  buildMember,
  buildPanel,
  buildSession,
  buildTeam,
  buildTicket,
} from '@tickets/testkit/data/factories';
import { startTestApp } from '@tickets/testkit/worlds/app';
import { expect, test } from 'vitest';

test('beside a ticket stand the earlier ones of its opener: how many, and the latest few', async () => {
  await using app = await startTestApp();
  const { ctx } = app;
  const { guild_id } = await buildGuild(ctx);
  const opener_id = await buildMember(ctx, { guild_id });
  const other_id = await buildMember(ctx, { guild_id });
  const token = await buildSession(ctx, await buildMember(ctx, { guild_id, level: 1 }));
  const { panel_id } = await buildPanel(ctx, { guild_id, title: 'Help', default_team: true });
  const closed = { status: 'closed' as const, closed_at: ctx.clock.now() };
  for (let count = 0; count < 5; count++)
    await buildTicket(ctx, { guild_id, opener_id, panel_id, ...closed, has_transcript: true });
  const imported = await buildImportedTicket(ctx, { guild_id, opener_id });
  await buildTicket(ctx, { guild_id, opener_id: other_id, panel_id });
  await buildTicket(ctx, { guild_id, opener_id, ...closed, close_source: 'undone' });
  const open = await buildTicket(ctx, { guild_id, opener_id });
  const current = await buildTicket(ctx, { guild_id, opener_id, panel_id });
  await buildTicket(ctx, { guild_id, opener_id, panel_id });

  const params = { guild_id, ticket_id: current.ticket_id };
  const { status, body } = await app.call('tickets.of_opener', { params, token });
  expect(status).toBe(200);
  const { total, tickets } = routes['tickets.of_opener'].answers[200].parse(body);
  expect(total).toBe(7);
  expect(tickets.map(({ id }) => id)).toEqual([open.ticket_id, imported.ticket_id, 5, 4, 3]);
  expect(tickets.map((ticket) => ticket.imported)).toEqual([false, true, false, false, false]);
  expect(tickets[0]).toMatchObject({ panel_title: null, is_open: true, has_transcript: false });
  expect(tickets[2]).toMatchObject({ panel_title: 'Help', is_open: false, has_transcript: true });

  // Beside a transcript, too.
  const ofClosed = await app.call('tickets.of_opener', { params: { guild_id, ticket_id: 3 }, token });
  expect(ofClosed.body.tickets.map(({ id }) => id)).toEqual([2, 1]);
});

test('of earlier tickets of other panels, and of ones that a claim hides, staff learn nothing', async () => {
  await using app = await startTestApp();
  const { ctx } = app;
  const { guild_id } = await buildGuild(ctx);
  const opener_id = await buildMember(ctx, { guild_id });
  const helper_id = await buildMember(ctx, { guild_id });
  const colleague_id = await buildMember(ctx, { guild_id });
  const team_id = await buildTeam(ctx, { guild_id, user_ids: [helper_id, colleague_id] });
  const theirs = await buildPanel(ctx, { guild_id, team_ids: [team_id] });
  const others = await buildPanel(ctx, { guild_id });
  await ctx.db
    .insertInto('guild_settings')
    .values({ guild_id, support_can_view: false })
    .onConflict((on) => on.column('guild_id').doUpdateSet({ support_can_view: false }))
    .execute();
  const closed = { status: 'closed' as const, closed_at: ctx.clock.now() };
  const visible = { guild_id, opener_id, panel_id: theirs.panel_id };
  await buildTicket(ctx, { ...visible, ...closed, claimed_by: colleague_id });
  await buildTicket(ctx, { ...visible, panel_id: others.panel_id, ...closed });
  await buildTicket(ctx, { ...visible, claimed_by: colleague_id });
  const current = await buildTicket(ctx, visible);
  const params = { guild_id, ticket_id: current.ticket_id };
  const seenBy = async (user_id: string) => {
    const { body } = await app.call('tickets.of_opener', { params, token: await buildSession(ctx, user_id) });
    const { total, tickets } = routes['tickets.of_opener'].answers[200].parse(body);
    return [total, ...tickets.map(({ id }) => id)];
  };
  expect(await seenBy(helper_id)).toEqual([1, 1]);
  expect(await seenBy(colleague_id)).toEqual([2, 3, 1]);
  expect(await seenBy(opener_id)).toEqual([3, 3, 2, 1]);
});
