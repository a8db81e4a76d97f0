import { useTranslations } from 'use-intl';
import { durationFromSeconds } from '../../../lib/time/time.ts';

/** How long something lasted, in its two largest units. */
export function Duration({ seconds }: { seconds: number }) {
  const t = useTranslations('transcript');
  const { days, hours, minutes } = durationFromSeconds(seconds);
  const parts = [
    { unit: 'days', count: days },
    { unit: 'hours', count: hours },
    { unit: 'minutes', count: minutes },
  ] as const;
  const first = parts.findIndex(({ count }) => count > 0);
  if (first < 0) return t('moment');
  return parts
    .slice(first, first + 2)
    .flatMap(({ unit, count }) => (count ? t(unit, { count }) : []))
    .join(' ');
}
