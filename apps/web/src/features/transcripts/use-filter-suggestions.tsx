import { useQuery } from '@tanstack/react-query';
import { CalendarDays, Hash, Star, Ticket, Type } from 'lucide-react';
import { useFormatter, useTranslations } from 'use-intl';
import { Avatar } from '../../components/ui/avatar.tsx';
import { displayName, personName } from '../../components/ui/choosing/person-name.ts';
import type { Suggestion } from '../../components/ui/choosing/use-suggestions.tsx';
import { memberSearch } from '../../lib/api/guild.queries.ts';
import { avatarUrl } from '../../lib/discord/cdn.ts';
import { useDebounced } from '../../lib/time/use-debounced.ts';
import styles from './filter-line.module.css';
import type { TranscriptFilterForm } from './transcript-filter.ts';

const LETTERS_MIN = 2;
/** The server takes no longer names. */
const LETTERS_MAX = 32;
const PEOPLE_MAX = 3;
const PANELS_MAX = 5;
const RECENT_DAYS = [7, 30, 90] as const;

/** What the filter line offers for what is typed; undefined while it is closed. */
export function useFilterSuggestions(
  guildId: string,
  typed: string | undefined,
  panels: readonly { panel_id: number; title: string }[],
): Suggestion[] {
  const t = useTranslations('transcripts.line');
  const tt = useTranslations('transcripts');
  const format = useFormatter();
  const words = typed?.trim() ?? '';
  const people = usePeople(guildId, words);
  if (typed === undefined) return [];

  const found: Suggestion[] = [];
  const date = dayOf(words);
  if (date) {
    const day = format.dateTime(new Date(`${date}T00:00`), { dateStyle: 'medium' });
    const mark = <CalendarDays className={styles.mark} aria-hidden="true" />;
    found.push({ value: choiceOf('closed_from', date), label: t('closed_from', { day }), mark });
    found.push({ value: choiceOf('closed_until', date), label: t('closed_until', { day }), mark });
  }
  if (/^#?\d{1,9}$/.test(words)) {
    const id = words.replace('#', '');
    const mark = <Ticket className={styles.mark} aria-hidden="true" />;
    found.push({ value: choiceOf('id', id), label: t('id', { id }), mark });
  }
  const stars = /^([1-5])(\s|★|$)/.exec(words)?.[1];
  for (const count of words === '' ? ['5', '1'] : stars ? [stars] : []) {
    const mark = <Star className={styles.mark} aria-hidden="true" />;
    found.push({ value: choiceOf('rating', count), label: tt('stars', { count: Number(count) }), mark });
  }
  if (words !== '' && !date)
    found.push({
      value: choiceOf('text', words),
      label: t('text', { text: words }),
      detail: t('text_detail'),
      mark: <Type className={styles.mark} aria-hidden="true" />,
    });
  for (const field of ['user_id', 'claimed_by_id', 'closed_by_id'] as const)
    for (const person of people)
      found.push({
        value: choiceOf(field, person.id),
        label: t(field, { name: displayName(person) }),
        detail: `@${personName(person)}`,
        mark: <Avatar src={avatarUrl(person, 64)} name={displayName(person)} size={20} />,
      });
  const meant = panels.filter(({ title }) => title.toLowerCase().includes(words.toLowerCase()));
  for (const { panel_id, title } of meant.slice(0, PANELS_MAX))
    found.push({
      value: choiceOf('panel_id', String(panel_id)),
      label: t('panel_id', { panel: title }),
      mark: <Hash className={styles.mark} aria-hidden="true" />,
    });
  if (words === '')
    for (const days of RECENT_DAYS)
      found.push({
        value: choiceOf('closed_from', daysAgo(days)),
        label: t('recent', { days }),
        mark: <CalendarDays className={styles.mark} aria-hidden="true" />,
      });
  return found;
}

function usePeople(guildId: string, words: string) {
  const wanted = useDebounced(words, 300);
  const { queryKey, search } = memberSearch(guildId);
  const people = useQuery({
    queryKey: [...queryKey, wanted],
    queryFn: ({ signal }) => search(wanted, signal),
    enabled: wanted.length >= LETTERS_MIN && wanted.length <= LETTERS_MAX && !/^[#\d]/.test(wanted),
    meta: { quiet: true },
    staleTime: 60_000,
  });
  return wanted === words ? (people.data ?? []).slice(0, PEOPLE_MAX) : [];
}

/** A day as it is written in numbers, the year first; undefined where it is none. */
function dayOf(words: string): string | undefined {
  const [, year, month, date] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(words) ?? [];
  if (!year || !month || !date) return undefined;
  const day = new Date(Number(year), Number(month) - 1, Number(date));
  return day.getMonth() === Number(month) - 1 ? isoDay(day) : undefined;
}

function daysAgo(days: number): string {
  const now = new Date();
  return isoDay(new Date(now.getFullYear(), now.getMonth(), now.getDate() - days));
}

const two = (value: number) => String(value).padStart(2, '0');
const isoDay = (day: Date) => `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;

/** A suggestion says which field it fills in, and with what. */
const choiceOf = (field: keyof TranscriptFilterForm, value: string) => `${field}=${value}`;

export function splitChoice(choice: string): [keyof TranscriptFilterForm, string] {
  const at = choice.indexOf('=');
  // Made by choiceOf().
  return [choice.slice(0, at) as keyof TranscriptFilterForm, choice.slice(at + 1)];
}
