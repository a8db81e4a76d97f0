import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { round } from '../report.ts';
import type { Collected, Order, Reader, Report } from './frames.ts';

const patienceSeconds = 120;

/** Readers in some processes, because one process has a limited number of files. */
export class Crowd {
  readonly #processes: ChildProcess[];

  constructor(processes: number) {
    this.#processes = Array.from({ length: processes }, () => fork(join(import.meta.dirname, 'readers.ts')));
  }

  connect(url: string, readers: readonly Reader[]): void {
    const each = Math.ceil(readers.length / this.#processes.length);
    for (const [n, child] of this.#processes.entries())
      this.#order(child, { kind: 'connect', url, readers: readers.slice(n * each, (n + 1) * each) });
  }

  /** Seconds until so many are in; infinite when that takes too long. */
  async untilLive(count: number): Promise<number> {
    const started = performance.now();
    for (;;) {
      const told = await this.#ask({ kind: 'count' }, 'counted');
      const seconds = (performance.now() - started) / 1000;
      const live = told.reduce((total, part) => total + part.live, 0);
      if (live >= count) return seconds;
      if (seconds > patienceSeconds) {
        console.error(`only ${live} of ${count} readers are in after ${round(seconds)} s`);
        return Number.POSITIVE_INFINITY;
      }
      await sleep(100);
    }
  }

  async collect(): Promise<Collected> {
    const all = await this.#ask({ kind: 'collect' }, 'collected');
    const sum = (name: 'gaps' | 'closed') => all.reduce((total, part) => total + part[name], 0);
    return {
      delays: all.flatMap(({ delays }) => delays),
      refusals: all.flatMap(({ refusals }) => refusals),
      gaps: sum('gaps'),
      closed: sum('closed'),
    };
  }

  /** Readers of a path, in each process, that take nothing any more. */
  stall(path: string, count: number): void {
    for (const child of this.#processes)
      this.#order(child, { kind: 'stall', path, count: Math.ceil(count / this.#processes.length) });
  }

  resume(): void {
    for (const child of this.#processes) this.#order(child, { kind: 'resume' });
  }

  end(): void {
    for (const child of this.#processes) child.kill();
  }

  #order(child: ChildProcess, order: Order): void {
    child.send(order);
  }

  #ask<K extends Report['kind']>(order: Order, kind: K) {
    return Promise.all(
      this.#processes.map((child) => {
        this.#order(child, order);
        return heard(child, kind);
      }),
    );
  }
}

async function heard<K extends Report['kind']>(child: ChildProcess, kind: K) {
  for (;;) {
    const [report] = (await once(child, 'message')) as [Report]; // what readers.ts tells
    if (report.kind === kind) return report as Extract<Report, { kind: K }>;
  }
}
