import { createContext } from 'react';
import { ELEMENTS_MAX } from './parser/bounds.ts';

/** So much may be drawn of all texts of a message together, in elements of a page. */
const MESSAGE_MAX = 1_200;
/** So much is drawn of each, however short it is beside the others. */
const LEAST = 4;

/** How many characters the texts of a message have together. Undefined where a text stands alone. */
export const MessageLength = createContext<number | undefined>(undefined);

/** How much of a text is drawn: of what its message may have, the share that its length has. */
export function shareOf(text: string, all: number | undefined): number {
  if (!all) return ELEMENTS_MAX;
  return Math.min(ELEMENTS_MAX, Math.max(LEAST, Math.ceil((MESSAGE_MAX * text.length) / all)));
}

/** The characters of all that a message carries. */
export function lengthOf(carried: unknown): number {
  if (typeof carried === 'string') return carried.length;
  if (typeof carried !== 'object' || carried === null) return 0;
  return Object.values(carried).reduce<number>((all, one) => all + lengthOf(one), 0);
}
