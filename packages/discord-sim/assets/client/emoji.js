import { useState } from 'preact/hooks';
import { html } from './lib.js';

const EMOJI = /\p{RGI_Emoji}|\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F/gv;
/** Whether this simulator was given pictures; without them the machine's own characters are shown. */
const hasPictures = 'emojis' in document.documentElement.dataset;

/** A text whose emojis look the same on every machine; copied and read aloud they are the characters. */
export function EmojiText({ text }) {
  if (!hasPictures) return text;
  const pieces = [];
  let end = 0;
  for (const { 0: emoji, index } of text.matchAll(EMOJI)) {
    pieces.push(text.slice(end, index), html`<${EmojiPicture} key=${index} emoji=${emoji} />`);
    end = index + emoji.length;
  }
  return [...pieces, text.slice(end)];
}

/** `mute` where words beside it say what it is. */
export function EmojiPicture({ emoji, mute }) {
  const [failed, setFailed] = useState('');
  if (!hasPictures || failed === emoji)
    return html`<span class="emoji" aria-hidden=${mute ? 'true' : undefined}>${emoji}</span>`;
  const codes = Array.from(emoji, (character) => character.codePointAt(0).toString(16));
  const file = codes.filter((code) => code !== 'fe0f').join('-');
  return html`<img
    class="emoji"
    src=${`/app/emoji/${file}.svg`}
    alt=${mute ? '' : emoji}
    draggable=${false}
    onError=${() => setFailed(emoji)}
  />`;
}
