import { type APIModalSubmitInteraction, ComponentType } from 'discord-api-types/v10';

/** What was written in a text field of a modal; null where nothing was. */
export function textIn(interaction: APIModalSubmitInteraction, field: string): string | null {
  for (const part of interaction.data.components) {
    const inputs = 'component' in part ? [part.component] : 'components' in part ? part.components : [];
    for (const input of inputs)
      if (input.type === ComponentType.TextInput && input.custom_id === field)
        return input.value.trim() || null;
  }
  return null;
}
