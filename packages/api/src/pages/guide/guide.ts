import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ignoreMissing } from '@tickets/core/platform/files/ignore-missing';
import { headingId } from './heading-id.ts';

/** A page of the guide, without what is inside its sections. */
export interface GuideEntry {
  /** The file without its ending, such as `panels`. */
  name: string;
  title: string;
  /** The heading under which the first page lists it; empty for the first page itself and whatever it only mentions. */
  group: string;
}

export interface GuideSection {
  /** Where it stands: `/docs/panels#forms`. */
  href: string;
  page: string;
  heading: string;
  text: string;
}

/** Its pages by their names, such as `panels` or `decisions/01-one`. */
export type GuideTexts = ReadonlyMap<string, string>;

export async function readGuide(docs_dir: string): Promise<GuideTexts> {
  const files = (await readdir(docs_dir, { recursive: true }).catch(ignoreMissing)) ?? [];
  const pages = files
    .filter((file) => file.endsWith('.md'))
    .map(async (file) => {
      const name = file.slice(0, -3).replaceAll('\\', '/');
      return [name, await readFile(join(docs_dir, file), 'utf8')] as const;
    });
  return new Map(await Promise.all(pages));
}

/**
 * The first page and all pages that it links to, in that order. Links under a third-level heading form a group; pages without a group come
 * first. A page that the first one does not link to is not part of the guide.
 */
export function guideContents(texts: GuideTexts): GuideEntry[] {
  const index = texts.get('index');
  if (index === undefined) return [];
  const entries = new Map([['index', { name: 'index', title: titleOf(index), group: '' }]]);
  for (const part of index.split(/^(?=#{1,3} )/m)) {
    const group = plain(/^### (.+)$/m.exec(part)?.[1] ?? '');
    for (const [, name = ''] of part.matchAll(/\]\(([\w-]+)(?:\.md)?(?:#[\w-]*)?\)/g)) {
      const text = texts.get(name);
      const known = entries.get(name);
      if (text === undefined || name === 'index' || known?.group || (known && !group)) continue;
      entries.delete(name);
      entries.set(name, { name, title: titleOf(text), group });
    }
  }
  const found = [...entries.values()];
  return [...found.filter(({ group }) => !group), ...found.filter(({ group }) => group)];
}

export const pageHref = (name: string) => (name === 'index' ? '/docs' : `/docs/${name}`);

/** Every section of the guide in plain words, for the search that runs in the browser. */
export function guideSections(texts: GuideTexts): GuideSection[] {
  return guideContents(texts).flatMap(({ name, title }) =>
    (texts.get(name) ?? '').split(/^(?=#{1,3} )/m).flatMap((part) => {
      const [head = '', ...lines] = part.split('\n');
      const heading = plain(/^#{1,3} (.+)$/.exec(head)?.[1] ?? '');
      if (!heading) return [];
      const isTop = head.startsWith('# ');
      const href = pageHref(name) + (isTop ? '' : `#${headingId(heading)}`);
      return [{ href, page: title, heading: isTop ? title : heading, text: plain(lines.join(' ')) }];
    }),
  );
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
