import { createContext } from 'react';

/** Where the picture of an emoji is. Undefined where there is none: the system's character stands there. */
export const EmojiPictures = createContext<(emoji: string) => string | undefined>(() => undefined);
