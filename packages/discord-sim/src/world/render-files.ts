import type { APIAttachment, APIMessage } from 'discord-api-types/v10';
import { ComponentType } from 'discord-api-types/v10';
import { attachmentUrl } from './attachment-links.ts';
import type { SimAttachment, SimMessage } from './entities.ts';
import type { World } from './world.ts';

export function renderAttachment(world: World, channelId: string, attachment: SimAttachment): APIAttachment {
  const { blob_id: _, ...rest } = attachment;
  const url = attachmentUrl(world, channelId, attachment.id, attachment.filename);
  return { ...rest, url, proxy_url: url };
}

/** Those that no embed and no component shows. */
export function shownAttachments(message: SimMessage): SimAttachment[] {
  if (message.attachments.length === 0) return message.attachments;
  const used = JSON.stringify([message.embeds, message.components]);
  return message.attachments.filter((file) => !used.includes(`"${linkTo(file)}"`));
}

/** Pictures of embeds may point at the message's own files. */
export function renderEmbeds(world: World, message: SimMessage): APIMessage['embeds'] {
  const links = new Map(
    message.attachments.map((file) => [linkTo(file), renderAttachment(world, message.channel_id, file).url]),
  );
  return links.size ? replaceLinks(message.embeds, links) : message.embeds;
}

function replaceLinks<T>(value: T, links: ReadonlyMap<string, string>): T {
  if (typeof value === 'string') return (links.get(value) ?? value) as T; // a text for a text
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => replaceLinks(item, links)) as T; // item by item
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, replaceLinks(inner, links)]),
  ) as T; // key by key
}

/** Components as Discord answers them: what it found of each picture and file stands in its media item. */
export function renderComponents(world: World, message: SimMessage): NonNullable<APIMessage['components']> {
  const files = new Map(message.attachments.map((file) => [linkTo(file), file]));
  let items = 0;
  const media = (url: string) => {
    items += 1;
    const id = String(BigInt(message.id) + BigInt(items));
    const file = files.get(url);
    if (!file) return { id, url, proxy_url: url, width: 0, height: 0, content_type: '' };
    const {
      url: own,
      proxy_url,
      width,
      height,
      content_type,
    } = renderAttachment(world, message.channel_id, file);
    return { id, url: own, proxy_url, width, height, content_type, attachment_id: file.id };
  };
  const shown = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shown);
    if (typeof value !== 'object' || value === null) return value;
    const node = Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        key,
        (key === 'media' || key === 'file') && isMedia(inner) ? media(inner.url) : shown(inner),
      ]),
    );
    const file = isFile(value) ? files.get(value.file.url) : undefined;
    return file ? { ...node, name: file.filename, size: file.size } : node;
  };
  return shown(message.components) as NonNullable<APIMessage['components']>; // The same, with what was found.
}

const linkTo = ({ filename }: SimAttachment) => `attachment://${filename}`;

const isMedia = (value: unknown): value is { url: string } =>
  typeof value === 'object' && value !== null && 'url' in value && typeof value.url === 'string';

const isFile = (value: object): value is { file: { url: string } } =>
  'type' in value && value.type === ComponentType.File && 'file' in value && isMedia(value.file);
