import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DiscordSim, startDiscordSim } from '../server.ts';
import type { SimApplication, SimSku } from '../world/entities.ts';
import { addSku, deleteEntitlement, subscribe } from '../world/entitlements.ts';

let sim: DiscordSim;
let app: SimApplication;
let sku: SimSku;
let guild_id: string;
let user_id: string;
beforeAll(async () => {
  sim = await startDiscordSim();
  const { world } = sim;
  app = world.addApplication({ name: 'Shop' });
  sku = addSku(world, { application_id: app.id, owner_type: 1 });
  user_id = world.addUser({}).id;
  guild_id = world.addGuild({ owner_id: user_id }).id;
});
afterAll(() => sim.close());

async function ask(method: string, path = '', body?: object, token = app.bot_token) {
  const answer = await fetch(`${sim.url}/api/v10/applications/${app.id}/entitlements${path}`, {
    method,
    headers: { authorization: `Bot ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text ? JSON.parse(text) : undefined };
}

test('an application makes a test entitlement, reads it, and deletes it', async () => {
  const made = await ask('POST', '', { sku_id: sku.id, owner_id: guild_id, owner_type: 1 });
  expect(made).toMatchObject({ status: 200, body: { sku_id: sku.id, guild_id, type: 4, deleted: false } });
  expect(made.body).not.toHaveProperty('ends_at');
  const { id } = made.body;
  expect((await ask('GET', `/${id}`)).body).toMatchObject({ id, ends_at: null });
  expect((await ask('GET')).body).toMatchObject([{ id }]);
  expect((await ask('DELETE', `/${id}`)).status).toBe(204);
  expect((await ask('GET')).body).toEqual([]);
  expect((await ask('GET', '?exclude_deleted=false')).body).toMatchObject([{ id, deleted: true }]);
  expect(await ask('DELETE', `/${id}`)).toMatchObject({ status: 404, body: { code: 10029 } });
});

test('the list is read page by page in both directions, and by SKU', async () => {
  const ids = [1, 2, 3].map(() => subscribe(sim.world, sku, { guild_id, user_id }).id);
  const read = async (query: string) => (await ask('GET', query)).body.map((row: { id: string }) => row.id);
  expect(await read('?after=0&limit=2')).toEqual(ids.slice(0, 2));
  expect(await read(`?after=${ids[1]}&limit=2`)).toEqual(ids.slice(2));
  expect(await read(`?before=${ids[2]}&limit=1`)).toEqual([ids[1]]);
  expect(await read(`?sku_ids=1,${sku.id}`)).toEqual(ids);
  expect(await read('?sku_ids=1')).toEqual([]);
  for (const id of ids) {
    const row = sim.world.entitlements.get(id);
    if (row) deleteEntitlement(sim.world, row);
  }
});

test('Discord refuses strangers, what is not sold, owners that are not there, and deleting what was bought', async () => {
  const { world } = sim;
  const stranger = world.addApplication({ name: 'Other' });
  expect((await ask('GET', '', undefined, stranger.bot_token)).status).toBe(403);
  expect((await ask('GET', '?limit=101')).body.code).toBe(50035);
  const make = (body: object) =>
    ask('POST', '', { sku_id: sku.id, owner_id: guild_id, owner_type: 1, ...body });
  expect((await make({ sku_id: '1' })).body.code).toBe(10027);
  expect((await make({ owner_id: '1' })).body.code).toBe(10004);
  expect((await make({ owner_type: 3 })).body.code).toBe(50035);
  expect((await make({ owner_id: user_id, owner_type: 2 })).body.code).toBe(50035);
  const bought = subscribe(world, sku, { guild_id, user_id });
  expect(await ask('DELETE', `/${bought.id}`)).toMatchObject({ status: 404 });
});
