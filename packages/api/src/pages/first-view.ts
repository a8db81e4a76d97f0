import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConfigPublic } from '@tickets/contract/platform/config';
import type { BuiltPage, FirstView } from '@tickets/contract/platform/first-view';
import { ignoreMissing } from '@tickets/core/platform/files/ignore-missing';

export interface Document {
  html: string;
  /** Of the scripts that stand in it, for the content policy. */
  script_hashes: string[];
}

/** An address that needs nothing but the shell. */
const NO_PAGE: BuiltPage = { path: '', level: 0, scripts: [], styles: [], reads: [] };
const BLOCK = '<script type="application/json" id="first-view">{}</script>';

/**
 * The page of the built dashboard for an address. It has what this installation is, what the address reads from the API and
 * the files of its screen, so that all of it is asked for as soon as the page is there. Undefined while nothing is built.
 */
export function dashboardDocument(web_dir: string, config: ConfigPublic) {
  const file = join(web_dir, 'index.html');
  let read: { at_ms: number; documentFor: (path: string) => Document } | undefined;
  return async (path: string): Promise<Document | undefined> => {
    const built = await stat(file).catch(ignoreMissing);
    if (!built) return undefined;
    if (read?.at_ms !== built.mtimeMs) {
      const html = await readFile(file, 'utf8');
      const pages: BuiltPage[] = JSON.parse(await readFile(join(web_dir, 'pages.json'), 'utf8'));
      read = { at_ms: built.mtimeMs, documentFor: composer(html, pages, config) };
    }
    return read.documentFor(path);
  };
}

function composer(
  html: string,
  pages: readonly BuiltPage[],
  config: ConfigPublic,
): (path: string) => Document {
  const matchers = pages.map((page) => ({ page, pattern: patternOf(page.path) }));
  const script_hashes = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  return (path) => {
    const address = path.replace(/\/+$/, '') || '/';
    for (const { page, pattern } of matchers) {
      const params = pattern.exec(address)?.groups;
      if (params) return { html: composed(html, config, page, params), script_hashes };
    }
    return { html: composed(html, config, NO_PAGE, {}), script_hashes };
  };
}

/** Parameters are numbers, so nothing that someone typed gets into the page. */
function patternOf(path: string): RegExp {
  const literal = path.replaceAll('.', '\\.');
  // The empty group makes `groups` be there for a path without parameters.
  return new RegExp(`^${literal.replace(/\$(\w+)/g, '(?<$1>\\d{1,20})')}(?<none>)$`);
}

function composed(
  html: string,
  config: ConfigPublic,
  page: BuiltPage,
  params: Record<string, string>,
): string {
  const reads = page.reads.map((read) => read.replace(/\$(\w+)/g, (_, name: string) => params[name] ?? ''));
  const view: FirstView = {
    config,
    guild_id: params.guildId,
    level: page.level,
    reads,
    heading: page.heading,
  };
  const files = [
    ...page.scripts.map((name) => `<link rel="modulepreload" crossorigin href="${name}">`),
    ...page.styles.map((name) => `<link rel="stylesheet" crossorigin href="${name}">`),
  ];
  return html.replace(BLOCK, () => block(view)).replace('</head>', () => `${files.join('\n')}\n</head>`);
}

/** A browser takes the first `</script` for the end, wherever it stands. */
function block(view: FirstView): string {
  return BLOCK.replace('{}', () => JSON.stringify(view).replaceAll('<', '\\u003c'));
}
