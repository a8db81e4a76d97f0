import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiOptions } from '@tickets/api/options';
import { buildGuild, buildMember, buildSession, buildTicket } from '@tickets/testkit/data/factories';
import { allowWarning } from '@tickets/testkit/guard/watch';
import { serveApi } from '@tickets/testkit/worlds/app';
import { createTestContext, type TestContext } from '@tickets/testkit/worlds/context';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket } from 'ws';

// What fails here on purpose is reported.
allowWarning(/"msg":"(connections are refused|an address asks too much and is hung up on)/);

let context: TestContext;
beforeAll(async () => {
  context = await createTestContext();
});
afterAll(() => context.close());

async function serve(options: Partial<ApiOptions>, log = context.ctx.log) {
  const { api } = await serveApi({ ...context.ctx, log }, options);
  onTestFinished(() => api.close());
  const { port } = api.server.address() as AddressInfo; // It listens on TCP.
  /** A connection that says this, and what is said on it until it is closed. */
  const say = (words: string) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(words));
    socket.on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
    return { socket, heard: text(socket).catch(() => '') };
  };
  const open = async (count: number) => {
    const sockets = Array.from(
      { length: count },
      () => say('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n').socket,
    );
    await Promise.all(sockets.map((socket) => once(socket, 'data')));
    return sockets;
  };
  return { port, say, open };
}

const refused = (heard: string, status: number, code: string) => {
  expect(heard).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(heard).toContain(`"code":"${code}"`);
  expect(heard).toMatch(/x-content-type-options: nosniff/i);
  expect(heard).toMatch(/content-security-policy: default-src 'none'/i);
  expect(heard).toMatch(/cache-control: no-store/i);
};

describe('requests', () => {
  const asks = 'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n';
  const last = asks.replace('host: x', 'host: x\r\nconnection: close');
  const answersIn = (heard: string) => heard.split('HTTP/1.1 200 ').length - 1;

  test('that come in one piece end their connection after a few', async () => {
    const { say } = await serve({});
    const { heard } = say(asks.repeat(1_000));
    expect(answersIn(await heard)).toBeLessThanOrEqual(4);
    const few = say(asks.repeat(3) + last);
    expect(answersIn(await few.heard)).toBe(4);
  });

  test.each([
    ['without a host', 'GET /healthz HTTP/1.1\r\n\r\n', 400],
    ['that expect what nobody does', 'GET /healthz HTTP/1.1\r\nhost: x\r\nexpect: tea\r\n\r\n', 417],
  ])('%s are refused and counted as others are', async (_, words, status) => {
    const { say } = await serve({ connections: { requests_each_max: 1 } });
    expect(await say(words).heard).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    // That was one connection and one request.
    expect(await say(last).heard).toBe('');
  });

  test('of one address have a limit, beyond which its connections end, and those of others go on', async () => {
    const { say, open, port } = await serve({ connections: { requests_each_max: 5 } });
    const [idle] = await open(1);
    const elsewhere = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' });
    onTestFinished(() => void elsewhere.destroy());
    await once(elsewhere, 'connect');
    await say(asks.repeat(200)).heard;
    if (!idle?.closed) await once(idle ?? elsewhere, 'close');
    elsewhere.write(asks);
    expect(String(await once(elsewhere, 'data'))).toMatch(/^HTTP\/1.1 200 /);
    await vi.waitFor(async () => expect(answersIn(await say(last).heard)).toBe(1), {
      timeout: 5_000,
      interval: 500,
    });
  });

  const inPieces = (path: string, pieces: number) =>
    `POST ${path} HTTP/1.1\r\nhost: x\r\nx-tickets: true\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n${'1\r\n \r\n'.repeat(pieces)}`;

  test.each(['/callback?code=1', '/nowhere'])(
    'to %s whose bodies come in thousands of pieces end their connection, and soon all of their address, for as long as they cost',
    async (path) => {
      const { say, open } = await serve({});
      const [idle] = await open(1);
      for (let n = 0; n < 4; n += 1) {
        // Also what comes after the answer counts.
        const { socket, heard } = say(inPieces(path, 600));
        await once(socket, 'connect');
        socket.write('1\r\n \r\n'.repeat(2_000));
        await heard;
      }
      if (!idle?.closed) await once(idle as NonNullable<typeof idle>, 'close');
      // Nothing that they send is parsed now, and a moment later they are not forgiven.
      await sleep(500);
      expect(await say(last).heard).toBe('');
    },
  );

  test('whose bodies are large are answered, also with a small piece here and there', async () => {
    const { say } = await serve({});
    const large = `8000\r\n${'x'.repeat(0x8000)}\r\n`;
    const words = inPieces('/nowhere', 0).replace('connection', 'x');
    const { heard } = say(`${words}${`${large}1\r\n \r\n`.repeat(1_100)}0\r\n\r\n${last}`);
    expect(await heard).toMatch(/^HTTP\/1.1 404 [\s\S]*HTTP\/1.1 200 /);
  });

  test('with an ordinary body in a few pieces are answered', async () => {
    const { say } = await serve({});
    const { heard } = say(`${inPieces('/nowhere', 10)}0\r\n\r\n${last}`);
    expect(await heard).toMatch(/^HTTP\/1.1 404 [\s\S]*HTTP\/1.1 200 /);
  });

  test('of a trusted proxy have none, because many people are behind it', async () => {
    const { open } = await serve({
      connections: { requests_each_max: 10 },
      trusted_proxies: ['127.0.0.1'],
    });
    expect(await open(60)).toHaveLength(60);
  });
});

describe('connections', () => {
  test('of one address have a limit, and a place that becomes free is taken', async () => {
    const { say, open } = await serve({ connections: { max: 50, each_max: 5 } });
    const [first] = await open(5);
    const { heard } = say('');
    refused(await heard, 503, 'service.overloaded');
    expect(await heard).toMatch(/retry-after: \d+/);
    first?.destroy();
    await expect
      .poll(() =>
        open(1).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
  });

  test('of a proxy that is trusted have none but that of all', async () => {
    const { say, open } = await serve({
      connections: { max: 12, each_max: 2 },
      trusted_proxies: ['127.0.0.0/8'],
    });
    await open(12);
    refused(await say('').heard, 503, 'service.overloaded');
  });

  test('of live sockets count like all others', async () => {
    const { port, say } = await serve({ connections: { max: 50, each_max: 3 } });
    const sockets = Array.from(
      { length: 3 },
      () => new WebSocket(`ws://127.0.0.1:${port}/api/1/live`, { origin: `http://127.0.0.1:${port}` }),
    );
    await Promise.all(sockets.map((socket) => once(socket, 'open')));
    refused(await say('').heard, 503, 'service.overloaded');
    for (const socket of sockets) socket.terminate();
  });
});

test('an upload that stands still is let go', async () => {
  const { ctx } = context;
  const { guild_id } = await buildGuild(ctx);
  const token = await buildSession(ctx, await buildMember(ctx, { guild_id, level: 1 }));
  const { ticket_id } = await buildTicket(ctx, { guild_id });
  const { say } = await serve({ body_within_ms: 150 });
  const { socket, heard } = say(
    `POST /api/${guild_id}/tickets/${ticket_id} HTTP/1.1\r\nhost: x\r\nx-tickets: true\r\nauthorization: ${token}\r\n` +
      'content-type: multipart/form-data; boundary=x\r\ncontent-length: 5000000\r\n\r\n' +
      '--x\r\ncontent-disposition: form-data; name="files[0]"; filename="a"\r\n\r\nhalf',
  );
  await heard;
  expect(socket.closed || socket.readableEnded).toBe(true);
});

test('an archive that stands still on its way to its address is let go, and that is no failure of ours', async () => {
  const { ctx } = context;
  const { guild_id, owner_id } = await buildGuild(ctx);
  await buildMember(ctx, { guild_id, user_id: owner_id });
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) });
  const { port, say } = await serve({ body_within_ms: 150 }, log);
  const query = 'file_size=5000&file_type=data&file_content_type=application/zip';
  const presigned = await fetch(`http://127.0.0.1:${port}/api/${guild_id}/import/presign?${query}`, {
    headers: { 'x-tickets': 'true', authorization: await buildSession(ctx, owner_id) },
  });
  const { url } = (await presigned.json()) as { url: string }; // as the contract says
  const { socket, heard } = say(
    `PUT ${new URL(url).pathname} HTTP/1.1\r\nhost: x\r\ncontent-type: application/zip\r\ncontent-length: 5000\r\n\r\nhalf`,
  );
  await heard;
  expect(socket.closed || socket.readableEnded).toBe(true);
  expect(lines).toEqual([]);
});

test('a body for an address that takes none is not read', async () => {
  const { say } = await serve({});
  const { heard } = say(
    'POST /nowhere HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: 1000000\r\n\r\n{',
  );
  refused(await heard, 404, 'route.not_found');
});

test('of the longer bodies that are on their way an address has so many, and one that ends makes room', async () => {
  const { say, port } = await serve({});
  const held = `POST /callback?code=1 HTTP/1.1\r\nhost: x\r\nx-tickets: true\r\ncontent-type: application/json\r\ncontent-length: 1000000\r\n\r\n{`;
  const first = Array.from({ length: 8 }, () => say(held));
  await Promise.all(first.map(({ socket }) => once(socket, 'connect')));
  const ninth = held.replace('host: x', 'host: x\r\nconnection: close');
  await vi.waitFor(async () => refused(await say(ninth).heard, 429, 'request.rate_limited'));
  const elsewhere = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' });
  onTestFinished(() => void elsewhere.destroy());
  elsewhere.write(ninth.replace('content-length: 1000000', 'content-length: 1'));
  expect(String(await once(elsewhere, 'data'))).toMatch(/^HTTP\/1.1 4/);
  for (const { socket } of first) socket.destroy();
  await vi.waitFor(async () => {
    const { socket, heard } = say(ninth);
    const answer = await Promise.race([heard, sleep(300).then(() => 'waits')]);
    socket.destroy();
    expect(answer).toBe('waits');
  });
});

describe('a body of a kind that no route takes', () => {
  const post = (headers: string, body: string) =>
    `POST /callback HTTP/1.1\r\nhost: x\r\nconnection: close\r\nx-tickets: true\r\n${headers}\r\n\r\n${body}`;

  test.each([
    ['as text', 'content-type: text/plain\r\ncontent-length: 1000000', 'x'],
    ['without a type', 'content-length: 1000000', 'x'],
    ['with files', 'content-type: multipart/form-data; boundary=x\r\ncontent-length: 1000000', '--x'],
    ['in chunks', 'content-type: text/plain\r\ntransfer-encoding: chunked', '1\r\nx\r\n'],
  ])('is not waited for (%s)', async (_, headers, body) => {
    const { say } = await serve({});
    refused(await say(post(headers, body)).heard, 415, 'request.unsupported_media_type');
  });

  test.each([
    ['of no length', 'content-type: text/plain\r\ncontent-length: 0', ''],
    ['of no chunks', 'content-type: text/plain\r\ntransfer-encoding: chunked', '0\r\n\r\n'],
  ])('is none where it is empty (%s)', async (_, headers, body) => {
    const { say } = await serve({});
    refused(await say(post(headers, body)).heard, 400, 'oauth.code_missing');
  });
});

describe('those who come through a trusted proxy', () => {
  const from = (address: string) =>
    `GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\nx-forwarded-for: ${address}\r\n\r\n`;
  const waits = (address: string) =>
    `POST /callback?code=1 HTTP/1.1\r\nhost: x\r\nx-tickets: true\r\nx-forwarded-for: ${address}\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{`;
  const trusted_proxies = ['127.0.0.1'];

  test('have each so many requests under way and live sockets, and one that ends makes room', async () => {
    const { say, port } = await serve({ connections: { each_max: 3 }, trusted_proxies });
    const live = new WebSocket(`ws://127.0.0.1:${port}/api/1/live`, {
      origin: `http://127.0.0.1:${port}`,
      headers: { 'x-forwarded-for': '192.0.2.1' },
    });
    await once(live, 'open');
    const [first] = [say(waits('192.0.2.1')), say(waits('192.0.2.1'))];
    await vi.waitFor(async () =>
      refused(await say(from('192.0.2.1:5678')).heard, 429, 'request.rate_limited'),
    );
    expect(await say(from('192.0.2.1')).heard).toMatch(/retry-after: 1/);
    const answered = expect.stringMatching(/^HTTP\/1.1 200 /);
    expect(await say(from('192.0.2.2')).heard).toEqual(answered);
    first.socket.destroy();
    await vi.waitFor(async () => expect(await say(from('192.0.2.1')).heard).toEqual(answered));
    say(waits('192.0.2.1'));
    await vi.waitFor(async () => expect(await say(from('192.0.2.1')).heard).not.toEqual(answered));
    live.terminate();
    await vi.waitFor(async () => expect(await say(from('192.0.2.1')).heard).toEqual(answered));
  });

  test('ask each no more often than others may, and the proxy itself as it likes', async () => {
    const { say } = await serve({ connections: { requests_each_max: 5 }, trusted_proxies });
    const heard = async (address: string) => {
      const answers = await Promise.all(Array.from({ length: 30 }, () => say(from(address)).heard));
      return answers.filter((answer) => answer.startsWith('HTTP/1.1 429')).length;
    };
    expect(await heard('192.0.2.1')).toBeGreaterThan(10);
    expect(await heard('127.0.0.1')).toBe(0);
    expect(await say(from('192.0.2.2')).heard).not.toMatch(/^HTTP\/1.1 429/);
  });
});

describe('a body that does not come', () => {
  const sent = (method: string, path: string) =>
    `${method} ${path} HTTP/1.1\r\nhost: x\r\nx-tickets: true\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{`;

  test('is told to be too slow where it is waited for', async () => {
    const { say } = await serve({ body_within_ms: 150 });
    const { heard } = say(sent('POST', '/callback?code=1'));
    refused(await heard, 408, 'request.too_slow');
  });

  test('does not keep the connection on which it was refused already', async () => {
    const { say } = await serve({ body_within_ms: 150 });
    const startedAt = performance.now();
    expect(await say(sent('PUT', '/api/100000000000000000/tags')).heard).toMatch(/^HTTP\/1.1 401/);
    expect(performance.now() - startedAt).toBeLessThan(5000);
  });
});

test.each([
  ['what is no HTTP', 'Hello?\r\n\r\n', 400, 'request.unreadable'],
  [
    'headers without end',
    `GET / HTTP/1.1\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`,
    431,
    'request.headers_too_large',
  ],
  [
    'an address that cannot be read',
    'GET /%ff HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
    400,
    'request.address_invalid',
  ],
  ...['/healthz?a', '/api/1/live?a', '/api/user/guilds?a'].map((path): [string, string, number, string] => [
    `an address of thousands of parts (${path})`,
    `GET ${path}${'&a'.repeat(3_000)} HTTP/1.1\r\nhost: x\r\n\r\n`,
    400,
    'request.address_invalid',
  ]),
])('%s is refused with the security headers', async (_, words, status, code) => {
  const { say } = await serve({});
  refused(await say(words).heard, status, code);
});

test('answers of the API are kept by no cache, whatever they are', async () => {
  const { port } = await serve({});
  for (const path of ['/config.json', '/api/user/guilds', '/api/none'])
    expect((await fetch(`http://127.0.0.1:${port}${path}`)).headers.get('cache-control')).toBe('no-store');
});

test('a frame that is too large is a fault of its sender, and no error of ours', async () => {
  const lines: { level: number; msg: string }[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const { port } = await serve({}, log);
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/1/live`, { origin: `http://127.0.0.1:${port}` });
  await once(socket, 'open');
  socket.send('x'.repeat(34 * 1024));
  expect((await once(socket, 'close'))[0]).toBe(1009);
  await sleep(50);
  expect(lines.filter(({ level }) => level > 30)).toEqual([]);
  expect(lines.map(({ msg }) => msg)).toContain('a live socket was broken off by its client');
});

describe('a handshake of a live socket', () => {
  const handshake = (method: string, path: string) =>
    `${method} ${path} HTTP/1.1\r\nhost: x\r\nconnection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n` +
    'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';

  test('that is refused ends with its answer', async () => {
    const { say } = await serve({});
    expect(await say(handshake('GET', '/api/1/live')).heard).toMatch(/^HTTP\/1.1 403 /);
  });

  test.each(['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'POST'])(
    'where none is, by %s, makes none, and is answered like any request',
    async (method) => {
      const { say } = await serve({});
      for (const path of method === 'GET' ? ['/', '/api/none'] : ['/api/1/live', '/api/none']) {
        const asked = handshake(method, path).replace('Upgrade', 'Upgrade, close');
        expect(await say(asked).heard, path).toMatch(/^HTTP\/1.1 [245]\d\d /);
      }
    },
  );
});

test('a file that cannot be opened for want of descriptors is busy and not missing, and the log says why', () => {
  const web_dir = mkdtempSync(join(tmpdir(), 'tickets-web-'));
  onTestFinished(() => rmSync(web_dir, { recursive: true, force: true }));
  mkdirSync(join(web_dir, 'assets'));
  writeFileSync(join(web_dir, 'index.html'), '<!doctype html>');
  writeFileSync(join(web_dir, 'assets/app.js'), 'true');
  const at = (path: string) => JSON.stringify(join(import.meta.dirname, path));
  const script = `
    import { openSync } from 'node:fs';
    import { setTimeout } from 'node:timers/promises';
    import fastify from 'fastify';
    import { installErrors } from ${at('errors.ts')};
    import { installWeb } from ${at('../pages/web.ts')};
    const app = fastify();
    const log = { warn: (facts) => console.log(facts.err.code), error: () => console.log('error') };
    installErrors(app, { log });
    await installWeb(app, { web_dir: ${JSON.stringify(web_dir)}, config: {} });
    const get = async (url) => console.log((await app.inject({ url, headers: { accept: 'text/html' } })).statusCode);
    await get('/assets/app.js');
    const takeAll = () => { try { for (;;) openSync('/dev/null'); } catch {} };
    takeAll();
    // The file that was sent is closed a moment later, which leaves one free.
    await setTimeout(100);
    takeAll();
    await get('/assets/app.js');
    await get('/');
    process.exit();`;
  const limited = 'ulimit -n 60; exec "$0" --input-type=module -e "$1"';
  const { stdout, stderr } = spawnSync('/bin/sh', ['-c', limited, process.execPath, script], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
    timeout: 20_000,
  });
  expect(stdout.trim().split('\n'), stderr).toEqual(['200', 'EMFILE', '503', 'EMFILE', '503']);
});
