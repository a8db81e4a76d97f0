import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { type Address, addressesOf } from './addresses-of.ts';

export interface GuardedRequest {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  /** For the whole exchange, the body included. */
  timeout_ms?: number;
  bytes_max: number;
  /** Of a longer answer only the beginning is read. Otherwise it is an error. */
  beginning_only?: boolean;
  /** Addresses, without a slash at the end, under which anything may be fetched although it is not public. */
  trusted_bases?: readonly string[];
}

export interface GuardedAnswer {
  status: number;
  content_type: string | null;
  retry_after: string | null;
  headers: Headers;
  bytes: Buffer;
}

export type FetchProblem = 'blocked' | 'too_large' | 'timeout' | 'failed';

export class GuardedFetchError extends Error {
  readonly problem: FetchProblem;
  constructor(problem: FetchProblem, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'GuardedFetchError';
    this.problem = problem;
  }
}

/**
 * Fetches an address that came from outside, so that it can reach nothing but the public internet: the name is
 * resolved once, all its addresses must be public, and the connection goes to one of them. Redirects are not followed.
 */
export async function guardedFetch(url: string, options: GuardedRequest): Promise<GuardedAnswer> {
  const target = parseUrl(url);
  const trusted = options.trusted_bases?.some((base) => isBelow(target, base)) ?? false;
  const timeout_ms = options.timeout_ms ?? 3_000;
  const signal = AbortSignal.timeout(timeout_ms);
  const giving_up = new AbortController();
  let hints = 0;
  const pinned = trusted ? undefined : await publicAddresses(target, signal);
  // Loaded by the first fetch: an idle program does without its memory.
  const { Agent, request } = await import('undici');
  const dispatcher = new Agent({
    connect: { timeout: timeout_ms, ...(pinned ? { lookup: pinnedLookup(pinned) } : {}) },
    headersTimeout: timeout_ms,
    bodyTimeout: timeout_ms,
  });
  try {
    const { statusCode, headers, body } = await request(target, {
      dispatcher,
      signal: AbortSignal.any([signal, giving_up.signal]),
      onInfo: () => {
        hints += 1;
        if (hints > HINTS_MAX) giving_up.abort();
      },
      method: options.method ?? 'GET',
      headers: options.headers ?? {},
      body: options.body ?? null,
    });
    const bytes = await readCapped(body, options);
    const header = (name: string) => [headers[name]].flat()[0] ?? null;
    return {
      status: statusCode,
      content_type: header('content-type'),
      retry_after: header('retry-after'),
      headers: new Headers(Object.keys(headers).map((name) => [name, header(name) ?? ''])),
      bytes,
    };
  } catch (error) {
    throw asFetchError(error, target, signal);
  } finally {
    await dispatcher.destroy();
  }
}

/** Answers before the answer, such as 103: each costs time, and nothing else ends a stream of them. */
const HINTS_MAX = 20;

/** The base itself, with whatever is asked of it, or something below it. */
function isBelow({ href }: URL, base: string): boolean {
  return href === base || href.startsWith(`${base}/`) || href.startsWith(`${base}?`);
}

function parseUrl(url: string): URL {
  const target = URL.canParse(url) ? new URL(url) : undefined;
  if (!target || !['http:', 'https:'].includes(target.protocol) || target.username || target.password)
    throw new GuardedFetchError('blocked', 'Only plain http and https addresses may be fetched');
  return target;
}

async function publicAddresses(target: URL, signal: AbortSignal): Promise<Address[]> {
  const host = hostOf(target);
  const found = isIP(host)
    ? [{ address: host, family: isIP(host) }]
    : isLocal(host)
      ? []
      : await addressesOf(host, signal).catch((error: unknown) => {
          throw asFetchError(error, target, signal);
        });
  // One private address among public ones is how a name is made to point inside on the second look.
  if (!found.length || !found.every(({ address }) => isPublic(address)))
    throw new GuardedFetchError('blocked', `${target.host} is not a public address`);
  return found;
}

const hostOf = (target: URL) => target.hostname.replace(/^\[|\]$/g, '');
const isLocal = (host: string) => /(^|\.)localhost\.?$/i.test(host);

/** Whether it can be seen from the address alone that nothing may be fetched there. A name may still lead inside. */
export function isPlainlyPrivate(url: string, trusted_bases: readonly string[]): boolean {
  const target = parseUrl(url);
  if (trusted_bases.some((base) => isBelow(target, base))) return false;
  const host = hostOf(target);
  return isIP(host) ? !isPublic(host) : isLocal(host);
}

/** Whether an address belongs to the public internet: not this machine, a private network, or anything reserved. */
export function isPublic(address: string): boolean {
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  // Of the longer kind only 2000::/3 was ever given out: https://www.iana.org/assignments/ipv6-unicast-address-assignments
  return parsed instanceof ipaddr.IPv4 || parsed.match(givenOut, 3);
}

const givenOut = ipaddr.IPv6.parse('2000::');

type Lookup = (
  hostname: string,
  options: { all?: boolean | undefined },
  callback: (error: Error | null, address: string | Address[], family?: number) => void,
) => void;

function pinnedLookup(pinned: Address[]): Lookup {
  return (_hostname, { all }, callback) =>
    all ? callback(null, pinned) : callback(null, pinned[0]?.address ?? '', pinned[0]?.family);
}

async function readCapped(
  body: AsyncIterable<Buffer>,
  { bytes_max, beginning_only }: Pick<GuardedRequest, 'bytes_max' | 'beginning_only'>,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    chunks.push(chunk);
    if (size <= bytes_max) continue;
    if (beginning_only) return Buffer.concat(chunks).subarray(0, bytes_max);
    throw new GuardedFetchError('too_large', `The answer is larger than ${bytes_max} bytes`);
  }
  return Buffer.concat(chunks);
}

function asFetchError(error: unknown, target: URL, signal: AbortSignal): GuardedFetchError {
  if (error instanceof GuardedFetchError) return error;
  if (signal.aborted) return new GuardedFetchError('timeout', `${target.host} took too long`, error);
  return new GuardedFetchError('failed', `${target.host} could not be reached`, error);
}
