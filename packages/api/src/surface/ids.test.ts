import { type RouteName, routePaths } from '@tickets/contract/route-paths';
import { buildGuild, buildTicket, randomId } from '@tickets/testkit/data/factories';
import { allowWarning } from '@tickets/testkit/guard/watch';
import { inGuild, ofDiscord, ofNoServer, ofOwners, withBody } from '@tickets/testkit/surface/routes';
import { buildSurfaceRows, nothing, type Surface, startSurface } from '@tickets/testkit/surface/world';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

// What fails here on purpose is reported.
allowWarning(/"msg":"(Cron hit an error; restarting in)/);

let surface: Surface;
beforeAll(async () => {
  surface = await startSurface();
});
afterAll(() => surface[Symbol.asyncDispose]());

const pathOf = (name: RouteName) => routePaths[name][1];

describe.each(inGuild)('%s', (name) => {
  test('answers a stranger to a server exactly as if there were no such server', async () => {
    const { send, token, rows, ticket_id } = surface;
    const foreign = await send(name, { token: token.stranger });
    const params = { guild_id: randomId(), ...rows, ticket_id };
    const unknown = await send(name, { token: token.stranger, params });
    expect([foreign.status, foreign.json.code]).toEqual([404, 'guild.not_found']);
    const withoutId = ({ text, json }: typeof foreign) => text.replace(json.request_id, '');
    expect(withoutId(foreign)).toBe(withoutId(unknown));
  });

  test.each(['abc', '12x', '-1', '1.5', '99999999999999999999', '%20'])(
    'refuses the server id %s',
    async (wrong) => {
      const url = pathOf(name)
        .replace(':guild_id', wrong)
        .replace(/:\w+_id/, '1');
      const response = await fetch(surface.app.url + url, {
        method: routePaths[name][0],
        headers: { 'x-tickets': 'true', authorization: surface.token.admin },
      });
      const { error } = (await response.json()) as { error: string };
      expect([response.status, error]).toEqual([400, 'Invalid guild ID']);
    },
  );
});

test.each(
  inGuild.filter((name) =>
    /:(?!guild|user|role|member|download|webhook|delivery|export|upload|run)\w+_id/.test(pathOf(name)),
  ),
)('%s takes an id of decimal digits only, and says so', async (name) => {
  const { send, token, guild_id, somebody } = surface;
  for (const wrong of ['abc', '0x105', '261.0', '1e2', '0', '-1', '99999999999']) {
    const params = { guild_id, ...somebody, ...ofAll(wrong) };
    const { status, json } = await send(name, { token: token.admin, params });
    const text = pathOf(name).includes(':ticket_id')
      ? `Invalid ticket ID provided: ${wrong}`
      : expect.stringMatching(
          /(Panel|Form|Multi panel|Team|Integration|Entry): Enter a number: digits only\./,
        );
    expect([status, json.error]).toEqual([400, text]);
  }
});

test('an id of another server is as unknown as one that does not exist', async () => {
  const { app, send, sample, token, guild_id, somebody } = surface;
  const other = await buildGuild(app.ctx);
  const { ticket_id } = await buildTicket(app.ctx, { guild_id: other.guild_id, ticket_id: 7_000 });
  const rows = await buildSurfaceRows(app.ctx, other.guild_id);
  const foreign = { guild_id, ...somebody, ...nothing, ...rows, ticket_id };
  const missing = { guild_id, ...somebody, ...nothing, ...ofAll(2_000_000) };
  const named = inGuild.filter((name) => /:(?!guild)\w+_id/.test(pathOf(name)));
  for (const name of named.filter((route) => ![...ofDiscord, ...ofNoServer, ...ofOwners].includes(route))) {
    const body = withBody.includes(name) ? JSON.stringify(sample(name)) : undefined;
    const [a, b] = await Promise.all(
      [foreign, missing].map((params) => send(name, { token: token.admin, params, body })),
    );
    expect([name, a?.status, a?.json.code]).toEqual([name, 404, b?.json.code]);
  }
});

/** The same id for everything of ours that a path can name. */
const ofAll = (id: string | number) => ({
  panel_id: id,
  form_id: id,
  multi_panel_id: id,
  team_id: id,
  entry_id: id,
  integration_id: id,
  ticket_id: id,
});
