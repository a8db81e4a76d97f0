import type { APIModalInteractionResponseCallbackData } from 'discord-api-types/v10';
import { type ComponentNode, walkComponents } from '../world/components.ts';
import { cannot } from '../world/interaction-data.ts';

/** Answers by custom id, from answers that are named by custom id or by what stands over the field. */
export function fieldIds<T>(
  modal: APIModalInteractionResponseCallbackData,
  values: Record<string, T>,
): Record<string, T> {
  const fields = modalFields(modal);
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const field = fields.find(({ id }) => id === name) ?? fields.find(({ label }) => label === name);
      if (!field) throw cannot(`The form has no field "${name}"`);
      return [field.id, value];
    }),
  );
}

/** The fields of a form with their labels: on the field itself, or, in newer forms, around it. */
export function modalFields(modal: APIModalInteractionResponseCallbackData): { id: string; label: string }[] {
  const nodes = [...walkComponents(modal.components as unknown as ComponentNode[])]; // seen as a tree
  return nodes.flatMap((node) => {
    if (!node.custom_id) return [];
    const around = nodes.find((other) => other.component === node);
    return [{ id: node.custom_id, label: String(node.label ?? around?.label ?? '') }];
  });
}
