import { buildGuild, buildMember, buildSession, buildUser } from '@tickets/testkit/data/factories';
import { buildIntegration, integrationInput } from '@tickets/testkit/data/integrations';
import { type Receiver, startReceiver } from '@tickets/testkit/outside/receiver';
import { startTestApp, type TestApp } from '@tickets/testkit/worlds/app';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

let app: TestApp;
let receiver: Receiver;
let guild_id: string;
let owner: { user_id: string; token: string };
let admin: { user_id: string; token: string };

beforeAll(async () => {
  receiver = await startReceiver();
  app = await startTestApp({ config: { trusted_bases: [receiver.url] }, api: { limits_scale: 0 } });
});
afterAll(async () => {
  await app.close();
  await receiver[Symbol.asyncDispose]();
});
beforeEach(async () => {
  ({ guild_id } = await buildGuild(app.ctx));
  const signIn = async (user_id: string) => ({ user_id, token: await buildSession(app.ctx, user_id) });
  owner = await signIn((await buildUser(app.ctx)).user_id);
  admin = await signIn(await buildMember(app.ctx, { guild_id, level: 2 }));
  receiver.received.length = 0;
  receiver.answers({});
});

describe('the picture of an integration', () => {
  const png = Buffer.from('89504e470d0a1a0a', 'hex');
  /** As the marketplace shows it, which a browser asks for by its token alone. */
  async function picture(image_url: string) {
    await buildIntegration(app.ctx, { owner_id: owner.user_id, review: 'approved' });
    const made = await app.ctx.db
      .updateTable('integrations')
      .set({ image_url })
      .where('owner_id', '=', owner.user_id)
      .returning('integration_id')
      .executeTakeFirstOrThrow();
    const { body } = await app.call('integrations.view', { params: made, token: admin.token });
    return fetch(`${app.url}/image-proxy?token=${body.proxy_token}`);
  }

  test('is fetched for the browser, and can be nothing but a picture there', async () => {
    // Its bytes count, not what its server calls it.
    receiver.answers({ type: 'text/html', body: png });
    const shown = await picture(`${receiver.url}/i.png`);
    expect(shown.status).toBe(200);
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(png);
    expect(shown.headers.get('content-type')).toBe('image/png');
    expect(shown.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(shown.headers.get('x-content-type-options')).toBe('nosniff');
    expect(receiver.received[0]?.headers).not.toHaveProperty('authorization');
  });

  test.each([
    ['a page', { type: 'text/html', body: '<script>alert(1)</script>' }],
    ['an SVG, which is a program', { type: 'image/svg+xml', body: '<svg/>' }],
    ['a page that says that it is a picture', { type: 'image/png', body: '<script>alert(1)</script>' }],
    ['an SVG that says that it is a picture of dots', { type: 'image/png', body: '<svg/>' }],
    ['nothing', { status: 404, type: 'image/png', body: png }],
    ['another address', { status: 302, headers: { location: 'http://169.254.169.254/' }, body: '' }],
    ['more than 8 MB', { type: 'image/png', body: Buffer.concat([png, Buffer.alloc(8 * 1024 * 1024)]) }],
  ])('is not shown where it is %s', async (_, answer) => {
    receiver.answers(answer);
    expect((await picture(`${receiver.url}/i.png`)).status).toBe(404);
  });

  test('is never fetched from this machine or its network', async () => {
    for (const url of [
      'http://127.0.0.1:9/i.png',
      'http://10.0.0.1/i.png',
      receiver.url.replace('127.0.0.1', 'localhost'),
    ])
      expect((await picture(url)).status).toBe(404);
    expect(receiver.received).toEqual([]);
  });

  test('is asked for with a token that we made, and that is not old', async () => {
    const id = await buildIntegration(app.ctx, {
      owner_id: owner.user_id,
      image_url: 'https://facts.example/i.png',
    });
    const { body } = await app.call('integrations.view', {
      params: { integration_id: id },
      token: owner.token,
    });
    const token = body.proxy_token ?? '';
    const [claim = '', signature = ''] = token.split('.');
    const other = Buffer.from(`99999999999999.${receiver.url}/i.png`).toString('base64url');
    for (const wrong of ['', 'x', `${claim}.`, `${other}.${signature}`, `${claim}.${signature.slice(1)}`])
      expect((await fetch(`${app.url}/image-proxy?token=${wrong}`)).status).toBe(404);
    expect((await fetch(`${app.url}/image-proxy`)).status).toBe(404);
    expect(receiver.received).toEqual([]);
  });
});

test('an author’s refusal comes with the author’s words, for front ends of any age', async () => {
  const integration_id = await buildIntegration(app.ctx, {
    owner_id: owner.user_id,
    review: 'approved',
    webhook_url: `${receiver.url}/facts`,
    validation_url: `${receiver.url}/check`,
    secrets: [{ name: 'key' }],
  });
  receiver.answers({ status: 401, body: '{"error": "That key ended in May."}' });
  const refused = await app.call('integrations.add', {
    params: { guild_id, integration_id },
    body: { secrets: { key: 'k' } },
    token: admin.token,
  });
  expect([refused.status, refused.body]).toMatchObject([
    400,
    {
      error: 'Integration rejected the secret values (contact the integration author for help)',
      client_error: 'That key ended in May.',
      internal_error: 'That key ended in May.',
    },
  ]);
});

test('a secret of blanks alone is refused at its field, as an empty one is', async () => {
  const integration_id = await buildIntegration(app.ctx, {
    owner_id: owner.user_id,
    review: 'approved',
    secrets: [{ name: 'key' }],
  });
  for (const key of ['', '   ']) {
    const { status, body } = await app.call('integrations.add', {
      params: { guild_id, integration_id },
      body: { secrets: { key } },
      token: admin.token,
    });
    expect([status, body]).toMatchObject([400, { fields: [{ path: 'secrets.key' }] }]);
  }
});

describe('a trial', () => {
  const trial = (values: object, secrets: Record<string, string> = {}) =>
    app.call('integrations.try', {
      body: { guild_id, integration: integrationInput(values), secrets },
      token: owner.token,
    });

  test('shows the request as it was sent, the answer, and what each placeholder becomes', async () => {
    receiver.answers({ body: '{"player": {"rank": "Captain"}}' });
    const { body } = await trial(
      {
        http_method: 'POST',
        webhook_url: `${receiver.url}/of/%user_id%`,
        headers: [{ name: 'X-Key', value: '%key%' }],
        secrets: [{ name: 'key' }],
        placeholders: [
          { name: 'rank', json_path: 'player.rank' },
          { name: 'level', json_path: 'player.level' },
        ],
      },
      { key: 'k' },
    );
    expect(body).toMatchObject({
      request: { method: 'POST', url: `${receiver.url}/of/${owner.user_id}` },
      problem: null,
      answer: { status: 200, content_type: 'application/json', text: '{"player": {"rank": "Captain"}}' },
      placeholders: [
        { name: 'rank', value: 'Captain', is_missing: false },
        { name: 'level', value: 'N/A', is_missing: true },
      ],
    });
    expect(body.request.headers).toContainEqual({ name: 'x-key', value: 'k' });
    expect(JSON.parse(body.request.body ?? '')).toEqual(JSON.parse(receiver.received[0]?.body ?? ''));
    expect(receiver.received[0]?.headers).toMatchObject({ 'x-key': 'k', 'content-type': 'application/json' });
  });

  test('says what was wrong, and reaches no address that is not public', async () => {
    const body = '{"player": {"rank": "Captain"}}';
    receiver.answers({ status: 500, body });
    const placeholders = [{ name: 'rank', json_path: 'player.rank' }];
    expect((await trial({ webhook_url: receiver.url, placeholders })).body).toMatchObject({
      problem: 'status',
      answer: { status: 500, text: body },
      placeholders: [{ name: 'rank', value: 'N/A', is_missing: true }],
    });
    expect((await trial({ webhook_url: 'http://127.0.0.1:9/' })).body).toMatchObject({
      problem: 'blocked',
      answer: null,
    });
  });
});
