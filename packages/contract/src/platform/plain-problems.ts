import type { z } from 'zod';

const kinds: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};
const units: Record<string, string> = {
  string: 'characters',
  array: 'entries',
  set: 'entries',
  file: 'bytes',
};

/**
 * What is wrong with a value, where its field has no sentence of its own: in words for a person who never heard of our
 * validator.
 */
export function plainProblem(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'This is missing.';
      return `This must be ${kinds[issue.expected] ?? 'of another kind'}.`;
    case 'too_small':
      return `This must be ${bound('at least', issue.minimum, issue.origin)}.`;
    case 'too_big':
      return `This must be ${bound('at most', issue.maximum, issue.origin)}.`;
    case 'invalid_value':
      if (issue.input === undefined) return 'This is missing.';
      return `This must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}.`;
    case 'unrecognized_keys':
      return `There is nothing called ${issue.keys.join(', ')} here.`;
    default:
      return issue.input === undefined ? 'This is missing.' : 'This is not valid.';
  }
}

function bound(way: 'at least' | 'at most', limit: number | bigint, origin: string): string {
  const unit = units[origin];
  if (!unit) return `${way} ${limit}`;
  const counted = Number(limit) === 1 ? unit.replace(/ies$/, 'y').replace(/s$/, '') : unit;
  return `${way} ${limit} ${counted}${origin === 'string' ? ' long' : ''}`;
}
