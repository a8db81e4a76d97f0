import type { APIEmbed, APIEmbedImage } from 'discord-api-types/v10';
import { EmbedType } from 'discord-api-types/v10';
import type { Form, Path } from './form.ts';
import { lengthOf } from './form.ts';

const LINKS = ['http', 'https'];
const MEDIA = ['http', 'https', 'attachment'];

/** Checks embeds one by one and together, and returns them as Discord keeps them. */
export function readEmbeds(form: Form, value: unknown): APIEmbed[] {
  let total = 0;
  const embeds = form.list(value, 'embeds', { max: 10 }).flatMap((item, index) => {
    const path = `embeds.${index}`;
    const given = form.object(item, path);
    if (!given) return [];
    const embed = readEmbed(form, given, path);
    total += sizeOf(embed);
    return [embed];
  });
  if (total > 6000) form.fail('embeds', 'MAX_EMBED_SIZE_EXCEEDED', 'Embed size exceeds maximum size of 6000');
  return embeds;
}

export function isEmptyEmbed(embed: APIEmbed): boolean {
  const { title, description, fields, footer, author, image, thumbnail } = embed;
  return !(title || description || fields?.length || footer || author || image || thumbnail);
}

function readEmbed(form: Form, given: Record<string, unknown>, path: Path): APIEmbed {
  const footer = form.object(given.footer, `${path}.footer`);
  const author = form.object(given.author, `${path}.author`);
  const embed: APIEmbed = {
    type: EmbedType.Rich,
    title: form.text(given.title, `${path}.title`, { max: 256 })?.trim(),
    description: form.text(given.description, `${path}.description`, { max: 4096 })?.trim(),
    url: form.url(given.url, `${path}.url`, LINKS),
    timestamp: readTime(form, given.timestamp, `${path}.timestamp`),
    color: form.integer(given.color, `${path}.color`, { min: 0, max: 0xffffff }),
    footer: footer && {
      text: form.text(footer.text, `${path}.footer.text`, { max: 2048, required: true }) ?? '',
      icon_url: form.url(footer.icon_url, `${path}.footer.icon_url`, MEDIA),
    },
    author: author && {
      name: form.text(author.name, `${path}.author.name`, { max: 256, required: true }) ?? '',
      url: form.url(author.url, `${path}.author.url`, LINKS),
      icon_url: form.url(author.icon_url, `${path}.author.icon_url`, MEDIA),
    },
    image: readImage(form, given.image, `${path}.image`),
    thumbnail: readImage(form, given.thumbnail, `${path}.thumbnail`),
    fields: readFields(form, given.fields, `${path}.fields`),
  };
  return dropUndefined(embed);
}

function readFields(form: Form, value: unknown, path: Path): APIEmbed['fields'] {
  const fields = form.list(value, path, { max: 25 }).flatMap((item, index) => {
    const here = `${path}.${index}`;
    const given = form.object(item, here);
    if (!given) return [];
    // Discord trims before it looks whether there is something.
    const text = (key: 'name' | 'value', max: number) => {
      const trimmed = form.text(given[key], `${here}.${key}`, { max })?.trim() ?? '';
      if (!trimmed) form.missing(`${here}.${key}`);
      return trimmed;
    };
    return [{ name: text('name', 256), value: text('value', 1024), inline: given.inline === true }];
  });
  return fields.length > 0 ? fields : undefined;
}

function readImage(form: Form, value: unknown, path: Path): APIEmbedImage | undefined {
  const given = form.object(value, path);
  const url = given && form.url(given.url, `${path}.url`, MEDIA);
  return url ? { url, proxy_url: url, width: 0, height: 0 } : undefined;
}

function readTime(form: Form, value: unknown, path: Path): string | undefined {
  if (value === undefined || value === null) return undefined;
  const time = typeof value === 'string' || typeof value === 'number' ? new Date(value) : undefined;
  if (!time || Number.isNaN(time.getTime())) {
    form.fail(path, 'DATE_TIME_TYPE_PARSE', `Could not parse ${String(value)}. Should be ISO8601.`);
    return undefined;
  }
  return time.toISOString().replace('Z', '000+00:00');
}

function sizeOf({ title, description, footer, author, fields = [] }: APIEmbed): number {
  const texts = [title, description, footer?.text, author?.name, ...fields.flatMap((f) => [f.name, f.value])];
  return texts.reduce((sum, text) => sum + lengthOf(text ?? ''), 0);
}

function dropUndefined<T extends object>(value: T): T {
  const entries = Object.entries(value).flatMap(([key, inner]) => {
    if (inner === undefined) return [];
    return [
      [key, typeof inner === 'object' && inner && !Array.isArray(inner) ? dropUndefined(inner) : inner],
    ];
  });
  return Object.fromEntries(entries) as T; // the same keys without the empty ones, all of which are optional
}
