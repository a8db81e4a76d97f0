import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { GuardedFetchError, guardedFetch, isPublic } from './guarded-fetch.ts';

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('listens on a port');
  return `http://127.0.0.1:${address.port}`;
}

const problemOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: unknown) => (error instanceof GuardedFetchError ? error.problem : error),
  );

test('nothing but public addresses can be reached, however they are written', async () => {
  const inside = [
    'http://127.0.0.1/',
    'http://localhost/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://[::1]/',
    'http://[::ffff:10.0.0.1]/',
    'http://[::2]/',
    'http://[::127.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[64:ff9b:1::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'http://[fec0::1]/',
    'http://10.1.2.3/',
    'http://169.254.169.254/latest/meta-data',
    'http://192.168.0.1/',
    'http://100.64.0.1/',
    'http://[fd00::1]/',
    'http://0.0.0.0/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'http://user:secret@example.com/',
    'not a url',
  ];
  for (const url of inside)
    expect([url, await problemOf(guardedFetch(url, { bytes_max: 10 }))]).toEqual([url, 'blocked']);
  expect(isPublic('8.8.8.8')).toBe(true);
  expect(isPublic('2606:4700::1111')).toBe(true);
});

test('a trusted base is reached, and nothing that only begins like it', async () => {
  const base = await serve((_, response) => response.setHeader('content-type', 'text/plain').end('hello'));
  const answer = await guardedFetch(`${base}/cdn/file`, { bytes_max: 10, trusted_bases: [`${base}/cdn`] });
  expect(answer).toEqual({
    status: 200,
    content_type: 'text/plain',
    headers: expect.any(Headers),
    retry_after: null,
    bytes: Buffer.from('hello'),
  });
  for (const path of ['/cdn.evil', '/cdn/../secret'])
    expect(
      await problemOf(guardedFetch(base + path, { bytes_max: 10, trusted_bases: [`${base}/cdn`] })),
    ).toBe('blocked');
});

test('a redirect is answered, not followed', async () => {
  const base = await serve((_, response) =>
    response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
  );
  const answer = await guardedFetch(`${base}/`, { bytes_max: 10, trusted_bases: [base] });
  expect(answer.status).toBe(302);
});

test('an answer that is too large or too slow is given up', async () => {
  const base = await serve((request, response) => {
    if (request.url === '/large') response.end(Buffer.alloc(100));
    else response.write('never ends');
  });
  const fetch = (path: string) =>
    guardedFetch(base + path, { bytes_max: 99, timeout_ms: 150, trusted_bases: [base] });
  expect(await problemOf(fetch('/large'))).toBe('too_large');
  expect(await problemOf(fetch('/slow'))).toBe('timeout');
});

test('a server that only ever announces its answer is given up long before its time is over', async () => {
  const hints = 'HTTP/1.1 103 Early Hints\r\nlink: </a>; rel=preload\r\n\r\n'.repeat(100);
  const base = await serve(({ socket }) => {
    socket.on('error', () => undefined); // It is hung up on.
    const announce = () => {
      if (!socket.destroyed) socket.write(hints, () => setImmediate(announce));
    };
    announce();
  });
  const asked = performance.now();
  const options = { trusted_bases: [base], bytes_max: 100, timeout_ms: 10_000 };
  expect(await problemOf(guardedFetch(base, options))).toBe('failed');
  expect(performance.now() - asked).toBeLessThan(5_000);
});

test('of a long answer the beginning is read where that is enough, and when to come again', async () => {
  const base = await serve((_, response) => response.setHeader('retry-after', '60').end('x'.repeat(50_000)));
  const asked = { bytes_max: 10, trusted_bases: [base] };
  await expect(guardedFetch(base, asked)).rejects.toMatchObject({ problem: 'too_large' });
  const { bytes, retry_after } = await guardedFetch(base, { ...asked, beginning_only: true });
  expect([bytes.toString(), retry_after]).toEqual(['x'.repeat(10), '60']);
});

test('a name whose server is slow takes none of the threads by which files are read', async () => {
  const fetched = problemOf(guardedFetch('http://slow.example/', { bytes_max: 1, timeout_ms: 50 }));
  expect(process.getActiveResourcesInfo()).not.toContain('GetAddrInfoReqWrap');
  expect(['failed', 'timeout']).toContain(await fetched);
});
