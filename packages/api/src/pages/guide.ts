import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ignoreMissing } from '@tickets/core/platform/files/ignore-missing';
import { headingId } from './heading-id.ts';

/** A page of the guide, without what is inside its sections. */
export interface GuideEntry {
  /** The file without its ending, such as `panels`. */
  name: string;
  title: string;
}

export interface GuideSection {
  /** Where it stands: `/docs/panels#forms`. */
  href: string;
  page: string;
  heading: string;
  text: string;
}

/** `name` comes from an address: only names of files that are in the folder are read. */
export async function readPage(docs_dir: string, name: string): Promise<string | undefined> {
  const names = await pageNames(docs_dir);
  return names.has(name) ? readFile(join(docs_dir, `${name}.md`), 'utf8') : undefined;
}

/** The pages in the order in which the first one links to them. What it does not mention is not part of the guide. */
export async function guideContents(docs_dir: string): Promise<GuideEntry[]> {
  const index = await readPage(docs_dir, 'index');
  if (index === undefined) return [];
  const linked = Array.from(index.matchAll(/\]\(([\w-]+)(?:\.md)?(?:#[\w-]*)?\)/g), ([, name = '']) => name);
  const texts = await Promise.all(
    [...new Set(linked)].map(async (name) => ({ name, text: await readPage(docs_dir, name) })),
  );
  const others = texts.flatMap(({ name, text }) =>
    text === undefined ? [] : [{ name, title: titleOf(text) }],
  );
  return [{ name: 'index', title: titleOf(index) }, ...others];
}

export const pageHref = (name: string) => (name === 'index' ? '/docs' : `/docs/${name}`);

/** Every section of the guide in plain words, for the search that runs in the browser. */
export async function guideSections(docs_dir: string): Promise<GuideSection[]> {
  const pages = await guideContents(docs_dir);
  const sections = await Promise.all(
    pages.map(async ({ name, title }) => {
      const text = (await readPage(docs_dir, name)) ?? '';
      return text.split(/^(?=#{1,3} )/m).flatMap((part) => {
        const [head = '', ...lines] = part.split('\n');
        const heading = plain(/^#{1,3} (.+)$/.exec(head)?.[1] ?? '');
        if (!heading) return [];
        const isTop = head.startsWith('# ');
        const href = pageHref(name) + (isTop ? '' : `#${headingId(heading)}`);
        return [{ href, page: title, heading: isTop ? title : heading, text: plain(lines.join(' ')) }];
      });
    }),
  );
  return sections.flat();
}

export function titleOf(text: string): string {
  return /^# (.+)$/m.exec(text)?.[1] ?? 'Guide';
}

/** The second headings of a page, for the list beside it. */
export function outlineOf(text: string): { id: string; heading: string }[] {
  const outsideOfCode = text.replace(/^```[\s\S]*?^```/gm, '');
  return Array.from(outsideOfCode.matchAll(/^## (.+)$/gm), ([, heading = '']) => ({
    id: headingId(heading),
    heading: plain(heading),
  }));
}

/** Without the marks of markdown. */
function plain(text: string): string {
  return text
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*`]/g, '')
    .replace(/\||^\s*[-#>]+/gm, ' ')
    .replace(/-{3,}/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

async function pageNames(docs_dir: string): Promise<Set<string>> {
  const files = (await readdir(docs_dir, { recursive: true }).catch(ignoreMissing)) ?? [];
  return new Set(
    files.filter((file) => file.endsWith('.md')).map((file) => file.slice(0, -3).replaceAll('\\', '/')),
  );
}
