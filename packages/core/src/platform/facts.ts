/**
 * What was read for one call, so that each fact is read once in it. It is made with the call and ends with it: nothing
 * is kept by time, and no call sees what another one read.
 */
export class Facts {
  readonly #known = new Map<object, Map<string, Promise<unknown>>>();

  /** What is known of one kind of fact, by what it is about. */
  of(kind: object): Map<string, Promise<unknown>> {
    const known = this.#known.get(kind) ?? new Map<string, Promise<unknown>>();
    this.#known.set(kind, known);
    return known;
  }
}

/** What a fact is about, such as a server's id. */
type About = readonly (string | number | boolean | null)[];

export interface Fact<C, A extends About, T> {
  (ctx: C, ...about: A): Promise<T>;
  /** Takes what another statement has read, or what was written, as the fact. */
  tell(ctx: C, value: T, ...about: A): void;
  /** To be called by whatever writes any of it, so that the rest of the call reads what was written. */
  forget(ctx: C): void;
}

/**
 * Something that is read once in a call; outside of one, each time. What has to be true while a lock is held is no fact:
 * it is read anew under the lock.
 */
export function fact<C extends { facts?: Facts | undefined }, A extends About, T>(
  read: (ctx: C, ...about: A) => Promise<T>,
): Fact<C, A, T> {
  const ask = (ctx: C, ...about: A): Promise<T> => {
    const known = ctx.facts?.of(read);
    const key = JSON.stringify(about);
    const told = known?.get(key) as Promise<T> | undefined; // only this function puts anything there
    if (told) return told;
    const asked = read(ctx, ...about);
    known?.set(key, asked);
    // What could not be read now is asked for again by whoever tries again.
    asked.catch(() => known?.get(key) === asked && known?.delete(key));
    return asked;
  };
  return Object.assign(ask, {
    tell: (ctx: C, value: T, ...about: A) =>
      void ctx.facts?.of(read).set(JSON.stringify(about), Promise.resolve(value)),
    forget: (ctx: C) => ctx.facts?.of(read).clear(),
  });
}

/** The beginning of a call, before it is known who calls. */
export const withFacts = <C extends object>(ctx: C): C & { facts: Facts } => ({ ...ctx, facts: new Facts() });
