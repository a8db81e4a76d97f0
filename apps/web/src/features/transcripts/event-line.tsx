import { CircleCheck, CirclePlus, Hand, RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { MessageTime } from '../../components/conversation/message-time.tsx';
import type { TranscriptEvent } from './transcript-events.ts';
import styles from './transcripts.module.css';

const icons = { opened: CirclePlus, claimed: Hand, reopened: RotateCcw, closed: CircleCheck };

/** One line between the messages for what happened to the ticket. */
export function EventLine({ event }: { event: TranscriptEvent }) {
  const t = useTranslations('transcript.event');
  const Icon = icons[event.kind];
  return (
    <div className={styles.event} data-kind={event.kind}>
      <Icon aria-hidden="true" />
      <p>
        <EventText event={event} /> <MessageTime time={event.time} />
        {event.kind === 'closed' && event.reason ? (
          <span className={styles.eventReason}>{t('reason', { reason: event.reason })}</span>
        ) : null}
      </p>
    </div>
  );
}

function EventText({ event }: { event: TranscriptEvent }) {
  const t = useTranslations('transcript.event');
  const b = (text: ReactNode) => <b>{text}</b>;
  switch (event.kind) {
    case 'opened':
      return event.panel === null
        ? t.rich('opened', { name: event.name, b })
        : t.rich('opened_by_panel', { name: event.name, panel: event.panel, b });
    case 'claimed':
      return t.rich('claimed', { name: event.name, b });
    case 'reopened':
      return t('reopened');
    case 'closed':
      return event.name === null
        ? t(`closed.${event.how ?? 'unknown'}`)
        : t.rich('closed_by', { name: event.name, b });
  }
}
