const levels: Record<number, string> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'ERROR',
  60: 'FATAL',
};
const unsaid = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'err']);

/** A line of the log, which is JSON, as a person reads it in a terminal. */
export function readableLine(line: string): string {
  const { level, time, msg, err, ...rest } = JSON.parse(line) as Record<string, unknown>; // Written by the logger.
  const clock = String(time).slice(11, 19);
  const facts = Object.entries(rest)
    .filter(([name]) => !unsaid.has(name))
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const first = [clock, (levels[Number(level)] ?? '').padEnd(5), String(msg ?? ''), ...facts].join(' ');
  const { stack, message } = (err ?? {}) as { stack?: string; message?: string };
  const why = stack ?? message;
  return `${first.trimEnd()}\n${why ? `${why.replace(/^/gm, '    ')}\n` : ''}`;
}
