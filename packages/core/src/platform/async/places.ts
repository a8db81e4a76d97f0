import { AsyncLocalStorage } from 'node:async_hooks';
import { Turns } from './turns.ts';

/** Work that holds one of a few places. It gives the place to others while it waits for an answer from outside. */
interface Worker {
  leave(): void;
  comeBack(): Promise<void>;
}

const worker = new AsyncLocalStorage<Worker>();

/** Waits for an answer from outside, such as Discord's. Work that holds a place gives it to others until the answer is there. */
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

/**
 * Does a limited number of things at once, not counting those that wait for an answer from outside. Servers, or whatever else they are
 * done for, take turns, and one has at most `of_one` of the places.
 */
export class Places {
  readonly #turns: Turns;

  constructor(limit: number, of_one = limit) {
    this.#turns = new Turns(limit, { of_class: of_one });
  }

  async run<T>(of: string, work: () => Promise<T>): Promise<T> {
    /** Gives its place back; undefined while it has none. */
    let free: (() => void) | undefined = await this.#take(of);
    let isOver = false;
    /** How many answers it waits for. */
    let asked = 0;
    const giveBack = () => {
      free?.();
      free = undefined;
    };
    const leave = () => {
      asked += 1;
      giveBack();
    };
    /** Pending until it has a place again. All answers that come before that wait for the same one. */
    let coming: Promise<void> | undefined;
    const takeAgain = async () => {
      free = await this.#take(of);
      coming = undefined;
      // It may have asked once more, or have ended without waiting for the answer.
      if (asked || isOver) giveBack();
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

  /** Resolves when the turn comes, to a function that ends it. */
  #take(of: string): Promise<() => void> {
    return new Promise((taken) => {
      void this.#turns.of(of)(() => new Promise<void>((free) => taken(free)));
    });
  }
}
