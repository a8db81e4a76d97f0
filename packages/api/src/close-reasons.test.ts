import { routes } from '@tickets/contract/routes';
import {
  buildGuild,
  buildMember,
  buildPanel,
  buildSession,
  buildTicket,
} from '@tickets/testkit/data/factories';
import { startTestApp } from '@tickets/testkit/worlds/app';
import { expect, test } from 'vitest';

test('beside a ticket stand the reasons that tickets are closed for: those of its panel first, then the usual ones', async () => {
  await using app = await startTestApp();
  const { ctx } = app;
  const { guild_id } = await buildGuild(ctx);
  const opener_id = await buildMember(ctx, { guild_id });
  const staff_id = await buildMember(ctx, { guild_id, level: 1 });
  const { panel_id } = await buildPanel(ctx, { guild_id, default_team: true });
  const another = await buildPanel(ctx, { guild_id, default_team: true });
  const closed = (of: number, close_reason: string | null) =>
    buildTicket(ctx, {
      guild_id,
      opener_id,
      panel_id: of,
      status: 'closed',
      closed_at: ctx.clock.now(),
      closed_by: staff_id,
      close_reason,
    });
  await closed(panel_id, 'Refunded');
  for (let n = 0; n < 2; n++) await closed(another.panel_id, 'Solved');
  await closed(another.panel_id, 'A duplicate');
  await closed(panel_id, null);
  const { ticket_id } = await buildTicket(ctx, { guild_id, opener_id, panel_id });

  const params = { guild_id, ticket_id };
  const token = await buildSession(ctx, staff_id);
  const { body } = await app.call('tickets.close_reasons', { params, token });
  const { reasons } = routes['tickets.close_reasons'].answers[200].parse(body);
  expect(reasons).toEqual(['Refunded', 'Solved', 'A duplicate']);

  // It was closed while they were on their way.
  await ctx.db.updateTable('tickets').set({ status: 'closed' }).where('ticket_id', '=', ticket_id).execute();
  expect((await app.call('tickets.close_reasons', { params, token })).status).toBe(200);

  const theirs = await buildSession(ctx, opener_id);
  expect((await app.call('tickets.close_reasons', { params, token: theirs })).status).toBe(403);
});
