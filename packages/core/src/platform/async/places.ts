import { AsyncLocalStorage } from 'node:async_hooks';

/** One of a few works that are done at once. It gives its place to another while it waits for somebody outside. */
interface Worker {
  leave(): void;
  comeBack(): Promise<void>;
}

const worker = new AsyncLocalStorage<Worker>();

/** Waits for an answer from outside. Whatever is done in a place leaves it to others meanwhile. */
export async function outside<T>(asking: () => Promise<T>): Promise<T> {
  const here = worker.getStore();
  if (!here) return asking();
  here.leave();
  try {
    return await asking();
  } finally {
    await here.comeBack();
  }
}

/** So many works are done at once, without those that wait for somebody outside. Whoever waits for a place gets one in order. */
export class Places {
  readonly #limit: number;
  readonly #waiting: (() => void)[] = [];
  #taken = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.#take();
    let isHeld = true;
    let isOver = false;
    /** What is asked outside now. */
    let asked = 0;
    const giveBack = () => {
      if (isHeld) this.#free();
      isHeld = false;
    };
    const leave = () => {
      asked += 1;
      giveBack();
    };
    /** Until it has a place again: one for all answers that come meanwhile. */
    let coming: Promise<void> | undefined;
    const takeAgain = async () => {
      await this.#take();
      coming = undefined;
      // It may have asked once more, or have ended without waiting for this.
      if (asked || isOver) this.#free();
      else isHeld = true;
    };
    const comeBack = async () => {
      asked -= 1;
      if (asked || isOver) return;
      coming ??= takeAgain();
      await coming;
    };
    try {
      return await worker.run({ leave, comeBack }, work);
    } finally {
      isOver = true;
      giveBack();
    }
  }

  async #take(): Promise<void> {
    if (this.#taken < this.#limit) this.#taken += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #free(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#taken -= 1;
  }
}
