import type { Transcript } from '@tickets/contract/transcripts/transcripts';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { AnswersCard } from '../../components/conversation/answers-card.tsx';
import { Conversation } from '../../components/conversation/conversation.tsx';
import { EventLine } from './event-line.tsx';
import { CopyMessageLink } from './finding/copy-link.tsx';
import { FindBar } from './finding/find-bar.tsx';
import { useFind } from './finding/use-find.ts';
import { usePlace } from './finding/use-place.ts';
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
  const { named, place, goTo } = usePlace();
  const find = useFind(messages, { mentions, goTo });
  return (
    <div className={styles.transcript}>
      <AnswersCard answers={transcript.answers} wide />
      <div className={styles.viewer}>
        {messages.length ? (
          <FindBar
            find={find}
            messages={messages}
            goTo={goTo}
            isPlaceMissing={named !== undefined && messages.every(({ id }) => id !== named)}
          />
        ) : null}
        <Conversation
          messages={messages}
          mentions={mentions}
          earlier={transcript.earlier}
          events={events}
          actions={CopyMessageLink}
          place={place}
          words={find.words}
          empty={<p className={styles.nothing}>{t('empty')}</p>}
        />
      </div>
    </div>
  );
}
