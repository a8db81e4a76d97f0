export interface Import {
  specifier: string;
  line: number;
}

const clause = String.raw`(?:^|\n)\s*(?:import|export)\s(?:[\w\s{},*$]*?\sfrom\s)?'([^'\n]+)'`;
const call = String.raw`(?<!Promise\.)\b(?:import|resolve)\(\s*'([^'\n]+)'\s*[,)]`;

/** What a source imports: by `import` and `export … from`, by `import()`, and as a file that it looks up. */
export function importsIn(source: string): Import[] {
  return [...source.matchAll(new RegExp(`${clause}|${call}`, 'g'))].flatMap((match) => {
    const specifier = match[1] ?? match[2];
    const end = match.index + match[0].length;
    return specifier ? [{ specifier, line: source.slice(0, end).split('\n').length }] : [];
  });
}

/** The package of a specifier: `@scope/name` of `@scope/name/file`. Undefined for files and what Node brings. */
export function packageOf(specifier: string): string | undefined {
  if (/^[./]|^(node|virtual):/.test(specifier)) return undefined;
  const parts = specifier.split('/');
  return parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/');
}
