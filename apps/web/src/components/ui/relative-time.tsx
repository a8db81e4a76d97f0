import { useEffect, useState } from 'react';
import { useFormatter } from 'use-intl';
import { relativeParts } from '../../lib/time.ts';

/** How long ago, in years, months, days, hours, minutes or seconds; the exact time on hover. Keeps itself true. */
export function RelativeTime({ date }: { date: string | number | Date }) {
  const format = useFormatter();
  const [now, setNow] = useState(() => new Date());
  const moment = new Date(date);
  const { value, unit } = relativeParts(moment, now);
  const everyMs = unit === 'second' ? 1000 : unit === 'minute' ? 15_000 : 60_000;

  useEffect(() => {
    const timer = window.setInterval(() => setNow(new Date()), everyMs);
    return () => window.clearInterval(timer);
  }, [everyMs]);

  return (
    <time
      dateTime={moment.toISOString()}
      title={format.dateTime(moment, { dateStyle: 'full', timeStyle: 'medium' })}
    >
      {new Intl.RelativeTimeFormat('en', { numeric: value === 0 ? 'auto' : 'always' }).format(value, unit)}
    </time>
  );
}
