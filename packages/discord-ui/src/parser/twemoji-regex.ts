/** Whether an emoji may begin here. To make the pattern of all emojis takes a slow machine 40 ms. */
const MAYBE = /(?:[\d#*]\uFE0F?\u20E3|(?![\d#*])\p{Emoji})/uy;

let all: RegExp | undefined;
/** Signs that are letters until they are followed by the mark that asks for colours. */
const allEmojis = () => {
  all ??= /(?:\p{RGI_Emoji}|[\d#*]\uFE0F?\u20E3|(?![\d#*©®™♟])\p{Emoji})\uFE0F?(?!\uFE0E)/vy;
  return all;
};

/** The emoji that begins at a place of a text. */
export function emojiAt(text: string, at: number): string | undefined {
  // A pattern would step back to the first half of a character.
  if (/[\uDC00-\uDFFF]/.test(text[at] ?? '')) return undefined;
  MAYBE.lastIndex = at;
  if (!MAYBE.test(text)) return undefined;
  const emoji = allEmojis();
  emoji.lastIndex = at;
  return emoji.exec(text)?.[0];
}
