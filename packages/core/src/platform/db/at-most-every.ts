/** Calls `work` at most once in `ms` milliseconds; calls in between do nothing. */
export function atMostEvery<Of extends unknown[]>(
  ms: number,
  work: (...of: Of) => void,
): (...of: Of) => void {
  let worked_at = Number.NEGATIVE_INFINITY;
  return (...of) => {
    if (performance.now() - worked_at < ms) return;
    worked_at = performance.now();
    work(...of);
  };
}
