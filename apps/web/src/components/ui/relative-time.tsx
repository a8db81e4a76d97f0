import { memo, useCallback, useSyncExternalStore } from 'react';
import { useFormatter } from 'use-intl';
import { onTick } from '../../lib/ticks.ts';
import { type RelativeParts, relativeParts } from '../../lib/time.ts';

// Making one takes longer than drawing a row of a table.
const inNumbers = new Intl.RelativeTimeFormat('en', { numeric: 'always' });
const inWords = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** How long ago, in years, months, days, hours, minutes or seconds; the exact time on hover. Keeps itself true. */
export const RelativeTime = memo(function RelativeTime({ date }: { date: string | number | Date }) {
  const format = useFormatter();
  const moment = new Date(date);
  return (
    <time
      dateTime={moment.toISOString()}
      title={format.dateTime(moment, { dateStyle: 'full', timeStyle: 'medium' })}
    >
      {useTimeAgo(moment)}
    </time>
  );
});

function useTimeAgo(moment: Date): string {
  const parts = () => relativeParts(moment, new Date());
  const everyMs = paceOf(parts());
  const subscribe = useCallback((listener: () => void) => onTick(everyMs, listener), [everyMs]);
  return useSyncExternalStore(subscribe, () => textOf(parts()));
}

function paceOf({ unit }: RelativeParts): number {
  return unit === 'second' ? 1000 : unit === 'minute' ? 15_000 : 60_000;
}

function textOf({ value, unit }: RelativeParts): string {
  return (value === 0 ? inWords : inNumbers).format(value, unit);
}
