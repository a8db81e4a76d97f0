/** Runs benchmarks by name, one after the other; all of them without a name. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const all = [
  'start',
  'api-read',
  'presses',
  'sockets',
  'first-load',
  'cold-open',
  'editor',
  'ticket-view',
  'transcript-view',
  'tickets-list',
  'transcripts',
  'audit',
  'whitelabel',
  'transfer',
  'backup',
  'attacks/markdown',
  'attacks/archives',
  'attacks/readers',
];
// What begins with a dash, and all that follows, is for the benchmark.
const given = process.argv.slice(2);
const first_option = given.findIndex((word) => word.startsWith('-'));
const wanted = first_option < 0 ? given : given.slice(0, first_option);
const rest = first_option < 0 ? [] : given.slice(first_option);
const unknown = wanted.filter((name) => !all.includes(name));
if (unknown.length) {
  console.error(`There is no benchmark ${unknown.join(', ')}. There are: ${all.join(', ')}.`);
  process.exit(2);
}
for (const name of wanted.length ? wanted : all) {
  console.log(`\n== ${name}`);
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, `${name}.ts`), ...rest], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exitCode = 1;
}
