/** To make this pattern takes a slow machine 40 ms, so it is made only for texts that the two below do not settle. */
const EMOJI = /(?:\p{RGI_Emoji}|\p{Emoji_Presentation})\uFE0F?|\p{Extended_Pictographic}\uFE0F/gv;
/** Every emoji has one of these in it. */
const MAYBE_EMOJI = /\uFE0F|[\u00A9\u00AE\u203C-\u3299\u{1F000}-\u{1FFFF}]/u;
const ONE_EMOJI = /^\p{Emoji_Presentation}\uFE0F?$/u;

/** Whether there is nothing but emojis in it. */
export function isEmojis(text: string): boolean {
  return text !== '' && splitEmojis(text).every((piece, index) => index % 2 === 1 || piece === '');
}

/** Whether it is a single emoji, also without the sign that asks for its colourful form. */
export function isOneEmoji(text: string): boolean {
  return [text, `${text}\uFE0F`].some((glyph) => {
    const [before, emoji, after, ...more] = splitEmojis(glyph);
    return before === '' && emoji !== undefined && after === '' && !more.length;
  });
}

/** A text of more emojis goes on as words: each becomes a picture. */
export const EMOJIS_MAX = 100;

/** A text in pieces: words and emojis by turns, beginning with words, which may be empty. After so many emojis only words. */
export function splitEmojis(text: string, max = EMOJIS_MAX): string[] {
  if (!MAYBE_EMOJI.test(text)) return [text];
  if (ONE_EMOJI.test(text)) return ['', text, ''];
  const pieces: string[] = [];
  let end = 0;
  for (const { 0: emoji, index } of text.matchAll(EMOJI)) {
    pieces.push(text.slice(end, index), emoji);
    end = index + emoji.length;
    if (pieces.length >= Math.min(max, EMOJIS_MAX) * 2) break;
  }
  return [...pieces, text.slice(end)];
}
