import { once } from 'node:events';
import { expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { stage } from '../testing.ts';

/** What libraries other than ours rely on, or send. */

it('answers are exactly application/json, refusals and limits too, and went through a proxy', async () => {
  await using on = await stage();
  on.sim.faults.next({ route: '/gateway', kind: 429 });
  const answers = [
    await on.fetch('GET', '/gateway'),
    await on.fetch('GET', '/gateway'),
    await on.fetch('GET', '/channels/1'),
    await on.fetch('GET', '/nothing'),
  ];
  expect(answers.map(({ status, headers }) => [status, headers.get('content-type')])).toEqual(
    [429, 200, 404, 501].map((status) => [status, 'application/json']),
  );
  expect(answers.map(({ headers }) => headers.get('via'))).toEqual(Array(4).fill('1.1 google'));
});

it('a request without a body may have any content type', async () => {
  await using on = await stage();
  const user_id = on.owner.id;
  const { body: role } = await on.fetch('POST', `/guilds/${on.guild.id}/roles`, { body: { name: 'Crew' } });
  for (const type of [
    'application/json',
    'application/x-www-form-urlencoded',
    'text/plain',
    'multipart/form-data',
  ])
    expect([
      type,
      (
        await on.fetch('PUT', `/guilds/${on.guild.id}/members/${user_id}/roles/${role.id}`, {
          headers: { 'content-type': type },
        })
      ).status,
    ]).toEqual([type, 204]);
});

it('a path may have its @ encoded', async () => {
  await using on = await stage();
  const { status, body } = await on.fetch('PATCH', `/guilds/${on.guild.id}/members/%40me`, {
    body: { nick: 'Desk' },
  });
  expect([status, body.nick]).toEqual([200, 'Desk']);
});

it('ids may come as integers, however long, in bodies and in frames', async () => {
  await using on = await stage();
  const answer = await fetch(`${on.sim.url}/api/v10/channels/${on.channel.id}/messages`, {
    method: 'POST',
    headers: { authorization: `Bot ${on.app.bot_token}`, 'content-type': 'application/json' },
    body: `{"content": "<@${on.owner.id}>", "allowed_mentions": {"users": [${on.owner.id}]}}`,
  });
  expect(await answer.json()).toMatchObject({ mentions: [{ id: on.owner.id }] });

  const socket = new WebSocket(`${on.sim.url.replace('http', 'ws')}/gateway?v=10&encoding=json`);
  const frames: { t: string; d: { guild_id?: string } }[] = [];
  socket.on('message', (text) => frames.push(JSON.parse(String(text))));
  await once(socket, 'open');
  const say = (op: number, d: string) => socket.send(`{"op": ${op}, "d": ${d}}`);
  say(2, JSON.stringify({ token: on.app.bot_token, intents: 3, properties: {} }));
  say(8, `{"guild_id": ${on.guild.id}, "query": "", "limit": 0}`);
  await vi.waitFor(() =>
    expect(frames.find(({ t }) => t === 'GUILD_MEMBERS_CHUNK')?.d.guild_id).toBe(on.guild.id),
  );
  socket.terminate();
});

it('who is told that the session is void may identify on the same connection', async () => {
  await using on = await stage();
  const socket = new WebSocket(`${on.sim.url.replace('http', 'ws')}/gateway?v=10&encoding=json`);
  const heard: string[] = [];
  socket.on('message', (text) => {
    const { op, t } = JSON.parse(String(text));
    heard.push(t ?? `op ${op}`);
  });
  await once(socket, 'open');
  const identify = () =>
    socket.send(JSON.stringify({ op: 2, d: { token: on.app.bot_token, intents: 1, properties: {} } }));
  identify();
  await vi.waitFor(() => expect(heard).toContain('READY'));
  on.sim.gateway.invalidate({ resumable: false });
  await vi.waitFor(() => expect(heard).toContain('op 9'));
  identify();
  await vi.waitFor(() => expect(heard.filter((one) => one === 'READY')).toHaveLength(2));
  socket.terminate();
});

it('a picture may be called jpg, or another kind than it is', async () => {
  await using on = await stage();
  const png =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const { status, body } = await on.fetch('PATCH', '/users/@me', {
    body: { avatar: `data:image/jpg;base64,${png}` },
  });
  expect([status, typeof body.avatar]).toEqual([200, 'string']);
});

it('an application, a server, its active threads and its commands have the fields that libraries read', async () => {
  await using on = await stage();
  expect((await on.fetch('GET', '/applications/@me')).body).toMatchObject({
    type: null,
    explicit_content_filter: 0,
    eligible_oauth2_scopes: [],
  });
  expect((await on.fetch('GET', `/guilds/${on.guild.id}`)).body).toMatchObject({
    region: 'deprecated',
    nsfw: false,
    home_header: null,
    mfa_level: 0,
  });
  expect((await on.fetch('GET', `/guilds/${on.guild.id}/threads/active`)).body).toEqual({
    threads: [],
    members: [],
    has_more: false,
  });
  const commands = `/applications/${on.app.id}/guilds/${on.guild.id}/commands`;
  expect(await on.fetch('GET', `${commands}/permissions`)).toMatchObject({ status: 200, body: [] });
  expect(await on.fetch('GET', `${commands}/1/permissions`)).toMatchObject({
    status: 404,
    body: { code: 10066 },
  });
});

it('of roles that are sent together only those that move are judged, and none moves above the one who moves it', async () => {
  await using on = await stage();
  const { world } = on.sim;
  const mine = world.roles
    .in('guild', on.guild.id)
    .filter(({ managed }) => managed)
    .at(-1);
  const [above, low, lower] = [9, 2, 1].map((position) =>
    world.roles.put({ ...world.addRole({ guild_id: on.guild.id, name: `at ${position}` }), position }),
  );
  if (!mine || !above || !low || !lower) throw new Error('a role is missing');
  world.roles.put({ ...mine, position: 5 });
  const move = (positions: [string, number][]) =>
    on.fetch('PATCH', `/guilds/${on.guild.id}/roles`, {
      body: positions.map(([id, position]) => ({ id, position })),
    });
  expect(
    (
      await move([
        [above.id, 9],
        [low.id, 1],
        [lower.id, 2],
      ])
    ).status,
  ).toBe(200);
  expect([low, lower].map(({ id }) => world.roles.get(id)?.position)).toEqual([1, 2]);
  for (const [id, position] of [
    [above.id, 3],
    [low.id, 5],
    [low.id, 9],
  ] as const)
    expect([
      position,
      (
        await move([
          [id, position],
          [lower.id, 1],
        ])
      ).status,
    ]).toEqual([position, 403]);
  expect(world.roles.get(lower.id)?.position).toBe(2);
});

it('what Discord found of a picture or file in components stands beside its address', async () => {
  await using on = await stage();
  const form = new FormData();
  const file = (url: string) => ({ url: `attachment://${url}` });
  const components = [
    { type: 13, file: file('rules.txt') },
    { type: 12, items: [{ media: file('map.png') }, { media: { url: 'https://pictures.example/a.png' } }] },
  ];
  form.append(
    'payload_json',
    JSON.stringify({ flags: 1 << 15, components, attachments: [{ id: 0 }, { id: 1 }] }),
  );
  form.append('files[0]', new Blob(['be kind'], { type: 'text/plain' }), 'rules.txt');
  form.append('files[1]', new Blob(['png'], { type: 'image/png' }), 'map.png');
  const answer = await fetch(`${on.sim.url}/api/v10/channels/${on.channel.id}/messages`, {
    method: 'POST',
    headers: { authorization: `Bot ${on.app.bot_token}` },
    body: form,
  });
  const body = (await answer.json()) as { components: unknown }; // A message.
  const own = {
    id: expect.stringMatching(/^\d+$/),
    attachment_id: expect.stringMatching(/^\d+$/),
    url: expect.stringMatching(/^http/),
    proxy_url: expect.stringMatching(/^http/),
  };
  expect(body.components).toMatchObject([
    { type: 13, name: 'rules.txt', size: 7, file: { ...own, content_type: 'text/plain; charset=utf-8' } },
    {
      items: [
        { media: { ...own, content_type: 'image/png' } },
        { media: { proxy_url: 'https://pictures.example/a.png' } },
      ],
    },
  ]);
});
