import { limits } from '@tickets/contract/platform/limits';
import type { Texts } from '@tickets/core/platform/texts/texts';
import { type APIModalSubmitInteraction, ComponentType, TextInputStyle } from 'discord-api-types/v10';
import type { Modal } from '../../handlers.ts';

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
export function reasonIn(interaction: APIModalSubmitInteraction): string | null {
  for (const part of interaction.data.components) {
    const inputs = 'component' in part ? [part.component] : 'components' in part ? part.components : [];
    for (const input of inputs)
      if (input.type === ComponentType.TextInput && input.custom_id === field)
        return input.value.trim() || null;
  }
  return null;
}
