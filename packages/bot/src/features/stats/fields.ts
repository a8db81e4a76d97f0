import { fillText } from '@tickets/contract/errors';
import { bcp47Of } from '@tickets/contract/locales';
import type { Averages, ServerStats } from '@tickets/core/stats/server';
import type { Counts, OpenerStats, StaffStats } from '@tickets/core/stats/user';
import { duration } from '@tickets/core/tickets/model/placeholders';
import type { APIEmbedField } from 'discord-api-types/v10';
import type { Server } from '../../handlers.ts';

type Voice = Pick<Server, 't' | 'settings'>;

export function serverFields(voice: Voice, stats: ServerStats): APIEmbedField[] {
  const { stats: t } = voice.t;
  return [
    field(t.total, number(voice, stats.total)),
    field(t.open, number(voice, stats.open)),
    field(t.rating, rating(voice, stats.rating.average)),
    field(t.rating_count, number(voice, stats.rating.count)),
    field(t.response, averages(voice, stats.first_response)),
    field(t.duration, averages(voice, stats.duration)),
    { name: t.opened, value: table(voice, stats.opened) },
  ];
}

export function openerFields(voice: Voice, stats: OpenerStats): APIEmbedField[] {
  const { stats: t } = voice.t;
  return [
    field(t.level, levelName(voice, stats.level)),
    field(t.blacklisted, stats.is_blacklisted ? t.yes : t.no),
    field(t.total, number(voice, stats.total)),
    field(t.open, `${number(voice, stats.open)} / ${number(voice, voice.settings.ticket_limit)}`),
  ];
}

export function staffFields(voice: Voice, stats: StaffStats): APIEmbedField[] {
  const { stats: t } = voice.t;
  const answered = (window: keyof Counts) =>
    `${number(voice, stats.answered[window])} / ${number(voice, stats.tickets[window])}`;
  const claimed = (window: keyof Counts) => number(voice, stats.claimed[window]);
  return [
    field(t.level, levelName(voice, stats.level)),
    field(t.rating, rating(voice, stats.rating.average)),
    field(t.rating_count, number(voice, stats.rating.count)),
    field(t.response, averages(voice, stats.first_response)),
    field(t.answered, windows(voice, answered)),
    field(t.claimed, windows(voice, claimed)),
  ];
}

const field = (name: string, value: string): APIEmbedField => ({ name, value, inline: true });

function levelName({ t: { stats: t } }: Voice, level: OpenerStats['level']): string {
  return [t.everyone, t.support, t.admin][level] ?? t.everyone;
}

function number({ settings }: Voice, value: number): string {
  return value.toLocaleString(bcp47Of(settings.text_language));
}

function rating({ t: { stats: t }, settings }: Voice, average: number | null): string {
  if (average === null) return t.no_data;
  const shown = new Intl.NumberFormat(bcp47Of(settings.text_language), {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  return fillText(t.rating_value, { rating: shown.format(average) });
}

function averages(voice: Voice, values: Averages): string {
  return windows(voice, (window) => {
    const seconds = values[window];
    return seconds === null ? voice.t.stats.no_data : duration(seconds, voice.settings.text_language);
  });
}

function windows({ t: { stats: t } }: Voice, value: (window: 'all' | 'month' | 'week') => string): string {
  return (['all', 'month', 'week'] as const)
    .map((window) => fillText(t.line, { name: t[window], value: value(window) }))
    .join('\n');
}

function table(voice: Voice, days: ServerStats['opened']): string {
  const counts = days.map(({ count }) => number(voice, count));
  const width = Math.max(...counts.map((count) => count.length));
  const dates = new Intl.DateTimeFormat(bcp47Of(voice.settings.text_language), {
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
