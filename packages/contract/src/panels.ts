import { z } from 'zod';
import { accessRuleLimit } from './access-rules.ts';
import { charactersIn } from './embed-limits.ts';
import { ColourInput, CustomEmbed, MessageEmbedInput, PictureUrl } from './embeds.ts';
import { limits } from './limits.ts';
import { namingProblems, namingProblemText, namingSchemeLimit } from './naming.ts';
import { panelDefaults } from './panel-defaults.ts';
import { NullableSnowflake, Snowflake } from './snowflake.ts';

export { panelDefaults };

/** 1 blue, 2 grey, 3 green, 4 red: Discord's button styles. */
export const ButtonStyle = z.coerce
  .number('Invalid button style')
  .int('Invalid button style')
  .min(1, 'Invalid button style')
  .max(4, 'Invalid button style');

/** A standard emoji as its glyph, or a custom one of the server. */
export const Emote = z.union([z.string(), z.object({ name: z.string(), id: Snowflake })]);
export type Emote = z.infer<typeof Emote>;

const EmoteInput = z.preprocess(
  (value) => value ?? '',
  z.union(
    [
      z.string().trim().max(64, 'Invalid emoji'),
      z.object({
        name: z.preprocess(
          (value) => value ?? '',
          z.string().min(1, 'Emoji name was empty').max(32, 'Emoji not found'),
        ),
        id: z.preprocess((value) => value ?? '', Snowflake.catch('0')),
      }),
    ],
    'Invalid emoji',
  ),
);

export const AccessRule = z.object({ role_id: Snowflake, action: z.enum(['allow', 'deny']) });

/**
 * How the message in Discord stands to what is stored. `pending`: to be posted. `posted`: both agree. `outdated`: it
 * will be edited. `deleted`: someone deleted it or its channel; it comes back when it is posted again. `refused`:
 * Discord does not let the bot post or edit it.
 */
export const MessageState = z.enum(['pending', 'posted', 'outdated', 'deleted', 'refused']);
export type MessageState = z.infer<typeof MessageState>;

export const Panel = z.object({
  panel_id: z.number().int(),
  guild_id: Snowflake,
  custom_id: z.string(),
  title: z.string(),
  content: z.string(),
  /** RGB as an integer. */
  colour: z.number().int(),
  channel_id: Snowflake,
  message_id: Snowflake.nullable(),
  message_state: MessageState,
  category_id: Snowflake.nullable(),
  form_id: z.number().int().nullable(),
  exit_survey_form_id: z.number().int().nullable(),
  /** The category of tickets that wait for their opener; null is disabled. */
  pending_category: Snowflake.nullable(),
  disabled: z.boolean(),
  force_disabled: z.boolean(),
  button_style: z.number().int(),
  button_label: z.string(),
  use_custom_emoji: z.boolean(),
  /** "" for none. */
  emote: Emote,
  image_url: z.string().nullable(),
  thumbnail_url: z.string().nullable(),
  /** Role ids, "user" for the opener, "here". */
  mentions: z.array(z.string()),
  default_team: z.boolean(),
  teams: z.array(z.number().int()),
  delete_mentions: z.boolean(),
  use_server_default_naming_scheme: z.boolean(),
  naming_scheme: z.string().nullable(),
  /** Null for the server's welcome message. */
  welcome_message: CustomEmbed.nullable(),
  access_control_list: z.array(AccessRule),
});
export type Panel = z.infer<typeof Panel>;

const blank = (value: unknown) =>
  value === undefined || (typeof value === 'string' && !value.trim()) ? null : value;
const atMost = (max: number, message: string) =>
  z.preprocess(
    blank,
    z
      .string()
      .refine((text) => charactersIn(text.trim()) <= max, message)
      .nullable(),
  );

/** "null", "", "0" and 0 are how a select says "none". */
const NullableId = z.preprocess(
  (value) =>
    value === undefined || value === '' || value === 'null' || value === '0' || value === 0 ? null : value,
  z.coerce
    .number('Form not found')
    .int('Form not found')
    .min(1, 'Form not found')
    .max(2_147_483_647, 'Form not found')
    .nullable(),
);

/** What is no id is no category of the server. */
const CategoryInput = NullableSnowflake.catch('0');

const Mention = z.string().superRefine((mention, ctx) => {
  if (mention === 'user' || mention === 'here' || Snowflake.safeParse(mention).success) return;
  ctx.addIssue({ code: 'custom', message: `Invalid role ID in mentions: ${mention.slice(0, 40)}` });
});

const NamingSchemeInput = z.preprocess(
  blank,
  z
    .string()
    .trim()
    .transform((scheme) => scheme.replace(/\s/g, '-'))
    .superRefine((scheme, ctx) => {
      if (charactersIn(scheme) > namingSchemeLimit)
        ctx.addIssue({ code: 'custom', message: 'Naming scheme must be less than 100 characters' });
      for (const problem of namingProblems(scheme))
        ctx.addIssue({ code: 'custom', message: namingProblemText(problem) });
    })
    .nullable(),
);

const AccessList = z
  .array(
    z.object({
      role_id: Snowflake,
      action: z.enum(['allow', 'deny'], {
        error: ({ input }) =>
          `Invalid access control action "${typeof input === 'string' ? input.slice(0, 40) : typeof input}"`,
      }),
    }),
  )
  .min(1, 'Access control list is empty')
  .max(accessRuleLimit, 'Access control list cannot have more than 10 roles')
  .superRefine((rules, ctx) => {
    const seen = new Set<string>();
    for (const [index, { role_id }] of rules.entries()) {
      if (seen.has(role_id))
        ctx.addIssue({
          code: 'custom',
          path: [index, 'role_id'],
          message: 'This role is in the access control list already. Remove one of its rules.',
        });
      seen.add(role_id);
    }
  });

/**
 * A panel as it is sent. An absent key takes its default in a creation, and keeps its value in a change; null and
 * blank ask for the default. Other keys, such as those that are only answered, are ignored. Of `use_custom_emoji` only
 * this is read: a panel that says true has an emoji.
 */
export const PanelInput = z.object({
  title: atMost(limits.panel_title, 'Panel title must be less than 80 characters').optional(),
  content: atMost(limits.panel_content, 'Panel content must be less than 4096 characters').optional(),
  colour: z.preprocess((value) => value ?? panelDefaults.colour, ColourInput).optional(),
  channel_id: z.preprocess((value) => value ?? '', Snowflake.catch('0')).optional(),
  category_id: CategoryInput.optional(),
  emote: EmoteInput.optional(),
  use_custom_emoji: z.boolean().nullish(),
  button_style: z.preprocess((value) => value ?? panelDefaults.button_style, ButtonStyle).optional(),
  button_label: atMost(limits.button_label, 'Button label must be less than 80 characters').optional(),
  image_url: PictureUrl.optional(),
  thumbnail_url: PictureUrl.optional(),
  disabled: z.boolean().optional(),
  form_id: NullableId.optional(),
  exit_survey_form_id: NullableId.optional(),
  pending_category: CategoryInput.optional(),
  naming_scheme: NamingSchemeInput.optional(),
  /** True is the same as a naming scheme of null. */
  use_server_default_naming_scheme: z.boolean().optional(),
  mentions: z
    .preprocess(
      (value) => value ?? [],
      z.array(Mention).max(100, 'A panel has at most 100 mentions. Remove some.'),
    )
    .optional(),
  delete_mentions: z.boolean().optional(),
  default_team: z.boolean().optional(),
  teams: z
    .preprocess(
      (value) => value ?? [],
      z
        .array(
          z.coerce
            .number('Invalid support team')
            .int('Invalid support team')
            .min(1, 'Invalid support team')
            .max(2_147_483_647, 'Invalid support team'),
        )
        .max(100, 'A panel has at most 100 teams. Remove some.'),
    )
    .optional(),
  welcome_message: MessageEmbedInput.nullable().optional(),
  access_control_list: AccessList.optional(),
});
export type PanelInput = z.infer<typeof PanelInput>;

export const PanelCreated = z.object({ success: z.literal(true), panel_id: z.number().int() });
