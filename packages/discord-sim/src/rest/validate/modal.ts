import type { APIModalInteractionResponseCallbackData } from 'discord-api-types/v10';
import { ComponentType as T, TextInputStyle } from 'discord-api-types/v10';
import type { World } from '../../world/world.ts';
import { readCustomId, readOptions } from './components.ts';
import { Form, type Path } from './form.ts';

interface Reading {
  world: World;
  form: Form;
  customIds: Set<string>;
}

const IN_LABEL: readonly number[] = [
  T.TextInput,
  T.StringSelect,
  T.UserSelect,
  T.RoleSelect,
  T.MentionableSelect,
  T.ChannelSelect,
  T.FileUpload,
  T.RadioGroup,
  T.CheckboxGroup,
  T.Checkbox,
];

/** Checks a form that an application wants to open, in either layout, and returns it whole. */
export function readModal(
  world: World,
  data: Record<string, unknown>,
): APIModalInteractionResponseCallbackData {
  const form = new Form();
  const reading = { world, form, customIds: new Set<string>() };
  const custom_id = form.text(data.custom_id, 'data.custom_id', { min: 1, max: 100, required: true }) ?? '';
  const title = form.text(data.title, 'data.title', { min: 1, max: 45, required: true }) ?? '';
  if (data.components === undefined) form.missing('data.components');
  const rows = form.list(data.components, 'data.components', { min: 1, max: 5 });
  const components = rows.flatMap((row, index) => readModalRow(reading, row, `data.components.${index}`));
  form.done();
  // Every member was built by type just above; the union cannot see that through the shared reader.
  return { custom_id, title, components } as unknown as APIModalInteractionResponseCallbackData;
}

function readModalRow(reading: Reading, value: unknown, path: Path): object[] {
  const { form } = reading;
  const row = form.object(value, path);
  const type = row && form.choice(row.type, `${path}.type`, [T.ActionRow, T.Label, T.TextDisplay] as const);
  if (!row || type === undefined) return [];
  if (type === T.TextDisplay) {
    return [
      { type, content: form.text(row.content, `${path}.content`, { min: 1, max: 4000, required: true }) },
    ];
  }
  if (type === T.Label) {
    const label = form.text(row.label, `${path}.label`, { min: 1, max: 45, required: true });
    const description = form.text(row.description, `${path}.description`, { max: 100 });
    const component = readField(reading, row.component, `${path}.component`, IN_LABEL);
    return [{ type, label, ...(description ? { description } : {}), component }];
  }
  const inputs = form.list(row.components, `${path}.components`, { min: 1, max: 1 });
  const components = inputs.map((item, index) => {
    const here = `${path}.components.${index}`;
    const field = readField(reading, item, here, [T.TextInput]);
    const label = form.text(form.object(item, here)?.label, `${here}.label`, {
      min: 1,
      max: 45,
      required: true,
    });
    return { ...field, label };
  });
  return [{ type, components }];
}

function readField(
  reading: Reading,
  value: unknown,
  path: Path,
  allowed: readonly number[],
): object | undefined {
  const { form } = reading;
  const given = form.object(value, path);
  if (!given) {
    form.missing(path);
    return undefined;
  }
  const type = form.choice(given.type, `${path}.type`, allowed);
  const custom_id = readCustomId(reading, given, path);
  const required = given.required !== false;
  const head = { type, custom_id, required };
  if (type === T.TextInput) return { ...head, ...readTextInput(form, given, path) };
  if (type === T.Checkbox) return { type, custom_id, default: given.default === true };
  const grouped = type === T.RadioGroup || type === T.CheckboxGroup;
  const max = type === T.FileUpload ? 10 : 25;
  const limits = {
    min_values: form.integer(given.min_values, `${path}.min_values`, { min: 0, max }) ?? 1,
    max_values: form.integer(given.max_values, `${path}.max_values`, { min: 1, max }) ?? 1,
  };
  const placeholder = form.text(given.placeholder, `${path}.placeholder`, { max: 150 });
  const options =
    type === T.StringSelect || grouped ? readOptions(reading, given.options, `${path}.options`) : undefined;
  if (grouped && options && (options.length > 10 || (type === T.RadioGroup && options.length < 2))) {
    form.badLength(`${path}.options`, type === T.RadioGroup ? 2 : 1, 10);
  }
  return {
    ...head,
    ...(type === T.RadioGroup ? {} : limits),
    ...(placeholder ? { placeholder } : {}),
    ...(options ? { options } : {}),
    ...(given.channel_types ? { channel_types: given.channel_types } : {}),
  };
}

function readTextInput(form: Form, given: Record<string, unknown>, path: Path): object {
  const style = form.choice(given.style, `${path}.style`, [
    TextInputStyle.Short,
    TextInputStyle.Paragraph,
  ] as const);
  if (given.style === undefined) form.missing(`${path}.style`);
  const min_length = form.integer(given.min_length, `${path}.min_length`, { min: 0, max: 4000 });
  const max_length = form.integer(given.max_length, `${path}.max_length`, { min: 1, max: 4000 });
  if (min_length !== undefined && max_length !== undefined && min_length > max_length) {
    form.fail(
      `${path}.min_length`,
      'NUMBER_TYPE_MAX',
      `int value should be less than or equal to ${max_length}.`,
    );
  }
  const placeholder = form.text(given.placeholder, `${path}.placeholder`, { max: 100 });
  const value = form.text(given.value, `${path}.value`, { max: max_length ?? 4000 });
  return {
    style,
    ...(min_length === undefined ? {} : { min_length }),
    ...(max_length === undefined ? {} : { max_length }),
    ...(placeholder ? { placeholder } : {}),
    ...(value ? { value } : {}),
  };
}
