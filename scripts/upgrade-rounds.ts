/**
 * Upgrades what older programs made: undisturbed, killed at ten moments, and with a migration that fails four times, whose way
 * back is followed each time. Prints a table, and exits with 1 where anything was lost or a way back does not work. Usage:
 * node scripts/upgrade-rounds.ts [folder for programs] [revisions]. It needs the network once, to install the older programs.
 */
import { chmodSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { olderProgram, programThatFails } from './upgrades/checkouts.ts';
import { holdings, Yard } from './upgrades/installation.ts';
import { countOf } from './upgrades/kept.ts';
import { usePanels } from './upgrades/people.ts';
import { start } from './upgrades/program.ts';
import { killed, moments, type OlderData, type Round, undisturbed } from './upgrades/rounds.ts';
import { failsFourTimes } from './upgrades/way-back.ts';

const TICKETS = 8;
/** For what is done with the last ticket: its file is stored, its transcript kept. */
const SETTLE_MS = 2_000;

const [scratch = join(tmpdir(), 'tickets-older'), revisions = '572198d,1ecac9b1'] = process.argv.slice(2);
mkdirSync(scratch, { recursive: true });
const folder = mkdtempSync(join(tmpdir(), 'tickets-upgrades-'));
chmodSync(folder, 0o755); // the account that runs PostgreSQL must get through
const yard = await Yard.open(folder);
const rounds: Round[] = [];
try {
  const failing = programThatFails(scratch);
  for (const revision of revisions.split(',')) {
    const dir = await olderProgram(revision, scratch);
    for (const has_server of [false, true]) {
      const older = await madeBy(
        dir,
        `${revision}, ${has_server ? 'PostgreSQL server' : 'embedded'}`,
        has_server,
      );
      const { round, times } = await undisturbed(yard, older);
      tell(round);
      for (const [index, moment] of moments.entries())
        tell(await killed(yard, older, moment, { times, power: !has_server && index % 2 === 1 }));
      for (const one of await failsFourTimes(yard, older, failing)) tell(one);
      await yard.remove(older.installation);
    }
  }
} finally {
  await yard.close();
}
console.log('\n| Data of | What happened | What came of it | Faults |\n|---|---|---|---|');
for (const { data, what, came_of_it, faults } of rounds)
  console.log(`| ${data} | ${what} | ${came_of_it} | ${faults.length ? faults.join('; ') : 'none'} |`);
const faulty = rounds.filter(({ faults }) => faults.length).length;
console.log(`\n${rounds.length} rounds, ${faulty} with faults`);
process.exitCode = faulty ? 1 : 0;

function tell(round: Round): void {
  rounds.push(round);
  console.log(`${round.data}: ${round.what}: ${round.came_of_it}`);
  for (const fault of round.faults) console.log(`  FAULT ${fault}`);
}

/** The demo of an older program, used by its people. */
async function madeBy(dir: string, name: string, has_server: boolean): Promise<OlderData> {
  const installation = await yard.empty(has_server);
  const program = start(dir, installation);
  const { discord } = await program.ready;
  const done = await usePanels(discord, TICKETS);
  await sleep(SETTLE_MS);
  await program.stop();
  const kept = await holdings(yard, installation);
  console.log(`${name}: schema ${kept.schema}, ${countOf(kept)} rows, ${JSON.stringify(done)}`);
  return { name, dir, installation, kept };
}
