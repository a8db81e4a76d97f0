import { type RefObject, useEffect } from 'react';

const NAME = 'found-words';

/** Has words stand out wherever they are said in what is drawn. The elements stay as they are: the browser paints over them. */
export function useFoundWords(list: RefObject<HTMLElement | null>, words: string | undefined): void {
  // With each drawing, because other rows may be there.
  useEffect(() => {
    if (!words || !list.current || typeof Highlight === 'undefined') return;
    CSS.highlights.set(NAME, new Highlight(...rangesOf(list.current, words.toLowerCase())));
  });
  useEffect(() => {
    if (!words) return;
    return () => {
      if (typeof Highlight !== 'undefined') CSS.highlights.delete(NAME);
    };
  }, [words]);
}

function rangesOf(list: HTMLElement, words: string): Range[] {
  const ranges: Range[] = [];
  for (const article of list.querySelectorAll('article:not(article article)')) {
    const walker = document.createTreeWalker(article, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      const text = (node.textContent ?? '').toLowerCase();
      for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + words.length)) {
        const range = document.createRange();
        // Some letters are two when they are small.
        const length = node.textContent?.length ?? 0;
        range.setStart(node, Math.min(at, length));
        range.setEnd(node, Math.min(at + words.length, length));
        ranges.push(range);
      }
    }
  }
  return ranges;
}
