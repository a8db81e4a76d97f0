/** From the largest on, with their seconds. */
export const timeUnits = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

export interface RelativeParts {
  /** Negative: ago. */
  value: number;
  unit: (typeof timeUnits)[number][0];
}

/** How far away a moment is, in the largest unit that fits, to the nearest whole number. */
export function nearestParts(date: Date, now: Date): RelativeParts {
  const seconds = Math.round((date.getTime() - now.getTime()) / 1000);
  const sizes: readonly (typeof timeUnits)[number][] = timeUnits;
  const found = sizes.findIndex(([, size]) => Math.abs(seconds) >= size);
  const at = found === -1 ? sizes.length - 1 : found;
  // Nearly 60 minutes are an hour.
  const larger = sizes[at - 1];
  const [unit, size] = sizes[at] ?? (['second', 1] as const);
  // `+ 0` because -0 is not the same as 0 to a comparison.
  const value = Math.round(seconds / size) + 0;
  return larger && Math.abs(value * size) >= larger[1]
    ? { value: Math.sign(value), unit: larger[0] }
    : { value, unit };
}
