import { request } from 'node:http';
import { connect } from 'node:net';
import { type RouteName, routePaths } from '@tickets/contract/route-paths';
import { routes } from '@tickets/contract/routes';
import type { Random } from '../data/random.ts';
import { mutated, oddText } from './odd-input.ts';
import { sampleQueries } from './samples.ts';

/** A call as it goes over the wire, with nothing about it that has to be right. */
export interface FuzzCall {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer | undefined;
}

/** Pieces of an address, as they are written there. Not all of them are UTF-8, or escapes at all. */
const oddPieces = [
  '%00',
  'a%00b',
  '%ED%A0%80',
  '%FF%FE',
  '%',
  '%zz',
  '%2e%2e%2f',
  '..',
  '%F0%9F%98%80'.repeat(40),
  '%D9%A3%EF%BC%91',
  '%E2%80%AE',
  '%0d%0aX-Odd:%201',
  '9'.repeat(3_000),
  '9223372036854775808',
  '18446744073709551616',
  '-9223372036854775809',
  '2147483648',
  '-1',
  '0x10',
  '1e400',
  'NaN',
  '__proto__',
  'constructor',
  '%5B%5D',
  "'--",
  '',
];

const oddHeaders: Record<string, readonly string[]> = {
  accept: ['text/html', 'text/plain', '*/*;q=NaN', 'a'.repeat(4_000), 'application/json, text/html;q=1e999'],
  'accept-language': ['\u00ff', 'xx-'.repeat(500), '*'],
  'content-type': [
    'application/json; charset=utf-16',
    'text/plain',
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
    '\u00e4',
  ],
  'content-encoding': ['gzip', 'br', 'none'],
  'x-tickets': ['', 'false', '\u00ff'],
  authorization: ['', 'Bearer', 'a.b.c', '\u00ff'.repeat(300), 'x'.repeat(6_000)],
  cookie: ['a=%00; __proto__=1', '='.repeat(2_000)],
  'if-none-match': ['*', '"'.repeat(500)],
  'if-modified-since': ['never', '99999999999999'],
  range: ['bytes=9-1', 'bytes=0-99999999999999999999', 'bytes=-0', 'lines=1'],
  origin: ['null', 'https://\u00ff', '//'],
  referer: ['\u00ff://'],
  'x-forwarded-for': ['', '999.999.999.999', '::ffff:1, 2', 'a'.repeat(2_000)],
  'x-forwarded-host': ['\u00ff', 'a b'],
  'x-request-id': ['\u00ff'.repeat(300), '{"a":1}'],
  'user-agent': ['\u00ff'.repeat(1_000)],
};

const oddBodies: readonly (string | Buffer)[] = [
  '',
  'null',
  '[]',
  '"\\ud800"',
  '{"a":"\\ud800\\u0000"}',
  '{"__proto__":{"a":1},"constructor":{"prototype":1}}',
  '{"a":1e400,"a":-1e400,"b":-0}',
  `{"a":${'9'.repeat(20_000)}}`,
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
  Buffer.from([0xff, 0xfe, 0x00, 0x7b]),
  Buffer.from([0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d]),
  Buffer.alloc(70_000, '{'),
  '--x\r\ncontent-disposition: form-data; name="payload_json"\r\n\r\n{\u0000\r\n--x--\r\n',
  '--x\r\ncontent-disposition: form-data; name="files[99999999999]"; filename="\u0000"\r\n\r\na\r\n--x',
];

/** A call of a route in which one or more of path, query, headers and body are odd. */
export function fuzzCall(
  name: RouteName,
  { params, sample, token }: { params: Record<string, string | number>; sample: unknown; token?: string },
  random: Random,
): FuzzCall {
  const [method, pattern] = routePaths[name];
  // One of the four is odd for certain, the others now and then.
  const certain = random.pick(['path', 'query', 'headers', 'body'] as const);
  const isOdd = (part: typeof certain) => part === certain || random.chance(0.2);
  const headers: Record<string, string> = { 'x-tickets': 'true', ...(token && { authorization: token }) };
  const body =
    'body' in routes[name] || random.chance(0.05) ? bodyOf(sample, isOdd('body'), random) : undefined;
  if (body) headers['content-type'] = 'application/json';
  if (isOdd('headers')) Object.assign(headers, someOddHeaders(random));
  const oddPath = isOdd('path');
  const path = pattern.replace(/:(\w+)/g, (_, param: string) =>
    oddPath && random.chance(param === 'guild_id' ? 0.3 : 0.7)
      ? oddPiece(random)
      : encodeURIComponent(params[param] ?? '1'),
  );
  return { method, path: path + queryOf(name, isOdd('query'), random), headers, body };
}

function someOddHeaders(random: Random): Record<string, string> {
  const names = Array.from({ length: random.int(1, 3) }, () => random.pick(Object.keys(oddHeaders)));
  return Object.fromEntries(names.map((name) => [name, random.pick(oddHeaders[name] ?? [])]));
}

/** Addresses beside the contract's. */
const pages = [
  'GET /files/',
  'GET /exports/',
  'GET /exports/transcripts/',
  'GET /exports/servers/',
  'PUT /imports/',
  'GET /avatars/',
  'GET /docs/',
  'GET /assets/',
  'GET /image-proxy?token=',
  'GET /readyz?of=',
  'OPTIONS /api/',
];
/** What is answered only where the dashboard is built. */
const screens = ['GET /manage/', 'HEAD /transcripts/', 'GET /'];

/** A call of a page, a file or an upload. */
export function fuzzPage(random: Random, { is_built }: { is_built: boolean }): FuzzCall {
  const [method = 'GET', path = '/'] = random.pick(is_built ? [...pages, ...screens] : pages).split(' ');
  const body = method === 'PUT' ? Buffer.from(random.pick(oddBodies)) : undefined;
  return { method, path: path + oddPiece(random), headers: someOddHeaders(random), body };
}

const oddPiece = (random: Random) =>
  random.chance(0.3) ? encodeURIComponent(oddText(random)) : random.pick(oddPieces);

function queryOf(name: RouteName, is_odd: boolean, random: Random): string {
  const usual = sampleQueries[name] ?? '';
  if (!is_odd) return usual;
  const route = routes[name];
  const known = 'query' in route && 'shape' in route.query ? Object.keys(route.query.shape) : [];
  const names = [...known, ...known, '__proto__', 'a[b]', '%00', 'limit', 'page', ''];
  const pairs = Array.from({ length: random.int(1, 5) }, () => `${random.pick(names)}=${oddPiece(random)}`);
  return `${usual || '?'}${usual && '&'}${pairs.join('&')}`;
}

function bodyOf(sample: unknown, is_odd: boolean, random: Random): Buffer {
  if (is_odd && random.chance(0.3)) return Buffer.from(random.pick(oddBodies));
  return Buffer.from(JSON.stringify(is_odd ? mutated(sample, random) : sample));
}

export interface FuzzAnswer {
  status: number;
  text: string;
}

/** Over HTTP as it is, which a client that mends addresses would not let through. */
export function sendFuzz(url: string, { method, path, headers, body }: FuzzCall): Promise<FuzzAnswer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const call = request({ hostname, port, method, path, headers, timeout: 30_000 }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(pieces).toString() }),
      );
    });
    call.on('timeout', () => call.destroy(new Error('no answer within 30 s')));
    call.on('error', reject);
    call.end(body);
  });
}

/** What makes a call again, for people. */
export const shownCall = ({ method, path, headers, body }: FuzzCall) =>
  `${method} ${path} ${JSON.stringify(headers)} ${body?.toString().slice(0, 2_000) ?? ''}`;

/** What no client of HTTP sends. */
const rawRequests = [
  'GET /\0 HTTP/1.1\r\nhost: a\r\n\r\n',
  'GET /api/\xff\xfe HTTP/1.1\r\nhost: a\r\n\r\n',
  'GET / HTTP/1.1\r\nhost: a\r\nauthorization: a\0b\r\n\r\n',
  'GET / HTTP/1.1\r\nhost: a\r\ncookie: \ud800\r\n\r\n',
  `GET / HTTP/1.1\r\nhost: a\r\na: ${'b'.repeat(70_000)}\r\n\r\n`,
  `GET /${'a'.repeat(70_000)} HTTP/1.1\r\nhost: a\r\n\r\n`,
  'POST /logout HTTP/1.1\r\nhost: a\r\ncontent-length: 99999999999999999999\r\n\r\n',
  'POST /logout HTTP/1.1\r\nhost: a\r\ncontent-length: -1\r\n\r\n',
  'POST /logout HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
  'POST /logout HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\ncontent-length: 5\r\n\r\n0\r\n\r\n',
  'GET http://a:99999999/b HTTP/1.1\r\nhost: a\r\n\r\n',
  'GET * HTTP/1.1\r\nhost: \0\r\n\r\n',
  'GET / HTTP/9.9\r\n\r\n',
  '\0\0\0\0',
];

/** Sends each of them, and answers with what came back of each: a status, or 0 where the connection was ended without one. */
export const sendRaw = (url: string): Promise<number[]> =>
  Promise.all(
    rawRequests.map(
      (text) =>
        new Promise<number>((resolve) => {
          const { hostname, port } = new URL(url);
          const socket = connect(Number(port), hostname);
          let said = '';
          socket.setTimeout(2_000, () => socket.destroy());
          socket.on('data', (piece) => {
            said += piece.toString('latin1');
            socket.end();
          });
          socket.on('error', () => socket.destroy()); // cut off, which is an answer too
          socket.on('close', () => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(said)?.[1] ?? 0)));
          socket.write(Buffer.from(text, 'latin1'));
        }),
    ),
  );
