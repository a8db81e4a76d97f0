import type { Transcript } from '@tickets/contract/transcripts/transcripts';
import { useTranslations } from 'use-intl';
import { AnswersCard } from '../../components/conversation/answers-card.tsx';
import { Conversation } from '../../components/conversation/conversation.tsx';
import { usePlace } from '../../lib/page/use-place.ts';
import { ImportedLine } from './facts/imported-line.tsx';
import { CopyMessageLink } from './finding/copy-link.tsx';
import { FindBar } from './finding/find-bar.tsx';
import { useFind } from './finding/use-find.ts';
import { StillToCome } from './still-to-come.tsx';
import styles from './transcripts.module.css';
import { useDrawnTranscript } from './use-drawn-transcript.tsx';
import { useWholeTranscript } from './use-whole-transcript.ts';

interface TranscriptMessagesProps {
  guildId: string;
  /** As it was answered, with its first messages. */
  transcript: Transcript;
}

/** What was said in a closed ticket, and what happened to it, in its place between. */
export function TranscriptMessages({ guildId, transcript: first }: TranscriptMessagesProps) {
  const t = useTranslations('transcripts.viewer');
  const { transcript, hasFailed, retry } = useWholeTranscript(guildId, first);
  const { messages, mentions, events, is_whole } = useDrawnTranscript(transcript);
  const { named, place, goTo } = usePlace();
  const find = useFind(messages, { mentions, goTo });
  return (
    <div className={styles.transcript}>
      <ImportedLine imported={transcript.imported} />
      <AnswersCard answers={transcript.answers} wide />
      <div className={styles.viewer}>
        {messages.length ? (
          <FindBar
            find={find}
            messages={messages}
            goTo={goTo}
            isPlaceMissing={named !== undefined && is_whole && messages.every(({ id }) => id !== named)}
          >
            {is_whole ? null : <StillToCome transcript={transcript} hasFailed={hasFailed} onRetry={retry} />}
          </FindBar>
        ) : null}
        <Conversation
          messages={messages}
          mentions={mentions}
          earlier={endsSoFar(transcript)}
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

/** The earlier tickets of which all messages are there. */
function endsSoFar({ earlier, messages, next }: Transcript): Transcript['earlier'] {
  const last = messages.at(-1);
  return next === null || !last ? earlier : earlier.filter(({ id }) => id < last.ticket_id);
}
