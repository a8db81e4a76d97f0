import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { buttonClass, IconButton } from '../../components/ui/button.tsx';
import { useShortcut } from '../../lib/keys/use-shortcut.ts';
import { emptyFilter, readTranscriptSearch } from './transcript-filter.ts';
import styles from './transcripts.module.css';
import { neighboursQuery } from './transcripts.queries.ts';

/** The ticket before and after this one in the list that one came from, and the way back to that list. For staff. */
export function TranscriptSteps({ guildId, ticketId }: { guildId: string; ticketId: number }) {
  const t = useTranslations('transcript');
  const viewer = useTranslations('transcripts.viewer');
  const navigate = useNavigate();
  const search = readTranscriptSearch(useSearch({ strict: false }));
  const { page: _, from: __, ...filter } = search;
  const { data: beside } = useQuery(neighboursQuery(guildId, ticketId, { ...emptyFilter, ...filter }));
  const stepTo = (id: number | null | undefined) => {
    if (!id) return undefined;
    return () =>
      void navigate({
        to: '/manage/$guildId/transcripts/view/$ticketId',
        params: { guildId, ticketId: String(id) },
        search,
      });
  };
  const [toNewer, toOlder] = [stepTo(beside?.newer), stepTo(beside?.older)];
  useShortcut('k', toNewer);
  useShortcut('j', toOlder);
  return (
    <nav className={styles.ways} aria-label={t('steps')}>
      <IconButton
        variant="secondary"
        label={t('newer')}
        aria-keyshortcuts="K"
        disabled={!toNewer}
        onClick={toNewer}
      >
        <ChevronLeft aria-hidden="true" />
      </IconButton>
      <IconButton
        variant="secondary"
        label={t('older')}
        aria-keyshortcuts="J"
        disabled={!toOlder}
        onClick={toOlder}
      >
        <ChevronRight aria-hidden="true" />
      </IconButton>
      <Link
        to="/manage/$guildId/transcripts"
        params={{ guildId }}
        search={search}
        activeOptions={{ exact: true }}
        className={buttonClass({ variant: 'ghost' })}
      >
        {viewer('back')}
      </Link>
    </nav>
  );
}
