import { AsyncLocalStorage } from 'node:async_hooks';
import { Turns } from './turns.ts';

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

/**
 * So many works are done at once, without those that wait for somebody outside. Servers, or whatever else works are of, take turns, and
 * one has at most `of_one` of the places.
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
    /** What is asked outside now. */
    let asked = 0;
    const giveBack = () => {
      free?.();
      free = undefined;
    };
    const leave = () => {
      asked += 1;
      giveBack();
    };
    /** Until it has a place again: one for all answers that come meanwhile. */
    let coming: Promise<void> | undefined;
    const takeAgain = async () => {
      free = await this.#take(of);
      coming = undefined;
      // It may have asked once more, or have ended without waiting for this.
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

  /** Resolves when it is the turn of a work, to what ends its turn. */
  #take(of: string): Promise<() => void> {
    return new Promise((taken) => {
      void this.#turns.of(of)(() => new Promise<void>((free) => taken(free)));
    });
  }
}
