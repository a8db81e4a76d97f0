import { gzipSync } from 'node:zlib';
import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite';
import { type PageEntry, pages, serverPages } from './src/routes/pages.ts';

type Sources = Pick<PageEntry, 'screen' | 'texts'>;
/** Sources that are fetched together. */
interface Loaded {
  parts: readonly Sources[];
}

/** The frame around every server page. */
const serverFrame: Sources = { screen: 'manage/manage-route', texts: [] };
/** The parts of each page beyond what every page has, with the page's name in pages.ts. */
export const partsOfPages = {
  person: Object.entries(pages).map(([name, page]) => ({ name, page, parts: [page] })),
  server: Object.entries(serverPages).map(([name, page]) => ({ name, page, parts: [serverFrame, page] })),
};

/** The most files of code that a page fetches beside the first one. Each is a request, and over HTTP/1.1 a browser makes six at a time. */
const FILES_MAX = 8;
/**
 * What a page may get, with what is fetched once it is painted, in bytes as `sizeOf` counts them: more than come over the wire, because
 * small pieces are packed apart. The largest page needs 65,000.
 */
const PAGE_MAX = 72_000;
/** What is fetched once a page of a server is painted. */
const afterPaint: Loaded = {
  parts: [serverFrame, { screen: 'tickets/desk/desk-watch', texts: [] }],
};
/** What the page of an override fetches where there was one. */
const overrideLog: Loaded = {
  parts: [
    serverFrame,
    serverPages.staffOverride,
    { screen: 'audit/through-override/override-log', texts: [] },
  ],
};
/** With more files than this to choose from, the first good pair is taken instead of the best of all pairs. */
const MANY = 60;
/** The priority of the first group; others count down from it, and there are fewer than this. */
const GROUPS = 100;

/** The group of what the first screen needs. It is one file: it packs better than forty, and comes in one go. */
export const FIRST = 'first';

/** Prefix of the names of all other groups. */
const PART = 'part-';

/** Modules that are one file, and which pages need it. */
interface File {
  modules: string[];
  size: number;
  pages: Set<number>;
  /** The files that it imports. Each page that needs a file needs these too. */
  imports: Set<File>;
}

/**
 * The groups by which code is put into files. The app is built once to see which modules each page needs. Those that the same pages
 * need are one file; then, while a page needs too many files, two of them become one: those two that give pages the least that they
 * do not need.
 */
export async function chunkGroups(config: InlineConfig): Promise<Rolldown.CodeSplittingGroup[]> {
  const chunks = await chunksApart(config);
  const first = new Set(chunks.filter(isFirst).flatMap(({ moduleIds }) => moduleIds));
  const parts = joined(filesOfPages(chunks))
    // A file's imports are in files that more pages need.
    .toSorted((a, b) => b.pages.size - a.pages.size)
    .map(({ modules }, index) => {
      const inIt = new Set(modules);
      return { name: `${PART}${index}`, test: (id: string) => inIt.has(id), priority: GROUPS - 1 - index };
    });
  return [
    { name: FIRST, test: (id) => first.has(id) || id.includes('rolldown/runtime'), priority: GROUPS },
    ...parts,
  ];
}

/** The app, built into one file for each set of pages (or later fetches) that need the same modules. */
async function chunksApart(config: InlineConfig): Promise<Rolldown.OutputChunk[]> {
  const groups = [
    { name: FIRST, tags: ['$initial' as const], priority: 1 },
    { name: 'part', entriesAware: true },
  ];
  const built = await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      write: false,
      rolldownOptions: { output: { codeSplitting: { groups } } },
    },
  });
  const [made] = [built].flat() as Rolldown.RolldownOutput[]; // One format, and nothing is watched.
  return made?.output.filter((output) => output.type === 'chunk') ?? [];
}

const isFirst = ({ name, isEntry }: Rolldown.OutputChunk) => isEntry || name === FIRST;

/** The chunk that holds a source. */
export function chunkWith(source: string, chunks: readonly Rolldown.OutputChunk[]): Rolldown.OutputChunk {
  const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(source)));
  if (!chunk) throw new Error(`pages.ts names ${source}, which is not in the build`);
  return chunk;
}

/** Everything that is fetched for a page beside what every page has. */
export function chunksOf(parts: readonly Sources[], chunks: readonly Rolldown.OutputChunk[]) {
  const by_name = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const wanted = new Set<Rolldown.OutputChunk>();
  const want = (chunk: Rolldown.OutputChunk | undefined) => {
    if (!chunk || isFirst(chunk) || wanted.has(chunk)) return;
    wanted.add(chunk);
    for (const name of chunk.imports) want(by_name.get(name));
  };
  for (const { screen, texts } of parts) {
    want(chunkWith(`/src/features/${screen}.tsx`, chunks));
    for (const subject of texts) want(chunkWith(`/src/messages/en/${subject}.ts`, chunks));
  }
  return wanted;
}

/** The kit shows every component, and is for developers. */
const forPeople = partsOfPages.person.filter(({ name }) => name !== 'kit');
const loaded: readonly Loaded[] = [...forPeople, ...partsOfPages.server, overrideLog, afterPaint];
const AFTER_PAINT = loaded.indexOf(afterPaint);
const ofServers = new Set(loaded.flatMap(({ parts }, page) => (parts.includes(serverFrame) ? [page] : [])));

function filesOfPages(chunks: readonly Rolldown.OutputChunk[]): File[] {
  const files = new Map<string, File>();
  for (const [page, { parts }] of loaded.entries())
    for (const chunk of chunksOf(parts, chunks)) {
      const { fileName, moduleIds } = chunk;
      const file = files.get(fileName) ?? {
        modules: moduleIds,
        size: sizeOf(chunk),
        pages: new Set(),
        imports: new Set(),
      };
      files.set(fileName, file);
      file.pages.add(page);
    }
  for (const { fileName, imports } of chunks)
    for (const name of imports) {
      const [file, imported] = [files.get(fileName), files.get(name)];
      if (file && imported) file.imports.add(imported);
    }
  return [...files.values()];
}

const sizeOf = ({ code }: Rolldown.OutputChunk) => gzipSync(code).length;

function joined(files: readonly File[]): File[] {
  let left = sameOnce(files);
  for (let pair = bestPair(left); pair; pair = bestPair(left)) left = sameOnce(left, pair);
  return left;
}

/**
 * The two files that pages share which do the least harm as one, where a page needs too many. While there are very many, only the
 * smallest is looked at.
 */
function bestPair(files: readonly File[]): [File, File] | undefined {
  const of_page = new Map<number, File[]>();
  const room = new Map(loaded.keys().map((page) => [page, PAGE_MAX]));
  for (const file of files) {
    for (const page of file.pages) of_page.set(page, [...(of_page.get(page) ?? []), file]);
    for (const page of gotBy(file.pages)) room.set(page, (room.get(page) ?? 0) - file.size);
  }
  const crowded = [...of_page.values()].filter((some) => some.length > FILES_MAX);
  const candidates = [...new Set(crowded.flat())].toSorted((a, b) => a.size - b.size);
  let best: { pair: [File, File]; cost: number } | undefined;
  for (const one of candidates) {
    const others = new Set(crowded.filter((some) => some.includes(one)).flat());
    for (const other of others) {
      if (other === one) continue;
      const given = [...unneededIn(one, other)];
      // A page that has nearly all that it may get is spared.
      const cost = sum(given.map(([page, size]) => size / Math.max(1, room.get(page) ?? 0)));
      const fits = given.every(([page, size]) => size <= (room.get(page) ?? 0));
      if (fits && (!best || cost < best.cost)) best = { pair: [one, other], cost };
    }
    if (best && candidates.length > MANY) break;
  }
  return best?.pair;
}

/** What pages would get without needing it if two files became one, imports included: bytes by page. */
function unneededIn(one: File, other: File): Map<number, number> {
  const pages = one.pages.union(other.pages);
  const given = new Map<number, number>();
  for (const file of new Set([one, other, ...importedBy(one), ...importedBy(other)]))
    for (const page of gotBy(pages).difference(gotBy(file.pages)))
      given.set(page, (given.get(page) ?? 0) + file.size);
  return given;
}

/** The pages that end up with a file: server pages also get what is fetched after they are painted. */
const gotBy = (pages: ReadonlySet<number>) => (pages.has(AFTER_PAINT) ? pages.union(ofServers) : pages);

function importedBy(file: File, known = new Set<File>()): Set<File> {
  for (const one of file.imports)
    if (!known.has(one)) {
      known.add(one);
      importedBy(one, known);
    }
  return known;
}

/** Joins files that the same pages need, and the two of `pair` where they are given. */
function sameOnce(files: readonly File[], pair: readonly File[] = []): File[] {
  const together = pair.reduce((pages, file) => pages.union(file.pages), new Set<number>());
  for (const file of pair)
    for (const one of [file, ...importedBy(file)]) one.pages = one.pages.union(together);
  const of_pages = new Map<string, File>();
  const madeOf = new Map<File, File>();
  for (const file of files) {
    const key = [...file.pages].toSorted((a, b) => a - b).join();
    const one = of_pages.get(key) ?? { modules: [], size: 0, pages: file.pages, imports: new Set() };
    of_pages.set(key, one);
    one.modules.push(...file.modules);
    one.size += file.size;
    madeOf.set(file, one);
  }
  for (const [file, one] of madeOf)
    for (const imported of file.imports) {
      const now = madeOf.get(imported);
      if (now && now !== one) one.imports.add(now);
    }
  return [...of_pages.values()];
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/**
 * Has browsers compile a page's code on another thread while it downloads, rather than function by function as each is called: nearly
 * all of it is called. https://v8.dev/blog/explicit-compile-hints
 */
export function compiledAhead(): Plugin {
  return {
    name: 'tickets-compiled-ahead',
    generateBundle: {
      // The hint counts only as the first line.
      order: 'post',
      handler(_, bundle) {
        for (const output of Object.values(bundle))
          if (output.type === 'chunk' && (isFirst(output) || output.name.startsWith(PART)))
            output.code = `//# allFunctionsCalledOnLoad\n${output.code}`;
      },
    },
  };
}
