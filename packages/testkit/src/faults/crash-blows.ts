import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BusyServers } from '../data/busy-servers.ts';
import type { Random } from '../data/random.ts';
import type { ProgramProcess } from '../outside/program.ts';
import type { SmallDisk } from '../outside/small-disk.ts';

export interface Victim {
  world: BusyServers;
  program: ProgramProcess;
  data_dir: string;
  /** On which the data folder lies; undefined where none can be made. */
  disk: SmallDisk | undefined;
  /** How often Cloudflare had to refuse the program, by ban. */
  bans: number[];
}

/** What hits the program in a round. Each says how; where the program lives on, it has to be ready again by itself. */
const blows = [powerCut, killDatabase, fillDisk, killProgram, shutOut, killProgram];

/** How long the program may take to become ready, on a machine that does other things, too. */
const readyWithinMs = 60_000;

export function strike(round: number, victim: Victim, random: Random): Promise<string> {
  const blow = blows[(round - 1) % blows.length] ?? killProgram;
  return blow(victim, random);
}

/** Program and database end in the same instant. */
async function powerCut({ program, data_dir }: Victim, random: Random): Promise<string> {
  await within(program.ready, readyWithinMs, 'the program to be ready');
  const ms = random.int(0, 3000);
  await sleep(ms);
  await endBoth(program, data_dir);
  return `the power was cut ${ms} ms after it was ready`;
}

async function killDatabase({ program, data_dir }: Victim, random: Random): Promise<string> {
  const address = await within(program.ready, readyWithinMs, 'the program to be ready');
  const ms = random.int(0, 3000);
  await sleep(ms);
  process.kill(await databaseProcess(data_dir), 'SIGKILL');
  await readyAgain(program, address, 'its database was killed');
  return `PostgreSQL was killed ${ms} ms after the program was ready`;
}

async function fillDisk(victim: Victim, random: Random): Promise<string> {
  const { program, data_dir, disk } = victim;
  if (!disk) return `${await killProgram(victim, random)} (no disk of its own can be made here)`;
  const address = await within(program.ready, readyWithinMs, 'the program to be ready');
  await disk.fill();
  const ms = random.int(500, 5000);
  await sleep(ms);
  const isCut = random.chance(0.5);
  if (isCut) await endBoth(program, data_dir);
  await disk.free();
  if (isCut) return `the disk was full for ${ms} ms, then the power was cut`;
  await readyAgain(program, address, 'the disk had been full');
  return `the disk was full for ${ms} ms`;
}

/** Cloudflare answers every call; when the time that it said is over, the program goes on by itself. */
async function shutOut({ world, program, bans }: Victim, random: Random): Promise<string> {
  const address = await within(program.ready, readyWithinMs, 'the program to be ready');
  const seconds = random.int(5, 12);
  const ban = world.sim.faults.banAddress({ retryAfterSeconds: seconds });
  await within(untilMet(ban), readyWithinMs, 'a call that meets the ban');
  await sleep(seconds * 1000);
  bans.push(ban.answered());
  ban.lift();
  await readyAgain(program, address, 'its address had been shut out');
  return `Cloudflare shut the address out for ${seconds} s, and answered ${ban.answered()} calls`;
}

async function untilMet(ban: { answered(): number }): Promise<void> {
  while (!ban.answered()) await sleep(20);
}

/** In the middle of starting, after some time, or just as Discord hears or has answered a request of the bot. */
async function killProgram({ world, program }: Victim, random: Random): Promise<string> {
  if (random.chance(0.2)) {
    const ms = random.int(100, 2500);
    await sleep(ms);
    await program.kill();
    return `the program was killed ${ms} ms after it was started`;
  }
  await within(program.ready, readyWithinMs, 'the program to be ready');
  if (random.chance(0.3)) {
    const ms = random.int(0, 2500);
    await sleep(ms);
    await program.kill();
    return `the program was killed ${ms} ms after it was ready`;
  }
  const moment = random.pick(['request', 'finish'] as const);
  const nth = random.int(1, 60);
  await nthCall(world, moment, nth);
  await program.kill();
  const when = moment === 'request' ? `while it asked Discord for the ${nth}th thing` : `after answer ${nth}`;
  return `the program was killed ${when}`;
}

async function endBoth(program: ProgramProcess, data_dir: string): Promise<void> {
  const database = await databaseProcess(data_dir).catch(() => undefined);
  const ended = program.kill();
  if (database) kill(database);
  await ended;
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    // A full disk may have ended it before.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function databaseProcess(data_dir: string): Promise<number> {
  const text = await readFile(join(data_dir, 'postgres/data/postmaster.pid'), 'utf8');
  return Number.parseInt(text, 10);
}

async function readyAgain(program: ProgramProcess, address: string, why: string): Promise<void> {
  const isReady = () =>
    fetch(`${address}/readyz`, { signal: AbortSignal.timeout(6_000) }).then(
      ({ ok }) => ok,
      () => false,
    );
  const until = Date.now() + readyWithinMs;
  while (!(await isReady())) {
    if (!program.isRunning()) throw new Error(`the program ended when ${why}: ${program.lastWords()}`);
    if (Date.now() > until) throw new Error(`the program was not ready again after ${why}`);
    await sleep(200);
  }
}

async function nthCall({ sim, application }: BusyServers, moment: 'request' | 'finish', nth: number) {
  const authorization = `Bot ${application.bot_token}`;
  const { promise, resolve } = Promise.withResolvers<void>();
  let left = nth;
  const count = () => {
    left -= 1;
    if (left <= 0) resolve();
  };
  const onRequest = (request: { headers: { authorization?: string } }, response: NodeJS.EventEmitter) => {
    if (request.headers.authorization !== authorization) return;
    if (moment === 'request') count();
    else response.once('finish', count);
  };
  const { server } = sim.app;
  server.prependListener('request', onRequest);
  await Promise.race([promise, sleep(6000, undefined, { ref: false })]);
  server.off('request', onRequest);
}

export async function within<T>(promise: Promise<T>, ms: number, what: string): Promise<T> {
  const late = sleep(ms, undefined, { ref: false }).then(() => {
    throw new Error(`waited ${ms} ms for ${what}`);
  });
  return Promise.race([promise, late]);
}
