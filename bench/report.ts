export interface Figure {
  name: string;
  value: number;
  unit: string;
  limit: number;
  /** Whether the limit is the most or the least that is good. */
  limit_is: 'most' | 'least';
}

export const atMost = (name: string, value: number, unit: string, limit: number): Figure => ({
  name,
  value,
  unit,
  limit,
  limit_is: 'most',
});

export const atLeast = (name: string, value: number, unit: string, limit: number): Figure => ({
  ...atMost(name, value, unit, limit),
  limit_is: 'least',
});

/** Prints one line for each figure and a last line for machines. A figure past its limit makes the exit code 1. */
export function report(bench: string, figures: readonly Figure[], details: object = {}): void {
  const told = figures.map((figure) => {
    const { value, limit, limit_is } = figure;
    return {
      ...figure,
      value: round(value),
      ratio: limit ? round(value / limit) : null,
      ok: limit_is === 'most' ? value <= limit : value >= limit,
    };
  });
  for (const { name, value, unit, limit, limit_is, ratio, ok } of told)
    console.log(
      `${name}: ${value} ${unit}, limit at ${limit_is} ${limit}, ratio ${ratio ?? '-'}${ok ? '' : '  PAST ITS LIMIT'}`,
    );
  console.log(JSON.stringify({ bench, figures: told, ...details }));
  if (told.some(({ ok }) => !ok)) process.exitCode = 1;
}

export const round = (value: number) => Math.round(value * 100) / 100;

export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN;
}
