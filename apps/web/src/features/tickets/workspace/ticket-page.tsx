import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { UserRoundCheck } from 'lucide-react';
import { lazy, Suspense, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { AnswersCard } from '../../../components/conversation/answers-card.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { Banner } from '../../../components/ui/banner.tsx';
import { buttonClass } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { cx } from '../../../components/ui/class-names.ts';
import { EmptyState, ErrorState } from '../../../components/ui/empty-state.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { premiumQuery } from '../../../lib/api/guild.queries.ts';
import { errorText } from '../../../lib/api/query-client.ts';
import { translate } from '../../../lib/page/translate.ts';
import { useGuildId } from '../../../lib/page/use-guild.ts';
import { useMedia } from '../../../lib/page/use-media.ts';
import { ticketNumber, useTicketId } from '../../../lib/page/use-ticket-id.ts';
import type { Queries } from '../../../routes/screens.ts';
import { TicketChat } from '../conversation/ticket-chat.tsx';
import { TicketJumps } from '../conversation/ticket-jumps.tsx';
import { useLiveTicket } from '../conversation/use-live.ts';
import { type ListFeed, useListFeed } from '../list/use-list-feed.ts';
import { QueueSteps } from '../queue/queue-bar.tsx';
import { TicketSideList, WIDE } from '../queue/ticket-side-list.tsx';
import { QueueProvider } from '../queue/use-queue.tsx';
import { draftKeys, keptText } from '../reply/kept-text.ts';
import styles from '../tickets.module.css';
import { isClaimedAway, isClosed, isLost, ticketQuery } from '../tickets.queries.ts';
import { CloseTicket } from './close-ticket.tsx';
import { TicketDetails } from './ticket-details.tsx';
import { useCloseTicket } from './use-close-ticket.ts';

const UnsentTexts = lazy(async () => ({
  default: (await import('../reply/unsent-texts.tsx')).UnsentTexts,
}));

export const queries: Queries = {
  'tickets.get?deleted=true': ({ queryClient, guildId, params }) =>
    ticketQuery(queryClient, guildId, ticketNumber(params.ticketId)),
};

export function TicketPage() {
  const t = useTranslations('tickets.ticket');
  const guildId = useGuildId();
  const ticketId = useTicketId();
  const premium = useQuery(premiumQuery(guildId));
  const hasPremium = premium.data?.premium;
  const hasList = useMedia(WIDE);
  const { feed, isLive } = useListFeed(guildId);
  return (
    <QueueProvider key={guildId} guildId={guildId} current={ticketId} isLive={isLive}>
      <Page
        title={t('title', { id: ticketId })}
        action={
          <div className={styles.ways}>
            {hasList ? null : <QueueSteps />}
            <BackToTickets />
          </div>
        }
        width="full"
      >
        <div className={styles.workspace}>
          {hasList ? <TicketSideList guildId={guildId} /> : null}
          <Ticket
            key={`${guildId}/${ticketId}`}
            guildId={guildId}
            ticketId={ticketId}
            // Where it cannot be loaded, the server refuses what needs it.
            premium={hasPremium ?? (premium.isError || undefined)}
            list={feed}
          />
        </div>
      </Page>
    </QueueProvider>
  );
}

interface TicketProps {
  guildId: string;
  ticketId: number;
  /** Undefined until it is known. */
  premium: boolean | undefined;
  /** Of the list of open tickets. */
  list: ListFeed;
}

/** The conversation and what is beside it. */
function Ticket({ guildId, ticketId, premium, list }: TicketProps) {
  const t = useTranslations('tickets.ticket');
  const queryClient = useQueryClient();
  const view = useQuery(ticketQuery(queryClient, guildId, ticketId));
  const close = useCloseTicket(guildId, ticketId);
  const details = useRef<HTMLDivElement>(null);
  const closing = useRef<HTMLDivElement>(null);
  const state = useLiveTicket(guildId, ticketId, {
    enabled: premium === true && view.data !== undefined,
    list,
  });

  if (!view.data) {
    if (!view.isError) return <TicketSkeleton />;
    return <NoTicket error={view.error} onRetry={() => void view.refetch()} />;
  }
  // Whoever may not see it any more sees nothing of it. One that only cannot be reached now stays as it was read.
  if (isLost(view.error)) return <NoTicket error={view.error} wasTaken />;
  const closed = view.data.closed || isClosed(view.error);
  return (
    <>
      <div className={styles.middle}>
        <TicketJumps details={details} closing={closing} />
        {closed ? (
          <Banner tone="warning" action={<ToTranscript />}>
            {t('closed_meanwhile')}
          </Banner>
        ) : null}
        <TicketChat
          guildId={guildId}
          ticketId={ticketId}
          view={view.data}
          premium={premium}
          connection={state}
          closed={closed}
          onAnswered={() =>
            close.mutate({ reason: keptText(draftKeys.closeReason(guildId, ticketId)), next: true })
          }
          refreshing={view.isFetching}
          onRefresh={() => void view.refetch()}
        />
      </div>
      <div className={styles.aside}>
        <div ref={details} className={styles.facts}>
          <TicketDetails
            guildId={guildId}
            ticket={view.data.ticket}
            earlier={view.data.earlier}
            closed={closed}
          />
          <AnswersCard answers={view.data.ticket.answers} />
        </div>
        <div ref={closing}>
          <CloseTicket guildId={guildId} ticketId={ticketId} close={close} disabled={closed} />
        </div>
      </div>
    </>
  );
}

function TicketSkeleton() {
  return (
    <>
      <div className={cx(styles.middle, styles.awaited)} aria-busy="true">
        {[240, 320, 180, 280, 220].map((width) => (
          <div key={width} className={styles.awaitedMessage}>
            <Skeleton width={36} height={36} round />
            <div>
              <Skeleton width={120} height={14} />
              <Skeleton width={width} height={16} />
            </div>
          </div>
        ))}
      </div>
      <div className={styles.aside}>
        <Skeleton height={320} />
        <Skeleton height={220} />
      </div>
    </>
  );
}

interface NoTicketProps {
  error: unknown;
  /** It was shown to them until now. */
  wasTaken?: boolean;
  onRetry?: () => void;
}

function NoTicket({ error, wasTaken = false, onRetry }: NoTicketProps) {
  const guildId = useGuildId();
  const ticketId = useTicketId();
  return (
    <Card className={styles.noTicket}>
      {isClaimedAway(error) ? (
        <ClaimedAway>{errorText(error)}</ClaimedAway>
      ) : (
        <ErrorState
          message={wasTaken ? translate('common.no_access.ticket') : errorText(error)}
          {...(onRetry && !isLost(error) && !isClosed(error) ? { onRetry } : {})}
          action={
            <>
              {isClosed(error) ? <ToTranscript /> : null}
              <BackToTickets />
            </>
          }
        />
      )}
      <Suspense>
        <UnsentTexts guildId={guildId} ticketId={ticketId} mayReturn={!isClosed(error)} />
      </Suspense>
    </Card>
  );
}

function ClaimedAway({ children }: { children: string }) {
  const t = useTranslations('tickets.ticket');
  return (
    <div role="alert">
      <EmptyState icon={<UserRoundCheck />} title={t('claimed_away')} action={<BackToTickets />}>
        {children}
      </EmptyState>
    </div>
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
