import { locales } from '@tickets/contract/platform/locales';
import { allRows as rows } from '@tickets/testkit/commands/all-rows';
import { beyond, inReference, leftOut } from '@tickets/testkit/commands/bot-reference';
import { registered } from '@tickets/testkit/commands/registered';
import { describe, expect, test } from 'vitest';
import { handlers } from '../features/commands.ts';
import { definitionsOf } from '../interactions/register.ts';

const sorted = (names: readonly string[]) => [...names].sort();

describe('the table of commands', () => {
  test('has a row for everything that people can do to the bot, and for nothing else', () => {
    expect(sorted(rows.map(({ of }) => of))).toEqual(sorted(registered(handlers).map(({ of }) => of)));
  });

  test('has all that the reference names, but for what is left out', () => {
    const ours = [...Object.values(inReference), ...beyond];
    expect(sorted(ours)).toEqual(sorted(registered(handlers).map(({ of }) => of)));
    expect(Object.keys(leftOut).filter((name) => name in inReference)).toEqual([]);
  });

  test('has the options that Discord is told, in their order', () => {
    const stated = Object.fromEntries(rows.map(({ of, options = [] }) => [of, options]));
    const told = Object.fromEntries(registered(handlers).map(({ of, options }) => [of, options]));
    expect(stated).toEqual(told);
  });
});

describe('what Discord is told of a command', () => {
  const codes = locales.flatMap(({ iso_short_code, discord }) => (iso_short_code === 'en' ? [] : discord));

  test.each(definitionsOf(handlers).map((data) => [data.name, data] as const))(
    '%s is in all languages',
    (_, data) => {
      const texts = 'description' in data ? textsIn(data) : [data.name_localizations];
      for (const text of texts) expect(sorted(Object.keys(text ?? {}))).toEqual(sorted(codes));
    },
  );

  test('is for servers, and for direct messages where its row says so', () => {
    for (const { name, contexts } of definitionsOf(handlers)) {
      const anywhere = rows.some(({ of, where }) => of === `command:${name}` && where === 'anywhere');
      expect(contexts, name).toEqual(anywhere ? [0, 1] : [0]);
    }
  });
});

interface Described {
  description_localizations?: object | null | undefined;
  options?: readonly object[] | undefined;
}

/** Translations of the description and of those of everything inside. */
function textsIn({ description_localizations, options = [] }: Described): (object | null | undefined)[] {
  return [description_localizations, ...options.flatMap((option) => textsIn(option as Described))]; // as Discord has them
}
