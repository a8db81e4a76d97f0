import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { Page } from '../../components/layout/page.tsx';
import { Banner } from '../../components/ui/banner.tsx';
import { Button, buttonClass } from '../../components/ui/button.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { ApiError } from '../../lib/api/api.ts';
import { isFinal } from '../../lib/api/denied.ts';
import { errorText } from '../../lib/api/query-client.ts';
import { useGuildId } from '../../lib/page/use-guild.ts';
import { ticketNumber, useTicketId } from '../../lib/page/use-ticket-id.ts';
import { useLevel } from '../../lib/session/use-level.ts';
import type { Queries } from '../../routes/screens.ts';
import { TranscriptAside } from './facts/transcript-aside.tsx';
import { TranscriptActions } from './transcript-actions.tsx';
import { TranscriptMessages } from './transcript-messages.tsx';
import { TranscriptSteps } from './transcript-steps.tsx';
import styles from './transcripts.module.css';
import { transcriptQuery } from './transcripts.queries.ts';

export const queries: Queries = {
  'transcripts.render?deleted=true&limit=200': ({ guildId, params }) =>
    transcriptQuery(guildId, ticketNumber(params.ticketId)),
};

export function TranscriptPage() {
  const t = useTranslations('transcripts.viewer');
  const guildId = useGuildId();
  const ticketId = useTicketId();
  const level = useLevel();
  const { data, error, isError, refetch } = useQuery(transcriptQuery(guildId, ticketId));
  // A reader who lost the right to it sees nothing of it. A transcript that cannot be reached for now stays as it was.
  const transcript = isFinal(error) ? undefined : data;
  const isMissing = !transcript && error instanceof ApiError && error.status === 404;
  const channel = transcript?.channel_name ?? `ticket-${ticketId}`;
  return (
    <Page
      title={isMissing ? t('missing') : t('channel', { name: channel })}
      purpose={isMissing ? null : t('purpose', { id: ticketId })}
      width="full"
      action={
        <div className={styles.ways}>
          {transcript ? <TranscriptActions guildId={guildId} transcript={transcript} /> : null}
          {level < 1 ? (
            <Link to="/tickets" className={buttonClass({ variant: 'ghost' })}>
              {t('back_own')}
            </Link>
          ) : (
            <TranscriptSteps guildId={guildId} ticketId={ticketId} />
          )}
        </div>
      }
    >
      {transcript ? (
        <div key={`${guildId}/${ticketId}`} className={styles.columns}>
          <TranscriptMessages guildId={guildId} transcript={transcript} />
          <TranscriptAside guildId={guildId} transcript={transcript} />
        </div>
      ) : isError ? (
        <div role="alert">
          <Banner
            tone="warning"
            title={errorText(error)}
            action={
              isMissing ? null : (
                <Button size="small" onClick={() => void refetch()}>
                  {t('retry')}
                </Button>
              )
            }
          >
            {isMissing ? t('missing_why', { id: ticketId }) : null}
          </Banner>
        </div>
      ) : (
        <Skeleton height={480} />
      )}
    </Page>
  );
}
