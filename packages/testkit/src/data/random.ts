export interface Random {
  /** At least `min` and at most `max`. */
  int(min: number, max: number): number;
  pick<T>(list: readonly T[]): T;
  chance(probability: number): boolean;
}

/** The same numbers for the same seed: a splitmix of 32 bits. */
export function seededRandom(seed: number): Random {
  let state = seed | 0;
  const next = () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    int,
    pick<T>(list: readonly T[]) {
      if (!list.length) throw new Error('nothing to choose from');
      return list[int(0, list.length - 1)] as T; // within the list
    },
    chance: (probability) => next() < probability,
  };
}
