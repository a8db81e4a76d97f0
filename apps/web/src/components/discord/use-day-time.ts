import { useFormatter, useTranslations } from 'use-intl';

const DAY_MS = 86_400_000;

/** Writes times as Discord does: today and yesterday have names. */
export function useDayTime(): (date: Date) => string {
  const t = useTranslations('common.discord');
  const format = useFormatter();
  const day = (date: Date) => format.dateTime(date, { dateStyle: 'short' });
  return (date) => {
    const time = format.dateTime(date, { timeStyle: 'short' });
    const now = new Date();
    if (day(date) === day(now)) return t('today_at', { time });
    if (day(date) === day(new Date(now.getTime() - DAY_MS))) return t('yesterday_at', { time });
    return format.dateTime(date, { dateStyle: 'short', timeStyle: 'short' });
  };
}
