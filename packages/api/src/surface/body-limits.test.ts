import { bodyLimits } from '@tickets/contract/platform/body-limits';
import type { Route } from '@tickets/contract/platform/route';
import { routes } from '@tickets/contract/routes';
import { partsOf } from '@tickets/testkit/surface/stuffed';
import { expect, test } from 'vitest';
import type { z } from 'zod';

interface Size {
  values: number;
  /** The longest list, the longest text, and the object with the most keys. */
  entries: number;
  text: number;
  keys: number;
  depth: number;
}

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
  const held = partsOf(schema).map(({ inner }) => sizeOf(inner));
  const whole = largest(held);
  switch (def.type) {
    case 'object': {
      const values = 1 + held.reduce((sum, one) => sum + one.values, 0);
      return { ...whole, values, keys: Math.max(held.length, whole.keys), depth: whole.depth + 1 };
    }
    case 'array': {
      const entries = most('max_length');
      const values = 1 + entries * whole.values;
      return { ...whole, values, entries: Math.max(entries, whole.entries), depth: whole.depth + 1 };
    }
    case 'record':
      return { ...whole, depth: whole.depth + 1 };
    case 'string': {
      const text = most('max_length');
      return { ...whole, text: Number.isFinite(text) ? text : 0 };
    }
    default:
      return whole;
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
