import type { Attachment } from '@tickets/contract/tickets/tickets';
import type { Transcript } from '@tickets/contract/transcripts/transcripts';
import { useDeferredValue, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { EventLine } from './event-line.tsx';
import { transcriptConversation, transcriptMentions } from './transcript-conversation.ts';
import { transcriptEvents } from './transcript-events.ts';

/** So many are drawn at once; the rest of a long transcript is worked through once they are seen. */
const FIRST = 100;

/** A transcript as the conversation draws it: what was said, whom it names, and what happened between. */
export function useDrawnTranscript(transcript: Transcript) {
  const t = useTranslations('transcripts.viewer');
  const { entities } = transcript;
  const beginning = useMemo(() => transcript.messages.slice(0, FIRST), [transcript.messages]);
  const found = useDeferredValue(transcript.messages, beginning);
  const messages = useMemo(() => {
    const words = {
      unknownUser: t('unknown_user'),
      whyMissing: (copy: Attachment['copy']) =>
        copy === 'stored' || copy === 'pending' ? undefined : t(`file_missing.${copy}`),
    };
    return found.map((message) => transcriptConversation(message, entities.users, words));
  }, [found, entities.users, t]);
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
  return { messages, mentions, events, is_whole: found === transcript.messages };
}
