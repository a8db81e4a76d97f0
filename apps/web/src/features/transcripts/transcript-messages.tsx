import type { Transcript } from '@tickets/contract/transcripts/transcripts';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { AnswersCard } from '../../components/conversation/answers-card.tsx';
import { Conversation } from '../../components/conversation/conversation.tsx';
import { EventLine } from './event-line.tsx';
import { transcriptConversation, transcriptMentions } from './transcript-conversation.ts';
import { transcriptEvents } from './transcript-events.ts';
import styles from './transcripts.module.css';

/** What was said in a closed ticket, and what happened to it, in its place between. */
export function TranscriptMessages({ transcript }: { transcript: Transcript }) {
  const t = useTranslations('transcripts.viewer');
  const { messages: found, entities } = transcript;
  const unknown = t('unknown_user');
  const messages = useMemo(
    () => found.map((message) => transcriptConversation(message, entities.users, unknown)),
    [found, entities.users, unknown],
  );
  const mentions = useMemo(() => transcriptMentions(entities), [entities]);
  const events = useMemo(
    () =>
      transcriptEvents(transcript).map((event) => ({
        key: `event-${event.kind}`,
        time: event.time,
        content: <EventLine event={event} />,
      })),
    [transcript],
  );
  return (
    <div className={styles.transcript}>
      <AnswersCard answers={transcript.answers} wide />
      <div className={styles.viewer}>
        <Conversation
          messages={messages}
          mentions={mentions}
          earlier={transcript.earlier}
          events={events}
          empty={<p className={styles.nothing}>{t('empty')}</p>}
        />
      </div>
    </div>
  );
}
