import { isDiscordUrl } from '../servers/discord-url.ts';
import { avatarPlaceholder, charactersIn, embedLimits } from './embed-limits.ts';

// Apart from the schemas, so that a screen can check an embed before it is sent without fetching them.

/** http or https, a host with a dot, and no more than 255 bytes. */
export function isPictureUrl(value: string): boolean {
  const bytes = new TextEncoder().encode(value).length;
  return bytes <= embedLimits.url && pictureUrl.test(value) && isDiscordUrl(value);
}
const pictureUrl =
  /^https?:\/\/[-a-zA-Z0-9@:%._+~#=]{1,256}\.[a-zA-Z0-9()]{1,63}\b[-a-zA-Z0-9()@:%_+.~#?&/=]*$/;

/** What an embed can show as a picture: an address, or the avatar of the opener. */
export const isEmbedPicture = (value: string) => value === avatarPlaceholder || isPictureUrl(value);

/** What an embed can lead to, or show as an icon. */
export function isWebUrl(value: string): boolean {
  return charactersIn(value) <= embedLimits.url && isDiscordUrl(value);
}

interface Content {
  title: string | null;
  description: string | null;
  image_url: string | null;
  thumbnail_url: string | null;
  fields: readonly unknown[];
}

/** Whether Discord would have anything to show: a colour or an author alone is no message. */
export function hasEmbedContent(embed: Content): boolean {
  return Boolean(
    embed.title || embed.description || embed.fields.length || embed.image_url || embed.thumbnail_url,
  );
}
export const emptyEmbedText = 'Your embed message does not contain any content';
