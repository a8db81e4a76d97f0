/** The file that draws an emoji: its code points, without the mark that only asks for colours. */
export function emojiFile(emoji: string): string {
  const codes = Array.from(emoji, (character) => character.codePointAt(0)?.toString(16));
  return `${codes.filter((code) => code !== 'fe0f').join('-')}.svg`;
}
