import { cleanup, configure, render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { onTestFinished } from 'vitest';
import { EmojiPictures } from '../emoji/emoji-pictures.ts';
import { englishText } from '../english.ts';
import { type DiscordHost, DiscordHostContext } from '../host.ts';
import { anyPictureUrl, fileUrl } from '../safe-url.ts';

// The formatter of texts is loaded from disk, which takes seconds on a busy machine.
configure({ asyncUtilTimeout: 8_000 });

/** A page in English, in the time zone of the tests. */
export const testHost: DiscordHost = {
  text: englishText,
  locale: 'en',
  formatTime: (date, options) => new Intl.DateTimeFormat('en', { timeZone: 'UTC', ...options }).format(date),
  emojiUrl: ({ id, animated }) => `http://cdn.test/emojis/${id}.${animated ? 'gif' : 'webp'}`,
  stickerUrl: ({ id }) => `http://cdn.test/stickers/${id}.png`,
  usePictureUrl: anyPictureUrl,
  mediaUrl: fileUrl,
  Avatar: ({ src }) => (src ? <img src={src} alt="" /> : null),
};

/** Renders something of Discord's on a page of its own. */
export function renderHosted(element: ReactElement, host: Partial<DiscordHost> = {}) {
  onTestFinished(cleanup);
  return render(
    <DiscordHostContext value={{ ...testHost, ...host }}>
      <EmojiPictures value={(emoji) => `/emoji/${emoji}`}>{element}</EmojiPictures>
    </DiscordHostContext>,
  );
}
