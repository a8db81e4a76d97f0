import { z } from 'zod';

/**
 * Embeds and components as everything that draws them reads them: pages, texts, the dashboard. Of Discord's own objects only
 * the fields that are drawn are named. What does not fit can be neither imported nor shown.
 */

/**
 * All of a message, as JSON. Discord allows 4,000 to 6,000 characters of text; the addresses in ten embeds, of 2,048 characters each,
 * come to less than 300,000.
 */
export const messageBytesMax = 512 * 1024;
/** Characters of a text, and of what stands in one line. Discord allows 4,096 and 2,048; other products may allow more. */
const textMax = 20_000;
const lineMax = 4_000;

const words = z.string().max(textMax);
const line = z.string().max(lineMax);
const text = words.nullish();
const short = line.nullish();
const named = (fields: z.ZodRawShape) => z.looseObject(fields).nullish();
const picture = named({ url: short, proxy_url: short });

const Embed = z.looseObject({
  type: line.optional(),
  sticker: z.looseObject({ id: line, format_type: z.number() }).optional(),
  title: short,
  url: short,
  description: text,
  color: z.number().nullish(),
  timestamp: short,
  author: named({ name: short, url: short, icon_url: short }),
  footer: named({ text, icon_url: short }),
  image: picture,
  thumbnail: picture,
  fields: z.array(z.looseObject({ name: line, value: words })).nullish(),
});

const Emoji = z.looseObject({ id: short, name: short });
const Media = z.looseObject({ url: line.optional() });

const Component = z.looseObject({
  type: z.number().optional(),
  custom_id: line.optional(),
  get components() {
    return z.array(Component).optional();
  },
  get accessory() {
    return Component.optional();
  },
  label: short,
  emoji: z.union([Emoji, line]).nullish(),
  url: short,
  placeholder: short,
  options: z.array(z.looseObject({ label: line, description: text, emoji: Emoji.nullish() })).optional(),
  content: words.optional(),
  accent_color: z.number().nullish(),
  items: z.array(z.looseObject({ media: Media.optional(), description: text })).optional(),
  file: Media.optional(),
  name: line.optional(),
  media: Media.optional(),
  description: text,
});

/** Fields that are not named here count, too. */
const isSmall = (value: unknown) => JSON.stringify(value).length <= messageBytesMax;
const tooMuch = { error: 'This is more than one message can hold.' };

export const ShownEmbeds = z.array(Embed).max(1000).refine(isSmall, tooMuch);
export const ShownComponents = z.array(Component).max(1000).refine(isSmall, tooMuch);
