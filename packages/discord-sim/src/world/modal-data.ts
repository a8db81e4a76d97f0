import type { APIAttachment, APIModalInteractionResponseCallbackData } from 'discord-api-types/v10';
import { ComponentType } from 'discord-api-types/v10';
import { DiscordError, refusal } from '../errors.ts';
import type { ComponentNode } from './components.ts';
import { MAX_FILE_BYTES, type SentFile, storeFile } from './files.ts';
import type { ModalInput } from './interaction-data.ts';
import { renderAttachment } from './render-files.ts';
import { type Resolved, resolveIds } from './resolve.ts';
import type { World } from './world.ts';

/** What somebody sends with a form. */
type Sent = Pick<ModalInput, 'user_id' | 'channel_id' | 'values' | 'files'>;

/** What a form names by id: what was picked, and files, whose ids are added to `values` once they are stored. */
interface Named {
  ids: string[];
  uploads: { files: readonly SentFile[]; values: string[] }[];
}

/** A filled-in form as the application receives it; refuses what the form itself would not let through. */
export function modalData(
  world: World,
  modal: APIModalInteractionResponseCallbackData,
  sent: Sent,
  guildId: string | undefined,
): object {
  const named: Named = { ids: [], uploads: [] };
  const tree = modal.components as unknown as ComponentNode[]; // the same components, seen as a tree
  const components = tree.map((node) => filledIn(node, sent, named));
  const attachments = attach(world, sent.channel_id, named.uploads);
  const resolved: Resolved = {
    ...resolveIds(world, guildId, named.ids, sent.user_id),
    ...(Object.keys(attachments).length > 0 && { attachments }),
  };
  return {
    custom_id: modal.custom_id,
    components,
    ...(Object.keys(resolved).length > 0 ? { resolved } : {}),
  };
}

/** Stores the files of a form that passed all checks. */
function attach(world: World, channelId: string, uploads: Named['uploads']): Record<string, APIAttachment> {
  const attachments: Record<string, APIAttachment> = {};
  for (const { files, values } of uploads)
    for (const file of files) {
      const stored = storeFile(world, file);
      attachments[stored.id] = { ...renderAttachment(world, channelId, stored), ephemeral: true };
      values.push(stored.id);
    }
  return attachments;
}

function filledIn(node: ComponentNode, sent: Sent, named: Named): object {
  const head = { type: node.type, ...(node.id === undefined ? {} : { id: node.id }) };
  if (node.components)
    return { ...head, components: node.components.map((child) => filledIn(child, sent, named)) };
  if (node.component) return { ...head, component: filledIn(node.component, sent, named) };
  if (!node.custom_id) return head;
  const given = sent.values[node.custom_id];
  const base = { ...head, custom_id: node.custom_id };
  if (node.type === ComponentType.TextInput) return { ...base, value: textOf(node, given) };
  if (node.type === ComponentType.RadioGroup) return { ...base, value: pickedOf(node, given)[0] ?? null };
  if (node.type === ComponentType.Checkbox) return { ...base, value: given === 'true' };
  if (node.type === ComponentType.FileUpload) {
    const upload = { files: filesOf(node, sent.files?.[node.custom_id]), values: [] };
    named.uploads.push(upload);
    return { ...base, values: upload.values };
  }
  const picked = pickedOf(node, given);
  if (isEntitySelect(node.type)) named.ids.push(...picked);
  return { ...base, values: picked };
}

function filesOf(node: ComponentNode, files: readonly SentFile[] = []): readonly SentFile[] {
  assertNumber(node, files.length);
  if (files.some(({ bytes }) => bytes.length > MAX_FILE_BYTES)) throw refusal('tooLarge');
  return files;
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
  assertNumber(node, picked.length);
  if (picked.length === 0) return picked;
  const options = node.options as { value: string }[] | undefined; // string selects, radios and check boxes
  if (options && picked.some((value) => !options.some((option) => option.value === value))) {
    throw invalid(`"${node.custom_id}" has no such option`);
  }
  return picked;
}

function assertNumber(node: ComponentNode, picked: number): void {
  const minimum = Number(node.min_values ?? 1);
  const maximum = Number(node.max_values ?? Math.max(1, minimum));
  if (picked === 0 && node.required === false) return;
  if (picked < minimum || picked > maximum)
    throw invalid(`Pick ${minimum} to ${maximum} for "${node.custom_id}"`);
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
