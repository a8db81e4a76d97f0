import { randomInt } from 'node:crypto';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Thirty letters: what Discord sends back when a button is pressed or a question answered, and nobody can guess. */
export function newCustomId(): string {
  return Array.from({ length: 30 }, () => letters[randomInt(letters.length)]).join('');
}
