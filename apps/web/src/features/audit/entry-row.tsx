import { ChevronDown, Server, Wrench } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { Avatar } from '../../components/ui/avatar.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { RelativeTime } from '../../components/ui/relative-time.tsx';
import { defaultAvatarUrl, proxiedAvatarUrl } from '../../lib/discord/cdn.ts';
import styles from './audit.module.css';
import { EntryDetails } from './entry-details.tsx';
import { Sentence } from './sentence.tsx';
import { fieldName, type ReadEntry, whoDid } from './wording/sentences.ts';
import type { Words } from './wording/words.ts';

interface EntryRowProps {
  guildId: string;
  read: ReadEntry;
  /** The entries of this page, by their numbers. */
  known: ReadonlyMap<number, ReadEntry>;
  words: Words;
  /** It is what somebody came for. */
  isWanted: boolean;
}

/** One change in a line; pressed, it opens to what changed. */
export function EntryRow({ guildId, read, known, words, isWanted }: EntryRowProps) {
  const { t } = words;
  const { entry } = read;
  const [open, setOpen] = useState(isWanted);
  const button = useRef<HTMLButtonElement>(null);
  const panelId = useId();
  useEffect(() => {
    if (!isWanted) return;
    button.current?.focus({ preventScroll: true });
    button.current?.scrollIntoView({ block: 'center' });
  }, [isWanted]);
  return (
    <li className={styles.entry} data-open={open || undefined}>
      <button
        ref={button}
        type="button"
        className={styles.row}
        aria-expanded={open}
        aria-controls={panelId}
        onClick={() => setOpen(!open)}
      >
        <Face entry={entry} />
        <span className={styles.what}>
          <span className={styles.sentence}>
            <b className={styles.who}>{whoDid(entry, t)}</b> <Sentence read={read} words={words} />
          </span>
          <FieldNames read={read} words={words} />
        </span>
        <span className={styles.about}>
          <span className={styles.when}>
            <RelativeTime date={entry.created_at} />
          </span>
          {entry.undo_of === null ? null : <Badge tone="accent">{t('audit.entry.is_undo')}</Badge>}
          {entry.undone_by === null ? null : <Badge tone="warning">{t('audit.entry.is_undone')}</Badge>}
          <Badge>{t(`audit.source.${entry.source}`)}</Badge>
        </span>
        <ChevronDown className={styles.chevron} aria-hidden="true" />
      </button>
      <div id={panelId} hidden={!open}>
        {open ? (
          <EntryDetails
            guildId={guildId}
            read={read}
            known={known}
            words={words}
            onUndo={() => button.current?.focus()}
          />
        ) : null}
      </div>
    </li>
  );
}

function Face({ entry: { user_id, username, source } }: { entry: ReadEntry['entry'] }) {
  if (user_id)
    return (
      <Avatar
        src={proxiedAvatarUrl(user_id)}
        fallbackSrc={defaultAvatarUrl(user_id)}
        name={username || user_id}
      />
    );
  const Icon = source === 'operator' ? Wrench : Server;
  return (
    <span className={styles.face} aria-hidden="true">
      <Icon />
    </span>
  );
}

const namesShown = 4;
const withManyFields = ['settings', 'panel', 'multi_panel', 'tag'] as const;

/** Which fields changed, where it is not all of something that came or went. */
function FieldNames({ read, words: { t } }: Pick<EntryRowProps, 'read' | 'words'>) {
  const { resource, before, after, lines } = read;
  if (!before || !after || !lines.length || !withManyFields.some((one) => one === resource)) return null;
  const names = lines.map(({ path }) => fieldName(resource, path, t));
  const shown = names.slice(0, namesShown).join(', ');
  const more = names.length - namesShown;
  return (
    <span className={styles.fields}>
      {more > 0 ? t('audit.entry.and_more', { names: shown, count: more }) : shown}
    </span>
  );
}
