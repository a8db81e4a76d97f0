/**
 * How much a body may hold, whatever its route: it is counted before any of it is judged, because a validator judges each
 * part of a list also when the list is too long. The fields' own limits are below these.
 */
export const bodyLimits = {
  /** Lists, objects, texts and all else, counted together. */
  values: 5_000,
  /** Of one list. */
  entries: 1_000,
  /** Of one object. */
  keys: 2_000,
  /** Of one text, in characters. */
  text: 20_000,
  /** Of the name of a key, in characters. */
  key: 200,
  /** Of lists and objects in one another. */
  depth: 20,
} as const;

/** How many problems of an input are named, and how many characters of each. More are of no help to anybody. */
export const problemLimits = { named: 50, characters: 300 } as const;
