import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Avatar } from '../../components/ui/avatar.tsx';
import { displayName } from '../../components/ui/choosing/person-name.ts';
import { peopleQuery } from '../../lib/api/guild.queries.ts';
import { avatarUrl } from '../../lib/discord/cdn.ts';
import type { TranscriptFilterForm } from './transcript-filter.ts';

export interface Chip {
  field: keyof TranscriptFilterForm;
  label: string;
  mark?: ReactNode;
}

const ofPeople = ['user_id', 'claimed_by_id', 'closed_by_id'] as const;

/** What a list is filtered by, each in words. */
export function useChips(
  guildId: string,
  filter: TranscriptFilterForm,
  panels: readonly { panel_id: number; title: string }[],
): Chip[] {
  const t = useTranslations('transcripts.line');
  const tt = useTranslations('transcripts');
  const format = useFormatter();
  const ids = [...new Set(ofPeople.map((field) => filter[field]))].filter((id) => /^\d{1,20}$/.test(id));
  const people = useQuery({ ...peopleQuery(guildId, ids.toSorted()), enabled: ids.length > 0 });
  const day = (value: string) => {
    const date = new Date(`${value}T00:00`);
    return Number.isNaN(date.getTime()) ? value : format.dateTime(date, { dateStyle: 'medium' });
  };
  const chips: Chip[] = [];
  const add = (field: keyof TranscriptFilterForm, label: (value: string) => string, mark?: ReactNode) => {
    const value = filter[field];
    if (value.trim() !== '') chips.push({ field, label: label(value), mark });
  };
  add('text', (text) => t('text', { text }));
  add('id', (id) => t('id', { id }));
  add('username', (name) => t('username', { name }));
  for (const field of ofPeople) {
    const person = people.data?.find(({ id }) => id === filter[field]);
    const name = person ? displayName(person) : filter[field];
    add(
      field,
      () => t(field, { name }),
      person ? <Avatar src={avatarUrl(person, 64)} name={name} size={18} /> : undefined,
    );
  }
  add('panel_id', (id) =>
    t('panel_id', { panel: panels.find(({ panel_id }) => String(panel_id) === id)?.title ?? id }),
  );
  add('rating', (count) => tt('stars', { count: Number(count) }));
  add('closed_from', (value) => t('closed_from', { day: day(value) }));
  add('closed_until', (value) => t('closed_until', { day: day(value) }));
  return chips;
}
