import { bodyLimits } from '@tickets/contract/platform/body-limits';
import { countInJson } from '@tickets/core/platform/count-in-json';
import { invalidFields } from './errors.ts';
import { type Path, pathText, placesIn } from './places.ts';

/** Refuses a body that holds more than any route takes, at its first place that does. */
export function requireBounded(body: unknown, root: string): void {
  let values = 0;
  for (const { value, path } of placesIn(body)) {
    values += 1;
    const message = problemOf(value, path);
    if (message) throw invalidFields([{ path: pathText(path, root), message }]);
    if (values > bodyLimits.values) throw invalidFields([{ path: root, message: tooMany }]);
  }
}

/**
 * The same of a text in JSON, before anything is made of it: brackets and commas outside of texts are counted, because each
 * value has one before it.
 */
export function requireFew(text: string, root: string): void {
  const { values, depth } = countInJson(text, bodyLimits);
  if (depth > bodyLimits.depth) throw invalidFields([{ path: root, message: tooDeep }]);
  if (values > bodyLimits.values) throw invalidFields([{ path: root, message: tooMany }]);
}

const tooMany = `Send at most ${bodyLimits.values} values at once.`;
const tooDeep = `Lists and objects stand in one another at most ${bodyLimits.depth} deep.`;

function problemOf(value: unknown, path: Path | undefined): string | undefined {
  const { key = '', depth = 0 } = path ?? {};
  if (key.length > bodyLimits.key) return `The name of a key has at most ${bodyLimits.key} characters.`;
  if (typeof value === 'string')
    return value.length > bodyLimits.text ? `Write at most ${bodyLimits.text} characters here.` : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth >= bodyLimits.depth) return tooDeep;
  if (Array.isArray(value))
    return value.length > bodyLimits.entries ? `Send at most ${bodyLimits.entries} entries here.` : undefined;
  return Object.keys(value).length > bodyLimits.keys
    ? `Send at most ${bodyLimits.keys} keys here.`
    : undefined;
}
