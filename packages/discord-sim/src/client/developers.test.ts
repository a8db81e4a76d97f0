import { ApplicationFlags as F } from 'discord-api-types/v10';
import { expect, it } from 'vitest';
import { startDiscord } from '../start.ts';

async function portal() {
  const sim = await startDiscord();
  const owner = sim.world.addUser({ username: 'olive' });
  sim.world.addGuild({ name: 'Bakery', owner_id: owner.id });
  const post = (path: string, fields: Record<string, string>) =>
    fetch(sim.url + path, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
  const text = async () => (await fetch(`${sim.url}/developers`)).text();
  return { sim, owner, post, text, [Symbol.asyncDispose]: () => sim.close() };
}

it('shows each application with its owner and its token, and makes another', async () => {
  await using on = await portal();
  expect((await on.post('/developers', { name: '<Desk>', owner_id: on.owner.id })).status).toBe(303);
  const [made] = on.sim.world.applications.all();
  expect(made).toMatchObject({ name: '<Desk>', owner_id: on.owner.id, flags: 0 });
  const said = await on.text();
  for (const part of ['&lt;Desk&gt;', 'olive', made?.bot_token ?? '-', made?.id ?? '-'])
    expect(said).toContain(part);
});

it.each([
  ['', 'no name'],
  ['x'.repeat(33), 'too long a name'],
])('refuses an application with %s', async (name) => {
  await using on = await portal();
  expect((await on.post('/developers', { name, owner_id: on.owner.id })).status).toBe(400);
  expect(on.sim.world.applications.all()).toEqual([]);
});

it('resets a token, with which the old one is refused', async () => {
  await using on = await portal();
  const application = on.sim.world.addApplication({ name: 'Desk', owner_id: on.owner.id });
  const me = async (token: string) =>
    (await fetch(`${on.sim.url}/api/v10/users/@me`, { headers: { authorization: `Bot ${token}` } })).status;
  expect(await me(application.bot_token)).toBe(200);
  expect((await on.post(`/developers/${application.id}/token`, {})).status).toBe(303);
  expect(await me(application.bot_token)).toBe(401);
  expect(await me(on.sim.world.applications.get(application.id)?.bot_token ?? '')).toBe(200);
  expect((await on.post('/developers/1/token', {})).status).toBe(404);
});

it('switches intents on and off, and no other flag', async () => {
  await using on = await portal();
  const flags = F.GatewayMessageContent | F.ApplicationCommandBadge;
  const { id } = on.sim.world.addApplication({ name: 'Desk', owner_id: on.owner.id, flags });
  const now = () => on.sim.world.applications.get(id)?.flags;
  const switchTo = (fields: Record<string, string>) => on.post(`/developers/${id}/intents`, fields);
  expect(await on.text()).toMatch(/name="content" checked/);
  expect((await switchTo({ members: 'on', content: 'on' })).status).toBe(303);
  expect(now()).toBe(flags | F.GatewayGuildMembersLimited);
  await switchTo({});
  expect(now()).toBe(F.ApplicationCommandBadge);
  expect(await on.text()).not.toMatch(/ checked/);
  expect((await on.post('/developers/1/intents', {})).status).toBe(404);
});
