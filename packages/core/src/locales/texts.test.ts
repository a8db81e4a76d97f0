import { AppError, errorTable } from '@tickets/contract/errors';
import { describe, expect, test } from 'vitest';
import { de } from './de.ts';
import { en } from './en.ts';
import { germanErrors } from './errors-de.ts';
import { errorText } from './texts.ts';

/** Every text with its path, and the parameters that it names. */
function parameters(node: object, path = ''): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [key, value] of Object.entries(node)) {
    const at = `${path}${key}`;
    if (typeof value === 'string') found[at] = (value.match(/\{\w+\}/g) ?? []).sort().join();
    else Object.assign(found, parameters(value as object, `${at}.`));
  }
  return found;
}

describe('texts', () => {
  test('every language has the same texts with the same parameters', () => {
    expect(parameters(de)).toEqual(parameters(en));
  });

  test('no text is empty', () => {
    expect(JSON.stringify([en, de, germanErrors])).not.toContain('""');
  });

  test('a translated error names the parameters of the original', () => {
    for (const [code, text] of Object.entries(germanErrors)) {
      const original = errorTable[code as keyof typeof errorTable][1]; // the keys are the table's
      const other = typeof text === 'string' ? text : text.other;
      expect(parameters({ [code]: other }), code).toEqual(parameters({ [code]: original }));
    }
  });

  test('a limit of one is said in the singular', () => {
    const refused = (limit: number) => new AppError('ticket.limit_reached', { params: { limit } });
    expect(errorText('en', refused(1))).toContain('open 1 ticket at once');
    expect(errorText('en', refused(2))).toContain('open 2 tickets at once');
    expect(errorText('de', refused(1))).toContain('nur 1 Ticket gleichzeitig');
  });
});
