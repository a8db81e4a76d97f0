/** When a day, such as `2026-03-01`, begins in a time zone. */
export function startOfDay(day: string, time_zone: string): Date {
  const wanted = Date.parse(`${day}T00:00:00Z`);
  let begins = wanted;
  // The second time with the clock of that moment: the first may have been on the other side of a change of clocks.
  for (let time = 0; time < 2; time += 1) begins = wanted - aheadBy(new Date(begins), time_zone);
  return new Date(begins);
}

/** The day after. */
export function nextDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}

/** By how many milliseconds clocks are ahead of UTC at a moment. */
function aheadBy(moment: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'iso8601',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(moment);
  const get = (name: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find(({ type }) => type === name)?.value ?? 0);
  const shown = Date.UTC(
    get('year'),
    get('month') - 1,
    get('day'),
    get('hour'),
    get('minute'),
    get('second'),
  );
  return shown - Math.floor(moment.getTime() / 1000) * 1000;
}
