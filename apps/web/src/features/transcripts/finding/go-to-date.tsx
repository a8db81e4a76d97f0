import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { ConversationMessage } from '../../../components/conversation/types.ts';
import { TextInput } from '../../../components/ui/fields/text-input.tsx';
import styles from './finding.module.css';

interface GoToDateProps {
  messages: readonly ConversationMessage[];
  goTo: (id: string) => void;
}

/** Goes to what was said first on a day, or after it. Nothing where all was said on one day. */
export function GoToDate({ messages, goTo }: GoToDateProps) {
  const t = useTranslations('transcript.find');
  const [day, setDay] = useState('');
  const [first, last] = [messages[0], messages.at(-1)];
  if (!first || !last || dayOf(first.time) === dayOf(last.time)) return null;
  const go = (wanted: string) => {
    setDay(wanted);
    if (!wanted) return;
    const message = messages.find(({ time }) => dayOf(time) >= wanted) ?? last;
    goTo(message.id);
  };
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the field is inside
    <label className={styles.date}>
      <span>{t('date')}</span>
      <TextInput type="date" min={dayOf(first.time)} max={dayOf(last.time)} value={day} onChange={go} />
    </label>
  );
}

/** As the browser's field writes it, by the reader's own clock. */
function dayOf(time: number): string {
  const date = new Date(time);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
