/** Programs of other days: older ones out of git, and today's with a migration that fails. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runNpm } from '../install.mjs';

export const root = join(import.meta.dirname, '../..');

/** The tree of a revision with what its own lock file names, and its pages built. What is there already is used again. */
export async function olderProgram(revision: string, scratch: string): Promise<string> {
  const dir = join(scratch, revision);
  const stamp = join(dir, '.whole');
  if (existsSync(stamp)) return dir;
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  const archive = execFileSync('git', ['archive', revision], { cwd: root, maxBuffer: 2 ** 30 });
  execFileSync('tar', ['x', '-C', dir], { input: archive });
  const status = await runNpm(dir, ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  if (status !== 0) throw new Error(`npm ci of ${revision} ended with ${status}`);
  writeFileSync(stamp, '');
  return dir;
}

const FAILING = `-- Fails after all others have run.
select 1 / (select count(*) from schema_migrations where version < 0);
`;

/** Today's program with one migration more, which fails. */
export function programThatFails(scratch: string): string {
  const dir = join(scratch, 'failing');
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(join(dir, 'node_modules/@tickets'), { recursive: true });
  const isSource = (path: string) => !path.includes('node_modules') && !path.endsWith('/dist');
  for (const name of ['apps', 'packages', 'docs', 'scripts', 'package.json', 'package-lock.json'])
    cpSync(join(root, name), join(dir, name), { recursive: true, filter: isSource });
  const modules = join(root, 'node_modules');
  for (const name of readdirSync(modules).filter((entry) => entry !== '@tickets' && entry !== '.cache'))
    symlinkSync(join(modules, name), join(dir, 'node_modules', name));
  for (const name of readdirSync(join(dir, 'packages')))
    symlinkSync(join(dir, 'packages', name), join(dir, 'node_modules/@tickets', name));
  writeFileSync(join(dir, 'packages/core/src/platform/db/migrations/9000_fails.sql'), FAILING);
  return dir;
}

/** Runs a line as a person types it, in a program's folder; throws what it said where it fails. */
export function typed(dir: string, line: string, env: NodeJS.ProcessEnv): string {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', line], { cwd: dir, encoding: 'utf8', env });
  if (status !== 0) throw new Error(`${line}\nended with ${status}: ${stdout}${stderr}`);
  return stdout;
}
