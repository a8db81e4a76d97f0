import { describe, expect, it } from 'vitest';
import { pages, serverPages } from './pages.ts';

const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.*', '!../{test,messages}/**'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Those that come with the shell. */
const always = ['common', 'servers'];

/** Of values: an import of types loads nothing. */
const IMPORT = /(?:^|\n)(?:import|export)\s(?!type\s)(?:[\w\s{},*$]*?\sfrom\s)?'(\.[^'\n]+)'/g;
const IMPORT_LATER = /\bimport\('(\.[^'\n]+)'\)/g;
/** A part that is fetched when it is needed, beside its texts. */
const WITH_TEXTS = /Promise\.all\(\[\s*import\('(\.[^'\n]+)'\),\s*loadMessages\(([^)]*)\),?\s*\]\)/g;
/** A function that waits for the texts which it says itself. */
const WAITS_FOR = /\bawait loadMessages\(([^)]*)\)/g;
const USES = /\b(?:useTranslations(?:<|\()|translate\()['`](\w+)/g;
/** Full keys, in what has the texts of all subjects. */
const USES_ALL = /\bt(?:\.rich|\.has)?\(\s*['`](\w+)\./g;

const namesIn = (list: string) => [...list.matchAll(/'(\w+)'/g)].flatMap(([, name]) => name ?? []);
const placeOf = (specifier: string, from: string) => new URL(specifier, `file://${from}`).pathname;

interface Part {
  file: string;
  /** What is loaded for it, beside what its page has. */
  brings: readonly string[];
}

const parts = Object.fromEntries(
  Object.entries(sources).map(([path, source]) => {
    const file = placeOf(path, '/src/routes/');
    const own = [...source.matchAll(WAITS_FOR)].flatMap(([, list = '']) => namesIn(list));
    const all = /useTranslations\(\)|\bWords\b/.test(source) ? [...source.matchAll(USES_ALL)] : [];
    const uses = [...source.matchAll(USES), ...all].flatMap(([, subject = '']) => subject);
    const withTexts = [...source.matchAll(WITH_TEXTS)];
    const plain = [...source.matchAll(IMPORT), ...source.replace(WITH_TEXTS, '').matchAll(IMPORT_LATER)];
    const imports: Part[] = [
      ...plain.map(([, specifier = '']) => ({ file: placeOf(specifier, file), brings: [] })),
      ...withTexts.map(([, specifier = '', list = '']) => ({
        file: placeOf(specifier, file),
        brings: namesIn(list),
      })),
    ];
    return [file, { uses: uses.filter((subject) => !own.includes(subject)), imports }];
  }),
);

/** Each use of a subject that is not loaded where the file is reached, with the way by which it is. */
function missingFrom(
  file: string,
  loaded: readonly string[],
  way: string[] = [],
  seen = new Set<string>(),
): string[] {
  const key = `${file} ${[...loaded].sort()}`;
  const part = parts[file];
  if (!part || seen.has(key)) return [];
  seen.add(key);
  const here = [...way, file];
  const missing = new Set(part.uses.filter((subject) => !loaded.includes(subject)));
  return [
    ...[...missing].map((subject) => `${subject}: ${here.join(' > ')}`),
    ...part.imports.flatMap(({ file: next, brings }) =>
      missingFrom(next, [...new Set([...loaded, ...brings])], here, seen),
    ),
  ];
}

describe('the texts of all subjects that its components use are loaded', () => {
  it.each(Object.entries({ ...pages, ...serverPages }))('on the page %s', (_, { screen, texts }) => {
    expect(missingFrom(`/src/features/${screen}.tsx`, [...always, ...texts])).toEqual([]);
  });

  it('around the pages', () => {
    expect(missingFrom('/src/main.tsx', always)).toEqual([]);
  });
});

it('reads what the sources import', () => {
  const files = Object.values(parts).flatMap(({ imports }) => imports.map(({ file }) => file));
  const scripts = files.filter((file) => /\.tsx?$/.test(file) && !file.startsWith('/src/messages/'));
  expect(scripts.filter((file) => !parts[file])).toEqual([]);
});
