import { PermissionLevel } from '@tickets/contract/access/levels';
import type { Transcript } from '@tickets/contract/transcripts/transcripts';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Card } from '../../../components/ui/card.tsx';
import { Collapsible } from '../../../components/ui/collapsible.tsx';
import { useMedia } from '../../../lib/page/use-media.ts';
import { useLevel } from '../../../lib/session/use-level.ts';
import { ReadersCard } from '../sharing/readers-card.tsx';
import styles from './facts.module.css';
import { TranscriptFacts } from './transcript-facts.tsx';

/** As in the style sheet of the page: no room for two columns. */
const NARROW = '(max-width: 1099px)';

/** Beside the conversation; where there is no room, below it and folded. */
export function TranscriptAside({ guildId, transcript }: { guildId: string; transcript: Transcript }) {
  const t = useTranslations('transcript');
  const level = useLevel();
  const isNarrow = useMedia(NARROW);
  const [draft, setDraft] = useState<string>();
  const facts = (
    <TranscriptFacts guildId={guildId} transcript={transcript} draft={draft} onDraft={setDraft} />
  );
  return (
    <div className={styles.aside}>
      {isNarrow ? (
        <Card flush>
          <Collapsible nested title={t('details')} forceOpen={draft !== undefined}>
            {facts}
          </Collapsible>
        </Card>
      ) : (
        <Card title={t('details')}>{facts}</Card>
      )}
      {level < PermissionLevel.admin ? null : (
        <ReadersCard guildId={guildId} ticketId={transcript.ticket_id} />
      )}
    </div>
  );
}
