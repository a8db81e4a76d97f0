import { z } from 'zod';
import { limits } from './limits.ts';
import { panelDefaults } from './panel-defaults.ts';
import { NullableSnowflake, Snowflake } from './snowflake.ts';

export { panelDefaults };

/** 1 blue, 2 grey, 3 green, 4 red: Discord's button styles. */
export const ButtonStyle = z.coerce
  .number('Choose a button colour.')
  .int()
  .min(1, 'Choose a button colour.')
  .max(4, 'Choose a button colour.');

/** A standard emoji as its glyph, or a custom one of the server. */
export const Emote = z.union([
  z.string().max(64),
  z.object({ name: z.string().min(1).max(32), id: Snowflake }),
]);
export type Emote = z.infer<typeof Emote>;

export const Panel = z.object({
  panel_id: z.number().int(),
  guild_id: Snowflake,
  title: z.string(),
  content: z.string(),
  colour: z.number().int(),
  channel_id: Snowflake,
  message_id: Snowflake.nullable(),
  category_id: Snowflake.nullable(),
  custom_id: z.string(),
  emote: Emote,
  button_style: z.number().int(),
  button_label: z.string(),
  default_team: z.boolean(),
  disabled: z.boolean(),
  force_disabled: z.boolean(),
});
export type Panel = z.infer<typeof Panel>;

const blank = (value: unknown) => (value === null || value === undefined ? '' : value);

export const PanelInput = z.object({
  title: z.preprocess(
    blank,
    z.string().trim().max(limits.panel_title, 'Panel title must be less than 80 characters'),
  ),
  content: z.preprocess(
    blank,
    z.string().max(limits.panel_content, 'Panel content must be less than 4096 characters'),
  ),
  colour: z
    .number('Choose a colour.')
    .int()
    .min(0, 'Choose a colour.')
    .max(0xffffff, 'Choose a colour.')
    .default(panelDefaults.colour),
  channel_id: z.preprocess((v) => v ?? '', Snowflake.catch('0')),
  category_id: NullableSnowflake,
  emote: Emote.nullish(),
  button_style: ButtonStyle.default(1),
  button_label: z.preprocess(
    blank,
    z.string().trim().max(limits.button_label, 'Button label must be less than 80 characters'),
  ),
});
export type PanelInput = z.infer<typeof PanelInput>;

export const PanelCreated = z.object({ success: z.literal(true), panel_id: z.number().int() });
