import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { signedUploadUrl } from './s3-upload-url.ts';
import type { Storage } from './storage.ts';

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
}

const connectMs = 5_000;
/** Without a byte. */
const silentMs = 60_000;

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
  /** As put(), piece by piece. Returns how many bytes it were. */
  putStream(key: string, source: Readable): Promise<number>;
  get(key: string): Promise<{ size: number; stream: Readable } | undefined>;
  remove(key: string): Promise<void>;
  /** The keys that begin with `prefix`; with `folders` what stands in them up to the next slash, each once. */
  list(prefix: string, as: 'keys' | 'folders'): AsyncIterable<string>;
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
  const { bucket: Bucket, endpoint, spool_folder } = options;
  const client = new S3Client({
    region: options.region,
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    credentials: { accessKeyId: options.access_key_id, secretAccessKey: options.secret_access_key },
    requestHandler: { connectionTimeout: connectMs, requestTimeout: silentMs },
    // Others than Amazon refuse, or keep with the file, what newer checksums put around it. Ours is sent as a header.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
  });
  const isMissing = (error: unknown) =>
    error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound');
  return {
    async put(Key, bytes) {
      const ChecksumSHA256 = createHash('sha256').update(bytes).digest('base64');
      await client.send(
        new PutObjectCommand({ Bucket, Key, Body: bytes, ContentLength: bytes.length, ChecksumSHA256 }),
      );
    },
    async putStream(Key, source) {
      await mkdir(spool_folder, { recursive: true, mode: 0o700 });
      const path = join(spool_folder, randomUUID());
      const hash = createHash('sha256');
      try {
        await pipeline(
          source,
          async function* (pieces) {
            for await (const piece of pieces) {
              hash.update(piece);
              yield piece;
            }
          },
          createWriteStream(path, { mode: 0o600 }),
        );
        const { size } = await stat(path);
        await client.send(
          new PutObjectCommand({
            Bucket,
            Key,
            Body: createReadStream(path),
            ContentLength: size,
            ChecksumSHA256: hash.digest('base64'),
          }),
        );
        return size;
      } finally {
        await rm(path, { force: true });
      }
    },
    async get(Key) {
      try {
        const { Body, ContentLength } = await client.send(new GetObjectCommand({ Bucket, Key }));
        if (!(Body instanceof Readable)) throw new Error('S3 answered without a body');
        return { size: ContentLength ?? 0, stream: Body };
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    async remove(Key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key }));
    },
    async *list(Prefix, as) {
      for (let ContinuationToken: string | undefined; ; ) {
        const page = await client.send(
          new ListObjectsV2Command({
            Bucket,
            Prefix,
            ...(as === 'folders' && { Delimiter: '/' }),
            ...(ContinuationToken !== undefined && { ContinuationToken }),
          }),
        );
        if (as === 'keys') for (const { Key } of page.Contents ?? []) if (Key) yield Key;
        for (const { Prefix: found } of page.CommonPrefixes ?? [])
          if (found) yield found.slice(Prefix.length).replace(/\/$/, '');
        ContinuationToken = page.NextContinuationToken;
        if (!page.IsTruncated || ContinuationToken === undefined) return;
      }
    },
    async check() {
      await client.send(new HeadBucketCommand({ Bucket }), { abortSignal: AbortSignal.timeout(connectMs) });
    },
  };
}

/** Storage in a bucket. */
export async function s3Storage({ prefix = '', ...options }: S3Options): Promise<Storage> {
  const bucket = await openBucket(options);
  const place = (key: string) => {
    if (!/^[0-9a-f]{16,128}$/.test(key)) throw new Error(`Not a storage key: ${key}`);
    return `${prefix}${key}`;
  };
  return {
    put: async (key, bytes) => bucket.put(place(key), bytes),
    putStream: async (key, source) => bucket.putStream(place(key), source),
    get: async (key) => bucket.get(place(key)),
    async uploadUrl(key, file) {
      const { region, access_key_id, secret_access_key } = options;
      const keys = { region, access_key_id, secret_access_key };
      return signedUploadUrl({ base: uploadBase(options), key: place(key), ...keys }, file);
    },
    remove: async (key) => bucket.remove(place(key)),
    check: bucket.check,
  };
}
