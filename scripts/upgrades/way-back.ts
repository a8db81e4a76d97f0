/** An upgrade that fails over and over, and the way back that its failure names, followed to the letter. */
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { root, typed } from './checkouts.ts';
import { backupsOf, holdings, type Installation, type Yard } from './installation.ts';
import { lostBetween } from './kept.ts';
import { environment, start } from './program.ts';
import type { OlderData, Round } from './rounds.ts';

export async function failsFourTimes(yard: Yard, older: OlderData, failing: string): Promise<Round[]> {
  const here = await yard.copy(older.installation);
  const rounds: Round[] = [];
  const note = (what: string, came_of_it: string, faults: string[]) =>
    rounds.push({ data: older.name, what, came_of_it, faults });
  try {
    const names = new Set<string>();
    for (let n = 1; n <= 4; n += 1) {
      const sentence = await failure(failing, here);
      const { whole, half } = backupsOf(here);
      for (const name of whole) names.add(name);
      const faults: string[] = [];
      if (names.size !== 1 || whole.length !== 1 || half.length)
        faults.push(`backups: ${whole.join(' ')}; half: ${half.join(' ')}`);
      if (!sentence.includes(join(here.data_dir, 'backups', whole[0] ?? '?')))
        faults.push(`the backup is not named: ${sentence}`);
      const back = await followed(yard, older, { here, failing, sentence });
      note(`failure ${n} of 4`, `backup ${whole.join(' ')}; ${back.came_of_it}`, [...faults, ...back.faults]);
    }
    note('the older program on the database as it is', ...(await asBefore(yard, older, here)));
    note('the mended program', ...(await mended(yard, older, here)));
  } finally {
    await yard.remove(here);
  }
  return rounds;
}

/** What a start says whose upgrade fails. It is asked to stop in the wait before its end. */
async function failure(dir: string, here: Installation): Promise<string> {
  const program = start(dir, here);
  await program.logs('waiting before the end');
  await program.stop();
  if (program.child.exitCode !== 1)
    throw new Error(`it ended with ${program.child.exitCode}: ${program.said()}`);
  return program.said();
}

/** Does what the sentence says: stops, copies what it says, and types its commands where it says. */
async function followed(
  yard: Yard,
  older: OlderData,
  { here, failing, sentence }: { here: Installation; failing: string; sentence: string },
): Promise<Pick<Round, 'came_of_it' | 'faults'>> {
  const [, restore = '', begin = ''] =
    /with this program: (.+?)\. Then start the older program on it: (.+?)\.\s*$/.exec(sentence.trim()) ?? [];
  if (!restore) return { came_of_it: 'no way back is named', faults: [sentence] };
  const fresh = await yard.empty(here.database_url !== undefined);
  try {
    const filled = (line: string) =>
      line
        .replace(/<(an empty|that) database>/, fresh.database_url ?? '')
        .replace(/<(a new|that) folder>/, fresh.data_dir);
    const secrets = /copy (\S+secrets\.json) into a new data folder/.exec(sentence)?.[1];
    if (secrets) {
      mkdirSync(fresh.data_dir, { recursive: true });
      copyFileSync(secrets, join(fresh.data_dir, 'secrets.json'));
    }
    // What is typed names the database itself.
    const typing = { ...fresh, database_url: undefined };
    typed(failing, filled(restore), environment(typing));
    const kept = await holdings(yard, fresh);
    const faults = lostBetween(older.kept, kept, { running: true });
    if (kept.schema !== older.kept.schema) faults.push(`restored into schema ${kept.schema}`);
    const program = start(older.dir, typing, filled(begin));
    await program.ready;
    await program.stop();
    faults.push(...lostBetween(older.kept, await holdings(yard, fresh), { running: true }));
    return { came_of_it: 'the way back was followed, and the older program is ready there', faults };
  } catch (error) {
    return { came_of_it: 'the way back was followed', faults: [(error as Error).message] };
  } finally {
    await yard.remove(fresh);
  }
}

async function asBefore(yard: Yard, older: OlderData, here: Installation): Promise<[string, string[]]> {
  const copy = await yard.copy(here);
  try {
    const program = start(older.dir, copy);
    await program.ready;
    await program.stop();
    return ['is ready', lostBetween(older.kept, await holdings(yard, copy), { running: true })];
  } catch (error) {
    return ['does not start', [(error as Error).message]];
  } finally {
    await yard.remove(copy);
  }
}

async function mended(yard: Yard, older: OlderData, here: Installation): Promise<[string, string[]]> {
  const before = backupsOf(here).whole.join();
  const program = start(root, here);
  await program.ready;
  await program.stop();
  const faults = lostBetween(older.kept, await holdings(yard, here), { running: true });
  const { whole } = backupsOf(here);
  if (whole.join() !== before) faults.push(`backups: ${before} before, ${whole.join()} after`);
  return ['is ready, with the same backup', faults];
}
