import { useDiscordHost } from '../host.ts';

const DAY_MS = 86_400_000;

/** Writes times as Discord does: today and yesterday have names. */
export function useDayTime(): (date: Date) => string {
  const { text, formatTime } = useDiscordHost();
  const day = (date: Date) => formatTime(date, { dateStyle: 'short' });
  return (date) => {
    const time = formatTime(date, { timeStyle: 'short' });
    const now = new Date();
    if (day(date) === day(now)) return text('today_at', { time });
    if (day(date) === day(new Date(now.getTime() - DAY_MS))) return text('yesterday_at', { time });
    return formatTime(date, { dateStyle: 'short', timeStyle: 'short' });
  };
}
