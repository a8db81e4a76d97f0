import { isCommandName } from '@tickets/contract/platform/command-names';
import { describe, expect, test } from 'vitest';
import { keyOf } from '../interactions/dispatch.ts';
import { definitionsOf } from '../interactions/register.ts';
import { handlers } from './commands.ts';

/** https://discord.com/developers/docs/interactions/application-commands */
describe('the list of handlers', () => {
  test('no two have the same name', () => {
    const keys = handlers.map(keyOf);
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });

  test('names in custom ids are a noun and a verb', () => {
    for (const handler of handlers) {
      if (handler.kind !== 'component' && handler.kind !== 'modal') continue;
      expect(handler.name).toMatch(/^(panel|multipanel|[a-z]+\.[a-z_]+)$/);
    }
  });

  test('a tag cannot take the name of a command', () => {
    const names = handlers.flatMap((handler) => (handler.kind === 'command' ? [handler.data.name] : []));
    expect(names.filter((name) => !isCommandName(name))).toEqual([]);
  });

  test('commands keep to the limits of Discord', () => {
    const definitions = definitionsOf(handlers);
    const slash = handlers.flatMap((handler) => (handler.kind === 'command' ? [handler.data] : []));
    expect(slash.length).toBeLessThanOrEqual(100);
    expect(definitions.length - slash.length).toBeLessThanOrEqual(15);
    for (const command of slash) {
      expect(command.name).toMatch(/^[-_a-z0-9]{1,32}$/);
      const texts = [command, ...(command.options ?? [])].flatMap((part) => [
        part.description ?? '',
        ...Object.values(part.description_localizations ?? {}),
      ]);
      for (const text of texts) expect(text).toMatch(/^.{1,100}$/);
      for (const option of command.options ?? []) expect(option.name).toMatch(/^[-_a-z0-9]{1,32}$/);
      const required = (command.options ?? []).map((option) => option.required ?? false);
      expect(required, 'required options come first').toEqual(
        [...required].sort((a, b) => Number(b) - Number(a)),
      );
    }
  });
});
