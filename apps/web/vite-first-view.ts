import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BuiltPage, Heading } from '@tickets/contract/platform/first-view';
import type { Route } from '@tickets/contract/platform/route';
import type { RouteName } from '@tickets/contract/route-paths';
import { routes } from '@tickets/contract/routes';
import type { LucideIcon } from 'lucide-react';
import { ArrowUpRight, BookOpen, LogOut, Menu, Search } from 'lucide-react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { build, type Plugin, type Rolldown } from 'vite';
import type { ShellEntry, ShellWords } from './src/first-shell.ts';
import { common } from './src/messages/en/common.ts';
import {
  type Heading as HeadingOf,
  listHeading,
  personHeadings,
  serverHeadings,
} from './src/routes/headings.ts';
import { manageEntries, manageGroups } from './src/routes/manage-entries.ts';
import { addressesOf, frameReads } from './src/routes/pages.ts';
import { userEntries } from './src/routes/user-entries.ts';
import { chunksOf, partsOfPages } from './vite-chunks.ts';
import { shortName } from './vite-class-names.ts';

/** The script that stands in the page itself: a tag of index.html until it is built. */
const INLINE = 'first-moment';

/**
 * Puts the first script and the styles of every page into the page itself, and tells the server in pages.json what each page needs. The
 * styles in a file would be asked for only once the page is there, and until they had come nothing would be drawn.
 */
export function firstView(): Plugin[] {
  const needed: string[] = [];
  return [scripts(needed), styles(needed)];
}

/** Notes the styles that the script needs. */
function scripts(needed: string[]): Plugin {
  return {
    name: 'tickets:first-view',
    transformIndexHtml: {
      order: 'pre',
      handler: async (html) => {
        const { code, css } = await inlined(INLINE);
        needed.push(css);
        return html.replace(`<script src="/src/${INLINE}.ts"></script>`, () => `<script>${code}</script>`);
      },
    },
    async generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      const joinStyles = (names: readonly string[]) => {
        const source = names.map((name) => textOf(bundle[name])).join('');
        return this.getFileName(this.emitFile({ type: 'asset', name: 'page.css', source }));
      };
      const source = JSON.stringify(await builtPages(chunks, joinStyles));
      this.emitFile({ type: 'asset', fileName: 'pages.json', source });
    },
  };
}

/** The file of the styles stays, named and not loaded, so that the code does not ask for it either. */
function styles(needed: readonly string[]): Plugin {
  return {
    name: 'tickets:first-styles',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) =>
        html.replace(/<link rel="stylesheet" crossorigin href="\/([^"]+)">/g, (_, name: string) => {
          const css = textOf(bundle[name]).trim();
          const missing = [...classesIn(needed.join(''))].filter((one) => !classesIn(css).has(one));
          if (missing.length)
            throw new Error(
              `main.tsx imports no styles with ${missing.join(', ')}, which the first script needs`,
            );
          if (css.includes('</')) throw new Error(`${name} would end the element in which it stands`);
          return `<style>${css}</style>\n    <link rel="stylesheet" disabled href="/${name}">`;
        }),
    },
  };
}

const classesIn = (css: string) => new Set([...css.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name]) => name));

async function inlined(name: string): Promise<{ code: string; css: string }> {
  const built = await build({
    configFile: false,
    root: import.meta.dirname,
    publicDir: false,
    logLevel: 'warn',
    define: { SHELL_WORDS: JSON.stringify(shellWords()) },
    css: { modules: { generateScopedName: shortName } },
    build: {
      write: false,
      lib: { entry: join(import.meta.dirname, `src/${name}.ts`), formats: ['iife'], name: 'first' },
    },
  });
  const [made] = built as [Rolldown.RolldownOutput]; // One format, and nothing is watched.
  const css = made.output.find(({ fileName }) => fileName.endsWith('.css'));
  return { code: made.output[0].code.trim(), css: css ? textOf(css) : '' };
}

function shellWords(): ShellWords {
  const { nav } = common;
  const documentation: ShellEntry = { path: '', label: nav.documentation, icon: svg(BookOpen), level: 0 };
  return {
    server: [
      ...manageGroups.map((group) => ({
        title: nav[group],
        entries: manageEntries
          .filter((entry) => entry.group === group)
          .map(({ to, label, icon, level }) => ({
            path: to,
            label: nav[label],
            icon: svg(icon),
            level,
            ...(label === 'import' && { is_dialog: true as const }),
          })),
      })),
      { entries: [documentation] },
    ],
    person: [
      {
        entries: [
          ...userEntries.map(({ link, label, icon, only }) => ({
            path: String(link.to),
            label: nav[label],
            icon: svg(icon),
            level: 0,
            only,
          })),
          documentation,
        ],
      },
    ],
    icons: { menu: svg(Menu), find: svg(Search), logout: svg(LogOut), outward: svg(ArrowUpRight) },
    menu: nav.menu,
    find: nav.find,
    back: nav.back_to_servers,
    logout: nav.logout,
    servers: nav.servers,
  };
}

/** What is inside of the icon's svg: the rest is the same in all of them. */
const svg = (icon: LucideIcon) =>
  renderToStaticMarkup(createElement(icon)).replace(/^<svg[^>]*>|<\/svg>$/g, '');

/** Puts styles into one file, and returns its name. */
type JoinStyles = (names: readonly string[]) => string;

async function builtPages(chunks: Rolldown.OutputChunk[], joinStyles: JoinStyles): Promise<BuiltPage[]> {
  const filesOf = (parts: Parameters<typeof chunksOf>[0]) => {
    const wanted = [...chunksOf(parts, chunks)];
    const css = [...new Set(wanted.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]))];
    return {
      scripts: wanted.map(({ fileName }) => `/${fileName}`),
      ...(css.length && { styles: { all: `/${joinStyles(css)}`, parts: css.map((name) => `/${name}`) } }),
    };
  };
  const ofPerson = partsOfPages.person.map(async ({ name, page, parts }) => ({
    ...filesOf(parts),
    path: page.path,
    level: 0,
    reads: [],
    long_reads: [],
    heading: await headingOf(personHeadings[name as keyof typeof personHeadings]),
  }));
  const ofServer = partsOfPages.server.map(async ({ name, page, parts }) => ({
    ...filesOf(parts),
    path: `/manage/$guildId/${page.path}`,
    level: page.level,
    reads: addressesOf([...page.reads, ...frameReads].filter((read) => !isLong(read))),
    long_reads: addressesOf(page.reads.filter(isLong)),
    heading: await headingOf(serverHeadings[name as keyof typeof serverHeadings]),
  }));
  const list = {
    path: '/',
    level: 0,
    scripts: [],
    reads: [],
    long_reads: [],
    heading: await headingOf(listHeading),
  };
  return [list, ...(await Promise.all([...ofPerson, ...ofServer]))];
}

function isLong(read: string): boolean {
  const route: Route = routes[read.split('?', 1)[0] as RouteName]; // The type of Read says so.
  return route.is_long ?? false;
}

function textOf(file: Rolldown.OutputAsset | Rolldown.OutputChunk | undefined): string {
  if (file?.type !== 'asset') throw new Error('styles are not where their page looks for them');
  return typeof file.source === 'string' ? file.source : Buffer.from(file.source).toString();
}

/** The texts of a heading, which stand in it as they are. */
async function headingOf(heading: HeadingOf | undefined): Promise<Heading | undefined> {
  if (!heading?.texts) return heading && { width: heading.width };
  const [subject = '', ...path] = heading.texts.split('.');
  const module: Record<string, unknown> = await import(
    pathToFileURL(join(import.meta.dirname, `src/messages/en/${subject}.ts`)).href
  );
  const texts = path.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], module[subject]);
  const { title, purpose } = texts as Record<'title' | 'purpose', unknown>;
  for (const text of [title, purpose])
    if (typeof text !== 'string' || /[{<]/.test(text))
      throw new Error(`${heading.texts} has no plain title and purpose`);
  return { title: String(title), purpose: String(purpose), width: heading.width };
}
