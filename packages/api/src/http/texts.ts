import type { FieldProblem } from '@tickets/contract/platform/errors';
import type { FastifyInstance } from 'fastify';
import { invalidFields } from './errors.ts';
import { pathText, placesIn } from './places.ts';

/** A database keeps no text with this character in it. Discord and browsers send none. */
const zero = '\0';
const message = 'Leave out the zero character (U+0000).';

/** Refuses addresses with a zero character, before any route sees what they name. Bodies are refused where they are parsed. */
export function installTexts(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ params, query }) => {
    // A route that is a folder has the rest of the address under this name.
    const { '*': rest, ...named } = params as Record<string, unknown>; // Fastify leaves its type open.
    requireNoZero(rest, 'address');
    requireNoZero(named, 'address');
    requireNoZero(query, 'query');
  });
}

/** `root` names a value that is a text itself. */
export function requireNoZero(value: unknown, root: string): void {
  const fields: FieldProblem[] = [];
  for (const { value: held, path } of placesIn(value))
    if (path?.key.includes(zero) || (typeof held === 'string' && held.includes(zero)))
      fields.push({ path: pathText(path, root), message });
  if (fields.length) throw invalidFields(fields);
}
