import { useEffect, useState } from 'react';
import { type TimeStyle, useDiscordHost } from '../host.ts';
import styles from './markdown.module.css';
import { nearestParts, type RelativeParts } from './relative.ts';

/** The styles of Discord's `<t:seconds:style>`. */
const LONG = { dateStyle: 'long', timeStyle: 'short' } as const;
const STYLES: Record<string, TimeStyle> = {
  t: { timeStyle: 'short' },
  T: { timeStyle: 'medium' },
  d: { dateStyle: 'short' },
  D: { dateStyle: 'long' },
  f: LONG,
  F: { dateStyle: 'full', timeStyle: 'short' },
};

interface TimestampProps {
  seconds: string | undefined;
  style: string | undefined;
}

/** A moment as its writer asked for it. What is no moment stays as it was written. */
export function Timestamp({ seconds, style }: TimestampProps) {
  const { formatTime } = useDiscordHost();
  const date = new Date(Number(seconds) * 1000);
  if (Number.isNaN(date.getTime())) return `<t:${[seconds, style].filter(Boolean).join(':')}>`;
  return (
    <time
      className={styles.timestamp}
      dateTime={date.toISOString()}
      // Written down when someone points at it: a list has many.
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = formatTime(date, { dateStyle: 'full', timeStyle: 'medium' });
      }}
    >
      {style === 'R' ? <Relative date={date} /> : formatTime(date, STYLES[style ?? 'f'] ?? LONG)}
    </time>
  );
}

/** Keeps itself true. */
function Relative({ date }: { date: Date }) {
  const { locale, text } = useDiscordHost();
  const [now, setNow] = useState(() => new Date());
  const { value, unit } = nearestParts(date, now);
  const everyMs = paceOf(unit);
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  if (value === 0) return text('now');
  return formatterOf(locale).format(value, unit);
}

function paceOf(unit: RelativeParts['unit']): number {
  return unit === 'second' ? 1000 : unit === 'minute' ? 15_000 : 60_000;
}

const formatters = new Map<string | undefined, Intl.RelativeTimeFormat>();

/** To make one takes a slow machine 30 ms. */
function formatterOf(locale: string | undefined): Intl.RelativeTimeFormat {
  const known = formatters.get(locale);
  if (known) return known;
  const made = new Intl.RelativeTimeFormat(locale);
  formatters.set(locale, made);
  return made;
}
