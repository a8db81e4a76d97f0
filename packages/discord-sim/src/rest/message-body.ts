import type { APIAllowedMentions, APIEmbed, APIMessage } from 'discord-api-types/v10';
import { ComponentType, MessageFlags } from 'discord-api-types/v10';
import { refusal } from '../errors.ts';
import { type ComponentNode, walkComponents } from '../world/components.ts';
import type { SimAttachment } from '../world/entities.ts';
import { storeFile } from '../world/files.ts';
import type { World } from '../world/world.ts';
import { type Call, fieldsOf, type Upload } from './call.ts';
import { readAllowedMentions } from './mentions.ts';
import { readComponents } from './validate/components.ts';
import { isEmptyEmbed, readEmbeds } from './validate/embeds.ts';
import { Form } from './validate/form.ts';

/** What a request says a message should be. A part that is absent was not mentioned: an edit leaves it alone. */
export interface MessageBody {
  content?: string;
  embeds?: APIEmbed[];
  components?: NonNullable<APIMessage['components']>;
  /** Files that stay, by id, with changed descriptions. */
  kept?: { id: string; description?: string }[];
  /** Files that are new. */
  added: SimAttachment[];
  allowed?: APIAllowedMentions;
  flags: number;
  /** All words that may mention someone. */
  text: string;
}

export const V2 = MessageFlags.IsComponentsV2;
const MAX_CONTENT = 2000;

/** Checks a message body as Discord does and puts its files into storage. `before` are the flags of an edited message. */
export function readMessageBody(call: Call, options: { plain?: boolean; before?: number } = {}): MessageBody {
  return readMessage(call.world, fieldsOf(call.body), call.files, options);
}

export function readMessage(
  world: World,
  body: Readonly<Record<string, unknown>>,
  files: readonly Upload[],
  options: { plain?: boolean; before?: number } = {},
): MessageBody {
  const form = new Form(world.baseUrl);
  const flags = form.integer(body.flags, 'flags', { min: 0 }) ?? 0;
  const v2 = ((flags | (options.before ?? 0)) & V2) !== 0;
  const content = readContent(form, body, v2);
  // A person's client can write and attach; the rest is for applications.
  const rich = !options.plain;
  const embeds = rich && body.embeds !== undefined ? readEmbeds(form, body.embeds) : undefined;
  if (v2 && embeds?.length) {
    form.fail(
      'embeds',
      'MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2',
      'The message cannot have embeds',
    );
  }
  const components =
    rich && body.components !== undefined ? readComponents(world, form, body.components, { v2 }) : undefined;
  const allowed = readAllowedMentions(form, body.allowed_mentions);
  const listed = readAttachmentList(form, body.attachments);
  if (files.length + (listed?.filter((entry) => entry.kept).length ?? 0) > 10)
    form.badLength('attachments', 0, 10);
  form.done();
  embeds?.forEach((embed, index) => {
    if (isEmptyEmbed(embed))
      form.fail(`embeds.${index}.description`, 'BASE_TYPE_REQUIRED', 'This field is required');
  });
  form.done();
  return {
    content,
    embeds,
    components: components as MessageBody['components'], // checked and built by type in readComponents
    kept: listed?.filter((entry) => entry.kept).map(({ id, description }) => ({ id, description })),
    added: files.map((file) =>
      storeFile(
        world,
        file,
        listed?.find((entry) => entry.id === String(file.index)),
      ),
    ),
    allowed,
    flags,
    text: v2 ? displayedText(components ?? []) : (content ?? ''),
  };
}

/** Refuses a message in which there is nothing to see. */
export function requireSomething(message: {
  content: string;
  embeds: unknown[];
  components: unknown[];
  attachments: unknown[];
  sticker_items?: unknown[];
}): void {
  const { content, embeds, components, attachments, sticker_items = [] } = message;
  if (content === '' && embeds.length + components.length + attachments.length + sticker_items.length === 0) {
    throw refusal('emptyMessage');
  }
}

function readContent(form: Form, body: Readonly<Record<string, unknown>>, v2: boolean): string | undefined {
  if (body.content === undefined) return undefined;
  const text = body.content === null ? '' : form.text(body.content, 'content', { max: MAX_CONTENT });
  if (v2 && text) {
    form.fail(
      'content',
      'MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2',
      'The message cannot have content',
    );
  }
  return text?.trim();
}

function readAttachmentList(form: Form, value: unknown) {
  if (value === undefined || value === null) return undefined;
  return form.list(value, 'attachments', { max: 10 }).flatMap((item, index) => {
    const path = `attachments.${index}`;
    const given = form.object(item, path);
    if (!given) return [];
    if (given.id === undefined) form.missing(`${path}.id`);
    const id = String(given.id);
    const description = form.text(given.description, `${path}.description`, { max: 1024 });
    const filename = form.text(given.filename, `${path}.filename`, { max: 260 });
    // Small numbers point at the uploads of this request, ids at files that the message already has.
    return [{ id, description, filename, kept: id.length > 5 }];
  });
}

function displayedText(components: readonly ComponentNode[]): string {
  const texts: string[] = [];
  for (const node of walkComponents(components)) {
    if (node.type === ComponentType.TextDisplay) texts.push(String(node.content));
  }
  return texts.join('\n');
}
