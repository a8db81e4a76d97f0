const UNITS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

export type RelativeUnit = (typeof UNITS)[number][0];

/** How long ago (negative) or ahead (positive) a moment is, in the largest unit that fits. */
export function relativeParts(date: Date, now: Date): { value: number; unit: RelativeUnit } {
  const seconds = Math.round((date.getTime() - now.getTime()) / 1000);
  const [unit, size] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? (['second', 1] as const);
  // `+ 0` because -0 would read "in 0 seconds" wrongly.
  return { value: Math.trunc(seconds / size) + 0, unit };
}

export interface DurationParts {
  days: number;
  hours: number;
  minutes: number;
}

export function durationFromSeconds(total: number): DurationParts {
  return {
    days: Math.floor(total / 86_400),
    hours: Math.floor((total % 86_400) / 3600),
    minutes: Math.floor((total % 3600) / 60),
  };
}

export function secondsFromDuration({ days, hours, minutes }: DurationParts): number {
  return days * 86_400 + hours * 3600 + minutes * 60;
}

/** `YYYY-MM-DDTHH:MM` in UTC as the same moment on the clocks here; "" for none. */
export function localFromUtc(utc: string): string {
  const moment = new Date(`${utc}Z`);
  if (Number.isNaN(moment.getTime())) return '';
  // The offset is that of the moment itself: summer and winter differ.
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** `YYYY-MM-DDTHH:MM` on the clocks here as the same moment in UTC; "" for what is no moment. */
export function utcFromLocal(local: string): string {
  const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(local) ? new Date(local) : undefined;
  return moment && !Number.isNaN(moment.getTime()) ? moment.toISOString().slice(0, 16) : '';
}
