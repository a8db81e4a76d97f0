import { limits } from '@tickets/contract/platform/limits';
import type { Texts } from '@tickets/core/platform/texts/shape';
import { type APIModalSubmitInteraction, ComponentType, TextInputStyle } from 'discord-api-types/v10';
import type { Modal } from '../../interactions/handlers.ts';
import { textIn } from '../../interactions/modal-text.ts';

const field = 'reason';

/** The form that asks for a reason. */
export function reasonForm(
  t: Texts,
  {
    custom_id,
    title,
    value,
    required,
  }: { custom_id: string; title: string; value?: string; required: boolean },
): Modal {
  return {
    custom_id,
    title,
    components: [
      {
        type: ComponentType.Label,
        label: t.closing.reason_label,
        component: {
          type: ComponentType.TextInput,
          style: TextInputStyle.Paragraph,
          custom_id: field,
          max_length: limits.close_reason,
          placeholder: t.closing.reason_placeholder,
          required,
          ...(value ? { value } : {}),
        },
      },
    ],
  };
}

/** What was written in it. */
export const reasonIn = (interaction: APIModalSubmitInteraction): string | null => textIn(interaction, field);
