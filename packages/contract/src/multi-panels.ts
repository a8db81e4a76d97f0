import { z } from 'zod';
import { charactersIn } from './embed-limits.ts';
import { CustomEmbed, MessageEmbedInput } from './embeds.ts';
import { multiPanelDefaults, multiPanelLimits } from './panel-defaults.ts';
import { MessageState } from './panels.ts';
import { Snowflake } from './snowflake.ts';

/** Several panels in one message, as buttons or as a dropdown menu. */
export const MultiPanel = z.object({
  id: z.number().int(),
  guild_id: Snowflake,
  channel_id: Snowflake,
  message_id: Snowflake.nullable(),
  message_state: MessageState,
  select_menu: z.boolean(),
  select_menu_placeholder: z.string().nullable(),
  embed: CustomEmbed,
  /** Ids of its panels, in their order. */
  panels: z.array(z.number().int()),
});
export type MultiPanel = z.infer<typeof MultiPanel>;

const PanelId = z.coerce
  .number('invalid panel ID')
  .int('invalid panel ID')
  .min(1, 'invalid panel ID')
  .max(2_147_483_647, 'invalid panel ID');

/** Absent keys take their defaults in a creation, and keep their value in a change. */
export const MultiPanelInput = z.object({
  channel_id: z.preprocess((value) => value ?? '', Snowflake.catch('0')).optional(),
  /** Ids, or objects that carry one as `panel_id`. */
  panels: z
    .array(
      z.preprocess(
        (value) =>
          typeof value === 'object' && value !== null && 'panel_id' in value ? value.panel_id : value,
        PanelId,
      ),
      'a multi-panel must contain at least 2 sub-panels',
    )
    .min(multiPanelLimits.min, 'a multi-panel must contain at least 2 sub-panels')
    .max(multiPanelLimits.max, 'multi-panels cannot contain more than 15 sub-panels')
    .refine((ids) => new Set(ids).size === ids.length, 'A panel is listed twice. Remove it once.')
    .optional(),
  select_menu: z.boolean().optional(),
  select_menu_placeholder: z
    .preprocess(
      (value) => (typeof value === 'string' && !value.trim() ? null : (value ?? null)),
      z
        .string()
        .trim()
        .refine(
          (text) => charactersIn(text) <= multiPanelLimits.placeholder,
          `The placeholder has at most ${multiPanelLimits.placeholder} characters.`,
        )
        .nullable(),
    )
    .optional(),
  embed: z.preprocess((value) => value ?? {}, MessageEmbedInput).optional(),
});
export type MultiPanelInput = z.infer<typeof MultiPanelInput>;

export const MultiPanelList = z.object({ success: z.literal(true), data: z.array(MultiPanel) });
export const MultiPanelAnswer = z.object({ success: z.literal(true), data: MultiPanel });

export { multiPanelDefaults };
