import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { Page } from '../../components/layout/page.tsx';
import { Banner } from '../../components/ui/banner.tsx';
import { errorText } from '../../lib/api/query-client.ts';
import { useIsLetIn } from '../../lib/page/let-in.ts';
import { useGuildId } from '../../lib/page/use-guild.ts';
import type { Queries } from '../../routes/screens.ts';
import { CopyCard } from './copy/copy-card.tsx';
import { ImportFilesCard } from './files/import-files-card.tsx';
import { PendingUpload } from './report/pending-upload.tsx';
import { RefusedUploads } from './report/refused-uploads.tsx';
import { RunsCard } from './runs/runs-card.tsx';
import {
  isPending,
  isRunning,
  queueQuery,
  readServerAgain,
  readTransfersAgain,
  runsQuery,
  uploadsQuery,
} from './transfer.queries.ts';

export const queries: Queries = {
  'import.uploads': ({ guildId }) => uploadsQuery(guildId),
  'import.runs': ({ guildId }) => runsQuery(guildId),
  'import.queue': ({ guildId }) => queueQuery(guildId),
};

export function ImportPage() {
  const guildId = useGuildId();
  return <Import key={guildId} guildId={guildId} />;
}

function Import({ guildId }: { guildId: string }) {
  const t = useTranslations('transfer');
  const uploads = useQuery(uploadsQuery(guildId));
  // Their other servers are no business of this one, and copying is refused to them.
  const isLetIn = useIsLetIn();
  useReadAgain(guildId);
  const isRefused = ({ state }: { state: string }) => state === 'refused';
  const refused = uploads.data?.filter(isRefused) ?? [];
  return (
    <Page title={t('page.title')} purpose={t('page.purpose')}>
      <ImportFilesCard guildId={guildId} />
      {uploads.error ? (
        <Banner tone="danger">{t('uploads.failed', { error: errorText(uploads.error) })}</Banner>
      ) : null}
      {uploads.data
        ?.filter((upload) => isPending(upload) && !isRefused(upload))
        .map((upload) => (
          <PendingUpload key={upload.upload_id} guildId={guildId} upload={upload} />
        ))}
      {refused.length ? <RefusedUploads guildId={guildId} uploads={refused} /> : null}
      {isLetIn === false ? <CopyCard guildId={guildId} /> : null}
      <RunsCard guildId={guildId} />
    </Page>
  );
}

/** What was checked may be imported without another word; when an import ends, every page shows other things. */
function useReadAgain(guildId: string): void {
  const queryClient = useQueryClient();
  const runs = useQuery(runsQuery(guildId)).data;
  const uploads = useQuery(uploadsQuery(guildId)).data;
  const running = runs?.filter(isRunning).length;
  const checking = uploads?.filter(({ state }) => state === 'checking').length;
  const before = useRef({ running, checking });
  useEffect(() => {
    const last = before.current;
    before.current = { running, checking };
    if (last.running !== undefined && running !== undefined && running < last.running)
      void readServerAgain(queryClient, guildId);
    else if (last.checking !== undefined && checking !== undefined && checking < last.checking)
      void readTransfersAgain(queryClient, guildId);
  }, [queryClient, guildId, running, checking]);
}
