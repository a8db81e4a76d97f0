import { integrationLimits } from '@tickets/contract/integrations/integration-limits';
import { readOwnDeliveries } from '@tickets/core/integrations/own';
import { eventsMissed } from '@tickets/core/servers/members';
import { updateMember } from '@tickets/discord-sim/world/members';
import { buildForm } from '@tickets/testkit/data/factories';
import { buildIntegration } from '@tickets/testkit/data/integrations';
import { loseKeys } from '@tickets/testkit/data/lost-keys';
import { allowWarning } from '@tickets/testkit/guard/watch';
import { type Answered, type Receiver, startReceiver } from '@tickets/testkit/outside/receiver';
import { type BotWorld, startBotWorld } from '@tickets/testkit/worlds/bot-world';
import { PermissionFlagsBits as P } from 'discord-api-types/v10';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

let w: BotWorld;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await startReceiver();
  w = await startBotWorld({ config: { trusted_bases: [receiver.url] } });
});
afterAll(async () => {
  await w[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
});
afterEach(async () => {
  await w.ctx.db.deleteFrom('integrations').execute();
  // A server opens so many tickets in a while, and no more.
  await w.ctx.db
    .updateTable('tickets')
    .set({ opened_at: new Date(0) })
    .execute();
  receiver.received.length = 0;
});

const add = (values: object = {}) =>
  buildIntegration(w.ctx, {
    owner_id: w.owner.id,
    guild_id: w.guild_id,
    webhook_url: `${receiver.url}/facts`,
    placeholders: [{ name: 'rank', json_path: 'player.rank' }],
    ...values,
  });

const greeting = (description: string) =>
  JSON.stringify({
    title: null,
    url: null,
    description,
    colour: 1,
    author: { name: null, icon_url: null, url: null },
    image_url: null,
    thumbnail_url: null,
    footer: { text: null, icon_url: null },
    timestamp: null,
    fields: [],
  });

/** What a new ticket of somebody begins with, once all of it is there. */
async function openWith(description: string, onPanel?: () => void) {
  const as = w.addMember('newcomer');
  const { message } = await w.panel({ welcome_message: greeting(description) });
  onPanel?.();
  const { ticket, channel } = await w.opened(await as.click(message, 'Get help'));
  await expect
    .poll(async () => (await w.ticket(ticket.ticket_id))?.welcome_message_id, { timeout: 10_000 })
    .not.toBeNull();
  const { welcome_message_id } = (await w.ticket(ticket.ticket_id)) ?? {};
  const welcome = w.sim.world.messages.get(welcome_message_id ?? '');
  return { ticket, channel, opener: as, says: welcome?.embeds[0]?.description };
}

test('what an integration answers stands in the welcome message', async () => {
  await add({
    webhook_url: `${receiver.url}/of/%user_id%?server=%guild_id%&key=%key%`,
    headers: [
      { name: 'Authorization', value: 'Bearer %key%' },
      { name: 'X-Who', value: '%user_id%' },
    ],
    placeholders: [
      { name: 'rank', json_path: 'player.rank' },
      { name: 'account_id', json_path: 'id' },
      { name: 'Is-Vip', json_path: 'player.vip' },
      { name: 'lost', json_path: 'player.lost' },
      { name: 'list', json_path: 'items' },
    ],
    secrets: [{ name: 'key' }],
    filled: { key: 'a b&c' },
  });
  receiver.answers({
    body: '{"id": 123456789012345678901, "player": {"rank": "Admiral", "vip": true}, "items": [1]}',
  });
  const { says, opener } = await openWith('%rank% %account_id% %Is-Vip% %lost% %list% %nobodys% \\%rank\\%');
  expect(says).toBe('Admiral 123456789012345678901 true N/A N/A %nobodys% %rank%');
  expect(receiver.received).toMatchObject([
    {
      method: 'GET',
      path: `/of/${opener.id}?server=${w.guild_id}&key=a%20b%26c`,
      body: '',
      headers: { authorization: 'Bearer a b&c', 'x-who': opener.id },
    },
  ]);
});

test.each([
  ['halves of emojis', String.raw`A\ud83dB`, 'A\ufffdB'],
  ['zero characters', String.raw`A\u0000B`, 'AB'],
  ['more than is kept, in emojis', `x${'🍞'.repeat(1000)}`, `x${'🍞'.repeat(999)}`],
])('what an integration answers stands there as far as it is text: %s', async (_, rank, shown) => {
  await add();
  receiver.answers({ body: `{"player":{"rank":"${rank}"}}` });
  expect((await openWith('%rank%!')).says).toBe(`${shown}!`);
});

test.each([50035, 50109, 50006])(
  'a ticket whose greeting Discord refuses with %i has the greeting of the server, and its buttons',
  async (code) => {
    allowWarning(/Discord refused the welcome message of a panel/);
    const refuse = () =>
      w.sim.faults.next({ method: 'POST', route: '/channels/:id/messages', kind: 400, code });
    const { ticket, says } = await openWith('of the panel', refuse);
    expect(says).toContain('Thank you for contacting support');
    const { welcome_message_id } = (await w.ticket(ticket.ticket_id)) ?? {};
    const welcome = w.sim.world.messages.get(welcome_message_id ?? '');
    expect(JSON.stringify(welcome?.components)).toContain('ticket.close');
  },
);

test('POST says which ticket it is about, and tells all answers, also those of questions with one label, to an integration of the server’s own alone', async () => {
  const { form_id, inputs } = await buildForm(w.ctx, {
    guild_id: w.guild_id,
    questions: [
      { label: 'What happened?', style: 2, required: false, max_length: 100 },
      { label: 'What happened?', required: false },
    ],
  });
  const own = await add({ http_method: 'POST', webhook_url: `${receiver.url}/own` });
  await add({ http_method: 'POST', webhook_url: `${receiver.url}/public`, review: 'approved' });
  const { message } = await w.panel({ form_id });
  const opener = w.addMember('teller');
  await opener.click(message, 'Get help');
  const sent = await opener.submitModal({
    [inputs[0]?.custom_id ?? '']: 'It broke',
    [inputs[1]?.custom_id ?? '']: 'Then it burnt',
  });
  const { ticket, channel } = await w.opened(sent);
  await expect.poll(() => receiver.received.length).toBe(2);
  const bodyTo = (path: string) =>
    JSON.parse(receiver.received.find((one) => one.path === path)?.body ?? 'null');
  const about = {
    guild_id: w.guild_id,
    user_id: opener.id,
    ticket_id: ticket.ticket_id,
    ticket_channel_id: channel.id,
    is_new_ticket: true,
  };
  expect(bodyTo('/own')).toEqual({
    ...about,
    form_data: { 'What happened?': 'It broke', 'What happened? (2)': 'Then it burnt' },
  });
  expect(bodyTo('/public')).toEqual(about);
  await expect
    .poll(() => readOwnDeliveries(w.ctx, w.owner.id, own))
    .toMatchObject([{ ticket_id: ticket.ticket_id, status: 200, problem: null, guild: { id: w.guild_id } }]);
});

test('an integration is told answers while its creator is an administrator, by name or by a role, also after a restart', async () => {
  const { form_id, inputs } = await buildForm(w.ctx, {
    guild_id: w.guild_id,
    questions: [{ label: 'What happened?' }],
  });
  const maker = w.addMember('maker');
  const role = w.sim.world.addRole({ guild_id: w.guild_id, name: 'Makers', permissions: P.Administrator });
  await add({ http_method: 'POST', webhook_url: `${receiver.url}/own`, owner_id: maker.id });
  const { message } = await w.panel({ form_id });
  const told = async (name: string) => {
    const opener = w.addMember(name);
    await opener.click(message, 'Get help');
    await w.opened(await opener.submitModal({ [inputs[0]?.custom_id ?? '']: 'It broke' }));
    await expect.poll(() => receiver.received.length).toBe(1);
    return JSON.parse(receiver.received.pop()?.body ?? 'null').form_data;
  };
  expect(await told('stranger')).toBeUndefined();
  const member = w.sim.world.members.get(`${w.guild_id}:${maker.id}`);
  if (member) updateMember(w.sim.world, member, { roles: [role.id] });
  await w.restart();
  expect(await told('by-a-role')).toEqual({ 'What happened?': 'It broke' });
});

test('where Discord does not say whether its creator still administers the server, an integration is told no answers, and the others are called once', async () => {
  const { form_id, inputs } = await buildForm(w.ctx, {
    guild_id: w.guild_id,
    questions: [{ label: 'What happened?' }],
  });
  const maker = w.addMember('builder');
  await add({ http_method: 'POST', webhook_url: `${receiver.url}/own`, owner_id: maker.id });
  await add({ http_method: 'POST', webhook_url: `${receiver.url}/other` });
  const { message } = await w.panel({ form_id });
  await w.restart();
  await eventsMissed(w.ctx, [w.guild_id]);
  w.sim.faults.next({ method: 'GET', route: new RegExp(`/members/${maker.id}$`), kind: 500, times: 3 });
  const opener = w.addMember('asker');
  await opener.click(message, 'Get help');
  const { ticket } = await w.opened(await opener.submitModal({ [inputs[0]?.custom_id ?? '']: 'It broke' }));
  await expect.poll(async () => (await w.ticket(ticket.ticket_id))?.welcome_message_id).not.toBeNull();
  w.sim.faults.clear();
  const bodies = receiver.received.map(({ path, body }) => [path, JSON.parse(body).form_data]);
  expect(bodies.sort()).toEqual([
    ['/other', { 'What happened?': 'It broke' }],
    ['/own', undefined],
  ]);
});

describe('an integration that fails costs its own placeholders alone, and is told of', () => {
  const failures: Record<string, [Answered, object]> = {
    'says something that is no JSON': [{ body: 'x' }, { status: 200, problem: 'not_json' }],
    'says a list': [{ body: '[1]' }, { status: 200, problem: 'not_json' }],
    'says too much': [
      { body: `{"player": {"rank": "${'x'.repeat(70_000)}"}}` },
      { status: null, problem: 'too_large' },
    ],
    'never answers': [{ hangs: true }, { status: null, problem: 'timeout' }],
    'has an error': [
      { status: 500, body: '{"player": {"rank": "Admiral"}}' },
      { status: 500, problem: 'status' },
    ],
    'sends elsewhere': [
      { status: 302, headers: { location: 'http://169.254.169.254/' }, body: '' },
      { status: 302, problem: 'status' },
    ],
  };
  test.each(Object.entries(failures))('where it %s', async (_, [answer, told]) => {
    const id = await add();
    await add({ webhook_url: `${receiver.url}/good`, placeholders: [{ name: 'other', json_path: 'value' }] });
    receiver.answers(({ path }) => (path === '/good' ? { body: '{"value": 7}' } : answer));
    const { says } = await openWith('%rank% and %other%');
    expect(says).toBe('N/A and 7');
    expect(await readOwnDeliveries(w.ctx, w.owner.id, id)).toMatchObject([told]);
  });

  test.each([
    ['header', { headers: [{ name: 'Authorization', value: 'Bearer x' }] }],
    ['secret', { secrets: [{ name: 'key' }], filled: { key: 'x' } }],
  ])('where the key of a %s is lost, it is not called', async (_, lost) => {
    const id = await add(lost);
    await loseKeys(w.ctx.db);
    await add({ webhook_url: `${receiver.url}/good`, placeholders: [{ name: 'other', json_path: 'value' }] });
    receiver.answers({ body: '{"value": 7}' });
    const { says } = await openWith('%rank% and %other%');
    expect(says).toBe('N/A and 7');
    expect(receiver.received.map(({ path }) => path)).toEqual(['/good']);
    expect(await readOwnDeliveries(w.ctx, w.owner.id, id)).toMatchObject([
      { status: null, problem: 'secret_lost' },
    ]);
  });

  test('where its address is one of this machine or its network, no request is made', async () => {
    for (const webhook_url of [
      'http://127.0.0.1:9/x',
      'http://[::1]:9/',
      'http://169.254.169.254/latest',
      'http://10.0.0.1/',
    ])
      await w.ctx.db
        .deleteFrom('integrations')
        .execute()
        .then(() => add({ webhook_url }));
    const id = await add({ webhook_url: receiver.url.replace('127.0.0.1', 'localhost') });
    const { says } = await openWith('%rank%');
    expect(says).toBe('N/A');
    expect(receiver.received).toEqual([]);
    expect(await readOwnDeliveries(w.ctx, w.owner.id, id)).toMatchObject([
      { status: null, problem: 'blocked' },
    ]);
  });
});

test('the opener is told where the ticket is before integrations have answered', async () => {
  await add();
  receiver.answers({ hangs: true });
  const { message } = await w.panel({ welcome_message: greeting('%rank%') });
  const began = performance.now();
  const { ticket } = await w.opened(await w.addMember('hasty').click(message, 'Get help'));
  expect(performance.now() - began).toBeLessThan(2_500);
  expect(ticket.welcome_message_id).toBeNull();
  await expect
    .poll(async () => (await w.ticket(ticket.ticket_id))?.welcome_message_id, { timeout: 10_000 })
    .not.toBeNull();
});

test('a secret that is not of ASCII arrives as it was filled in', async () => {
  await add({
    headers: [{ name: 'X-Key', value: '%key%' }],
    secrets: [{ name: 'key' }],
    filled: { key: 'ключ\r\nX-Other: 1' },
  });
  receiver.answers({});
  await openWith('%rank%');
  const [sent] = receiver.received;
  expect(Buffer.from(String(sent?.headers['x-key']), 'latin1').toString()).toBe('ключX-Other: 1');
  expect(sent?.headers).not.toHaveProperty('x-other');
});

test('what a value says is never filled in turn, and pings nobody', async () => {
  await add();
  receiver.answers({ body: '{"player": {"rank": "%server% @everyone <@&1>"}}' });
  const { channel, opener, says } = await openWith('%rank%');
  expect(says).toBe('%server% @everyone <@&1>');
  for (const message of opener.messages(channel)) expect(message).toMatchObject({ mention_everyone: false });
});

test('the last hundred calls of a server are kept', async () => {
  const integration_id = await add();
  const call = {
    guild_id: w.guild_id,
    integration_id,
    ticket_id: 1,
    called_at: new Date(),
    duration_ms: 1,
    status: 200,
    problem: null,
  };
  await w.ctx.db
    .insertInto('integration_deliveries')
    .values(Array.from({ length: integrationLimits.deliveries }, () => call))
    .execute();
  receiver.answers({ body: '{}' });
  const { ticket } = await openWith('%rank%');
  const kept = await readOwnDeliveries(w.ctx, w.owner.id, integration_id);
  expect(kept).toHaveLength(integrationLimits.deliveries);
  expect(kept[0]).toMatchObject({ ticket_id: ticket.ticket_id });
});
