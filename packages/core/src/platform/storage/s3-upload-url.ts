import { createHash, createHmac } from 'node:crypto';

export interface UploadPlace {
  /** Of the bucket, with it in the host or in the path. */
  base: string;
  key: string;
  region: string;
  access_key_id: string;
  secret_access_key: string;
}

export interface AnnouncedFile {
  content_type: string;
  bytes: number;
  expires_ms: number;
}

const service = 's3';

/**
 * An address to which one file can be sent by PUT, signed for its size and type.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html
 */
export function signedUploadUrl(place: UploadPlace, file: AnnouncedFile, now = new Date()): string {
  const url = new URL(`${place.base}/${place.key.split('/').map(encodeURIComponent).join('/')}`);
  const time = now.toISOString().replace(/[-:]|\.\d{3}/g, '');
  const day = time.slice(0, 8);
  const scope = [day, place.region, service, 'aws4_request'].join('/');
  const headers = {
    'content-length': String(file.bytes),
    'content-type': file.content_type,
    host: url.host,
  };
  const signed = Object.keys(headers).join(';');
  const query = new URLSearchParams({
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': `${place.access_key_id}/${scope}`,
    'X-Amz-Date': time,
    'X-Amz-Expires': String(Math.floor(file.expires_ms / 1000)),
    'X-Amz-SignedHeaders': signed,
  });
  query.sort();
  // As it is signed: a blank is %20.
  const asked = query.toString().replace(/\+/g, '%20');
  const canonical = [
    'PUT',
    url.pathname,
    asked,
    ...Object.entries(headers).map(([name, value]) => `${name}:${value}`),
    '',
    signed,
    'UNSIGNED-PAYLOAD',
  ].join('\n');
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n');
  const key = [day, place.region, service, 'aws4_request'].reduce<Buffer>(
    (before, part) => hmac(before, part),
    Buffer.from(`AWS4${place.secret_access_key}`),
  );
  return `${url.origin}${url.pathname}?${asked}&X-Amz-Signature=${hmac(key, text).toString('hex')}`;
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest();
