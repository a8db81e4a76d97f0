import { z } from 'zod';
import { Version } from '../audit/audit.ts';
import { charactersIn } from '../embeds/embed-limits.ts';
import { CustomEmbed, MessageEmbedInput } from '../embeds/embeds.ts';
import { type FieldTable, partOf } from '../platform/fields.ts';
import { Snowflake, SoughtSnowflake } from '../platform/snowflake.ts';
import { type multiPanelDefaults, multiPanelLimits } from './panel-defaults.ts';
import { MessageState } from './panels.ts';

const PanelId = z.coerce
  .number('invalid panel ID')
  .int('invalid panel ID')
  .min(1, 'invalid panel ID')
  .max(2_147_483_647, 'invalid panel ID');

/** Every field that a multi-panel's maker decides about. */
const fields = {
  channel_id: {
    read: Snowflake,
    sent: z.preprocess((value) => value ?? '', SoughtSnowflake),
  },
  /** Ids of its panels, in their order; objects that carry one as `panel_id` are taken, too. */
  panels: {
    read: z.array(z.number().int()),
    sent: z
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
      .refine((ids) => new Set(ids).size === ids.length, 'A panel is listed twice. Remove it once.'),
  },
  select_menu: { read: z.boolean(), sent: z.boolean() },
  select_menu_placeholder: {
    read: z.string().nullable(),
    sent: z.preprocess(
      (value) => (typeof value === 'string' && !value.trim() ? null : (value ?? null)),
      z
        .string()
        .trim()
        .refine(
          (text) => charactersIn(text) <= multiPanelLimits.placeholder,
          `The placeholder has at most ${multiPanelLimits.placeholder} characters.`,
        )
        .nullable(),
    ),
  },
  embed: { read: CustomEmbed, sent: z.preprocess((value) => value ?? {}, MessageEmbedInput) },
} satisfies FieldTable<typeof multiPanelDefaults>;

export const MultiPanelFields = z.object(partOf(fields, 'read'));
export type MultiPanelFields = z.infer<typeof MultiPanelFields>;

/** Several panels in one message, as buttons or as a dropdown menu. */
export const MultiPanel = z.object({
  id: z.number().int(),
  guild_id: Snowflake,
  message_id: Snowflake.nullable(),
  message_state: MessageState,
  version: Version,
  ...MultiPanelFields.shape,
});
export type MultiPanel = z.infer<typeof MultiPanel>;

/** Absent keys take their defaults in a creation, and keep their value in a change. */
export const MultiPanelInput = z.object(partOf(fields, 'sent')).partial();
export type MultiPanelInput = z.infer<typeof MultiPanelInput>;

/** With the version that was read, a change of somebody else is not written over. */
export const MultiPanelChange = MultiPanelInput.extend({ based_on: Version.optional() });
export type MultiPanelChange = z.infer<typeof MultiPanelChange>;

export const MultiPanelList = z.object({ success: z.literal(true), data: z.array(MultiPanel) });
export const MultiPanelAnswer = z.object({ success: z.literal(true), data: MultiPanel });
