/** Runs benchmarks by name, one after the other; all of them without a name. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const all = [
  'start',
  'api-read',
  'presses',
  'sockets',
  'first-load',
  'editor',
  'ticket-view',
  'tickets-list',
];
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !all.includes(name));
if (unknown.length) {
  console.error(`There is no benchmark ${unknown.join(', ')}. There are: ${all.join(', ')}.`);
  process.exit(2);
}
for (const name of wanted.length ? wanted : all) {
  console.log(`\n== ${name}`);
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, `${name}.ts`)], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exitCode = 1;
}
