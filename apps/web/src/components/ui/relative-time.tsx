import type { RelativeParts } from '@tickets/discord-ui/text/relative';
import { memo, useCallback, useSyncExternalStore } from 'react';
import { useFormatter } from 'use-intl';
import { onTick } from '../../lib/time/ticks.ts';
import { relativeParts } from '../../lib/time/time.ts';

interface RelativeTimeProps {
  date: string | number | Date;
}

/** How long ago, in years, months, days, hours, minutes or seconds; the exact time on hover. Keeps itself true. */
export const RelativeTime = memo(function RelativeTime({ date }: RelativeTimeProps) {
  const moment = new Date(date);
  return <Moment date={moment}>{useTimeAgo(moment)}</Moment>;
});

/** How long something has lasted, as short as a narrow row needs: `2 h`. Keeps itself true. */
export const ElapsedTime = memo(function ElapsedTime({ since }: { since: string }) {
  const moment = new Date(since);
  return <Moment date={moment}>{useTimeAgo(moment, shortTextOf)}</Moment>;
});

/** The exact time is written down when someone points at it, not for every row of a list. */
function Moment({ date, children }: { date: Date; children: string }) {
  const format = useFormatter();
  return (
    <time
      dateTime={date.toISOString()}
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = format.dateTime(date, { dateStyle: 'full', timeStyle: 'medium' });
      }}
    >
      {children}
    </time>
  );
}

function useTimeAgo(moment: Date, inText = textOf): string {
  const parts = () => relativeParts(moment, new Date());
  const everyMs = paceOf(parts());
  const subscribe = useCallback((listener: () => void) => onTick(everyMs, listener), [everyMs]);
  return useSyncExternalStore(subscribe, () => inText(parts()));
}

function paceOf({ unit }: RelativeParts): number {
  return unit === 'second' ? 1000 : unit === 'minute' ? 15_000 : 60_000;
}

/** By hand: to make the browser's formatter takes a slow machine 30 ms, before a list can be drawn. */
function textOf({ value, unit }: RelativeParts): string {
  if (value === 0) return 'now';
  const count = Math.abs(value);
  const span = `${count} ${unit}${count === 1 ? '' : 's'}`;
  return value < 0 ? `${span} ago` : `in ${span}`;
}

const shortUnits = { year: 'y', month: 'mo', day: 'd', hour: 'h', minute: 'min', second: 's' };

const shortTextOf = ({ value, unit }: RelativeParts) => `${Math.abs(value)} ${shortUnits[unit]}`;
