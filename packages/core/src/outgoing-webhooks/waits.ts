import { deliveryHours } from '@tickets/contract/outgoing-webhooks/webhook-limits';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

const waits = [5 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute, hour];
const longestWait = 2 * hour;
/** Receivers that ask for more than this are tried before. */
const longestAsked = hour;

export interface Failed {
  /** With the one that failed just now. */
  attempts: number;
  /** Since when it is tried. */
  since: Date;
  now: Date;
  /** What the receiver asked for. */
  retry_after: string | null;
}

/** When a delivery that failed is tried again; undefined where its day is over. The last try comes at the end of it. */
export function nextTry(
  { attempts, since, now, retry_after }: Failed,
  chance = Math.random(),
): Date | undefined {
  const end = since.getTime() + deliveryHours * hour;
  if (now.getTime() >= end) return undefined;
  const usual = (waits[attempts - 1] ?? longestWait) * (0.8 + 0.4 * chance);
  const wait = Math.max(usual, Math.min(askedWait(retry_after, now), longestAsked));
  return new Date(Math.min(now.getTime() + Math.round(wait), end));
}

/** Seconds, or a date. */
function askedWait(retry_after: string | null, now: Date): number {
  if (retry_after === null) return 0;
  if (/^\d{1,9}$/.test(retry_after)) return Number(retry_after) * second;
  const at = Date.parse(retry_after);
  return Number.isNaN(at) ? 0 : Math.max(0, at - now.getTime());
}
