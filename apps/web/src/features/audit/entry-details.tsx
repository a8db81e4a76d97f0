import { Link } from '@tanstack/react-router';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { Button, buttonClass } from '../../components/ui/button.tsx';
import { CopyId } from '../../components/ui/copy-id.tsx';
import styles from './audit.module.css';
import { kinds } from './audit-filter.ts';
import { Changes } from './changes.tsx';
import { EntryLink } from './entry-link.tsx';
import { UndoDialog } from './undo-dialog.tsx';
import { nameOfThing, plainSentence, type ReadEntry, whoDid } from './wording/sentences.ts';
import type { Words } from './wording/words.ts';

interface EntryDetailsProps {
  guildId: string;
  read: ReadEntry;
  known: ReadonlyMap<number, ReadEntry>;
  words: Words;
  /** Somebody is about to undo it: the button for that may go with what it does. */
  onUndo: () => void;
}

/** All that is known of a change, with the ways to undo it and to see what else was done to the same thing. */
export function EntryDetails({ guildId, read, known, words, onUndo }: EntryDetailsProps) {
  const { t, format } = words;
  const { entry, resource, before, after, lines } = read;
  const [asking, setAsking] = useState(false);
  const undoneBy = entry.undone_by === null ? undefined : known.get(entry.undone_by);
  const undid = entry.undo_of === null ? undefined : known.get(entry.undo_of);
  return (
    <div className={styles.details}>
      <p className={styles.facts}>
        <time dateTime={entry.created_at}>
          {format.dateTime(new Date(entry.created_at), { dateStyle: 'full', timeStyle: 'medium' })}
        </time>
        {entry.user_id ? (
          <span>
            {whoDid(entry, t)} <CopyId id={entry.user_id}>({entry.user_id})</CopyId>
          </span>
        ) : null}
        {entry.because ? <span>{t('audit.entry.because', { reason: entry.because })}</span> : null}
      </p>
      {lines.length ? (
        <Changes resource={resource} lines={lines} whole={!before || !after} words={words} />
      ) : (
        <p className={styles.facts}>
          {t(entry.data_removed ? 'audit.entry.removed' : 'audit.entry.nothing')}
        </p>
      )}
      <div className={styles.acts}>
        {entry.can_undo && entry.undone_by === null ? (
          <Button
            size="small"
            icon={<Undo2 aria-hidden="true" />}
            aria-label={t('audit.undo.action_named', { sentence: plainSentence(read, words) })}
            onClick={() => {
              onUndo();
              setAsking(true);
            }}
          >
            {t('audit.undo.action')}
          </Button>
        ) : null}
        <HistoryLink guildId={guildId} read={read} words={words} />
        {entry.undone_by === null ? null : (
          <span className={styles.linked}>
            {t('audit.entry.undone_by')}{' '}
            <EntryLink guildId={guildId} id={entry.undone_by}>
              {undoneBy ? whoDid(undoneBy.entry, t) : t('audit.entry.undone_link')}
            </EntryLink>
          </span>
        )}
        {entry.undo_of === null ? null : (
          <span className={styles.linked}>
            {t('audit.entry.undid')}{' '}
            <EntryLink guildId={guildId} id={entry.undo_of}>
              {undid
                ? `${whoDid(undid.entry, t)} ${plainSentence(undid, words)}`
                : t('audit.entry.undid_link')}
            </EntryLink>
          </span>
        )}
      </div>
      <UndoDialog
        guildId={guildId}
        read={read}
        words={words}
        open={asking}
        onClose={() => setAsking(false)}
      />
    </div>
  );
}

/** Leads to all that was done to the same thing. */
function HistoryLink({ guildId, read, words }: Pick<EntryDetailsProps, 'guildId' | 'read' | 'words'>) {
  const { resource_id } = read.entry;
  const type = read.resource === 'form_questions' ? 'form' : read.resource;
  if (!resource_id || type === 'settings' || !kinds.some((kind) => kind === type)) return null;
  return (
    <Link
      to="/manage/$guildId/audit-log"
      params={{ guildId }}
      search={{ ...(type && { type }), id: resource_id }}
      className={buttonClass({ variant: 'ghost', size: 'small' })}
    >
      {words.t('audit.entry.history', { name: nameOfThing(read, words) })}
    </Link>
  );
}
