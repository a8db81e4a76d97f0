import type { APIApplicationCommandOption } from 'discord-api-types/v10';
import {
  ApplicationCommandType as Kind,
  ApplicationCommandOptionType as OptionType,
} from 'discord-api-types/v10';
import type { SimCommand } from '../../world/entities.ts';
import { type Form, lengthOf, type Path } from './form.ts';

const NAME = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u;
const MAX_TOTAL = 8000;

type Definition = Pick<SimCommand, 'name' | 'description' | 'type'> & Partial<SimCommand>;

/** Checks one command as a request defines it. `path` is empty for a single one, its number for a list. */
export function readCommand(form: Form, value: unknown, path: Path, previous?: SimCommand): Definition {
  const given = form.object(value, path || 'command') ?? {};
  const at = (field: string) => (path ? `${path}.${field}` : field);
  const kinds = [Kind.ChatInput, Kind.User, Kind.Message, Kind.PrimaryEntryPoint] as const;
  const type =
    form.choice(given.type ?? previous?.type ?? Kind.ChatInput, at('type'), kinds) ?? Kind.ChatInput;
  const slash = type === Kind.ChatInput;
  const name =
    given.name === undefined && previous ? previous.name : readName(form, given.name, at('name'), slash);
  const required = slash && !previous;
  const text = form.text(given.description, at('description'), { min: slash ? 1 : 0, max: 100, required });
  const options =
    given.options === undefined ? previous?.options : readOptions(form, given.options, at('options'), 0);
  const definition: Definition = {
    name,
    type,
    description: text ?? previous?.description ?? '',
    ...(options?.length ? { options } : {}),
    default_member_permissions: readPermissions(form, given, at('default_member_permissions'), previous),
    nsfw: given.nsfw === true,
    ...copy(given, [
      'name_localizations',
      'description_localizations',
      'contexts',
      'integration_types',
      'dm_permission',
    ]),
  };
  if (sizeOf(definition) > MAX_TOTAL) {
    form.fail(path, 'APPLICATION_COMMAND_TOO_LARGE', `Command exceeds maximum size (${MAX_TOTAL})`);
  }
  return definition;
}

function readName(form: Form, value: unknown, path: Path, slash: boolean): string {
  const name = form.text(value, path, { min: 1, max: 32, required: true }) ?? '';
  if (!slash) return name.trim();
  if (name && (!NAME.test(name) || name !== name.toLowerCase())) {
    form.fail(path, 'APPLICATION_COMMAND_INVALID_NAME', 'Command name is invalid');
  }
  return name;
}

function readPermissions(
  form: Form,
  given: Record<string, unknown>,
  path: Path,
  previous?: SimCommand,
): string | null {
  const value = given.default_member_permissions;
  if (value === undefined) return previous?.default_member_permissions ?? null;
  if (value === null) return null;
  if (!/^\d+$/.test(String(value)))
    form.fail(path, 'NUMBER_TYPE_COERCE', `Value "${String(value)}" is not int.`);
  return String(value);
}

function readOptions(form: Form, value: unknown, path: Path, depth: number): APIApplicationCommandOption[] {
  const names = new Set<string>();
  let optional = false;
  return form.list(value, path, { max: 25 }).flatMap((item, index) => {
    const here = `${path}.${index}`;
    const given = form.object(item, here);
    if (!given) return [];
    const type = form.integer(given.type, `${here}.type`, { min: 1, max: 11 });
    if (type === undefined) form.missing(`${here}.type`);
    const name = readName(form, given.name, `${here}.name`, true);
    if (names.has(name)) {
      form.fail(path, 'APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS', 'Option names must be unique');
    }
    names.add(name);
    const description = form.text(given.description, `${here}.description`, {
      min: 1,
      max: 100,
      required: true,
    });
    if (given.required === true && optional) {
      form.fail(
        here,
        'APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID',
        'Required options must be placed before non-required options',
      );
    }
    optional ||= given.required !== true;
    const nested = type === OptionType.Subcommand || type === OptionType.SubcommandGroup;
    if (nested && depth + (type === OptionType.SubcommandGroup ? 1 : 0) > 1) {
      form.fail(
        `${here}.type`,
        'APPLICATION_COMMAND_OPTIONS_TYPE_INVALID',
        'Sub-command option types can only be nested once',
      );
    }
    const choices = readChoices(form, given.choices, `${here}.choices`, type);
    if (choices.length > 0 && given.autocomplete === true) {
      form.fail(
        `${here}.autocomplete`,
        'APPLICATION_COMMAND_OPTIONS_CHOICES_AND_AUTOCOMPLETE',
        'Autocomplete cannot be used with choices',
      );
    }
    const inner = nested ? readOptions(form, given.options ?? [], `${here}.options`, depth + 1) : [];
    const option = {
      type,
      name,
      description,
      ...(given.required === true ? { required: true } : {}),
      ...(choices.length > 0 ? { choices } : {}),
      ...(inner.length > 0 ? { options: inner } : {}),
      ...copy(given, [
        'name_localizations',
        'description_localizations',
        'autocomplete',
        'channel_types',
        'min_value',
        'max_value',
        'min_length',
        'max_length',
      ]),
    };
    return [option as APIApplicationCommandOption]; // the fields of its type were read above
  });
}

function readChoices(form: Form, value: unknown, path: Path, type: number | undefined): object[] {
  return form.list(value, path, { max: 25 }).flatMap((item, index) => {
    const here = `${path}.${index}`;
    const given = form.object(item, here);
    if (!given) return [];
    const name = form.text(given.name, `${here}.name`, { min: 1, max: 100, required: true });
    const numeric = type === OptionType.Integer || type === OptionType.Number;
    if (!numeric) form.text(given.value, `${here}.value`, { min: 1, max: 100, required: true });
    else if (typeof given.value !== 'number')
      form.fail(`${here}.value`, 'NUMBER_TYPE_COERCE', 'Value is not a number.');
    return [{ name, value: given.value, ...copy(given, ['name_localizations']) }];
  });
}

function copy(from: Record<string, unknown>, keys: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(keys.filter((key) => from[key] !== undefined).map((key) => [key, from[key]]));
}

function sizeOf(node: {
  name?: string;
  description?: string;
  options?: readonly object[];
  choices?: readonly object[];
  value?: unknown;
}): number {
  const own = lengthOf(node.name ?? '') + lengthOf(node.description ?? '');
  const value = typeof node.value === 'string' ? lengthOf(node.value) : 0;
  const inner = [...(node.options ?? []), ...(node.choices ?? [])];
  return inner.reduce((sum: number, child) => sum + sizeOf(child), own + value);
}
