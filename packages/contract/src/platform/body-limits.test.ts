import { expect, test } from 'vitest';
import type { z } from 'zod';
import { routes } from '../routes.ts';
import { bodyLimits } from './body-limits.ts';
import type { Route } from './route.ts';

interface Size {
  values: number;
  /** The longest list, the longest text, and the object with the most keys. */
  entries: number;
  text: number;
  keys: number;
  depth: number;
}

const leaf: Size = { values: 1, entries: 0, text: 0, keys: 0, depth: 0 };
const largest = (sizes: readonly Size[]): Size => ({
  values: Math.max(1, ...sizes.map(({ values }) => values)),
  entries: Math.max(0, ...sizes.map(({ entries }) => entries)),
  text: Math.max(0, ...sizes.map(({ text }) => text)),
  keys: Math.max(0, ...sizes.map(({ keys }) => keys)),
  depth: Math.max(0, ...sizes.map(({ depth }) => depth)),
});

/** The most that a schema takes. A list without a limit takes too much. Records and texts are limited by rules that it does not show. */
function sizeOf(schema: z.core.$ZodType): Size {
  const { def } = (schema as z.core.$ZodTypes)._zod; // the union of all that there are
  const most = (check: string): number =>
    def.checks
      ?.map(({ _zod }) => _zod.def)
      .flatMap((one) => (one.check === check && 'maximum' in one ? [Number(one.maximum)] : []))[0] ??
    Number.POSITIVE_INFINITY;
  switch (def.type) {
    case 'object': {
      const held = Object.values(def.shape).map(sizeOf);
      const values = 1 + held.reduce((sum, one) => sum + one.values, 0);
      const whole = largest(held);
      return { ...whole, values, keys: Math.max(held.length, whole.keys), depth: whole.depth + 1 };
    }
    case 'array': {
      const entries = most('max_length');
      const one = sizeOf(def.element);
      return {
        ...one,
        values: 1 + entries * one.values,
        entries: Math.max(entries, one.entries),
        depth: one.depth + 1,
      };
    }
    case 'record': {
      const one = sizeOf(def.valueType);
      return { ...one, depth: one.depth + 1 };
    }
    case 'union':
      return largest(def.options.map(sizeOf));
    case 'pipe':
      return largest([def.in, def.out].map(sizeOf));
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'catch':
    case 'readonly':
    case 'nonoptional':
      return sizeOf(def.innerType);
    case 'string': {
      const text = most('max_length');
      return { ...leaf, text: Number.isFinite(text) ? text : 0 };
    }
    default:
      return leaf;
  }
}

const bodies = Object.entries<Route>(routes).flatMap(([name, { body }]) => (body ? [{ name, body }] : []));

test.each(bodies)('the largest body that $name takes is within the limits of all bodies', ({ body }) => {
  const { values, entries, text, keys, depth } = sizeOf(body);
  expect(values).toBeLessThanOrEqual(bodyLimits.values);
  expect(entries).toBeLessThanOrEqual(bodyLimits.entries);
  expect(text).toBeLessThanOrEqual(bodyLimits.text);
  expect(keys).toBeLessThanOrEqual(bodyLimits.keys);
  expect(depth).toBeLessThanOrEqual(bodyLimits.depth);
});
