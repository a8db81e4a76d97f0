/** An installation: a data folder, and a database in it or on a server. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { databaseNamed, withClient } from '../../packages/core/src/platform/db/embedded/connection.ts';
import {
  findRunningPostgres,
  startEmbeddedPostgres,
  stopOrphan,
} from '../../packages/core/src/platform/db/embedded/supervisor.ts';
import { type Kept, keptIn } from './kept.ts';

export interface Installation {
  data_dir: string;
  /** Undefined: the embedded one. */
  database_url: string | undefined;
}

const silent = pino({ level: 'silent' });

/** Where the programs of a run keep what they make. */
export class Yard {
  readonly dir: string;
  readonly #server: { url: string; stop(): Promise<void> };
  #made = 0;

  private constructor(dir: string, server: { url: string; stop(): Promise<void> }) {
    this.dir = dir;
    this.#server = server;
  }

  static async open(dir: string): Promise<Yard> {
    const dataDir = join(dir, 'server');
    return new Yard(dir, await startEmbeddedPostgres({ dataDir, durable: false, log: silent }));
  }

  /** An empty one. */
  async empty(has_server: boolean): Promise<Installation> {
    this.#made += 1;
    const data_dir = join(this.dir, `data-${this.#made}`);
    if (!has_server) return { data_dir, database_url: undefined };
    return { data_dir, database_url: await this.#newDatabase('') };
  }

  /** Of one on which no program runs. */
  async copy({ data_dir, database_url }: Installation): Promise<Installation> {
    this.#made += 1;
    const copy = join(this.dir, `data-${this.#made}`);
    // With owners: PostgreSQL runs under an account of its own.
    execFileSync('cp', ['-a', data_dir, copy]);
    if (!database_url) return { data_dir: copy, database_url };
    const template = new URL(database_url).pathname.slice(1);
    return { data_dir: copy, database_url: await this.#newDatabase(`template ${template}`) };
  }

  async #newDatabase(how: string): Promise<string> {
    const name = `made_${this.#made}`;
    await withClient(this.#server.url, (client) => client.query(`create database ${name} ${how}`));
    return databaseNamed(this.#server.url, name);
  }

  async remove({ data_dir, database_url }: Installation): Promise<void> {
    await stopOrphan(data_dir);
    rmSync(data_dir, { recursive: true, force: true });
    if (!database_url) return;
    const name = new URL(database_url).pathname.slice(1);
    await withClient(this.#server.url, (client) => client.query(`drop database ${name} with (force)`));
  }

  async close(): Promise<void> {
    await this.#server.stop();
    rmSync(this.dir, { recursive: true, force: true });
  }
}

/** What an installation holds on which no program runs. A copy is looked at, so that nothing is changed by looking. */
export async function holdings(yard: Yard, installation: Installation): Promise<Kept> {
  const { data_dir, database_url } = installation;
  if (database_url) return keptIn(database_url, data_dir);
  const copy = await yard.copy(installation);
  try {
    const server = await startEmbeddedPostgres({ dataDir: copy.data_dir, durable: false, log: silent });
    const kept = await keptIn(server.url, data_dir);
    await server.stop();
    return kept;
  } finally {
    await yard.remove(copy);
  }
}

/** The process of a database that lies in the data folder. */
export function databaseProcess({ data_dir }: Installation): number {
  return Number.parseInt(readFileSync(join(data_dir, 'postgres/data/postmaster.pid'), 'utf8'), 10);
}

export const runningDatabase = ({ data_dir, database_url }: Installation) =>
  database_url ? Promise.resolve(database_url) : findRunningPostgres(data_dir);

/** A half backup that is younger may still be being written, so the program leaves it. */
const HALF_MS = 10 * 60_000;

/** Its backups, whole and half; `left` are half ones so old that the program should have removed them. */
export function backupsOf({ data_dir }: Installation): { whole: string[]; half: string[]; left: string[] } {
  const folder = join(data_dir, 'backups');
  const all = list(folder);
  const whole = all.filter((name) => list(join(folder, name)).includes('manifest.json'));
  const half = all.filter((name) => !whole.includes(name));
  const left = half.filter((name) => Date.now() - writtenAt(join(folder, name)) > HALF_MS);
  return { whole, half, left };
}

/** When the writer of a backup last said that it was at work; before it has, when the folder last changed. */
function writtenAt(folder: string): number {
  const said = list(folder).includes('written_at') ? readFileSync(join(folder, 'written_at'), 'utf8') : '';
  return Date.parse(said) || statSync(folder).mtimeMs;
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
