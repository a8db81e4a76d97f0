import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { buttonClass } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { EmptyState, ErrorState } from '../../../components/ui/empty-state.tsx';
import { errorText } from '../../../lib/api/query-client.ts';
import { auditQuery } from '../audit.queries.ts';
import { EntryList, EntrySkeletons } from '../entry-list.tsx';
import { readEntry } from '../wording/sentences.ts';
import { useWords } from '../wording/words.ts';

const shownMax = 10;
const search = { source: 'override' } as const;

/** What people changed here whom nothing but an override let in, the newest first. */
export function OverrideLog({ guildId }: { guildId: string }) {
  const t = useTranslations('override.log');
  const list = useQuery(auditQuery(guildId, search));
  const words = useWords(guildId);
  const page = list.data;
  const entries = page?.entries.slice(0, shownMax).map(readEntry);
  return (
    <Card
      title={t('title')}
      description={t('description')}
      actions={
        page && page.total_count > shownMax ? (
          <Link
            to="/manage/$guildId/audit-log"
            params={{ guildId }}
            search={search}
            className={buttonClass({ size: 'small' })}
          >
            {t('all', { count: page.total_count })}
          </Link>
        ) : null
      }
      flush
    >
      {list.isError && !page ? (
        <ErrorState message={errorText(list.error)} onRetry={() => void list.refetch()} />
      ) : !entries || !words ? (
        <EntrySkeletons />
      ) : entries.length ? (
        <EntryList guildId={guildId} entries={entries} words={words} opened={undefined} busy={false} />
      ) : (
        <EmptyState title={t('none')} />
      )}
    </Card>
  );
}
