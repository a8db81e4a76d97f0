import { pathToFileURL } from 'node:url';
import compile from 'icu-minify/compile';
import type { Plugin } from 'vite';

type MessageTree = { [key: string]: string | MessageTree };
type CompiledTree = { [key: string]: unknown };

/** Parses the messages while the app is built: the parser (7 KB) then stays out of what people download. */
export function compiledMessages(): Plugin {
  return {
    name: 'tickets:compiled-messages',
    apply: 'build',
    enforce: 'pre',
    async load(id) {
      if (!/\/src\/messages\/[\w-]+\/[\w-]+\.ts$/.test(id)) return undefined;
      // Message files hold plain data, so Node can run them as they are.
      const module: Record<string, MessageTree> = await import(pathToFileURL(id).href);
      return Object.entries(module)
        .map(([name, tree]) => `export const ${name} = ${JSON.stringify(compileTree(tree))};`)
        .join('\n');
    },
  };
}

function compileTree(tree: MessageTree): CompiledTree {
  return Object.fromEntries(
    Object.entries(tree).map(([key, value]) => [
      key,
      typeof value === 'string' ? compile(value) : compileTree(value),
    ]),
  );
}
