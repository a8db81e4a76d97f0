import { ButtonStyle, ComponentType as T } from 'discord-api-types/v10';
import type { ComponentNode } from '../../world/components.ts';
import type { World } from '../../world/world.ts';
import { findEmoji } from './emoji.ts';
import { type Form, lengthOf, type Path } from './form.ts';

const SELECTS: readonly number[] = [
  T.StringSelect,
  T.UserSelect,
  T.RoleSelect,
  T.MentionableSelect,
  T.ChannelSelect,
];

interface Reading {
  world: World;
  form: Form;
  /** Whether the message uses the components of the second version. */
  v2: boolean;
  customIds: Set<string>;
  count: number;
  text: number;
  nextId: number;
}

/** Checks the components of a message, in the old layout of rows or in the new one, and numbers them. */
export function readComponents(
  world: World,
  form: Form,
  value: unknown,
  options: { v2: boolean },
): ComponentNode[] {
  const reading: Reading = {
    world,
    form,
    v2: options.v2,
    customIds: new Set(),
    count: 0,
    text: 0,
    nextId: 1,
  };
  const top: readonly number[] = options.v2
    ? [T.ActionRow, T.Section, T.TextDisplay, T.MediaGallery, T.File, T.Separator, T.Container]
    : [T.ActionRow];
  const max = options.v2 ? 40 : 5;
  const nodes = form.list(value, 'components', { max }).flatMap((item, index) => {
    return readNode(reading, item, `components.${index}`, top);
  });
  if (reading.count > 40)
    form.fail('components', 'BASE_TYPE_BAD_LENGTH', 'Must be between 1 and 40 in length.');
  if (reading.text > 4000) {
    form.fail('components', 'COMPONENT_MAX_TOTAL_COMPONENT_TEXT_SIZE_EXCEEDED', 'Text size exceeds 4000');
  }
  return nodes;
}

function readNode(reading: Reading, value: unknown, path: Path, allowed: readonly number[]): ComponentNode[] {
  const { form } = reading;
  const given = form.object(value, path);
  if (!given) return [];
  const type = form.choice(given.type, `${path}.type`, allowed);
  if (type === undefined) {
    if (given.type === undefined) form.missing(`${path}.type`);
    return [];
  }
  reading.count += 1;
  const id = form.integer(given.id, `${path}.id`, { min: 0 }) || reading.nextId;
  reading.nextId = Math.max(reading.nextId, id) + 1;
  return [{ ...readByType(reading, given, path, type), type, id }];
}

function readByType(reading: Reading, given: Record<string, unknown>, path: Path, type: number): object {
  const { form } = reading;
  const children = (allowed: readonly number[], limits: { min: number; max: number }) =>
    form
      .list(given.components ?? [], `${path}.components`, limits)
      .flatMap((item, index) => readNode(reading, item, `${path}.components.${index}`, allowed));
  switch (type) {
    case T.ActionRow:
      return { components: readRow(reading, children([T.Button, ...SELECTS], { min: 1, max: 5 }), path) };
    case T.Button:
      return readButton(reading, given, path);
    case T.Section: {
      const accessory = readNode(reading, given.accessory, `${path}.accessory`, [T.Button, T.Thumbnail])[0];
      if (!accessory) form.missing(`${path}.accessory`);
      return { components: children([T.TextDisplay], { min: 1, max: 3 }), accessory };
    }
    case T.TextDisplay: {
      const content =
        form.text(given.content, `${path}.content`, { min: 1, max: 4000, required: true }) ?? '';
      reading.text += lengthOf(content);
      return { content };
    }
    case T.Container: {
      const inner = [T.ActionRow, T.Section, T.TextDisplay, T.MediaGallery, T.File, T.Separator];
      const accent_color = form.integer(given.accent_color, `${path}.accent_color`, {
        min: 0,
        max: 0xffffff,
      });
      return {
        components: children(inner, { min: 1, max: 40 }),
        ...(accent_color === undefined ? {} : { accent_color }),
        spoiler: given.spoiler === true,
      };
    }
    case T.Separator:
      return { divider: given.divider !== false, spacing: given.spacing ?? 1 };
    case T.Thumbnail:
      return { ...readMedia(form, given, path, 'media'), description: given.description ?? null };
    case T.File:
      return readMedia(form, given, path, 'file');
    case T.MediaGallery: {
      const items = form.list(given.items, `${path}.items`, { min: 1, max: 10 }).flatMap((item, index) => {
        const entry = form.object(item, `${path}.items.${index}`);
        return entry
          ? [
              {
                ...readMedia(form, entry, `${path}.items.${index}`, 'media'),
                description: entry.description ?? null,
              },
            ]
          : [];
      });
      return { items };
    }
    default:
      return readSelect(reading, given, path, type);
  }
}

/** A row holds up to five buttons or one select menu. */
function readRow(reading: Reading, children: ComponentNode[], path: Path): ComponentNode[] {
  const selects = children.filter((child) => child.type !== T.Button).length;
  if (selects > 0 && children.length > 1) {
    reading.form.fail(
      `${path}.components`,
      'COMPONENT_LAYOUT_WIDTH_EXCEEDED',
      'The specified component exceeds the maximum width',
    );
  }
  return children;
}

function readButton(reading: Reading, given: Record<string, unknown>, path: Path): object {
  const { form } = reading;
  const style = form.choice(given.style, `${path}.style`, [1, 2, 3, 4, 5, 6] as const);
  if (given.style === undefined) form.missing(`${path}.style`);
  const label = form.text(given.label, `${path}.label`, { max: 80 });
  const emoji = readEmoji(reading, given.emoji, `${path}.emoji`);
  const disabled = given.disabled === true;
  const shown = {
    style,
    ...(label ? { label } : {}),
    ...(emoji ? { emoji } : {}),
    ...(disabled ? { disabled } : {}),
  };
  if (style === ButtonStyle.Premium) {
    if (!given.sku_id) form.missing(`${path}.sku_id`);
    return { style, sku_id: given.sku_id };
  }
  if (!label && !given.emoji) {
    form.fail(path, 'BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED', 'A label or emoji is required');
  }
  if (style === ButtonStyle.Link) {
    if (given.custom_id !== undefined) {
      form.fail(
        `${path}.custom_id`,
        'BUTTON_COMPONENT_CUSTOM_ID_AND_URL_MUTUALLY_EXCLUSIVE',
        'A custom id and url cannot both be specified',
      );
    }
    const url = form.url(given.url, `${path}.url`, ['http', 'https', 'discord']);
    if (!url) form.missing(`${path}.url`);
    if (url && url.length > 512) form.badLength(`${path}.url`, 0, 512);
    return { ...shown, url };
  }
  if (given.url !== undefined && given.url !== null) {
    form.fail(`${path}.url`, 'BUTTON_COMPONENT_INVALID_URL', 'A url button must have a link style');
  }
  return { ...shown, custom_id: readCustomId(reading, given, path) };
}

function readSelect(reading: Reading, given: Record<string, unknown>, path: Path, type: number): object {
  const { form } = reading;
  const min_values = form.integer(given.min_values, `${path}.min_values`, { min: 0, max: 25 }) ?? 1;
  const max_values = form.integer(given.max_values, `${path}.max_values`, { min: 1, max: 25 }) ?? 1;
  const placeholder = form.text(given.placeholder, `${path}.placeholder`, { max: 150 });
  const select = {
    custom_id: readCustomId(reading, given, path),
    min_values,
    max_values,
    ...(placeholder ? { placeholder } : {}),
    ...(given.disabled === true ? { disabled: true } : {}),
  };
  if (type !== T.StringSelect) {
    const { default_values, channel_types } = given;
    return {
      ...select,
      ...(default_values ? { default_values } : {}),
      ...(channel_types ? { channel_types } : {}),
    };
  }
  const options = readOptions(reading, given.options, `${path}.options`);
  if (min_values > options.length || max_values > options.length) {
    const field = min_values > options.length ? 'min_values' : 'max_values';
    form.fail(`${path}.${field}`, 'SELECT_COMPONENT_MAX_OPTIONS', 'More values than options');
  }
  return { ...select, options };
}

/** Options of select menus, and of the choices in forms. */
export function readOptions(reading: Pick<Reading, 'form' | 'world'>, value: unknown, path: Path): object[] {
  const { form } = reading;
  const values = new Set<string>();
  if (value === undefined) form.missing(path);
  return form.list(value, path, { min: 1, max: 25 }).flatMap((item, index) => {
    const here = `${path}.${index}`;
    const given = form.object(item, here);
    if (!given) return [];
    const label = form.text(given.label, `${here}.label`, { min: 1, max: 100, required: true }) ?? '';
    const own = form.text(given.value, `${here}.value`, { min: 1, max: 100, required: true }) ?? '';
    if (values.has(own)) {
      form.fail(
        `${here}.value`,
        'SELECT_COMPONENT_OPTION_VALUE_DUPLICATED',
        'The specified option value is already used',
      );
    }
    values.add(own);
    const description = form.text(given.description, `${here}.description`, { max: 100 });
    const emoji = readEmoji(reading, given.emoji, `${here}.emoji`);
    return [
      {
        label,
        value: own,
        ...(description ? { description } : {}),
        ...(emoji ? { emoji } : {}),
        ...(given.default === true ? { default: true } : {}),
      },
    ];
  });
}

export function readCustomId(
  reading: Pick<Reading, 'form' | 'customIds'>,
  given: Record<string, unknown>,
  path: Path,
): string {
  const { form, customIds } = reading;
  const id = form.text(given.custom_id, `${path}.custom_id`, { min: 1, max: 100, required: true }) ?? '';
  if (customIds.has(id)) {
    form.fail(
      `${path}.custom_id`,
      'COMPONENT_CUSTOM_ID_DUPLICATED',
      'Component custom id cannot be duplicated',
    );
  }
  customIds.add(id);
  return id;
}

/** In components Discord leaves the id of a standard emoji out, where reactions say null. */
function readEmoji({ world, form }: Pick<Reading, 'form' | 'world'>, value: unknown, path: Path) {
  if (value === undefined || value === null) return undefined;
  const emoji = findEmoji(world, value);
  if (!emoji) {
    form.fail(`${path}.name`, 'COMPONENT_INVALID_EMOJI', 'Invalid emoji');
    return undefined;
  }
  const { id, ...rest } = emoji;
  return id === null ? rest : emoji;
}

function readMedia(form: Form, given: Record<string, unknown>, path: Path, key: 'media' | 'file'): object {
  const media = form.object(given[key], `${path}.${key}`);
  if (!media) form.missing(`${path}.${key}`);
  const schemes = key === 'file' ? ['attachment'] : ['http', 'https', 'attachment'];
  const url = media && form.url(media.url, `${path}.${key}.url`, schemes);
  return { [key]: { url }, spoiler: given.spoiler === true };
}
