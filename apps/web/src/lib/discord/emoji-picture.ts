import { emojiFile } from '@tickets/discord-ui/emoji/emoji-file';

/** The build ships a picture for every emoji. */
export const emojiPictureUrl = (emoji: string) => `/emoji/${emojiFile(emoji)}`;
