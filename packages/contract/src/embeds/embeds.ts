import { z } from 'zod';
import { charactersIn, defaultEmbedColour, embedLength, embedLimits } from './embed-limits.ts';
import { emptyEmbedText, hasEmbedContent, isEmbedPicture, isPictureUrl, isWebUrl } from './embed-rules.ts';

export { emptyEmbedText, hasEmbedContent, isPictureUrl };

/** An embed that people make, as it is answered. What is not set is null. */
export const CustomEmbed = z.object({
  title: z.string().nullable(),
  url: z.string().nullable(),
  description: z.string().nullable(),
  /** RGB as an integer. */
  colour: z.number().int(),
  author: z.object({
    name: z.string().nullable(),
    icon_url: z.string().nullable(),
    url: z.string().nullable(),
  }),
  image_url: z.string().nullable(),
  thumbnail_url: z.string().nullable(),
  footer: z.object({ text: z.string().nullable(), icon_url: z.string().nullable() }),
  /** `YYYY-MM-DDTHH:MM`, in UTC. */
  timestamp: z.string().nullable(),
  fields: z.array(z.object({ name: z.string(), value: z.string(), inline: z.boolean() })),
});
export type CustomEmbed = z.infer<typeof CustomEmbed>;

const blank = (value: unknown) =>
  value === undefined || (typeof value === 'string' && !value.trim()) ? null : value;
/** Where "null" is no text of its own, it is how a client says null. */
const unset = (value: unknown) => (value === 'null' ? null : blank(value));

const within = (name: string, max: number) =>
  z
    .string(`Field "${name}" is not a text`)
    .refine((text) => charactersIn(text) <= max, `Field "${name}" cannot exceed ${max} characters in length`);

const text = (name: string, max: number) => z.preprocess(blank, within(name, max).nullable());

/** Blank values in a field of an embed are the maker's mistake, so they are told. */
const required = (name: string, max: number) =>
  z.preprocess(
    (value) => value ?? '',
    within(name, max).refine(
      (value) => value.trim(),
      `Field "${name}" must be at least 1 characters in length`,
    ),
  );

const invalidUrl = 'Invalid URL';
const link = z.preprocess(unset, z.string(invalidUrl).trim().refine(isWebUrl, invalidUrl).nullable());
const embedPicture = z.preprocess(
  unset,
  z.string(invalidUrl).trim().refine(isEmbedPicture, invalidUrl).nullable(),
);
/** The address of a picture, or null. */
export const PictureUrl = z.preprocess(
  unset,
  z.string(invalidUrl).trim().refine(isPictureUrl, invalidUrl).nullable(),
);

/** An integer, or "#rrggbb" with or without its sign. */
export const ColourInput = z.preprocess(
  (value) =>
    typeof value === 'string' && /^#?[0-9a-f]{6}$/i.test(value)
      ? Number.parseInt(value.replace('#', ''), 16)
      : value,
  z
    .number('Choose a colour.')
    .int('Choose a colour.')
    .min(0, 'Choose a colour.')
    .max(0xffffff, 'Choose a colour.'),
);

/** Minutes are kept; a time without a zone is UTC. */
const timestamp = z.preprocess(
  unset,
  z
    .string('Enter a date and a time.')
    .transform((value, ctx) => {
      const minutes = minutesOf(value.trim());
      if (minutes) return minutes;
      ctx.addIssue({ code: 'custom', message: 'Enter a date and a time.' });
      return z.NEVER;
    })
    .nullable(),
);

function minutesOf(value: string): string | undefined {
  const [, day = ''] = /^(\d{4}-\d\d-\d\d)[T ]\d\d:\d\d/.exec(value) ?? [];
  const zoned = /(Z|[+-]\d\d:?\d\d)$/i.test(value) ? value : `${value}Z`;
  const [midnight, time] = [new Date(day), new Date(zoned)];
  if (Number.isNaN(midnight.getTime()) || Number.isNaN(time.getTime())) return undefined;
  // JavaScript makes March of the 30th of February, and needs more digits for years after 9999.
  const isDay = midnight.toISOString().startsWith(day);
  const [minutes] = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.exec(time.toISOString()) ?? [];
  return isDay ? minutes : undefined;
}

const object = (value: unknown) => value ?? {};

/** An embed as it is sent: every key may be absent, null or blank. */
export const CustomEmbedInput = z
  .object({
    title: text('Title', embedLimits.title),
    url: link,
    description: text('Description', embedLimits.description),
    colour: z.preprocess((value) => blank(value) ?? defaultEmbedColour, ColourInput),
    author: z.preprocess(
      object,
      z.object({ name: text('Name', embedLimits.author_name), icon_url: link, url: link }),
    ),
    image_url: embedPicture,
    thumbnail_url: embedPicture,
    footer: z.preprocess(object, z.object({ text: text('Text', embedLimits.footer_text), icon_url: link })),
    timestamp,
    fields: z.preprocess(
      (value) => value ?? [],
      z
        .array(
          z.object({
            name: required('Name', embedLimits.field_name),
            value: required('Value', embedLimits.field_value),
            inline: z.preprocess((value) => value ?? false, z.boolean()),
          }),
        )
        .max(embedLimits.fields, `An embed has at most ${embedLimits.fields} fields`),
    ),
  })
  .superRefine((embed, ctx) => {
    const length = embedLength(embed);
    if (length > embedLimits.total)
      ctx.addIssue({
        code: 'custom',
        message: `Total embed characters (${length}) exceeds Discord's ${embedLimits.total} character limit`,
      });
  });
export type CustomEmbedInput = z.infer<typeof CustomEmbedInput>;

/** An embed that a message consists of. */
export const MessageEmbedInput = CustomEmbedInput.refine(hasEmbedContent, emptyEmbedText);
