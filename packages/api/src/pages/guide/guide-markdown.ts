import { escapeHtml } from '@tickets/core/platform/texts/escape-html';
import { Marked, Renderer } from 'marked';
import { headingId } from './heading-id.ts';

/** Markdown without HTML in it; links between the files become links between the pages. */
export function markdownFor(name: string): Marked {
  return new Marked({
    gfm: true,
    renderer: {
      html: ({ text }) => escapeHtml(text),
      table(token) {
        const table = new Renderer().table.call(this, token);
        return `<div class="table" tabindex="0" role="group" aria-label="Table">${table}</div>`;
      },
      // A line that is wider than the page is scrolled, by the keyboard too.
      code(token) {
        return new Renderer().code.call(this, token).replace('<pre>', '<pre tabindex="0">');
      },
      heading({ tokens, depth, text }) {
        const id = headingId(text);
        return `<h${depth} id="${escapeHtml(id)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
    },
    walkTokens: (token) => {
      if (token.type !== 'link' && token.type !== 'image') return;
      token.href = pageLink(String(token.href), name);
    },
  });
}

function pageLink(href: string, from: string): string {
  if (/^(https?:|mailto:|#|\/)/.test(href)) return href;
  // Anything else that names a scheme could be a program.
  if (/^[a-z][\w+.-]*:/i.test(href)) return '#';
  const base = new URL(`/docs/${from}`, 'http://local');
  const { pathname, hash } = new URL(href, base);
  const target = pathname.replace(/\.md$/, '');
  return (target === '/docs/index' ? '/docs' : target) + hash;
}
