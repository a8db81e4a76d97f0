import {
  buildGuild,
  buildMember,
  buildPanel,
  buildSession,
  buildTicket,
} from '@tickets/testkit/data/factories';
import { writeDownStatements } from '@tickets/testkit/database/statements';
import { startTestApp } from '@tickets/testkit/worlds/app';
import { expect, test } from 'vitest';

test('a look at a ticket asks once for who looks, whose the ticket is, and for its panel', async () => {
  const statements = writeDownStatements();
  await using app = await startTestApp({ through: statements.through });
  const { ctx } = app;
  const { guild_id } = await buildGuild(ctx);
  const { panel_id } = await buildPanel(ctx, { guild_id });
  const { ticket_id } = await buildTicket(ctx, { guild_id, panel_id });
  const token = await buildSession(ctx, await buildMember(ctx, { guild_id, level: 1 }));
  const look = () => app.call('tickets.get', { params: { guild_id, ticket_id }, query: {}, token });
  // Whoever is not known yet is asked for.
  await look();
  statements.taken();

  expect((await look()).status).toBe(200);
  const asked = statements.taken();
  const times = (how: RegExp) => asked.filter((text) => how.test(text)).length;
  expect(times(/staff_overrides/)).toBe(1);
  expect(times(/last_message_is_staff, t\.last_seq/)).toBe(1);
  expect(times(/from "panels"/)).toBe(1);
  // It was 14.
  expect(asked.length).toBeLessThanOrEqual(11);
});
