import type { Random } from '../data/random.ts';

const odd: unknown[] = [
  null,
  true,
  -1,
  0,
  1.5,
  2 ** 31,
  1e21,
  1e308,
  '',
  'null',
  '0',
  '-1',
  '9223372036854775808',
  '99999999999999999999999',
  '\0',
  'a\0b',
  '\ud800',
  '%00',
  "'; drop table guilds; --",
  'x'.repeat(5000),
  '😀'.repeat(600),
  [],
  [[[]]],
  {},
  { __proto__: null, constructor: 1 },
  { toString: 1 },
];

/** Text as nobody would send it in earnest. */
export function oddText(random: Random): string {
  return String(random.pick(odd.filter((value) => typeof value !== 'object')))
    .slice(0, 200)
    .toWellFormed();
}

/** A value that is broken in some of its places. */
export function mutated(value: unknown, random: Random): unknown {
  if (random.chance(0.2)) return random.pick(odd);
  if (Array.isArray(value)) return value.map((entry) => mutated(entry, random));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, entry]) => [key, mutated(entry, random)]);
  if (random.chance(0.3)) entries.push([random.pick(['__proto__', 'extra', '0', '\0']), random.pick(odd)]);
  return Object.fromEntries(entries);
}
