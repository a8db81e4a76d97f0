import type { Transcript } from '@tickets/contract/transcripts/transcripts';
import { useTranslations } from 'use-intl';
import { AnswersCard } from '../../components/conversation/answers-card.tsx';
import { Conversation } from '../../components/conversation/conversation.tsx';
import { CopyMessageLink } from './finding/copy-link.tsx';
import { FindBar } from './finding/find-bar.tsx';
import { useFind } from './finding/use-find.ts';
import { usePlace } from './finding/use-place.ts';
import styles from './transcripts.module.css';
import { useDrawnTranscript } from './use-drawn-transcript.tsx';

/** What was said in a closed ticket, and what happened to it, in its place between. */
export function TranscriptMessages({ transcript }: { transcript: Transcript }) {
  const t = useTranslations('transcripts.viewer');
  const { messages, mentions, events, is_whole } = useDrawnTranscript(transcript);
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
            isPlaceMissing={named !== undefined && is_whole && messages.every(({ id }) => id !== named)}
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
