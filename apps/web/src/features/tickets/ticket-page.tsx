import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { AnswersCard } from '../../components/conversation/answers-card.tsx';
import { Page } from '../../components/layout/page.tsx';
import { Banner } from '../../components/ui/banner.tsx';
import { buttonClass } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { ErrorState } from '../../components/ui/empty-state.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { ApiError } from '../../lib/api.ts';
import { premiumQuery } from '../../lib/guild.queries.ts';
import { errorText } from '../../lib/query-client.ts';
import { useGuildId } from '../../lib/use-guild.ts';
import { ticketNumber, useTicketId } from '../../lib/use-ticket-id.ts';
import { CloseTicket } from './close-ticket.tsx';
import { TicketChat } from './ticket-chat.tsx';
import { TicketDetails } from './ticket-details.tsx';
import { TicketSideList } from './ticket-side-list.tsx';
import styles from './tickets.module.css';
import { ticketQuery } from './tickets.queries.ts';
import { useLiveTicket } from './use-live.ts';

interface Loading {
  queryClient: QueryClient;
  guildId: string;
  params: Record<string, string>;
}

export function load({ queryClient, guildId, params }: Loading) {
  void queryClient.prefetchQuery(ticketQuery(queryClient, guildId, ticketNumber(params.ticketId)));
  void queryClient.prefetchQuery(premiumQuery(guildId));
}

export function TicketPage() {
  const t = useTranslations('tickets.ticket');
  const guildId = useGuildId();
  const ticketId = useTicketId();
  return (
    <Page title={t('title', { id: ticketId })} action={<BackToTickets />} width="full">
      <Workspace key={`${guildId}/${ticketId}`} guildId={guildId} ticketId={ticketId} />
    </Page>
  );
}

function Workspace({ guildId, ticketId }: { guildId: string; ticketId: number }) {
  const t = useTranslations('tickets.ticket');
  const queryClient = useQueryClient();
  const view = useQuery(ticketQuery(queryClient, guildId, ticketId));
  const premium = useQuery(premiumQuery(guildId));
  const hasPremium = premium.data?.premium ?? false;
  const state = useLiveTicket(guildId, ticketId, hasPremium && view.data !== undefined);

  if (!view.data) {
    if (!view.isError) return <Skeleton height={480} />;
    return <NoTicket error={view.error} onRetry={() => void view.refetch()} />;
  }
  // Whoever may not see it any more sees nothing of it. One that only cannot be reached now stays as it was read.
  if (isLost(view.error)) return <NoTicket error={view.error} />;
  const closed = view.data.closed || isClosed(view.error);
  return (
    <div className={styles.workspace}>
      <TicketSideList guildId={guildId} current={ticketId} live={hasPremium} />
      <div className={styles.middle}>
        {closed ? (
          <Banner tone="warning" action={<ToTranscript />}>
            {t('closed_meanwhile')}
          </Banner>
        ) : null}
        <TicketChat
          guildId={guildId}
          ticketId={ticketId}
          view={view.data}
          premium={premium.isPending ? undefined : hasPremium}
          connection={state}
          closed={closed}
          refreshing={view.isFetching}
          onRefresh={() => void view.refetch()}
        />
      </div>
      <div className={styles.aside}>
        <TicketDetails
          guildId={guildId}
          ticket={view.data.ticket}
          earlier={view.data.earlier}
          closed={closed}
        />
        <AnswersCard answers={view.data.ticket.answers} />
        <CloseTicket guildId={guildId} ticketId={ticketId} disabled={closed} />
      </div>
    </div>
  );
}

const isClosed = (error: unknown) => error instanceof ApiError && error.code === 'ticket.closed';
/** Not there, or not for this person. */
const isLost = (error: unknown) =>
  error instanceof ApiError && (error.status === 403 || error.status === 404) && !isClosed(error);

function NoTicket({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  return (
    <Card>
      <ErrorState
        message={errorText(error)}
        {...(onRetry && !isLost(error) && !isClosed(error) ? { onRetry } : {})}
        action={
          <>
            {isClosed(error) ? <ToTranscript /> : null}
            <BackToTickets />
          </>
        }
      />
    </Card>
  );
}

function ToTranscript() {
  const t = useTranslations('tickets.ticket');
  const guildId = useGuildId();
  const ticketId = useTicketId();
  return (
    <Link
      to="/manage/$guildId/transcripts/view/$ticketId"
      params={{ guildId, ticketId: String(ticketId) }}
      className={buttonClass({ size: 'small' })}
    >
      {t('read_transcript')}
    </Link>
  );
}

function BackToTickets() {
  const t = useTranslations('tickets.ticket');
  const guildId = useGuildId();
  return (
    <Link
      to="/manage/$guildId/tickets"
      params={{ guildId }}
      activeOptions={{ exact: true }}
      className={buttonClass({ variant: 'ghost' })}
    >
      {t('back')}
    </Link>
  );
}
