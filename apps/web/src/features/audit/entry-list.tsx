import { useTranslations } from 'use-intl';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import styles from './audit.module.css';
import { EntryRow } from './entry-row.tsx';
import type { ReadEntry } from './wording/sentences.ts';
import type { Words } from './wording/words.ts';

interface EntryListProps {
  guildId: string;
  entries: readonly ReadEntry[];
  words: Words;
  /** The entry that somebody came for. */
  opened: number | undefined;
  busy: boolean;
}

export function EntryList({ guildId, entries, words, opened, busy }: EntryListProps) {
  const t = useTranslations('audit');
  const known = new Map(entries.map((read) => [read.entry.id, read]));
  return (
    <ul className={styles.list} aria-label={t('list')} aria-busy={busy}>
      {entries.map((read) => (
        <EntryRow
          key={`${read.entry.id} ${read.entry.id === opened}`}
          guildId={guildId}
          read={read}
          known={known}
          words={words}
          isWanted={read.entry.id === opened}
        />
      ))}
    </ul>
  );
}

export function EntrySkeletons() {
  return (
    <div className={styles.list} aria-busy="true">
      {Array.from({ length: 8 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: grey rows are all the same
        <div key={index} className={styles.skeleton}>
          <Skeleton width={32} height={32} round />
          <span className={styles.skeletonWords}>
            <Skeleton width="52%" />
            <Skeleton width="28%" height={12} />
          </span>
        </div>
      ))}
    </div>
  );
}
