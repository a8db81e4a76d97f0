import { startTestApp } from '@tickets/testkit/app';
import { buildSession } from '@tickets/testkit/factories';
import { expect, test } from 'vitest';

test('a refused bot token is told by readiness, metrics and to the administrators of a server, until it is accepted', async () => {
  await using app = await startTestApp({ sim: true });
  const guild = app.sim.world.addGuild({ name: 'Desk' });
  app.sim.world.addMember({ guild_id: guild.id, user_id: app.application.bot_user_id });
  const token = await buildSession(app.ctx, guild.owner_id);
  await app.startBot();
  const told = async () => {
    const ready = await fetch(`${app.url}/readyz`);
    const metrics = await (await fetch(`${app.url}/metrics`)).text();
    const { body } = await app.call('guild.discord', { params: { guild_id: guild.id }, token });
    return {
      ready: [ready.status, await ready.json()],
      metric: /^discord_problem\{.*$/m.exec(metrics)?.[0],
      dashboard: body.problem,
    };
  };
  const accept = app.sim.refuseToken(app.application.id);
  await app.ctx.discord.identity.check();
  expect(await told()).toEqual({
    ready: [503, expect.objectContaining({ ok: false, discord: 'token_refused' })],
    metric: 'discord_problem{problem="token_refused"} 1',
    dashboard: 'token_refused',
  });
  accept();
  await app.ctx.discord.identity.check();
  expect(await told()).toEqual({
    ready: [200, expect.objectContaining({ ok: true, discord: 'ok' })],
    metric: undefined,
    dashboard: null,
  });
});
