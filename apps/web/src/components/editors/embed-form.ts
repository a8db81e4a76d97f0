import { defaultEmbedColour } from '@tickets/contract/embeds/embed-limits';
import { isEmbedPicture, isWebUrl } from '@tickets/contract/embeds/embed-rules';
import type { CustomEmbed } from '@tickets/contract/embeds/embeds';
import { hexFromInt } from '@tickets/discord-ui/colour';
import type { DiscordEmbed } from '@tickets/discord-ui/types';
import { intFromHex } from '../../lib/discord/colour.ts';

export type ChangeEmbed = (recipe: (form: EmbedForm) => Partial<EmbedForm>) => void;

/** A field of an embed as a form holds it. */
export interface EmbedFieldForm {
  /** Tells the fields of one form apart while they are moved. It is never sent. */
  key: number;
  name: string;
  value: string;
  inline: boolean;
}

/** An embed as a form holds it: what is not set is an empty text. */
export interface EmbedForm {
  title: string;
  url: string;
  description: string;
  /** "#rrggbb". */
  colour: string;
  author: { name: string; icon_url: string; url: string };
  image_url: string;
  thumbnail_url: string;
  footer: { text: string; icon_url: string };
  /** `YYYY-MM-DDTHH:MM`, in UTC. */
  timestamp: string;
  fields: EmbedFieldForm[];
}

export function newEmbed(overrides: Partial<EmbedForm> = {}): EmbedForm {
  return {
    title: '',
    url: '',
    description: '',
    colour: hexFromInt(defaultEmbedColour),
    author: { name: '', icon_url: '', url: '' },
    image_url: '',
    thumbnail_url: '',
    footer: { text: '', icon_url: '' },
    timestamp: '',
    fields: [],
    ...overrides,
  };
}

export function embedFormOf({ author, footer, ...embed }: CustomEmbed): EmbedForm {
  return {
    title: embed.title ?? '',
    url: embed.url ?? '',
    description: embed.description ?? '',
    colour: hexFromInt(embed.colour),
    author: { name: author.name ?? '', icon_url: author.icon_url ?? '', url: author.url ?? '' },
    image_url: embed.image_url ?? '',
    thumbnail_url: embed.thumbnail_url ?? '',
    footer: { text: footer.text ?? '', icon_url: footer.icon_url ?? '' },
    timestamp: embed.timestamp ?? '',
    fields: embed.fields.map((field, key) => ({ key, ...field })),
  };
}

export const withoutFooter = (form: EmbedForm): EmbedForm => ({ ...form, footer: newEmbed().footer });

/** What is sent: blank values are null, and the colour is a number. */
export function embedPayload(form: EmbedForm): CustomEmbed {
  return {
    title: textOrNull(form.title),
    url: urlOrNull(form.url),
    description: textOrNull(form.description),
    colour: intFromHex(form.colour) ?? defaultEmbedColour,
    author: {
      name: textOrNull(form.author.name),
      icon_url: urlOrNull(form.author.icon_url),
      url: urlOrNull(form.author.url),
    },
    image_url: urlOrNull(form.image_url),
    thumbnail_url: urlOrNull(form.thumbnail_url),
    footer: { text: textOrNull(form.footer.text), icon_url: urlOrNull(form.footer.icon_url) },
    timestamp: form.timestamp || null,
    fields: form.fields.map(({ name, value, inline }) => ({ name, value, inline })),
  };
}

/**
 * The embed as Discord will draw it. `fill` stands in for the placeholders, which are filled where the bot fills
 * them: in the description and in the values of fields. A picture that is the opener's avatar shows `avatarUrl`.
 */
export function embedPreview(
  form: EmbedForm,
  fill: (text: string) => string = (text) => text,
  avatarUrl?: string,
): DiscordEmbed {
  const { colour, image_url, thumbnail_url, description, timestamp, fields, ...embed } = embedPayload(form);
  const picture = (url: string | null) => {
    if (!url || !isEmbedPicture(url)) return null;
    return { url: isWebUrl(url) ? url : (avatarUrl ?? null) };
  };
  return {
    ...embed,
    description: description && fill(description),
    color: colour,
    image: picture(image_url),
    thumbnail: picture(thumbnail_url),
    timestamp: timestamp && `${timestamp}:00Z`,
    fields: fields
      .filter(({ name, value }) => name.trim() || value.trim())
      .map((field) => ({ ...field, value: fill(field.value) })),
  };
}

/** Whether Discord would have nothing to show but a coloured bar. */
export function isBlankEmbed({ title, description, fields, image, thumbnail }: DiscordEmbed): boolean {
  return !(title || description || fields?.length || image?.url || thumbnail?.url);
}

/** The key of a field that is added to these. */
export function nextFieldKey(fields: readonly EmbedFieldForm[]): number {
  return Math.max(-1, ...fields.map(({ key }) => key)) + 1;
}

const textOrNull = (text: string) => (text.trim() ? text : null);
const urlOrNull = (url: string) => url.trim() || null;
