import type { Command, CommandOption, OptionValue } from '../simulator/types.ts';

const SUB_COMMAND = 1;
const SUB_COMMAND_GROUP = 2;
const STRING = 3;
const INTEGER = 4;
const NUMBER = 10;

/** One way to use a command: itself, or one of its sub-commands. */
export interface CommandWay {
  command: Command;
  path: string[];
  /** As it is typed, without the slash. */
  shown: string;
  description: string;
  options: readonly CommandOption[];
}

export function waysOf(command: Command): CommandWay[] {
  const way = (
    path: string[],
    { description, options = [] }: Pick<CommandOption, 'description' | 'options'>,
  ) => ({
    command,
    path,
    shown: [command.name, ...path].join(' '),
    description,
    options,
  });
  const subs = command.options.filter(({ type }) => type === SUB_COMMAND || type === SUB_COMMAND_GROUP);
  if (subs.length === 0) return [way([], command)];
  return subs.flatMap((sub) =>
    sub.type === SUB_COMMAND
      ? [way([sub.name], sub)]
      : (sub.options ?? []).map((inner) => way([sub.name, inner.name], inner)),
  );
}

/** What stands in the field of an option; `picked` where it was chosen from a list. */
export interface OptionEntry {
  text: string;
  picked?: OptionValue;
}

export type OptionEntries = Readonly<Record<string, OptionEntry | undefined>>;

export type Collected =
  | { ready: true; options: Record<string, OptionValue> }
  | { ready: false; missing: CommandOption; problem: string };

/** The values as Discord wants them, or what is missing. */
export function collect({ options }: CommandWay, entries: OptionEntries): Collected {
  const values: Record<string, OptionValue> = {};
  for (const option of options) {
    const entry = entries[option.name];
    if (!entry || entry.text === '') {
      if (option.required) return { ready: false, missing: option, problem: `"${option.name}" is needed.` };
      continue;
    }
    const value = givenBy(option, entry);
    if (value === undefined)
      return { ready: false, missing: option, problem: `"${option.name}" has no such value.` };
    values[option.name] = value;
  }
  return { ready: true, options: values };
}

/** Undefined where the text is no value of the option. */
export function givenBy(option: CommandOption, { text, picked }: OptionEntry): OptionValue | undefined {
  if (option.type === INTEGER || option.type === NUMBER) {
    if (picked !== undefined) return picked;
    const number = Number(text);
    const fits = text.trim() !== '' && !Number.isNaN(number);
    return fits && (option.type === NUMBER || Number.isInteger(number)) ? number : undefined;
  }
  if (option.type === STRING && !option.choices?.length) return picked === undefined ? text : String(picked);
  return picked;
}
