import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { OpenerTicket } from '@tickets/contract/tickets/opener-tickets';
import { useFormatter, useTranslations } from 'use-intl';
import { errorText } from '../../lib/api/query-client.ts';
import { Badge } from '../ui/badge.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import styles from './opener-tickets.module.css';
import { openerTicketsQuery } from './opener-tickets.queries.ts';

/** The tickets that the opener of a ticket had before it: how many, and the latest few. A line of a list of details. */
export function OpenerTickets({ guildId, ticketId }: { guildId: string; ticketId: number }) {
  const t = useTranslations('tickets.ticket');
  const earlier = useQuery(openerTicketsQuery(guildId, ticketId));
  const { total, tickets } = earlier.data ?? { total: 0, tickets: [] };
  return (
    <div data-wide={tickets.length > 0 || undefined}>
      <dt>{t('opener_tickets.label')}</dt>
      <dd>
        {earlier.data ? (
          t('opener_tickets.count', { total, hidden: total - tickets.length })
        ) : earlier.isError ? (
          <span className={styles.faint}>{errorText(earlier.error)}</span>
        ) : (
          <Skeleton width={80} height={16} />
        )}
        {tickets.length ? (
          <ul className={styles.tickets}>
            {tickets.map((ticket) => (
              <Line key={ticket.id} guildId={guildId} ticket={ticket} />
            ))}
          </ul>
        ) : null}
      </dd>
    </div>
  );
}

function Line({ guildId, ticket }: { guildId: string; ticket: OpenerTicket }) {
  const t = useTranslations('tickets.ticket');
  const tt = useTranslations('tickets');
  const tc = useTranslations('conversation');
  const format = useFormatter();
  const params = { guildId, ticketId: String(ticket.id) };
  const name = t('continued_ticket', { id: ticket.id });
  return (
    <li className={styles.ticket}>
      {ticket.is_open ? (
        <Link to="/manage/$guildId/tickets/view/$ticketId" params={params} aria-label={name}>
          #{ticket.id}
        </Link>
      ) : ticket.has_transcript ? (
        <Link to="/manage/$guildId/transcripts/view/$ticketId" params={params} aria-label={name}>
          #{ticket.id}
        </Link>
      ) : (
        <span>#{ticket.id}</span>
      )}
      <span className={styles.panel}>{ticket.panel_title ?? tt('unknown_panel')}</span>
      {ticket.is_open ? <Badge tone="success">{t('opener_tickets.open')}</Badge> : null}
      {ticket.imported ? <Badge tone="warning">{tc('imported')}</Badge> : null}
      <time className={styles.day} dateTime={ticket.opened_at}>
        {format.dateTime(new Date(ticket.opened_at), { dateStyle: 'medium' })}
      </time>
    </li>
  );
}
