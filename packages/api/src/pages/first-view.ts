import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConfigPublic } from '@tickets/contract/platform/config';
import { type BuiltPage, type FirstView, levelPath } from '@tickets/contract/platform/first-view';
import { ignoreMissing } from '@tickets/core/platform/files/ignore-missing';

export interface Document {
  html: string;
  /** Of the scripts and of the styles that stand in it, for the content policy. */
  script_hashes: string[];
  style_hashes: string[];
}

/** An address that needs nothing but the shell. */
const NO_PAGE: BuiltPage = { path: '', level: 0, scripts: [], reads: [], long_reads: [] };
const BLOCK = '<script type="application/json" id="first-view">{}</script>';

/** What a page reads from the API, as addresses. */
export interface PageReads {
  reads: string[];
  /** The address that tells callers their level in the page's server; empty for a page outside servers. */
  level: string[];
}

export interface Dashboard {
  /**
   * The page for an address. It has what this installation is, what the address reads from the API and the files of its
   * screen, so that all of it is asked for as soon as the page is there. Undefined while nothing is built.
   */
  documentFor(path: string): Promise<Document | undefined>;
  /** Undefined for an address that is no page of the dashboard. */
  readsOf(path: string): Promise<PageReads | undefined>;
}

/** The built dashboard, read anew after each build. */
export function openDashboard(web_dir: string, config: ConfigPublic): Dashboard {
  const file = join(web_dir, 'index.html');
  let read: (Document & { at_ms: number; find: ReturnType<typeof finder> }) | undefined;
  const opened = async () => {
    const built = await stat(file).catch(ignoreMissing);
    if (!built) return undefined;
    if (read?.at_ms !== built.mtimeMs) {
      const html = await readFile(file, 'utf8');
      const pages: BuiltPage[] = JSON.parse(await readFile(join(web_dir, 'pages.json'), 'utf8'));
      const hashes = { script_hashes: hashesOf(html, 'script'), style_hashes: hashesOf(html, 'style') };
      read = { at_ms: built.mtimeMs, html, ...hashes, find: finder(pages) };
    }
    return read;
  };
  return {
    async documentFor(path) {
      const found = await opened();
      if (!found) return undefined;
      const { page, params } = found.find(path) ?? { page: NO_PAGE, params: {} };
      const { script_hashes, style_hashes } = found;
      return { html: composed(found.html, config, page, params), script_hashes, style_hashes };
    },
    async readsOf(path) {
      const found = (await opened())?.find(path);
      if (!found) return undefined;
      const { guildId } = found.params;
      return { reads: filled(found.page.reads, found.params), level: guildId ? [levelPath(guildId)] : [] };
    },
  };
}

const hashesOf = (html: string, element: 'script' | 'style') =>
  [...html.matchAll(new RegExp(`<${element}>([\\s\\S]*?)</${element}>`, 'g'))].map(
    ([, content = '']) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`,
  );

interface FoundPage {
  page: BuiltPage;
  params: Record<string, string>;
}

function finder(pages: readonly BuiltPage[]): (path: string) => FoundPage | undefined {
  const matchers = pages.map((page) => ({ page, pattern: patternOf(page.path) }));
  return (path) => {
    const address = path.replace(/\/+$/, '') || '/';
    for (const { page, pattern } of matchers) {
      const params = pattern.exec(address)?.groups;
      if (params) return { page, params };
    }
    return undefined;
  };
}

const filled = (reads: readonly string[], params: FoundPage['params']) =>
  reads.map((read) => read.replace(/\$(\w+)/g, (_, name: string) => params[name] ?? ''));

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
  const view: FirstView = {
    config,
    guild_id: params.guildId,
    level: page.level,
    scripts: page.scripts,
    reads: filled(page.reads, params),
    long_reads: filled(page.long_reads, params),
    heading: page.heading,
  };
  const styles = [
    ...(page.styles ? [`<link rel="stylesheet" crossorigin href="${page.styles.all}">`] : []),
    // Their rules are in the file above. The code fetches no stylesheet that the document names already.
    ...(page.styles?.parts ?? []).map((name) => `<link rel="stylesheet" disabled href="${name}">`),
  ];
  return (
    html
      .replace(BLOCK, () => block(view))
      // After the page's frame, which is drawn without them. The code that draws the rest waits for them.
      .replace('</body>', () => `${styles.join('\n')}\n</body>`)
  );
}

/** A browser takes the first `</script` for the end, wherever it stands. */
function block(view: FirstView): string {
  return BLOCK.replace('{}', () => JSON.stringify(view).replaceAll('<', '\\u003c'));
}
