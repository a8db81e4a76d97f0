import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { OpenerTicket } from '@tickets/contract/opener-tickets';
import { useFormatter, useTranslations } from 'use-intl';
import { Badge } from '../../components/ui/badge.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { errorText } from '../../lib/query-client.ts';
import styles from './tickets.module.css';
import { openerTicketsQuery } from './tickets.queries.ts';

/** The tickets that the opener of a ticket had before it: how many, and the latest few. */
export function OpenerTickets({ guildId, ticketId }: { guildId: string; ticketId: number }) {
  const t = useTranslations('tickets.ticket');
  const earlier = useQuery(openerTicketsQuery(guildId, ticketId));
  if (!earlier.data) {
    if (earlier.isError) return <span className={styles.faint}>{errorText(earlier.error)}</span>;
    return <Skeleton width={80} height={16} />;
  }
  const { total, tickets } = earlier.data;
  if (total === 0) return t('opener_tickets.none');
  return (
    <>
      {t('opener_tickets.count', { total, hidden: total - tickets.length })}
      <ul className={styles.openerTickets}>
        {tickets.map((ticket) => (
          <li key={ticket.id}>
            <Line guildId={guildId} ticket={ticket} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Line({ guildId, ticket }: { guildId: string; ticket: OpenerTicket }) {
  const t = useTranslations('tickets.ticket');
  const format = useFormatter();
  const params = { guildId, ticketId: String(ticket.id) };
  const name = t('continued_ticket', { id: ticket.id });
  return (
    <>
      <span className={styles.openerTicket}>
        {ticket.is_open ? (
          <Link to="/manage/$guildId/tickets/view/$ticketId" params={params}>
            {name}
          </Link>
        ) : ticket.has_transcript ? (
          <Link to="/manage/$guildId/transcripts/view/$ticketId" params={params}>
            {name}
          </Link>
        ) : (
          name
        )}
        <Badge tone={ticket.is_open ? 'success' : 'neutral'}>
          {t(ticket.is_open ? 'opener_tickets.open' : 'opener_tickets.closed')}
        </Badge>
      </span>
      <span className={styles.openerTicketWords}>
        {ticket.panel_title === null ? null : <>{ticket.panel_title}, </>}
        <time dateTime={ticket.opened_at}>
          {format.dateTime(new Date(ticket.opened_at), { dateStyle: 'medium' })}
        </time>
      </span>
    </>
  );
}
