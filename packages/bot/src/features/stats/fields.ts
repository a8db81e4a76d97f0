import { fillText } from '@tickets/contract/platform/errors';
import { bcp47Of } from '@tickets/contract/platform/locales';
import type { Averages, ServerStats } from '@tickets/core/stats/server';
import type { Counts, OpenerStats, StaffStats } from '@tickets/core/stats/user';
import { duration } from '@tickets/core/tickets/model/placeholders';
import type { APIEmbedField } from 'discord-api-types/v10';
import type { Server } from '../../interactions/handlers.ts';

type Wording = Pick<Server, 't' | 'settings'>;

export function serverFields(wording: Wording, stats: ServerStats): APIEmbedField[] {
  const { stats: t } = wording.t;
  return [
    field(t.total, number(wording, stats.total)),
    field(t.open, number(wording, stats.open)),
    field(t.rating, rating(wording, stats.rating.average)),
    field(t.rating_count, number(wording, stats.rating.count)),
    field(t.response, averages(wording, stats.first_response)),
    field(t.duration, averages(wording, stats.duration)),
    { name: t.opened, value: table(wording, stats.opened) },
  ];
}

export function openerFields(wording: Wording, stats: OpenerStats): APIEmbedField[] {
  const { stats: t } = wording.t;
  return [
    field(t.level, levelName(wording, stats.level)),
    field(t.blacklisted, stats.is_blacklisted ? t.yes : t.no),
    field(t.total, number(wording, stats.total)),
    field(t.open, `${number(wording, stats.open)} / ${number(wording, wording.settings.ticket_limit)}`),
  ];
}

export function staffFields(wording: Wording, stats: StaffStats): APIEmbedField[] {
  const { stats: t } = wording.t;
  const answered = (window: keyof Counts) =>
    `${number(wording, stats.answered[window])} / ${number(wording, stats.tickets[window])}`;
  const claimed = (window: keyof Counts) => number(wording, stats.claimed[window]);
  return [
    field(t.level, levelName(wording, stats.level)),
    field(t.rating, rating(wording, stats.rating.average)),
    field(t.rating_count, number(wording, stats.rating.count)),
    field(t.response, averages(wording, stats.first_response)),
    field(t.answered, windows(wording, answered)),
    field(t.claimed, windows(wording, claimed)),
  ];
}

const field = (name: string, value: string): APIEmbedField => ({ name, value, inline: true });

function levelName({ t: { stats: t } }: Wording, level: OpenerStats['level']): string {
  return [t.everyone, t.support, t.admin][level] ?? t.everyone;
}

function number({ settings }: Wording, value: number): string {
  return value.toLocaleString(bcp47Of(settings.text_language));
}

function rating({ t: { stats: t }, settings }: Wording, average: number | null): string {
  if (average === null) return t.no_data;
  const shown = new Intl.NumberFormat(bcp47Of(settings.text_language), {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  return fillText(t.rating_value, { rating: shown.format(average) });
}

function averages(wording: Wording, values: Averages): string {
  return windows(wording, (window) => {
    const seconds = values[window];
    return seconds === null ? wording.t.stats.no_data : duration(seconds, wording.settings.text_language);
  });
}

function windows({ t: { stats: t } }: Wording, value: (window: 'all' | 'month' | 'week') => string): string {
  return (['all', 'month', 'week'] as const)
    .map((window) => fillText(t.line, { name: t[window], value: value(window) }))
    .join('\n');
}

function table(wording: Wording, days: ServerStats['opened']): string {
  const counts = days.map(({ count }) => number(wording, count));
  const width = Math.max(...counts.map((count) => count.length));
  const dates = new Intl.DateTimeFormat(bcp47Of(wording.settings.text_language), {
    dateStyle: 'medium',
    timeZone: 'UTC',
  });
  const names = days.map(({ day }) => dates.format(new Date(day)));
  const nameWidth = Math.max(...names.map((name) => name.length));
  const lines = names.map(
    (name, index) => `${name.padEnd(nameWidth)}  ${(counts[index] ?? '').padStart(width)}`,
  );
  return `\`\`\`\n${lines.join('\n')}\n\`\`\``;
}
