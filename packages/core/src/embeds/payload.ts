import {
  avatarPlaceholder,
  charactersIn,
  embedLength,
  embedLimits,
} from '@tickets/contract/embeds/embed-limits';
import type { CustomEmbed } from '@tickets/contract/embeds/embeds';
import { isDiscordUrl } from '@tickets/contract/servers/discord-url';
import type { APIEmbed, APIEmbedField } from 'discord-api-types/v10';
import type { Look } from '../wording/look.ts';

interface EmbedOptions {
  look: Pick<Look, 'footer'>;
  /** A footer of one's own comes with premium; without it, the look's stands there. */
  premium: boolean;
  /** Fills placeholders in the description and in the values of fields. */
  fill?: (text: string) => Promise<string> | string;
  /** What `%avatar_url%` stands for in the place of a picture. Without it, there is no such picture. */
  avatar_url?: string | undefined;
  /** How many characters the embed may hold, where others share its message. */
  room?: number;
}

/** Discord refuses what is blank, so this stands where a text must. */
export const blank = '\u200b';

/** An embed that people made, as Discord takes it. What was filled in too long for Discord ends with an ellipsis. */
export async function embedPayload(
  embed: CustomEmbed,
  { look, premium, fill = (text) => text, avatar_url, room = embedLimits.total }: EmbedOptions,
): Promise<APIEmbed> {
  const filled = async (text: string, max: number) => clip(await fill(text), max);
  const [description, fields] = await Promise.all([
    embed.description && filled(embed.description, embedLimits.description),
    Promise.all(
      embed.fields.map(async (field) => {
        const value = await filled(field.value, embedLimits.field_value);
        return { ...field, value: value.trim() ? value : blank };
      }),
    ),
  ]);
  const footer = premium && embed.footer.text ? embed.footer : look.footer;
  const texts = fit({
    title: embed.title,
    author: embed.author,
    footer: { text: footer?.text ?? null },
    description,
    fields,
    room,
  });
  const picture = (url: string | null) => (url === avatarPlaceholder ? avatar_url : takenByDiscord(url));
  const url = takenByDiscord(embed.url);
  const [image, thumbnail] = [picture(embed.image_url), picture(embed.thumbnail_url)];
  const isBlank = !(embed.title || texts.description?.trim() || texts.fields.length || image || thumbnail);
  return {
    color: embed.colour,
    ...(embed.title && { title: embed.title }),
    ...(url && { url }),
    ...(isBlank ? { description: blank } : texts.description && { description: texts.description }),
    // Discord knows authors and footers by their text: an icon or a link alone is none.
    ...(embed.author.name && { author: { name: embed.author.name, ...linksOf(embed.author) } }),
    ...(image && { image: { url: image } }),
    ...(thumbnail && { thumbnail: { url: thumbnail } }),
    ...(footer?.text && { footer: { text: footer.text, ...linksOf(footer) } }),
    ...(embed.timestamp && { timestamp: `${embed.timestamp}:00.000Z` }),
    ...(texts.fields.length && { fields: texts.fields }),
  };
}

function linksOf(given: { icon_url?: string | null | undefined; url?: string | null }) {
  const [icon_url, url] = [takenByDiscord(given.icon_url), takenByDiscord(given.url)];
  return { ...(icon_url && { icon_url }), ...(url && { url }) };
}

/** One that it refuses may have been kept before addresses were checked as it checks them. */
const takenByDiscord = (url: string | null | undefined) => (url && isDiscordUrl(url) ? url : undefined);

/** The first `max` characters of a text at most, the last of them an ellipsis where something is missing. */
export function clip(text: string, max: number): string {
  if (charactersIn(text) <= max) return text;
  return `${[...text].slice(0, max - 1).join('')}…`;
}

interface Fitting {
  title: string | null;
  author: { name: string | null };
  footer: { text: string | null };
  description: string | null;
  fields: APIEmbedField[];
  room: number;
}

/** Takes what is too much for one embed from the description, then from the last fields; what has no room goes. */
function fit({ room, ...texts }: Fitting): Pick<Fitting, 'description' | 'fields'> {
  let { description } = texts;
  const fields = [...texts.fields];
  const excess = () => embedLength({ ...texts, description, fields }) - room;
  const shortened = (text: string) => clip(text, Math.max(1, charactersIn(text) - excess()));
  if (description && excess() > 0) description = shortened(description);
  for (const [index, field] of [...fields.entries()].toReversed())
    if (excess() > 0) fields[index] = { ...field, value: shortened(field.value) };
  while (fields.length && excess() > 0) fields.pop();
  return { description, fields };
}
