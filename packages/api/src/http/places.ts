/** A value somewhere in a body, and the keys that lead to it. */
export interface Place {
  value: unknown;
  path: Path | undefined;
}

export interface Path {
  key: string;
  within: Path | undefined;
  depth: number;
}

/** Everything in a value, itself first. What a value holds is looked at only once the value itself was taken. */
export function* placesIn(value: unknown): Generator<Place> {
  // Not by calling itself: JSON may be deeper than calls can be.
  const left: Place[] = [{ value, path: undefined }];
  for (let place = left.pop(); place; place = left.pop()) {
    yield place;
    const { value, path } = place;
    if (typeof value !== 'object' || value === null) continue;
    const depth = (path?.depth ?? 0) + 1;
    for (const [key, held] of Object.entries(value))
      left.push({ value: held, path: { key, within: path, depth } });
  }
}

/** Names of steps without end are of no help. */
const stepsMax = 10;

/** Dotted; `root` for the value itself. */
export function pathText(path: Path | undefined, root: string): string {
  const steps: string[] = [];
  for (let at = path; at && steps.length < stepsMax; at = at.within)
    steps.unshift(at.key.slice(0, 100).replaceAll('\0', '\u2400'));
  return steps.join('.') || root;
}
