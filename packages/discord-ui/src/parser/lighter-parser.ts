import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vite';

/**
 * For the builds of pages: in the place of the table of all emojis that the parser brings along stands a pattern, because
 * the browsers that are built for know all emojis themselves.
 */
export const lighterParser = {
  find: /^.*\/utils\/twemojiRegex$/,
  replacement: join(import.meta.dirname, 'twemoji-regex.ts'),
};

const ENGINE = /^(.*\/discord-markdown-parser\/dist)\/simple-markdown\/index\.js$/;

/** For the builds of pages, too: takes out of the parser's engine what no rule for Discord's texts uses, most of it. */
export function lighterEngine() {
  return {
    name: 'tickets:lighter-engine',
    apply: 'build' as const,
    transform: (code: string, id: string) => {
      const [, dist] = ENGINE.exec(id) ?? [];
      return dist ? { code: withoutUnused(code, namesUsed(dist)), map: null } : undefined;
    },
  };
}

/** Which functions and rules of the engine the parser's other files and ours name. */
function namesUsed(dist: string): Set<string> {
  const rules = readdirSync(join(dist, 'rules'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .map((name) => join(dist, 'rules', name));
  const ours = join(import.meta.dirname, '../text/markdown-rules.ts');
  return new Set(
    [join(dist, 'index.js'), ours, ...rules].flatMap(
      (path) =>
        readFileSync(path, 'utf8').match(/(?<=\b(?:default|SimpleMarkdown|defaultRules)\.)\w+/g) ?? [],
    ),
  );
}

interface Span {
  start: number;
  end: number;
}

/** Everything in the engine is a function, a pattern or a table: one that nobody names can go. */
export function withoutUnused(code: string, used: ReadonlySet<string>): string {
  let rest = cut(code, unusedEntries(code, used));
  for (;;) {
    const unnamed = unnamedVariables(rest);
    if (unnamed.length === 0) return rest;
    rest = cut(rest, unnamed);
  }
}

/** Of the engine's two tables, what is not used, and how each rule is written as HTML. */
function unusedEntries(code: string, used: ReadonlySet<string>): Span[] {
  return variablesOf(code).flatMap(({ name, value }) => {
    if (!/^(SimpleMarkdown|defaultRules)$/.test(name) || value?.type !== 'ObjectExpression') return [];
    return value.properties.flatMap((entry) => {
      if (entry.type !== 'Property' || entry.key.type !== 'Identifier') return [];
      if (!used.has(entry.key.name)) return [entry];
      const parts = entry.value.type === 'ObjectExpression' ? entry.value.properties : [];
      return parts.filter(
        (part) => part.type === 'Property' && part.key.type === 'Identifier' && part.key.name === 'html',
      );
    });
  });
}

function unnamedVariables(code: string): Span[] {
  return variablesOf(code)
    .filter(({ name }) => (code.match(new RegExp(`\\b${name}\\b`, 'g')) ?? []).length === 1)
    .map(({ statement }) => statement);
}

function variablesOf(code: string) {
  return parseAst(code).body.flatMap((statement) => {
    if (statement.type !== 'VariableDeclaration') return [];
    return statement.declarations.flatMap(({ id, init }) =>
      id.type === 'Identifier' ? [{ name: id.name, value: init, statement }] : [],
    );
  });
}

/** With the comma after each. */
function cut(code: string, spans: readonly Span[]): string {
  return [...spans]
    .sort((a, b) => b.start - a.start)
    .reduce((text, { start, end }) => text.slice(0, start) + text.slice(end).replace(/^\s*,/, ''), code);
}
