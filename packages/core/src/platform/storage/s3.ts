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

/**
 * Storage in a bucket of Amazon S3, or of a service that speaks as it does. Its library is loaded here and nowhere else, so
 * that whoever keeps files in a folder does without. Addresses of the bucket are told to nobody.
 */
export async function s3Storage(options: S3Options): Promise<Storage> {
  const { S3Client, PutObjectCommand, GetObjectCommand, DeleteObjectCommand, HeadBucketCommand } =
    await import('@aws-sdk/client-s3');
  const { bucket: Bucket, endpoint, prefix = '', spool_folder } = options;
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
  const place = (key: string) => {
    if (!/^[0-9a-f]{16,128}$/.test(key)) throw new Error(`Not a storage key: ${key}`);
    return { Bucket, Key: `${prefix}${key}` };
  };
  const isMissing = (error: unknown) =>
    error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound');
  return {
    async put(key, bytes) {
      const ChecksumSHA256 = createHash('sha256').update(bytes).digest('base64');
      await client.send(
        new PutObjectCommand({ ...place(key), Body: bytes, ContentLength: bytes.length, ChecksumSHA256 }),
      );
    },
    async putStream(key, source) {
      await mkdir(spool_folder, { recursive: true, mode: 0o700 });
      const path = join(spool_folder, `${key}-${randomUUID()}`);
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
            ...place(key),
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
    async get(key) {
      try {
        const { Body, ContentLength } = await client.send(new GetObjectCommand(place(key)));
        if (!(Body instanceof Readable)) throw new Error('S3 answered without a body');
        return { size: ContentLength ?? 0, stream: Body };
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    async uploadUrl(key, file) {
      const { region, access_key_id, secret_access_key } = options;
      const keys = { region, access_key_id, secret_access_key };
      return signedUploadUrl({ base: uploadBase(options), key: place(key).Key, ...keys }, file);
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand(place(key)));
    },
    async check() {
      await client.send(new HeadBucketCommand({ Bucket }), { abortSignal: AbortSignal.timeout(connectMs) });
    },
  };
}
