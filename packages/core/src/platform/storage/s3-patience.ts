import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { readThrough } from './known-bytes.ts';
import { StorageProblem, type StorageTrouble } from './problem.ts';

/** Less than five seconds, so that whoever waits is answered within them. */
export const SILENT_MS = 4_500;

const ATTEMPTS = 3;
const AGAIN_MS = 100;

/** A request under way. */
export interface Asking {
  /** Nobody waits for it any more. */
  signal: AbortSignal;
  /** Bytes of it went out just now. The bucket may be silent for as long again, and for `more_ms`. */
  goesOn(more_ms?: number): void;
}

/**
 * Asks a bucket. Where it is silent for `silent_ms`, over all attempts, it does not answer; what breaks sooner is tried
 * again. Throws what the bucket says as a problem of storage, but for a key that it does not have.
 */
export async function askBucket<T>(
  { what, silent_ms }: { what: string; silent_ms: number },
  send: (asking: Asking) => Promise<T>,
): Promise<T> {
  const ended = new AbortController();
  const { signal } = ended;
  const silence = Promise.withResolvers<never>();
  const begin = (ms: number) =>
    setTimeout(() => {
      silence.reject(silentFor(what, silent_ms));
      ended.abort();
    }, ms);
  let timer = begin(silent_ms);
  let isOver = false;
  const goesOn = (more_ms = 0) => {
    clearTimeout(timer);
    if (!isOver) timer = begin(silent_ms + more_ms);
  };
  const tryOften = async () => {
    for (let attempt = 1; ; attempt += 1)
      try {
        return await send({ signal, goesOn });
      } catch (error) {
        const isWorthIt = attempt < ATTEMPTS && !signal.aborted && troubleOf(error) === 'unreachable';
        if (!isWorthIt) throw isMissing(error) ? error : problemOf(what, error);
        await delay(AGAIN_MS * attempt);
      }
  };
  try {
    return await Promise.race([tryOften(), silence.promise]);
  } finally {
    isOver = true;
    clearTimeout(timer);
  }
}

/** A body that breaks off where the bucket is silent while its reader waits. A reader may be as slow as they like. */
export function bodyOf(body: Readable, { what, silent_ms }: { what: string; silent_ms: number }): Readable {
  return readThrough(body, async function* () {
    const begin = () => setTimeout(() => body.destroy(silentFor(what, silent_ms)), silent_ms);
    let timer = begin();
    try {
      for await (const piece of body as AsyncIterable<Buffer>) {
        clearTimeout(timer);
        yield piece;
        timer = begin();
      }
    } catch (error) {
      throw problemOf(what, error);
    } finally {
      clearTimeout(timer);
    }
  });
}

export const isMissing = (error: unknown) => error instanceof Error && error.name === 'NoSuchKey';

const silentFor = (what: string, ms: number) =>
  new StorageProblem('unreachable', `The bucket does not answer (${what}): nothing came for ${ms} ms`);

function problemOf(what: string, error: unknown): StorageProblem {
  if (error instanceof StorageProblem) return error;
  const trouble = troubleOf(error);
  const said =
    error instanceof Error ? [error.name, error.message].filter(Boolean).join(': ') : String(error);
  const status = statusOf(error);
  const text = trouble === 'denied' ? 'The bucket refuses' : 'The bucket does not answer';
  return new StorageProblem(trouble, `${text} (${what}): ${said}${status ? ` (${status})` : ''}`, {
    cause: error,
  });
}

/** Too many requests, one that took too long, and a success that cannot be read are no refusal. */
function troubleOf(error: unknown): StorageTrouble {
  const status = statusOf(error) ?? 0;
  return status >= 300 && status < 500 && status !== 429 && status !== 408 ? 'denied' : 'unreachable';
}

function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('$metadata' in error)) return undefined;
  return (error.$metadata as { httpStatusCode?: number }).httpStatusCode; // the library's own errors have it
}
