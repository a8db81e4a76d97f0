import { grantPremium } from '@tickets/core/premium/grants';
import { buildGuild, buildMember, buildSession } from '@tickets/testkit/data/factories';
import { startTestApp, type TestApp } from '@tickets/testkit/worlds/app';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let app: TestApp;
let guild_id: string;
let token: string;

beforeAll(async () => {
  app = await startTestApp({ config: { premium: 'entitlements' } });
});
afterAll(() => app.close());
beforeEach(async () => {
  const guild = await buildGuild(app.ctx);
  ({ guild_id } = guild);
  token = await buildSession(app.ctx, guild.owner_id);
});

const initial = { 0: '#2ecc71', 1: '#fc3f35' };
const read = async () => (await app.call('colours.get', { params: { guild_id }, token })).body;
const save = (body: Record<string, string>) =>
  app.call('colours.save', { params: { guild_id }, token, body });
const givePremium = () => grantPremium(app.ctx, { guild_id }, { tier: 0 });
const settings = async () => (await app.call('settings.get', { params: { guild_id }, token })).body;

test('a server that chose no colours has the default ones', async () => {
  expect(await read()).toEqual(initial);
});

test('colours that are saved are those of the settings, and the other way round', async () => {
  await givePremium();
  const { status, body } = await save({ 0: '#AABBCC', 1: '#000000' });
  expect([status, body]).toEqual([200, { success: true }]);
  expect(await read()).toEqual({ 0: '#aabbcc', 1: '#000000' });
  const { locales: _, ...saved } = await settings();
  expect(saved.colours).toEqual({ 0: '#aabbcc', 1: '#000000' });
  await app.call('settings.save', {
    params: { guild_id },
    token,
    body: { ...saved, colours: { 0: '#111111', 1: '#222222' } },
  });
  expect(await read()).toEqual({ 0: '#111111', 1: '#222222' });
});

test('saving colours leaves every other setting as it is', async () => {
  await givePremium();
  const { locales: _, success: __, ...before } = await settings();
  await app.call('settings.save', {
    params: { guild_id },
    token,
    body: { ...before, ticket_limit: 3, welcome_message: 'Ahoy', language: 'de' },
  });
  const chosen = await settings();
  await save({ 0: '#123456', 1: '#654321' });
  expect(await settings()).toEqual({
    ...chosen,
    version: expect.any(Number),
    colours: { 0: '#123456', 1: '#654321' },
  });
});

test('a colour that is left out goes back to its default', async () => {
  await givePremium();
  await save({ 0: '#123456', 1: '#654321' });
  await save({ 1: '#654321' });
  expect(await read()).toEqual({ 0: initial[0], 1: '#654321' });
});

test.each([
  ['a name', { 0: 'red' }, '0'],
  ['a short colour', { 0: '#2ecc71', 1: '#fff' }, '1'],
  ['a third colour', { 2: '#000000' }, '2'],
  ['something else', { success: '#000000' }, 'success'],
])('%s is refused, with and without premium, and nothing is saved', async (_, body, path) => {
  const refused = [400, 'Invalid colour', [{ path, message: 'Invalid colour' }]];
  const said = async () => {
    const { status, error } = await save(body);
    return [status, error.error, error.fields];
  };
  expect(await said()).toEqual(refused);
  await givePremium();
  expect(await said()).toEqual(refused);
  expect(await read()).toEqual(initial);
});

test('a read tells the version of the settings, by which the save of somebody else is not written over', async () => {
  await givePremium();
  await save({ 0: '#123456', 1: '#654321' });
  const { headers } = await app.call('colours.get', { params: { guild_id }, token });
  const version = Number(headers.get('x-version'));
  expect(version).toBe((await settings()).version);
  await save({ 0: '#000000', 1: '#654321' });
  const late = await app.call('colours.save', {
    params: { guild_id },
    token,
    body: { 0: '#ffffff', 1: '#654321', based_on: version } as never, // beside the colours a number
  });
  expect([late.status, await read()]).toEqual([409, { 0: '#000000', 1: '#654321' }]);
});

test('a server without premium cannot change its colours', async () => {
  const { status, error } = await save({ 0: '#123456', 1: '#654321' });
  expect([status, error.error]).toEqual([402, 'You must have premium to customise message appearance']);
  expect(await read()).toEqual(initial);
});

test('support staff neither see nor change the colours', async () => {
  await givePremium();
  token = await buildSession(app.ctx, await buildMember(app.ctx, { guild_id, level: 1 }));
  const { status } = await app.call('colours.get', { params: { guild_id }, token });
  expect([status, (await save(initial)).status]).toEqual([403, 403]);
});
