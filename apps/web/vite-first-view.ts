import { join } from 'node:path';
import type { BuiltPage } from '@tickets/contract/platform/first-view';
import { build, type Plugin, type Rolldown } from 'vite';
import { addressesOf, type PageEntry, pages, serverPages } from './src/routes/pages.ts';

const TAG = '<script src="/src/first-moment.ts"></script>';

/** Puts first-moment.ts into the page itself, and tells the server in pages.json what each page needs. */
export function firstView(): Plugin {
  return {
    name: 'tickets:first-view',
    transformIndexHtml: {
      order: 'pre',
      handler: async (html) => html.replace(TAG, `<script>${await firstMoment()}</script>`),
    },
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      const source = JSON.stringify(builtPages(chunks));
      this.emitFile({ type: 'asset', fileName: 'pages.json', source });
    },
  };
}

async function firstMoment(): Promise<string> {
  const built = await build({
    configFile: false,
    root: import.meta.dirname,
    publicDir: false,
    logLevel: 'warn',
    build: {
      write: false,
      lib: { entry: join(import.meta.dirname, 'src/first-moment.ts'), formats: ['iife'], name: 'first' },
    },
  });
  const [made] = built as [Rolldown.RolldownOutput]; // One format, and nothing is watched.
  return made.output[0].code.trim();
}

function builtPages(chunks: Rolldown.OutputChunk[]): BuiltPage[] {
  const below_server = { screen: 'manage/manage-route', texts: [], reads: [] };
  return [
    ...Object.values(pages).map((page) => ({
      ...filesOf([page], chunks),
      path: page.path,
      level: 0,
      reads: [],
    })),
    ...Object.values(serverPages).map((page) => ({
      ...filesOf([below_server, page], chunks),
      path: `/manage/$guildId/${page.path}`,
      level: page.level,
      reads: addressesOf(page.reads),
    })),
  ];
}

/** Everything that is fetched for a screen beside what every page has. */
function filesOf(entries: Pick<PageEntry, 'screen' | 'texts'>[], chunks: Rolldown.OutputChunk[]) {
  const modules = entries.flatMap(({ screen, texts }) => [
    `/src/features/${screen}.tsx`,
    ...texts.map((subject) => `/src/messages/en/${subject}.ts`),
  ]);
  const by_name = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const wanted = new Set<Rolldown.OutputChunk>();
  const want = (chunk: Rolldown.OutputChunk | undefined) => {
    if (!chunk || chunk.name === 'shell' || chunk.isEntry || wanted.has(chunk)) return;
    wanted.add(chunk);
    for (const name of chunk.imports) want(by_name.get(name));
  };
  for (const module of modules) {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)));
    if (!chunk) throw new Error(`pages.ts names ${module}, which is not in the build`);
    want(chunk);
  }
  const scripts = [...wanted].map(({ fileName }) => `/${fileName}`);
  const styles = [...wanted].flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
  return { scripts, styles: [...new Set(styles)].map((name) => `/${name}`) };
}
