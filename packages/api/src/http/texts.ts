import type { FastifyInstance } from 'fastify';
import { type FieldProblem, invalidFields } from './errors.ts';

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
  // Not by calling itself: JSON may be deeper than calls can be.
  const left: { value: unknown; path: Path | undefined }[] = [{ value, path: undefined }];
  for (let one = left.pop(); one && fields.length < problemsMax; one = left.pop()) {
    const { value, path } = one;
    if (typeof value === 'string' && value.includes(zero)) fields.push(problemAt(path, root));
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, held] of Object.entries(value)) {
      const at = { key, within: path };
      if (key.includes(zero)) fields.push(problemAt(at, root));
      left.push({ value: held, path: at });
    }
  }
  if (fields.length) throw invalidFields(fields.slice(0, problemsMax));
}

interface Path {
  key: string;
  within: Path | undefined;
}

/** More are of no help, and neither are names of steps without end. */
const problemsMax = 20;
const stepsMax = 10;

function problemAt(path: Path | undefined, root: string): FieldProblem {
  const steps: string[] = [];
  for (let at = path; at && steps.length < stepsMax; at = at.within)
    steps.unshift(at.key.slice(0, 100).replaceAll(zero, '\u2400'));
  return { path: steps.join('.') || root, message };
}
