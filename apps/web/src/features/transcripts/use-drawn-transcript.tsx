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
  const beginning = useMemo(() => beginningOf(transcript), [transcript]);
  const shown = useDeferredValue(transcript, beginning);
  const { users } = shown.entities;
  const { ticket_id, imported, earlier } = shown;
  const messages = useMemo(() => {
    const all = [{ id: ticket_id, imported }, ...earlier];
    const ids = new Set(all.flatMap((ticket) => (ticket.imported ? [ticket.id] : [])));
    const words = {
      isImported: (id: number) => ids.has(id),
      unknownUser: t('unknown_user'),
      whyMissing: (copy: Attachment['copy']) =>
        !copy || copy === 'stored' || copy === 'pending' ? undefined : t(`file_missing.${copy}`),
    };
    return shown.messages.map((message) => transcriptConversation(message, users, words));
  }, [shown.messages, users, ticket_id, imported, earlier, t]);
  const mentions = useMemo(() => transcriptMentions(shown.entities), [shown.entities]);
  const events = useMemo(
    () =>
      transcriptEvents(shown).map((event) => ({
        key: `event-${event.kind}`,
        time: event.time,
        content: <EventLine event={event} />,
      })),
    [shown],
  );
  return { messages, mentions, events, is_whole: transcript.next === null && shown === transcript };
}

function beginningOf(transcript: Transcript): Transcript {
  const messages = transcript.messages.slice(0, FIRST);
  const last = messages.at(-1);
  return !last || messages.length === transcript.messages.length
    ? transcript
    : { ...transcript, messages, next: `${last.ticket_id}-${last.id}` };
}
