/** The tests that need neither a database nor a browser: contract, rules of the dashboard, pure files of the other packages. */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importsIn } from './imports.ts';

const root = join(import.meta.dirname, '..');
const pure = globSync(['packages/contract/src/**/*.test.ts', 'apps/{web,discord}/src/**/*.test.ts'], {
  cwd: root,
});
const mayBePure = globSync('packages/{core,bot,api}/src/**/*.test.ts', { cwd: root });

/** What only looks at files, or makes values. */
const light = new Set([
  '@tickets/testkit/worlds/clock',
  '@tickets/testkit/data/random',
  '@tickets/testkit/archives/zip',
]);
const isPure = (file: string) =>
  importsIn(readFileSync(join(root, file), 'utf8')).every(
    ({ specifier }) =>
      light.has(specifier) || !/^@tickets\/(testkit|discord-sim)\/|\/database\.ts$/.test(specifier),
  );

const { status } = spawnSync(
  process.execPath,
  [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...pure, ...mayBePure.filter(isPure)],
  { cwd: root, stdio: 'inherit' },
);
process.exitCode = status ?? 1;
