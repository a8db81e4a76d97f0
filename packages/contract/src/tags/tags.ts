import { z } from 'zod';
import { Version } from '../audit/audit.ts';
import { charactersIn } from '../embeds/embed-limits.ts';
import { CustomEmbed, CustomEmbedInput } from '../embeds/embeds.ts';
import { type FieldTable, partOf } from '../platform/fields.ts';
import { tagDefaults } from './tag-defaults.ts';
import { tagLimits } from './tag-limits.ts';

/** Every field of a tag but its id. A save names all of them: what it leaves out has its default. */
const fields = {
  content: {
    read: z.string().nullable(),
    sent: z.preprocess(
      (value) => (typeof value === 'string' && !value.trim() ? null : (value ?? tagDefaults.content)),
      z
        .string()
        .refine(
          (text) => charactersIn(text) <= tagLimits.content,
          `The content has at most ${tagLimits.content} characters.`,
        )
        .nullable(),
    ),
  },
  use_embed: { read: z.boolean(), sent: z.boolean().default(tagDefaults.use_embed) },
  /** Whether it is a command of its own, too. */
  use_guild_command: { read: z.boolean(), sent: z.boolean().default(tagDefaults.use_guild_command) },
  embed: { read: CustomEmbed.nullable(), sent: CustomEmbedInput.nullish() },
} satisfies FieldTable<typeof tagDefaults>;

/** A canned reply, posted by `/tag id` and from the dashboard. */
export const TagFields = z.object({ id: z.string(), ...partOf(fields, 'read') });
export type TagFields = z.infer<typeof TagFields>;
export const Tag = TagFields.extend({ version: Version });
export type Tag = z.infer<typeof Tag>;

/** All tags of a server by their id. */
export const TagMap = z.record(z.string(), Tag);

export const tagIdText =
  'Tag IDs must be alphanumeric (including hyphens and underscores), and be between 1 and 16 characters long';

/** An id as someone gives it: tags are the same in upper and lower case. */
export const TagId = z.preprocess(
  (value) => (typeof value === 'string' ? value.trim() : (value ?? '')),
  z
    .string(tagIdText)
    .regex(/^\S+$/, tagIdText)
    // JavaScript knows no such key in a map.
    .refine((id) => id.toLowerCase() !== '__proto__', tagIdText)
    .refine((id) => charactersIn(id) <= tagLimits.id, tagIdText),
);

/**
 * A tag as it is saved: made when there is none of this id, changed otherwise. Ids are kept in lower case, as Discord wants
 * names of commands; `given_id` tells whether the person who saves knew of the tag that is there. With the version that was
 * read, a change of somebody else is not written over; null says that there was none, and then none is.
 */
export const TagInput = z
  .object({ id: TagId, ...partOf(fields, 'sent'), based_on: Version.nullish() })
  .superRefine(({ id, content, use_embed, use_guild_command, embed }, ctx) => {
    if (use_guild_command && !/^[a-z0-9_-]+$/i.test(id))
      ctx.addIssue({ code: 'custom', path: ['id'], message: tagIdText });
    const shown = use_embed ? embed : null;
    const says =
      shown && (shown.description || shown.fields.length || shown.image_url || shown.thumbnail_url);
    if (!content && !says)
      ctx.addIssue({
        code: 'custom',
        path: ['content'],
        message: 'You have not provided any content for the tag',
      });
  })
  .transform((tag) => ({
    ...tag,
    id: tag.id.toLowerCase(),
    given_id: tag.id,
    embed: tag.use_embed ? (tag.embed ?? tagDefaults.embed) : null,
  }));
export type TagInput = z.infer<typeof TagInput>;

export const TagRemove = z.object({
  tag_id: z.preprocess(
    (value) => (typeof value === 'string' ? value.trim().toLowerCase() : value),
    z.string('Invalid tag').min(1, 'Invalid tag').max(100, 'Invalid tag'),
  ),
  based_on: Version.optional(),
});
