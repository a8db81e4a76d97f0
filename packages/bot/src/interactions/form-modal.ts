import type { Questions, SentForm } from '@tickets/core/forms/questions';
import type { Context } from '@tickets/core/platform/context';
import { type APIModalSubmitInteraction, ComponentType, type TextInputStyle } from 'discord-api-types/v10';
import type { Modal } from './handlers.ts';

/** A set of questions as Discord shows it. */
export function formModal(custom_id: string, { title, questions }: Questions): Modal {
  return {
    custom_id,
    title,
    components: questions.map((question) => ({
      type: ComponentType.Label,
      label: question.label,
      component: {
        type: ComponentType.TextInput,
        custom_id: question.custom_id,
        style: question.style as TextInputStyle, // the table allows Discord's two
        required: question.required,
        max_length: question.max_length,
        ...(question.min_length && { min_length: question.min_length }),
        ...(question.placeholder && { placeholder: question.placeholder }),
      },
    })),
  };
}

/** What a form's custom id says of when it was shown. */
export const shownNow = (ctx: Context): string => `t${ctx.clock.now().getTime().toString(36)}`;

/** A form, filled in. One that was shown by a version before this one does not say when; it counts as shown now. */
export function sentForm(
  ctx: Context,
  interaction: APIModalSubmitInteraction,
  args: readonly string[],
): SentForm {
  const shown = args.find((arg) => /^t[0-9a-z]{1,9}$/.test(arg));
  const shown_at = shown ? new Date(Number.parseInt(shown.slice(1), 36)) : ctx.clock.now();
  return { values: textsOf(interaction), shown_at };
}

/** What was written, by the custom id of each text field. */
export function textsOf(interaction: APIModalSubmitInteraction): Map<string, string> {
  const texts = new Map<string, string>();
  for (const part of interaction.data.components) {
    const inputs = 'component' in part ? [part.component] : 'components' in part ? part.components : [];
    for (const input of inputs)
      if (input.type === ComponentType.TextInput) texts.set(input.custom_id, input.value);
  }
  return texts;
}
