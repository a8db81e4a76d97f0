import { z } from 'zod';

/**
 * Embeds and components as everything that draws them reads them: pages, texts, the dashboard. Of Discord's own objects only
 * the fields that are drawn are named. What does not fit can be neither imported nor shown.
 */

const text = z.string().nullish();
const named = (fields: z.ZodRawShape) => z.looseObject(fields).nullish();
const picture = named({ url: text, proxy_url: text });

const Embed = z.looseObject({
  type: z.string().optional(),
  sticker: z.looseObject({ id: z.string(), format_type: z.number() }).optional(),
  title: text,
  url: text,
  description: text,
  color: z.number().nullish(),
  timestamp: text,
  author: named({ name: text, url: text, icon_url: text }),
  footer: named({ text, icon_url: text }),
  image: picture,
  thumbnail: picture,
  fields: z.array(z.looseObject({ name: z.string(), value: z.string() })).nullish(),
});

const Emoji = z.looseObject({ id: text, name: text });
const Media = z.looseObject({ url: z.string().optional() });

const Component = z.looseObject({
  type: z.number().optional(),
  custom_id: z.string().optional(),
  get components() {
    return z.array(Component).optional();
  },
  get accessory() {
    return Component.optional();
  },
  label: text,
  emoji: z.union([Emoji, z.string()]).nullish(),
  url: text,
  placeholder: text,
  options: z
    .array(z.looseObject({ label: z.string(), description: text, emoji: Emoji.nullish() }))
    .optional(),
  content: z.string().optional(),
  accent_color: z.number().nullish(),
  items: z.array(z.looseObject({ media: Media.optional(), description: text })).optional(),
  file: Media.optional(),
  name: z.string().optional(),
  media: Media.optional(),
  description: text,
});

export const ShownEmbeds = z.array(Embed).max(1000);
export const ShownComponents = z.array(Component).max(1000);
