import { buildSession } from '@tickets/testkit/data/factories';
import { allowWarning } from '@tickets/testkit/guard/watch';
import { startTestApp } from '@tickets/testkit/worlds/app';
import { expect, test, vi } from 'vitest';

// What fails here on purpose is reported.
allowWarning(/"msg":"(the gateway reports an error)/);

/** A running product with a bot in a server, and what is said of its connection to Discord. */
async function running() {
  const app = await startTestApp({ sim: true });
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
      until: body.until,
    };
  };
  return { app, told };
}

test('a refused bot token is told by readiness, metrics and to the administrators of a server, until it is accepted', async () => {
  const { app, told } = await running();
  await using _ = app;
  const accept = app.sim.refuseToken(app.application.id);
  await app.ctx.discord.identity.check();
  expect(await told()).toEqual({
    ready: [503, expect.objectContaining({ ok: false, discord: 'token_refused' })],
    metric: 'discord_problem{problem="token_refused"} 1',
    dashboard: 'token_refused',
    until: null,
  });
  accept();
  await app.ctx.discord.identity.check();
  await vi.waitFor(async () =>
    expect(await told()).toEqual({
      ready: [200, expect.objectContaining({ ok: true, discord: 'ok' })],
      metric: undefined,
      dashboard: null,
      until: null,
    }),
  );
});

test('that Cloudflare shuts the address out is told the same way, with the time at which it ends', async () => {
  const { app, told } = await running();
  await using _ = app;
  const ban = app.sim.faults.banAddress({ retryAfterSeconds: 3600 });
  const before = Date.now();
  await expect(app.ctx.discord.api.users.getCurrent()).rejects.toThrow('shut out');
  await vi.waitFor(async () =>
    expect(await told()).toEqual({
      ready: [503, expect.objectContaining({ ok: false, discord: 'banned' })],
      metric: 'discord_problem{problem="banned"} 1',
      dashboard: 'banned',
      until: expect.stringMatching(/T/),
    }),
  );
  expect(Date.parse((await told()).until ?? '')).toBeGreaterThanOrEqual(before + 3_599_000);
  ban.lift();
  app.ctx.discord.guard.learn(undefined);
  await vi.waitFor(async () =>
    expect(await told()).toMatchObject({
      ready: [200, { ok: true, discord: 'ok' }],
      dashboard: null,
      until: null,
    }),
  );
});
