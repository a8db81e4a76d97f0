import type { Clock } from './clock.ts';

const EPOCH = 1_420_070_400_000;

export type IdGenerator = (at?: number) => string;

/** Makes ids that grow with time; `at` makes one that belongs to a moment of the past. */
export function snowflakes(clock: Clock): IdGenerator {
  let lastMs = 0;
  let sequence = 0;
  let pastSequence = 0;
  return (at) => {
    if (at !== undefined && at < clock.now()) {
      // Twelve bits of counter and ten of worker: four million ids of one past millisecond before any repeats.
      pastSequence = (pastSequence + 1) & 0x3f_ffff;
      return encode(at, pastSequence);
    }
    const now = clock.now();
    if (now > lastMs) {
      lastMs = now;
      sequence = 0;
    } else if (++sequence > 0xfff) {
      lastMs += 1;
      sequence = 0;
    }
    return encode(lastMs, sequence);
  };
}

export function timeOfId(id: string): number {
  return Number(BigInt(id) >> 22n) + EPOCH;
}

/** Orders ids by age without turning them into numbers. */
export function compareIds(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : a > b ? 1 : 0;
}

export function isSnowflake(value: unknown): value is string {
  return typeof value === 'string' && /^\d{1,20}$/.test(value);
}

function encode(ms: number, low: number): string {
  return ((BigInt(Math.max(0, ms - EPOCH)) << 22n) | BigInt(low)).toString();
}
