/**
 * Checks the direction of imports (computed from the folders that exist) and that only the program reads the
 * environment. Prints each offence as `file:line  reason` and exits 1 when there is one.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

const root = join(import.meta.dirname, '..');

/** What each part may import of ours. A part that is not named may import nothing of ours. */
const allowed: Record<string, string[]> = {
  'packages/contract': [],
  'packages/core': ['contract'],
  'packages/api': ['contract', 'core'],
  'packages/bot': ['contract', 'core'],
  'packages/discord-sim': [],
  'packages/testkit': ['contract', 'core', 'api', 'bot', 'discord-sim'],
  'apps/tickets': ['contract', 'core', 'api', 'bot', 'discord-sim'],
  'apps/web': ['contract'],
};
/** Tests stand beside the source and may use the testkit; those of the program may use every part. */
const testOnly = ['testkit'];

/** The program, and the start of a test run, where there is no program yet. */
const mayReadEnvironment = /^apps\/tickets\/|^packages\/testkit\/src\/(global-)?setup\.ts$/;

const parts = ['packages', 'apps'].flatMap((top) =>
  readdirSync(join(root, top)).map((name) => `${top}/${name}`),
);
const offences: string[] = [];

function* sources(dir: string): Generator<string> {
  for (const name of readdirSync(dir)) {
    if (name === 'node_modules' || name === 'dist') continue;
    const path = join(dir, name);
    if (statSync(path).isDirectory()) yield* sources(path);
    else if (/\.(ts|tsx|mjs)$/.test(name)) yield path;
  }
}

for (const part of parts) {
  const may = allowed[part] ?? [];
  const subjectsOf = part === 'packages/core' ? 'src' : part === 'apps/web' ? 'src/features' : undefined;
  for (const file of sources(join(root, part))) {
    const path = relative(root, file);
    const isTest = /\.test\.tsx?$/.test(path);
    readFileSync(file, 'utf8')
      .split('\n')
      .forEach((line, index) => {
        const at = `${path}:${index + 1}`;
        const spec = /(?:from|import)\s*\(?\s*'([^']+)'/.exec(line)?.[1];
        const own = spec && /^@tickets\/([^/]+)/.exec(spec)?.[1];
        if (own && `packages/${own}` !== part && `apps/${own}` !== part) {
          const ok = may.includes(own) || (isTest && (testOnly.includes(own) || own === 'discord-sim'));
          if (!ok) offences.push(`${at}  ${part} may not import @tickets/${own}`);
        }
        if (spec?.startsWith('.') && relative(join(root, part), join(file, '..', spec)).startsWith('..')) {
          offences.push(`${at}  reaches out of ${part} by a relative path; import the package instead`);
        }
        if (subjectsOf === 'src/features' && spec?.startsWith('.')) {
          const subject = path.split('/')[4];
          const target = relative(join(root, part, 'src/features'), join(file, '..', spec)).split('/');
          const inFeatures = path.startsWith(`${part}/src/features/`) && target[0] !== '..';
          if (inFeatures && target[0] !== subject) {
            offences.push(`${at}  feature ${subject} imports the inside of feature ${target[0]}`);
          }
        }
        if (/process\.env/.test(line) && !mayReadEnvironment.test(path) && !isTest) {
          offences.push(`${at}  only apps/tickets reads process.env; take it as an argument`);
        }
      });
  }
}

for (const offence of offences) console.error(offence);
console.log(offences.length ? `${offences.length} import offences` : 'imports point the right way');
process.exitCode = offences.length ? 1 : 0;
