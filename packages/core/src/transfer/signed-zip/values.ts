/** Anything of a file as a text. What is neither a text, a number nor a boolean is none, whatever methods it names. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
