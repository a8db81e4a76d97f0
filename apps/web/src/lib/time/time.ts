import { type RelativeParts, timeUnits } from '@tickets/discord-ui/text/relative';

/**
 * How long ago (negative) or ahead (positive) a moment is, in the largest unit that fits. Less than a minute ahead is
 * now: the server's clock and the browser's differ.
 */
export function relativeParts(date: Date, now: Date): RelativeParts {
  const away = Math.round((date.getTime() - now.getTime()) / 1000);
  const seconds = away > 0 && away < 60 ? 0 : away;
  const [unit, size] = timeUnits.find(([, size]) => Math.abs(seconds) >= size) ?? (['second', 1] as const);
  // `+ 0` because -0 is not the same as 0 to whoever compares.
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
