import type { APIModalInteractionResponseCallbackData } from 'discord-api-types/v10';
import { ComponentType } from 'discord-api-types/v10';
import { DiscordError } from '../errors.ts';
import type { ComponentNode } from './components.ts';
import { type Resolved, resolveIds } from './resolve.ts';
import type { World } from './world.ts';

type Values = Record<string, string | string[]>;

/** A filled-in form as the application receives it; refuses what the form itself would not let through. */
export function modalData(
  world: World,
  modal: APIModalInteractionResponseCallbackData,
  { values, user_id }: { values: Values; user_id: string },
  guildId: string | undefined,
): object {
  const ids: string[] = [];
  const tree = modal.components as unknown as ComponentNode[]; // the same components, seen as a tree
  const components = tree.map((node) => filledIn(node, values, ids));
  const resolved: Resolved = resolveIds(world, guildId, ids, user_id);
  return {
    custom_id: modal.custom_id,
    components,
    ...(Object.keys(resolved).length > 0 ? { resolved } : {}),
  };
}

function filledIn(node: ComponentNode, values: Values, ids: string[]): object {
  const head = { type: node.type, ...(node.id === undefined ? {} : { id: node.id }) };
  if (node.components)
    return { ...head, components: node.components.map((child) => filledIn(child, values, ids)) };
  if (node.component) return { ...head, component: filledIn(node.component, values, ids) };
  if (!node.custom_id) return head;
  const given = values[node.custom_id];
  const base = { ...head, custom_id: node.custom_id };
  if (node.type === ComponentType.TextInput) return { ...base, value: textOf(node, given) };
  if (node.type === ComponentType.RadioGroup) return { ...base, value: pickedOf(node, given)[0] ?? null };
  if (node.type === ComponentType.Checkbox) return { ...base, value: given === 'true' };
  const picked = pickedOf(node, given);
  if (isEntitySelect(node.type)) ids.push(...picked);
  return { ...base, values: picked };
}

function textOf(node: ComponentNode, given: string | string[] | undefined): string {
  const text = typeof given === 'string' ? given : '';
  const name = node.label ?? node.custom_id;
  const required = node.required !== false;
  if (text === '' && !required) return text;
  if (text === '') throw invalid(`"${name}" must be filled in`);
  if (text.length < Number(node.min_length ?? 0)) throw invalid(`"${name}" is too short`);
  if (text.length > Number(node.max_length ?? 4000)) throw invalid(`"${name}" is too long`);
  return text;
}

function pickedOf(node: ComponentNode, given: string | string[] | undefined): string[] {
  const picked = given === undefined ? [] : typeof given === 'string' ? [given] : given;
  const required = node.required !== false;
  const minimum = Number(node.min_values ?? 1);
  if (picked.length === 0 && !required) return picked;
  if (picked.length < minimum || picked.length > Number(node.max_values ?? Math.max(1, minimum))) {
    throw invalid(`Pick at least ${minimum} for "${node.custom_id}"`);
  }
  const options = node.options as { value: string }[] | undefined; // string selects, radios and check boxes
  if (options && picked.some((value) => !options.some((option) => option.value === value))) {
    throw invalid(`"${node.custom_id}" has no such option`);
  }
  return picked;
}

function isEntitySelect(type: number): boolean {
  const kinds: number[] = [
    ComponentType.UserSelect,
    ComponentType.RoleSelect,
    ComponentType.MentionableSelect,
    ComponentType.ChannelSelect,
  ];
  return kinds.includes(type);
}

function invalid(message: string): DiscordError {
  return new DiscordError(400, 50035, message);
}
