import { pictureUrl } from '@tickets/core/platform/net/picture-proxy';
import {
  buildGuild,
  buildMember,
  buildMessage,
  buildSession,
  buildTicket,
} from '@tickets/testkit/data/factories';
import { type Answered, type Receiver, startReceiver } from '@tickets/testkit/outside/receiver';
import { startTestApp, type TestApp } from '@tickets/testkit/worlds/app';
import { createTestClock } from '@tickets/testkit/worlds/clock';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

const clock = createTestClock();
const png = Buffer.from('89504e470d0a1a0a', 'hex');
const MIB = 1024 ** 2;
let app: TestApp;
/** A server of somebody else, which may be reached although it is on this machine. */
let elsewhere: Receiver;

beforeAll(async () => {
  elsewhere = await startReceiver();
  app = await startTestApp({
    clock,
    config: { trusted_bases: [elsewhere.url] },
    api: { limits_scale: 0, trusted_proxies: ['loopback'] },
  });
});
afterAll(async () => {
  await app.close();
  await elsewhere[Symbol.asyncDispose]();
});
beforeEach(() => {
  elsewhere.received.length = 0;
  elsewhere.answers({ type: 'image/png', body: png });
});

/** As a browser asks for an address that an answer of ours had. */
const load = (url: string | undefined, from = '192.0.2.1', signal?: AbortSignal) => {
  const { pathname, search } = new URL(url ?? '');
  return fetch(app.url + pathname + search, {
    headers: { 'x-forwarded-for': from },
    ...(signal && { signal }),
  });
};
const signed = (url: string) => pictureUrl(app.ctx, url);

describe('a picture from elsewhere', () => {
  test('in a transcript is fetched by us, and kept by the browser for a while', async () => {
    const { guild_id } = await buildGuild(app.ctx);
    const token = await buildSession(app.ctx, await buildMember(app.ctx, { guild_id, level: 2 }));
    const ticket = await buildTicket(app.ctx, { guild_id, status: 'closed', has_transcript: true });
    const params = { guild_id, ticket_id: ticket.ticket_id };
    const embeds = JSON.stringify([{ image: { url: `${elsewhere.url}/i.png` } }]);
    await buildMessage(app.ctx, { ...params, embeds });
    const render = () => app.call('transcripts.render', { params, query: {}, token });
    const imageIn = async () =>
      (await render()).body.messages[0]?.embeds[0]?.image as { url: string; proxy_url: string };
    const image = await imageIn();
    expect(image.url).toBe(`${elsewhere.url}/i.png`);
    const shown = await load(image.proxy_url);
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(png);
    expect(shown.headers.get('cache-control')).toBe('private, max-age=3600');
    expect(shown.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await imageIn()).toEqual(image);
  });

  test.each<[string, Answered]>([
    ['a page that calls itself a picture', { type: 'image/png', body: '<!doctype html><p>Hello' }],
    [
      'an SVG, which is a program',
      { type: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' },
    ],
    ['an SVG that calls itself something else', { type: 'image/webp', body: '<?xml version="1.0"?><svg/>' }],
    ['too large', { type: 'image/png', body: Buffer.concat([png, Buffer.alloc(8 * MIB)]) }],
    ['too slow', { hangs: true }],
    ['somewhere else', { status: 302, headers: { location: 'http://10.0.0.1/i.png' }, body: png }],
  ])('is not passed on where it is %s', async (_, answer) => {
    elsewhere.answers(answer);
    expect((await load(signed(`${elsewhere.url}/i.png`))).status).toBe(404);
    expect(elsewhere.received).toHaveLength(1);
  });

  test('is not fetched from inside, nor by an address that somebody changed, nor when its time is over', async () => {
    const inside = ['http://127.0.0.1:9/i.png', 'http://169.254.169.254/i.png', 'http://[::1]/i.png'];
    for (const url of inside) expect((await load(signed(url))).status).toBe(404);
    const good = signed(`${elsewhere.url}/i.png`) ?? '';
    const other = signed('http://pictures.example/i.png') ?? '';
    const [, signature] = good.split('.').slice(-2);
    for (const changed of [
      good.slice(0, -2),
      `${other.slice(0, other.lastIndexOf('.'))}.${signature}`,
      good.split('?')[0],
    ])
      expect((await load(changed)).status).toBe(404);
    clock.advance(2 * 3_600_000 + 1);
    expect((await load(good)).status).toBe(404);
    expect(elsewhere.received).toEqual([]);
  });

  test('does not wait for the slow ones of another reader', async () => {
    elsewhere.answers(({ path }) => (path === '/slow.png' ? { hangs: true } : { body: png }));
    const leaves = new AbortController();
    let over = 0;
    const slow = Array.from({ length: 40 }, () =>
      load(signed(`${elsewhere.url}/slow.png`), '192.0.2.1', leaves.signal)
        .catch(() => undefined)
        .finally(() => {
          over += 1;
        }),
    );
    await expect.poll(() => elsewhere.received.length).toBe(8);
    const shown = await load(signed(`${elsewhere.url}/i.png`), '192.0.2.2');
    expect(shown.status).toBe(200);
    expect(over).toBeLessThan(20);
    leaves.abort();
    await Promise.all(slow);
  });

  test('that is being typed is signed for whoever has signed in, and for nobody else', async () => {
    const { guild_id } = await buildGuild(app.ctx);
    const token = await buildSession(app.ctx, await buildMember(app.ctx, { guild_id }));
    const url = `${elsewhere.url}/typed.png`;
    expect((await app.call('pictures.preview', { body: { url } })).status).toBe(401);
    const { body } = await app.call('pictures.preview', { body: { url }, token });
    expect((await load(body.url ?? undefined)).status).toBe(200);
    for (const none of ['', 'ftp://a.example/i.png', 'javascript:alert(1)', 'data:image/png;base64,AA'])
      expect((await app.call('pictures.preview', { body: { url: none }, token })).body.url).toBeNull();
    const long = await app.call('pictures.preview', {
      body: { url: `https://a.example/${'x'.repeat(3000)}` },
      token,
    });
    expect([long.status, long.body]).toMatchObject([400, { fields: [{ path: 'url' }] }]);
  });
});

test('pages may load pictures and films from us and from Discord, and from nowhere else', async () => {
  const policy = (await fetch(`${app.url}/healthz`)).headers.get('content-security-policy') ?? '';
  const { origin } = new URL(app.ctx.config.cdn_url);
  const discords = `${origin} https://media.discordapp.net https://images-ext-1.discordapp.net https://images-ext-2.discordapp.net`;
  expect(policy).toContain(`img-src 'self' data: blob: ${discords};`);
  expect(policy).toContain(`media-src 'self' ${discords};`);
});
