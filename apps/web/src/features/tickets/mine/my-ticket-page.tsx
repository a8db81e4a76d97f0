import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { OwnTicketDetail } from '@tickets/contract/tickets/own';
import { ArrowUpRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { AnswersCard } from '../../../components/conversation/answers-card.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { Avatar } from '../../../components/ui/avatar.tsx';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button, buttonClass } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { displayName } from '../../../components/ui/choosing/person-name.ts';
import { ErrorState } from '../../../components/ui/empty-state.tsx';
import { fetchModal, LazyConfirmDialog } from '../../../components/ui/overlays/lazy-modal.tsx';
import { RelativeTime } from '../../../components/ui/relative-time.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { call } from '../../../lib/api/api.ts';
import { errorText } from '../../../lib/api/query-client.ts';
import { guildIconUrl } from '../../../lib/discord/cdn.ts';
import { channelLink } from '../../../lib/discord/discord-links.ts';
import { toast } from '../../../lib/page/toast.ts';
import { useGuildId } from '../../../lib/page/use-guild.ts';
import { ticketNumber, useTicketId } from '../../../lib/page/use-ticket-id.ts';
import type { Queries } from '../../../routes/screens.ts';
import { useLiveTicket } from '../conversation/use-live.ts';
import { Afterwards } from './afterwards.tsx';
import styles from './mine.module.css';
import { isNotMine, type OwnTicketState, ownKeys, ownTicketQuery } from './my-tickets.queries.ts';
import { OwnChat } from './own-chat.tsx';

export const queries: Queries = {
  'own_tickets.get': ({ queryClient, guildId, params }) =>
    ownTicketQuery(queryClient, guildId, ticketNumber(params.ticketId)),
};

/** A ticket as its opener sees it, open or closed. */
export function MyTicketPage() {
  const queryClient = useQueryClient();
  const guildId = useGuildId();
  const ticketId = useTicketId();
  const t = useTranslations('my_tickets');
  const view = useQuery(ownTicketQuery(queryClient, guildId, ticketId));
  const { data } = view;
  const isLost = isNotMine(view.error);
  return (
    <Page
      title={
        data && !isLost ? (data.ticket.panel_title ?? data.ticket.subject) : t('number', { id: ticketId })
      }
      width="table"
      action={
        <Link to="/tickets" className={buttonClass({ variant: 'ghost' })} activeOptions={{ exact: true }}>
          {t('view.back')}
        </Link>
      }
    >
      {data && !isLost ? (
        <Ticket key={`${guildId}/${ticketId}`} guildId={guildId} ticketId={ticketId} view={data} />
      ) : view.isError ? (
        <Card>
          <ErrorState
            message={errorText(view.error)}
            {...(isLost ? {} : { onRetry: () => void view.refetch() })}
          />
        </Card>
      ) : (
        <Skeleton height={480} />
      )}
    </Page>
  );
}

function Ticket({ guildId, ticketId, view }: { guildId: string; ticketId: number; view: OwnTicketState }) {
  const { ticket } = view;
  // The socket asks for the same as writing does: premium of the server. A closed thread may be reopened.
  const isFollowed = ticket.channel_id !== null && ticket.hindrance !== 'no_premium';
  const connection = useLiveTicket(guildId, ticketId, {
    enabled: isFollowed,
    own: { queryKey: ownKeys.view(guildId, ticketId) },
  });
  return (
    <div className={styles.ticket}>
      <State ticket={ticket} selfId={view.self.id} />
      <Afterwards ticket={ticket} />
      <div className={styles.conversation}>
        <OwnChat guildId={guildId} ticketId={ticketId} view={view} connection={connection} />
      </div>
      <AnswersCard answers={ticket.answers} wide />
    </div>
  );
}

/** Where it stands, in one card: the server, whose turn it is or how it ended, and the ways on. */
function State({ ticket, selfId }: { ticket: OwnTicketDetail; selfId: string }) {
  const t = useTranslations('my_tickets');
  const { server, channel_id } = ticket;
  const icon = guildIconUrl({ id: server.id, icon: server.icon }, 64);
  const waits = ticket.last_response_is_staff ? 'waits_for_you' : 'waits_for_team';
  return (
    <section className={styles.state} aria-label={t('view.status')}>
      <Avatar src={icon} name={server.name} size={44} shape="square" />
      <div className={styles.stateWords}>
        <p className={styles.stateLine}>
          <strong>{server.name}</strong>
          <span className={styles.number}>{t('number', { id: ticket.id })}</span>
          <Badge tone={ticket.is_open ? 'success' : 'neutral'}>
            {ticket.is_open ? t('open') : t('closed')}
          </Badge>
        </p>
        <p className={styles.where}>
          {ticket.is_open ? t(`view.${waits}`) : <HowItEnded ticket={ticket} selfId={selfId} />}
        </p>
        {ticket.imported ? <p className={styles.where}>{t('imported', { server: server.name })}</p> : null}
        {ticket.close_reason ? (
          <p className={styles.reason}>{t('view.reason', { reason: ticket.close_reason })}</p>
        ) : null}
      </div>
      <div className={styles.ways}>
        {channel_id ? (
          <a
            href={channelLink(server.id, channel_id, selfId)}
            target="_blank"
            rel="noreferrer"
            className={buttonClass({ size: 'small' })}
          >
            {t('view.in_discord')}
            <ArrowUpRight aria-hidden="true" />
          </a>
        ) : null}
        {ticket.may_close ? <CloseOwn ticket={ticket} /> : null}
      </div>
    </section>
  );
}

function HowItEnded({ ticket, selfId }: { ticket: OwnTicketDetail; selfId: string }) {
  const t = useTranslations('my_tickets.view');
  const when = () => <RelativeTime date={ticket.closed_at ?? ticket.opened_at} />;
  if (!ticket.closed_by) return t.rich('closed_itself', { when });
  if (ticket.closed_by.id === selfId) return t.rich('closed_by_you', { when });
  return t.rich('closed_by', { when, name: displayName(ticket.closed_by) });
}

function CloseOwn({ ticket }: { ticket: OwnTicketDetail }) {
  const t = useTranslations('my_tickets.view');
  const queryClient = useQueryClient();
  const [asks, setAsks] = useState(false);
  const close = useMutation({
    mutationFn: () =>
      call('own_tickets.close', { params: { guild_id: ticket.server.id, ticket_id: ticket.id } }),
    onSuccess: () => toast.success(t('closed_toast', { id: ticket.id })),
    onSettled: async () => {
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: ownKeys.view(ticket.server.id, ticket.id) }),
        queryClient.invalidateQueries({ queryKey: ownKeys.list }),
      ]);
      setAsks(false);
    },
  });
  return (
    <>
      <Button
        size="small"
        variant="ghost"
        onPointerEnter={fetchModal}
        onFocus={fetchModal}
        onClick={() => setAsks(true)}
      >
        {t('close')}
      </Button>
      <LazyConfirmDialog
        open={asks}
        onClose={() => setAsks(false)}
        onConfirm={() => close.mutate()}
        title={t('close_title')}
        message={t('close_message', { subject: ticket.panel_title ?? ticket.subject })}
        confirmLabel={t('close_confirm')}
        danger
        action={close}
      />
    </>
  );
}
