import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';

/** What it accepts, and nothing else. */
export const s3Keys = { access_key_id: 'AKIATEST', secret_access_key: 'a secret that nobody sends' };
export const s3Bucket = 'tickets-files';

export interface S3Double extends AsyncDisposable {
  url: string;
  objects: Map<string, Buffer>;
  /** The last request that it accepted, as it came. */
  last(): { method: string; address: string; headers: Record<string, string> };
  /** Until told otherwise, it answers nothing but 503. */
  goDown(isDown: boolean): void;
  /** How many bytes it got rid of while it talked. */
  said(): number;
  /** From now on it does this to every request; undefined: it works again. */
  fail(fault: S3Fault | undefined): void;
}

/**
 * `denied`: 403; `full`: 403 to what is written. `resets`: the connection is cut. `hangs`: no answer comes. Of what is read, `stops`: half the body comes,
 * `breaks`: and then the connection is cut; `lies`: other bytes of the same length; `drips`: a piece every 100 ms. `talks`: 403, and says why
 * without an end. `portal`: whatever is asked, 200 and a page for a browser. Of a list, `circles`: it goes on where it was begun; `floods`: it has more
 * keys than a page may have. `mislabels`: it works, and calls its empty answers pages, as OpenStack's Swift does.
 * `elsewhere`: the bucket is in another region.
 */
export type S3Fault =
  | 'denied'
  | 'full'
  | 'resets'
  | 'hangs'
  | 'stops'
  | 'breaks'
  | 'lies'
  | 'drips'
  | 'talks'
  | 'portal'
  | 'circles'
  | 'floods'
  | 'mislabels'
  | 'elsewhere';

const DRIP_MS = 100;
const DRIPS = 12;

const skewMs = 15 * 60_000;

/**
 * As much of S3 as storage uses, which checks what S3 checks: who signed, what was signed (Signature Version 4 in headers),
 * when, and that the bytes are those that were signed or announced. A body that is neither is refused.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
export async function startS3Double(): Promise<S3Double> {
  const objects = new Map<string, Buffer>();
  let isDown = false;
  let said = 0;
  let failing: S3Fault | undefined;
  let last: ReturnType<S3Double['last']> | undefined;
  const server = createServer(async (request, response) => {
    if (failing === 'resets') return request.socket.destroy();
    const body = await buffer(request);
    if (failing === 'hangs') return undefined;
    const refuse = (status: number, code: string) =>
      response
        .writeHead(status, { 'content-type': 'application/xml' })
        .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);
    if (isDown) return refuse(503, 'SlowDown');
    if (failing === 'denied') return refuse(403, 'AccessDenied');
    if (failing === 'elsewhere') return refuse(301, 'PermanentRedirect');
    if (failing === 'portal')
      return response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
        .end('<html>Sign in</html>');
    if (failing === 'talks' && request.method === 'HEAD') return response.writeHead(403).end();
    if (failing === 'talks') return talk(response, (bytes) => (said += bytes));
    const fault = faultOf(request, body);
    if (fault) return refuse(403, fault);
    const path = request.url?.split('?')[0] ?? '';
    last = { method: request.method ?? '', address: request.url ?? '', headers: headersOf(request) };
    const key = path.startsWith(`/${s3Bucket}/`) ? path.slice(s3Bucket.length + 2) : '';
    const asked = new URL(request.url ?? '', 'http://s3').searchParams;
    if (!key && asked.get('list-type') === '2') {
      const list = failing === 'circles' ? circle : failing === 'floods' ? flood : listing(objects, asked);
      return response.writeHead(200, { 'content-type': 'application/xml' }).end(list);
    }
    const empty = failing === 'mislabels' ? { 'content-length': 0, 'content-type': 'text/html' } : {};
    if (!key)
      return path.replace(/\/$/, '') === `/${s3Bucket}`
        ? response.writeHead(200, empty).end()
        : refuse(404, 'NoSuchBucket');
    if (request.method === 'PUT') {
      if (failing === 'full') return refuse(403, 'QuotaExceeded');
      objects.set(key, body);
      const etag = `"${createHash('md5').update(body).digest('hex')}"`;
      return response.writeHead(200, { ...empty, etag }).end();
    }
    if (request.method === 'DELETE') {
      objects.delete(key);
      return response.writeHead(204, empty).end();
    }
    const found = objects.get(key);
    if (!found) return refuse(404, 'NoSuchKey');
    response.writeHead(200, { 'content-length': found.length });
    return failing && !['full', 'mislabels'].includes(failing)
      ? answerBadly(failing, found, response)
      : response.end(found);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // It listens on TCP.
  return {
    url: `http://127.0.0.1:${port}`,
    objects,
    last() {
      if (!last) throw new Error('Nothing was asked yet.');
      return last;
    },
    said: () => said,
    goDown(now) {
      isDown = now;
    },
    fail(fault) {
      failing = fault;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function answerBadly(fault: S3Fault, bytes: Buffer, response: ServerResponse): Promise<void> {
  if (fault === 'lies') {
    // The last byte: whoever looks only at the beginning does not notice.
    const other = Buffer.from(bytes);
    other.writeUInt8(other.readUInt8(other.length - 1) ^ 1, other.length - 1);
    response.end(other);
    return;
  }
  if (fault === 'drips') {
    const piece = Math.ceil(bytes.length / DRIPS);
    for (let at = 0; at < bytes.length; at += piece) {
      await delay(DRIP_MS);
      response.write(bytes.subarray(at, at + piece));
    }
    response.end();
    return;
  }
  const half = bytes.subarray(0, bytes.length / 2);
  response.write(half, () => fault === 'breaks' && response.destroy());
}

const talkedBytesMax = 256 * 1024 ** 2;

async function talk(response: ServerResponse, told: (bytes: number) => void): Promise<void> {
  const piece = Buffer.alloc(1024 ** 2, ' ');
  response.writeHead(403, { 'content-type': 'application/xml' });
  response.write('<?xml version="1.0"?><Error><Code>AccessDenied</Code>');
  const closed = once(response, 'close').then(() => false);
  for (let bytes = 0; bytes < talkedBytesMax; bytes += piece.length) {
    const isTaken =
      response.write(piece) || (await Promise.race([once(response, 'drain').then(() => true), closed]));
    if (!isTaken || response.destroyed) return;
    told(piece.length);
  }
  response.end('</Error>');
}

const circle = `<?xml version="1.0"?><ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>same</NextContinuationToken></ListBucketResult>`;
const flood = `<?xml version="1.0"?><ListBucketResult><IsTruncated>false</IsTruncated>${'<Contents><Key>aa</Key><Size>1</Size></Contents>'.repeat(80_000)}</ListBucketResult>`;

const PAGE_KEYS = 3;

/** Pages are small, so that there is more than one of them. */
function listing(all: ReadonlyMap<string, Buffer>, asked: URLSearchParams): string {
  const [prefix, delimiter] = [asked.get('prefix') ?? '', asked.get('delimiter')];
  const found = [...all.keys()]
    .filter((key) => key.startsWith(prefix))
    .map((key) => {
      const end = delimiter ? key.indexOf(delimiter, prefix.length) : -1;
      return end < 0 ? key : key.slice(0, end + 1);
    });
  const names = [...new Set(found)].toSorted();
  const after = asked.get('continuation-token') ?? '';
  const page = names.filter((name) => name > after).slice(0, PAGE_KEYS);
  const isMore = page.length > 0 && page.at(-1) !== names.at(-1);
  const lines = page.map((name) =>
    delimiter && name.endsWith(delimiter)
      ? `<CommonPrefixes><Prefix>${name}</Prefix></CommonPrefixes>`
      : `<Contents><Key>${name}</Key><Size>${all.get(name)?.length}</Size></Contents>`,
  );
  if (isMore) lines.push(`<NextContinuationToken>${page.at(-1)}</NextContinuationToken>`);
  return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${isMore}</IsTruncated>${lines.join('')}</ListBucketResult>`;
}

const headersOf = ({ headers }: IncomingMessage) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

/** What S3 would say against a request. */
function faultOf(request: IncomingMessage, body: Buffer): string | undefined {
  const headers = headersOf(request);
  if (request.url?.includes('X-Amz-Signature=')) return presignedFaultOf(request, headers, body);
  const [, key_id, day, region, signed = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  if (!key_id || !day || !region) return 'AccessDenied';
  if (key_id !== s3Keys.access_key_id) return 'InvalidAccessKeyId';
  const sent = headers['x-amz-date'] ?? '';
  const time = Date.parse(sent.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!(Math.abs(Date.now() - time) < skewMs) || !sent.startsWith(day)) return 'RequestTimeTooSkewed';
  const names = signed.split(';');
  // Whoever could change these unseen could change what is asked for.
  if (['host', 'x-amz-date', 'x-amz-content-sha256'].some((name) => !names.includes(name)))
    return 'AccessDenied';
  if (Object.keys(headers).some((name) => name.startsWith('x-amz-') && !names.includes(name)))
    return 'AccessDenied';
  const [path = '', query = ''] = (request.url ?? '').split('?');
  const canonical = [
    request.method,
    path,
    query.split('&').filter(Boolean).toSorted().join('&'),
    ...names.map((name) => `${name}:${(headers[name] ?? '').trim().replace(/\s+/g, ' ')}`),
    '',
    signed,
    headers['x-amz-content-sha256'],
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', sent, scope, sha256(canonical).toString('hex')].join('\n');
  const signing = [day, region, 's3', 'aws4_request'].reduce<Buffer>(
    (key, part) => hmac(key, part),
    Buffer.from(`AWS4${s3Keys.secret_access_key}`),
  );
  if (!timingSafeEqual(hmac(signing, text), Buffer.from(signature, 'hex'))) return 'SignatureDoesNotMatch';
  return bodyFaultOf(headers, body);
}

/** An address that was signed by itself. https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html */
function presignedFaultOf(
  request: IncomingMessage,
  headers: Record<string, string>,
  body: Buffer,
): string | undefined {
  const [path = '', query = ''] = (request.url ?? '').split('?');
  const asked = new URLSearchParams(query);
  const [key_id, day, region] = (asked.get('X-Amz-Credential') ?? '').split('/');
  if (key_id !== s3Keys.access_key_id || !day || !region) return 'InvalidAccessKeyId';
  const sent = asked.get('X-Amz-Date') ?? '';
  const time = Date.parse(sent.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!(Date.now() - time < Number(asked.get('X-Amz-Expires')) * 1000)) return 'AccessDenied';
  const signed = asked.get('X-Amz-SignedHeaders') ?? '';
  const canonical = [
    request.method,
    path,
    query
      .split('&')
      .filter((part) => !part.startsWith('X-Amz-Signature='))
      .toSorted()
      .join('&'),
    ...signed.split(';').map((name) => `${name}:${(headers[name] ?? '').trim()}`),
    '',
    signed,
    'UNSIGNED-PAYLOAD',
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', sent, scope, sha256(canonical).toString('hex')].join('\n');
  const signing = [day, region, 's3', 'aws4_request'].reduce<Buffer>(
    (key, part) => hmac(key, part),
    Buffer.from(`AWS4${s3Keys.secret_access_key}`),
  );
  if (hmac(signing, text).toString('hex') !== asked.get('X-Amz-Signature')) return 'SignatureDoesNotMatch';
  return Number(headers['content-length']) === body.length ? undefined : 'IncompleteBody';
}

function bodyFaultOf(headers: Record<string, string>, body: Buffer): string | undefined {
  const [announced, checksum] = [headers['x-amz-content-sha256'], headers['x-amz-checksum-sha256']];
  if (announced !== 'UNSIGNED-PAYLOAD' && announced !== sha256(body).toString('hex'))
    return 'XAmzContentSHA256Mismatch';
  if (checksum && checksum !== sha256(body).toString('base64')) return 'BadDigest';
  if (announced === 'UNSIGNED-PAYLOAD' && !checksum) return 'AccessDenied';
  return undefined;
}

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest();
const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest();
