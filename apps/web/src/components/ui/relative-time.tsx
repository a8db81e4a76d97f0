import { memo, useCallback, useSyncExternalStore } from 'react';
import { useFormatter } from 'use-intl';
import { onTick } from '../../lib/ticks.ts';
import { nearestParts, type RelativeParts, relativeParts } from '../../lib/time.ts';

// Making one takes longer than drawing a row of a table.
const inNumbers = new Intl.RelativeTimeFormat('en', { numeric: 'always' });
const inWords = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

interface RelativeTimeProps {
  date: string | number | Date;
  /** To the nearest whole number, as in Discord's messages, instead of what has passed. */
  nearest?: boolean;
}

/** How long ago, in years, months, days, hours, minutes or seconds; the exact time on hover. Keeps itself true. */
export const RelativeTime = memo(function RelativeTime({ date, nearest = false }: RelativeTimeProps) {
  const format = useFormatter();
  const moment = new Date(date);
  return (
    <time
      dateTime={moment.toISOString()}
      title={format.dateTime(moment, { dateStyle: 'full', timeStyle: 'medium' })}
    >
      {useTimeAgo(moment, nearest ? nearestParts : relativeParts)}
    </time>
  );
});

/** How long something has lasted, as short as a narrow row needs: `2 h`. Keeps itself true. */
export const ElapsedTime = memo(function ElapsedTime({ since }: { since: string }) {
  const format = useFormatter();
  const moment = new Date(since);
  return (
    <time
      dateTime={moment.toISOString()}
      title={format.dateTime(moment, { dateStyle: 'full', timeStyle: 'medium' })}
    >
      {useTimeAgo(moment, relativeParts, shortTextOf)}
    </time>
  );
});

function useTimeAgo(moment: Date, partsOf: typeof relativeParts, inText = textOf): string {
  const parts = () => partsOf(moment, new Date());
  const everyMs = paceOf(parts());
  const subscribe = useCallback((listener: () => void) => onTick(everyMs, listener), [everyMs]);
  return useSyncExternalStore(subscribe, () => inText(parts()));
}

function paceOf({ unit }: RelativeParts): number {
  return unit === 'second' ? 1000 : unit === 'minute' ? 15_000 : 60_000;
}

function textOf({ value, unit }: RelativeParts): string {
  return (value === 0 ? inWords : inNumbers).format(value, unit);
}

const shortUnits = { year: 'y', month: 'mo', day: 'd', hour: 'h', minute: 'min', second: 's' };

const shortTextOf = ({ value, unit }: RelativeParts) => `${Math.abs(value)} ${shortUnits[unit]}`;
