import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { makeFolder } from '../files/make-folder.ts';
import { keptFreeBytes, requireFreeRoom, whileThereIsRoom } from './free-room.ts';
import { knownBytes, type Measured, measuring, readThrough, type StoredFile } from './known-bytes.ts';
import { StorageProblem } from './problem.ts';
import { type Asking, askBucket, bodyOf, isMissing, SILENT_MS } from './s3-patience.ts';
import { signedUploadUrl } from './s3-upload-url.ts';
import { markName, type Storage } from './storage.ts';

export interface S3Options {
  bucket: string;
  region: string;
  /** Of a service other than Amazon's, which then has the bucket in its paths. */
  endpoint?: string | undefined;
  access_key_id: string;
  secret_access_key: string;
  /** Stands before each key. */
  prefix?: string | undefined;
  /** A folder for what is written piece by piece: S3 takes nothing whose size it is not told first. */
  spool_folder: string;
  /** For how long it may be silent. */
  silent_ms?: number;
}

/** More are never asked for at once; whoever waited for one of fewer would take the bucket for silent. */
const SOCKETS = 1_024;
const FINISHED_BYTES_PER_MS = 16 * 1024;
const SLICE_BYTES = 64 * 1024;
const PAGE_KEYS = 1_000;
/** A list of a thousand keys is less than 2 MB. */
const LIST_BYTES_MAX = 4 * 1024 ** 2;
/** Every other answer is short. Parsing a long one would block the process. */
const SAID_BYTES_MAX = 64 * 1024;

/** Where a browser sends files, without a slash at the end. */
export const uploadBase = ({
  bucket,
  region,
  endpoint,
}: Pick<S3Options, 'bucket' | 'region' | 'endpoint'>) =>
  endpoint === undefined
    ? `https://${bucket}.s3.${region}.amazonaws.com`
    : `${endpoint.replace(/\/$/, '')}/${bucket}`;

/** A bucket of Amazon S3, or of a service that speaks as it does. Addresses of the bucket are told to nobody. */
export interface Bucket {
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** As put(), piece by piece. */
  putStream(key: string, source: Readable): Promise<Measured>;
  get(key: string): Promise<StoredFile | undefined>;
  remove(key: string): Promise<void>;
  /** The keys that begin with `prefix`; with `folders` what stands in them up to the next slash, each once. */
  list(prefix: string, as: 'keys' | 'folders'): AsyncIterable<string>;
  /** The keys that begin with `prefix`, and how much lies under each. */
  sizes(prefix: string): AsyncIterable<{ key: string; bytes: number }>;
  check(): Promise<void>;
}

/** Its library is loaded here and nowhere else, so that whoever keeps files in a folder does without. */
export async function openBucket(options: Omit<S3Options, 'prefix'>): Promise<Bucket> {
  const {
    S3Client,
    PutObjectCommand,
    GetObjectCommand,
    DeleteObjectCommand,
    HeadBucketCommand,
    ListObjectsV2Command,
  } = await import('@aws-sdk/client-s3');
  const { bucket: Bucket, endpoint, spool_folder, silent_ms = SILENT_MS } = options;
  const agent = { maxSockets: SOCKETS };
  const client = new S3Client({
    region: options.region,
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    credentials: { accessKeyId: options.access_key_id, secretAccessKey: options.secret_access_key },
    // Its own limits of time are for whole transfers, or for a reader who pauses as much as for a bucket that does.
    requestHandler: { httpAgent: agent, httpsAgent: agent },
    // Others than Amazon refuse, or keep with the file, what newer checksums put around it. Ours is sent as a header.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 1,
    // Whoever does not answer the question whether the body may come would be waited for longer than is waited at all.
    expectContinueHeader: false,
  });
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const answer = await next(args);
        // As its deserializers take it.
        const response = answer.response as {
          statusCode: number;
          headers: Record<string, string>;
          body: unknown;
        };
        const isDone = response.statusCode < 300;
        if (isDone && commandName === 'GetObjectCommand') return answer;
        const isList = isDone && commandName === 'ListObjectsV2Command';
        if (response.body instanceof Readable)
          response.body = isList
            ? listOf(briefly(response.body, LIST_BYTES_MAX))
            : briefly(response.body, SAID_BYTES_MAX);
        // Some services, OpenStack's Swift among them, give that type to answers that are empty.
        const isEmpty = response.statusCode === 204 || response.headers['content-length'] === '0';
        if (isDone && !isEmpty && response.headers['content-type']?.startsWith('text/html')) {
          if (response.body instanceof Readable) response.body.destroy();
          throw notAsS3('with a page for a browser');
        }
        return answer;
      },
    // Before what reads it.
    { name: 'briefly', step: 'deserialize', priority: 'low' },
  );
  const ask = async <T>(what: string, send: (asking: Asking) => Promise<T>) =>
    askBucket({ what, silent_ms }, send);
  const upload = async (
    Key: string,
    { open, size, sha256 }: { open: () => Readable; size: number; sha256: Buffer },
  ) =>
    ask(`put ${Key}`, async ({ signal, goesOn }) => {
      const source = open();
      const Body = readThrough(source, async function* () {
        for await (const piece of source) {
          goesOn();
          yield piece;
        }
        // All of it may lie in buffers still, and a service may put a large file together before it answers.
        goesOn(size / FINISHED_BYTES_PER_MS);
      });
      try {
        const ChecksumSHA256 = sha256.toString('base64');
        const { ETag } = await client.send(
          new PutObjectCommand({ Bucket, Key, Body, ContentLength: size, ChecksumSHA256 }),
          { abortSignal: signal },
        );
        if (!ETag) throw notAsS3('without an ETag');
      } finally {
        Body.destroy();
      }
    });
  async function* pages(Prefix: string, as: 'keys' | 'folders') {
    const been = new Set<string>();
    for (let ContinuationToken: string | undefined; ; ) {
      const command = new ListObjectsV2Command({
        Bucket,
        Prefix,
        MaxKeys: PAGE_KEYS,
        ...(as === 'folders' && { Delimiter: '/' }),
        ...(ContinuationToken !== undefined && { ContinuationToken }),
      });
      const page = await ask(`list ${Prefix}`, async ({ signal }) =>
        client.send(command, { abortSignal: signal }),
      );
      yield page;
      ContinuationToken = page.NextContinuationToken;
      if (!page.IsTruncated || ContinuationToken === undefined) return;
      if (been.has(ContinuationToken))
        throw new StorageProblem(
          'unreachable',
          `The bucket does not answer as S3 does (list ${Prefix}): the list goes on where it has been`,
        );
      been.add(ContinuationToken);
    }
  }
  const withinRoom = (pieces: AsyncIterable<Uint8Array>) =>
    whileThereIsRoom(pieces, () => requireFreeRoom(spool_folder));
  return {
    async put(Key, bytes) {
      await upload(Key, {
        open: () => Readable.from(slicesOf(bytes), { objectMode: false }),
        size: bytes.length,
        sha256: createHash('sha256').update(bytes).digest(),
      });
    },
    async putStream(Key, source) {
      await mkdir(spool_folder, { recursive: true, mode: 0o700 });
      const path = join(spool_folder, randomUUID());
      const passing = measuring();
      try {
        await pipeline(source, withinRoom, passing.through, createWriteStream(path, { mode: 0o600 }));
        const { bytes, sha256 } = passing.done();
        await upload(Key, {
          open: () => createReadStream(path),
          size: bytes,
          sha256: Buffer.from(sha256, 'hex'),
        });
        return { bytes, sha256 };
      } finally {
        await rm(path, { force: true });
      }
    },
    async get(Key) {
      const what = `get ${Key}`;
      try {
        return await ask(what, async ({ signal }) => {
          const command = new GetObjectCommand({ Bucket, Key });
          const { Body, ContentLength } = await client.send(command, { abortSignal: signal });
          if (!(Body instanceof Readable) || ContentLength === undefined)
            throw new Error('it answered without a body, or without its length');
          return { size: ContentLength, stream: bodyOf(Body, { what, silent_ms }) };
        });
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    async remove(Key) {
      await ask(`remove ${Key}`, async ({ signal }) =>
        client.send(new DeleteObjectCommand({ Bucket, Key }), { abortSignal: signal }),
      );
    },
    async *list(prefix, as) {
      for await (const page of pages(prefix, as)) {
        if (as === 'keys') for (const { Key } of page.Contents ?? []) if (Key) yield Key;
        for (const { Prefix: found } of page.CommonPrefixes ?? [])
          if (found) yield found.slice(prefix.length).replace(/\/$/, '');
      }
    },
    async *sizes(prefix) {
      for await (const page of pages(prefix, 'keys'))
        for (const { Key, Size = 0 } of page.Contents ?? []) if (Key) yield { key: Key, bytes: Size };
    },
    async check() {
      await ask('is it there', async ({ signal }) =>
        client.send(new HeadBucketCommand({ Bucket }), { abortSignal: signal }),
      );
    },
  };
}

/** What the library reads whole, because it is no file. */
function briefly(body: Readable, bytes_max: number): Readable {
  return readThrough(body, async function* () {
    let bytes = 0;
    for await (const piece of body as AsyncIterable<Buffer>) {
      bytes += piece.length;
      if (bytes > bytes_max) throw new Error(`its answer is longer than ${bytes_max} bytes`);
      yield piece;
    }
  });
}

/** Looked at before it is parsed, which would block the process where it is long. */
function listOf(body: Readable): Readable {
  return readThrough(body, async function* () {
    const said = await buffer(body);
    const list = said.toString();
    if (!list.includes('<ListBucketResult')) throw notAsS3('without a ListBucketResult');
    const keys = list.match(/<(?:Contents|CommonPrefixes)\b/g)?.length ?? 0;
    if (keys > PAGE_KEYS) throw notAsS3(`with more than ${PAGE_KEYS} keys`);
    yield said;
  });
}

/** Something else answers at that address: a proxy, a page where one signs in to a network. */
const notAsS3 = (how: string) => new Error(`it answered ${how}, and so not as S3 does`);

function* slicesOf(bytes: Uint8Array): Generator<Uint8Array, void> {
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) yield bytes.subarray(at, at + SLICE_BYTES);
}

/** Storage in a bucket. */
export async function s3Storage({ prefix = '', ...options }: S3Options): Promise<Storage> {
  const bucket = await openBucket(options);
  const place = (key: string) => {
    if (!/^[0-9a-f]{16,128}$/.test(key)) throw new Error(`Not a storage key: ${key}`);
    return `${prefix}${key}`;
  };
  const requireRoom = async () => {
    await makeFolder(options.spool_folder, 0o700);
    await requireFreeRoom(options.spool_folder);
  };
  return {
    put: async (key, bytes) => bucket.put(place(key), bytes),
    putStream: async (key, source) => bucket.putStream(place(key), source),
    async get(key, sha256) {
      const file = await bucket.get(place(key));
      return file && sha256 !== undefined ? knownBytes(file, { key, sha256 }) : file;
    },
    async uploadUrl(key, file) {
      const { region, access_key_id, secret_access_key } = options;
      const keys = { region, access_key_id, secret_access_key };
      return signedUploadUrl({ base: uploadBase(options), key: place(key), ...keys }, file);
    },
    remove: async (key) => bucket.remove(place(key)),
    spool: { folder: options.spool_folder, kept_free_bytes: keptFreeBytes },
    mark: {
      async read() {
        const found = await bucket.get(`${prefix}${markName}`);
        return found && text(found.stream);
      },
      write: async (mark) => bucket.put(`${prefix}${markName}`, Buffer.from(mark)),
      remove: async () => bucket.remove(`${prefix}${markName}`),
    },
    async check() {
      await requireRoom();
      await bucket.check();
    },
    requireRoom,
  };
}
