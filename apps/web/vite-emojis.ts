import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

/** Ships the text that emoji-lines.ts makes (24 KB packed) in place of the package that it makes it from (200 KB). */
export function emojiLines(): Plugin {
  return {
    name: 'tickets:emoji-lines',
    apply: 'build',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith('/src/components/emoji/emoji-lines.ts')) return undefined;
      const made: { emojiLines: string } = await import(pathToFileURL(id).href);
      return `export const emojiLines = ${JSON.stringify(made.emojiLines)};`;
    },
  };
}
