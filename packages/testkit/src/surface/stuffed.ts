import { bodyLimits } from '@tickets/contract/platform/body-limits';
import type { Route } from '@tickets/contract/platform/route';
import type { RouteName } from '@tickets/contract/route-paths';
import { routes } from '@tickets/contract/routes';
import type { z } from 'zod';

/** Where something stands in a body. A number is a place in a list. */
export type Place = readonly (string | number)[];

/** Every place of a route's body, or query, that its schema knows, the body itself among them. */
export function placesOf(name: RouteName, part: 'body' | 'query' = 'body'): Place[] {
  const { [part]: schema }: Route = routes[name];
  if (!schema) return [];
  const places = new Map<string, Place>();
  walk(schema, [], (place) => places.set(JSON.stringify(place), place));
  return [...places.values()];
}

type Schema = z.core.$ZodType;

/** A key of any record, also of one by ids. */
const someKey = '1441455397893308445';

function walk(schema: Schema, place: Place, found: (place: Place) => void): void {
  found(place);
  for (const { inner, key } of partsOf(schema))
    walk(inner, key === undefined ? place : [...place, key], found);
}

/** The parts that a schema is made of: with a key what a value holds, without one other views of the same value. */
export function partsOf(schema: Schema): { inner: Schema; key?: string | number }[] {
  const { def } = (schema as z.core.$ZodTypes)._zod; // the union of all that there are
  switch (def.type) {
    case 'object':
      return [
        ...Object.entries(def.shape).map(([key, inner]) => ({ inner, key })),
        ...(def.catchall ? [{ inner: def.catchall, key: someKey }] : []),
      ];
    case 'record':
      return [{ inner: def.valueType, key: someKey }];
    case 'array':
      return [{ inner: def.element, key: 0 }];
    case 'union':
      return def.options.map((inner) => ({ inner }));
    case 'pipe':
      return [{ inner: def.in }, { inner: def.out }];
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'catch':
    case 'readonly':
    case 'nonoptional':
      return [{ inner: def.innerType }];
    default:
      return [];
  }
}

const listOf = (value: string, count: number) => `[${Array(count).fill(value)}]`;
const objectOf = (value: string, count: number) =>
  `{${Array.from({ length: count }, (_, index) => `"${1441455397893308445n + BigInt(index)}":${value}`)}}`;
const textOf = (part: string, length: number) => JSON.stringify(part.repeat(length / part.length));

const { entries, keys, values, text } = bodyLimits;
/** As much as one place of a body may hold, as JSON: all of it is judged by the place's schema. */
const fillings: readonly string[] = [
  listOf('{"a":1,"b":2,"c":"d"}', entries),
  listOf(textOf('%a%', text), 45),
  objectOf('1', keys),
  objectOf(textOf('%a%', text), 45),
  textOf('%a%', text),
];
/** As much as a body can have, a megabyte. */
const overfillings: readonly string[] = [listOf('{}', 330_000), textOf('%a%', 990_000)];
const bodies: readonly string[] = [
  listOf('1', 490_000),
  objectOf('1', 40_000),
  objectOf('"a"', keys),
  textOf('<@1441455397893308445>', text),
  textOf('\u{d800}', 160_000),
  `${'['.repeat(490_000)}${']'.repeat(490_000)}`,
];

/** Samples of a body, each with one place as full as it may be, and those near the top also with more than that. */
export function stuffedAt(sample: unknown, place: Place): string[] {
  const own = valueAt(sample, place);
  const all = [...fillings];
  if (place.length < 2) all.push(...overfillings);
  if (place.length < 1) all.push(...bodies);
  if (Array.isArray(own) && own.length)
    all.push(listOf(JSON.stringify(own[0]), Math.min(entries, Math.floor(values / 2 / sizeOf(own[0])))));
  return all.map((filling) => bodyWith(sample, place, filling));
}

/** A sample of a body with some JSON at one of its places. */
export const bodyWith = (sample: unknown, place: Place, filling: string): string =>
  JSON.stringify(withHole(sample, place)).replace(holeJson, () => filling);

/** How many values there are in one. */
const sizeOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce<number>((sum, held) => sum + sizeOf(held), 1)
    : 1;

const hole = '@hole@';
const holeJson = JSON.stringify(hole);

function withHole(value: unknown, [key, ...rest]: Place): unknown {
  if (key === undefined) return hole;
  const held = valueAt(value, [key]);
  if (typeof key === 'number') return [withHole(held, rest)];
  return { ...(typeof value === 'object' && !Array.isArray(value) && value), [key]: withHole(held, rest) };
}

function valueAt(value: unknown, [key, ...rest]: Place): unknown {
  if (key === undefined) return value;
  if (typeof value !== 'object' || value === null) return undefined;
  return valueAt(Object.entries(value).find(([name]) => name === String(key))?.[1], rest);
}
