import type { Tag } from '@tickets/contract/tags/tags';
import type { Suggestion } from '../../../components/ui/choosing/use-suggestions.tsx';

/** Where a tag is asked for: a slash at the start of the text or after a space, and the letters up to the cursor. */
export interface Slash {
  start: number;
  end: number;
  letters: string;
}

export function slashAt(text: string, cursor: number): Slash | undefined {
  const [, letters] = /(?:^|\s)\/([\w-]*)$/.exec(text.slice(0, cursor)) ?? [];
  return letters === undefined
    ? undefined
    : { start: cursor - letters.length - 1, end: cursor, letters: letters.toLowerCase() };
}

/** The tags whose id has the letters in it, those that begin with them first. A tag without a text is told apart. */
export function tagsFor(
  letters: string,
  tags: Readonly<Record<string, Tag>>,
  embedOnly: string,
): Suggestion[] {
  const rank = (id: string) => (id.startsWith(letters) ? 0 : 1);
  return Object.values(tags)
    .filter(({ id }) => id.includes(letters))
    .sort((a, b) => rank(a.id) - rank(b.id) || a.id.localeCompare(b.id))
    .map(({ id, content }) => ({ value: id, label: `/${id}`, detail: firstLine(content) ?? embedOnly }));
}

const firstLine = (content: string | null): string | undefined =>
  content?.trim().split('\n', 1)[0]?.slice(0, 200) || undefined;
