const SPACE = /\s/;
const WORD = /\w/;

/** As `\s`. Beyond the end there is none. */
export function isSpace(character: string | undefined): boolean {
  if (character === undefined) return false;
  return (
    character === ' ' || character === '\n' || ((character < '!' || character > '~') && SPACE.test(character))
  );
}

/** As `\w`. */
export const isWord = (character: string | undefined) => character !== undefined && WORD.test(character);
