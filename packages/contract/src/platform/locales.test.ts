import { expect, test } from 'vitest';
import { type Language, languageOf, locales } from './locales.ts';

test.each<[string, Language]>([
  ['en-US', 'en'],
  ['de', 'de'],
  ['es-ES', 'es'],
  ['es-419', 'es'],
  ['pt-BR', 'br'],
  ['ja', 'en'],
])('a server that Discord knows by %s and that chose nothing is spoken to in %s', (preferred, language) => {
  expect(languageOf(null, preferred)).toBe(language);
});

test('the chosen language goes before the one of Discord', () => {
  expect(languageOf('br', 'fr')).toBe('br');
});

test('no two languages share a code', () => {
  const own = locales.map(({ iso_short_code }) => iso_short_code);
  const discord = locales.flatMap((locale): string[] => [...locale.discord]);
  expect(new Set(own).size).toBe(own.length);
  expect(new Set(discord).size).toBe(discord.length);
});
