import { z } from 'zod';
import { Version } from '../audit/audit.ts';
import { charactersIn } from '../embeds/embed-limits.ts';
import { ColourInput, CustomEmbed, MessageEmbedInput, PictureUrl } from '../embeds/embeds.ts';
import { type Field, type FieldTable, partOf } from '../platform/fields.ts';
import { limits } from '../platform/limits.ts';
import { NullableSnowflake, Snowflake, SoughtSnowflake } from '../platform/snowflake.ts';
import { namingProblems, namingProblemText, namingSchemeLimit } from '../tickets/naming.ts';
import { accessRuleLimit } from './access-rules.ts';
import { panelDefaults } from './panel-defaults.ts';

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
        id: z.preprocess((value) => value ?? '', SoughtSnowflake),
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

const blank = (value: unknown) =>
  value === undefined || (typeof value === 'string' && !value.trim()) ? null : value;
const atMost = (max: number, message: string) =>
  z.preprocess(
    blank,
    z
      .string()
      .trim()
      .refine((text) => charactersIn(text) <= max, message)
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
const CategoryInput = z.union([NullableSnowflake, SoughtSnowflake]);

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
      if (charactersIn(scheme) > namingSchemeLimit) {
        ctx.addIssue({ code: 'custom', message: 'Naming scheme must be less than 100 characters' });
        return;
      }
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

/** Every field that a panel's maker decides about: as it is read, and as it is sent. */
const fields = {
  title: {
    read: z.string(),
    sent: atMost(limits.panel_title, 'Panel title must be less than 80 characters'),
  },
  content: {
    read: z.string(),
    sent: atMost(limits.panel_content, 'Panel content must be less than 4096 characters'),
  },
  /** RGB as an integer. */
  colour: {
    read: z.number().int(),
    sent: z.preprocess((value) => value ?? panelDefaults.colour, ColourInput),
  },
  channel_id: {
    read: Snowflake,
    sent: z.preprocess((value) => value ?? '', SoughtSnowflake),
  },
  category_id: { read: Snowflake.nullable(), sent: CategoryInput },
  /** "" for none. */
  emote: { read: Emote, sent: EmoteInput },
  button_style: {
    read: z.number().int(),
    sent: z.preprocess((value) => value ?? panelDefaults.button_style, ButtonStyle),
  },
  button_label: {
    read: z.string(),
    sent: atMost(limits.button_label, 'Button label must be less than 80 characters'),
  },
  image_url: { read: z.string().nullable(), sent: PictureUrl },
  thumbnail_url: { read: z.string().nullable(), sent: PictureUrl },
  disabled: { read: z.boolean(), sent: z.boolean() },
  form_id: { read: z.number().int().nullable(), sent: NullableId },
  exit_survey_form_id: { read: z.number().int().nullable(), sent: NullableId },
  /** The category of tickets that wait for their opener; null is disabled. */
  pending_category: { read: Snowflake.nullable(), sent: CategoryInput },
  /** Null for the server's own. */
  naming_scheme: { read: z.string().nullable(), sent: NamingSchemeInput },
  /** Role ids, "user" for the opener, "here". */
  mentions: {
    read: z.array(z.string()),
    sent: z.preprocess(
      (value) => value ?? [],
      z.array(Mention).max(100, 'A panel has at most 100 mentions. Remove some.'),
    ),
  },
  delete_mentions: { read: z.boolean(), sent: z.boolean() },
  default_team: { read: z.boolean(), sent: z.boolean() },
  teams: {
    read: z.array(z.number().int()),
    sent: z.preprocess(
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
    ),
  },
  /** Null for the server's welcome message. */
  welcome_message: { read: CustomEmbed.nullable(), sent: MessageEmbedInput.nullable() },
  access_control_list: { read: z.array(AccessRule), sent: AccessList },
} satisfies FieldTable<typeof panelDefaults>;

/** What `emote` and `naming_scheme` tell already. */
const told = {
  /** Of what is sent, only true is read: such a panel has an emoji. */
  use_custom_emoji: { read: z.boolean(), sent: z.boolean().nullable() },
  /** True is the same as a naming scheme of null. */
  use_server_default_naming_scheme: { read: z.boolean(), sent: z.boolean() },
} satisfies Record<string, Field>;

export const PanelFields = z.object(partOf(fields, 'read'));
export type PanelFields = z.infer<typeof PanelFields>;

export const Panel = z.object({
  panel_id: z.number().int(),
  guild_id: Snowflake,
  custom_id: z.string(),
  message_id: Snowflake.nullable(),
  message_state: MessageState,
  force_disabled: z.boolean(),
  version: Version,
  ...PanelFields.shape,
  ...partOf(told, 'read'),
});
export type Panel = z.infer<typeof Panel>;

/**
 * A panel as it is sent. An absent key takes its default in a creation, and keeps its value in a change; null and
 * blank ask for the default. Other keys, such as those that are only answered, are ignored.
 */
export const PanelInput = z.object({ ...partOf(fields, 'sent'), ...partOf(told, 'sent') }).partial();
export type PanelInput = z.infer<typeof PanelInput>;

/** With the version that was read, a change of somebody else is not written over. */
export const PanelChange = PanelInput.extend({ based_on: Version.optional() });
export type PanelChange = z.infer<typeof PanelChange>;

export const PanelCreated = z.object({ success: z.literal(true), panel_id: z.number().int() });
