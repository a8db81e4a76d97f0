import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';

export interface WorkerLimits {
  /** Of its heap, in MiB. What it holds beside that is for its code to bound. */
  heap_mib: number;
  /** How long it may work in all. While nothing is asked of it, no time passes. */
  work_ms: number;
}

/** A worker has come to the limit of its memory or time, and was ended. */
export class WorkerLimitError extends Error {
  readonly limit: 'memory' | 'time';

  constructor(limit: 'memory' | 'time', message: string) {
    super(message);
    this.limit = limit;
  }
}

/** A worker was ended from outside, as the system does where memory is short: that says nothing of what it worked on. */
export class WorkerKilled extends Error {
  override readonly name = 'WorkerKilled';
}

export interface Answer {
  id: number;
  value?: unknown;
  /** A failure that the worker describes itself. */
  failure?: { message: string; code?: string | undefined; name?: string | undefined };
}

/** A failure in the worker, as the worker describes it. */
export class WorkerFailure extends Error {
  /** The name of the error's class there. */
  readonly kind: string;
  readonly code: string | undefined;

  constructor({ message, name = 'Error', code }: NonNullable<Answer['failure']>) {
    super(message);
    this.kind = name;
    this.code = code;
  }
}

interface Asked {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** How Node ends when its heap is full: https://nodejs.org/api/process.html#exit-codes */
const abortedCode = 134;

/**
 * Work in a process of its own: input from outside can neither hold up the event loop that answers people nor take the memory of
 * the whole program, and whatever it does, it can be killed. It knows nothing of the environment, and ends with its parent.
 */
export class WorkerProcess implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly #asked = new Map<number, Asked>();
  readonly #limits: WorkerLimits;
  #last_id = 0;
  #worked_ms = 0;
  #since = 0;
  #timer: NodeJS.Timeout | undefined;
  #ended: Error | undefined;

  constructor(module: string, limits: WorkerLimits) {
    this.#limits = limits;
    const cache = getCompileCacheDir();
    this.#child = fork(module, {
      execArgv: [
        '--no-warnings',
        '--v8-pool-size=1',
        '--max-semi-space-size=2',
        `--max-old-space-size=${limits.heap_mib}`,
      ],
      env: cache ? { NODE_COMPILE_CACHE: dirname(cache) } : {},
      serialization: 'advanced',
      // What V8 says when its heap is full is said by the error of whoever asked.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#child.on('message', (answer) => this.#hear(answer as Answer)); // sent by serveParent()
    this.#child.once('error', (error) => this.#end(error));
    this.#child.once('exit', (code, signal) => {
      const isFull = code === abortedCode || signal === 'SIGABRT' || signal === 'SIGTRAP';
      if (isFull)
        this.#end(new WorkerLimitError('memory', `it takes more than ${limits.heap_mib} MiB of memory`));
      else if (signal) this.#end(new WorkerKilled(`a worker was ended by ${signal}`));
      else this.#end(new Error(`a worker ended with ${code}`));
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Whether it has ended, for whatever reason. */
  get isOver(): boolean {
    return this.#ended !== undefined;
  }

  /** Lets its time begin again, where nothing is asked of it and what follows is other work. */
  renew(): void {
    this.#worked_ms = 0;
  }

  ask(question: unknown): Promise<unknown> {
    if (this.#ended) return Promise.reject(this.#ended);
    this.#last_id += 1;
    const id = this.#last_id;
    return new Promise((resolve, reject) => {
      this.#asked.set(id, { resolve, reject });
      if (this.#asked.size === 1) this.#begin();
      this.#child.send({ id, question }, (error) => error && this.#end(error));
    });
  }

  /** Ends it at once, whatever it does. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#end(new Error('the worker was ended'));
    const { exitCode, signalCode, pid } = this.#child;
    if (exitCode !== null || signalCode !== null || pid === undefined) return;
    const over = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await over;
  }

  #begin(): void {
    this.#child.ref();
    this.#child.channel?.ref();
    this.#since = performance.now();
    this.#timer = setTimeout(() => {
      const seconds = Math.round(this.#limits.work_ms / 1000);
      this.#end(new WorkerLimitError('time', `it takes longer than ${seconds} seconds`));
      this.#child.kill('SIGKILL');
    }, this.#limits.work_ms - this.#worked_ms);
  }

  /** A worker that has nothing to do keeps no program from ending. */
  #rest(): void {
    this.#child.unref();
    this.#child.channel?.unref();
    clearTimeout(this.#timer);
    this.#worked_ms += performance.now() - this.#since;
  }

  #hear({ id, value, failure }: Answer): void {
    const asked = this.#asked.get(id);
    if (!asked) return;
    this.#asked.delete(id);
    if (!this.#asked.size) this.#rest();
    if (failure) asked.reject(new WorkerFailure(failure));
    else asked.resolve(value);
  }

  #end(why: Error): void {
    this.#ended ??= why;
    clearTimeout(this.#timer);
    const all = [...this.#asked.values()];
    this.#asked.clear();
    for (const { reject } of all) reject(this.#ended);
  }
}
