import { Link } from '@tanstack/react-router';
import type { EarlierTicket, TicketDetail } from '@tickets/contract/tickets/tickets';
import { ExternalLink } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { OpenerTickets } from '../../../components/opener-tickets/opener-tickets.tsx';
import { Badge } from '../../../components/ui/badge.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { CopyId } from '../../../components/ui/copy-id.tsx';
import { Detail, Details, PersonDetail } from '../../../components/ui/details.tsx';
import { RelativeTime } from '../../../components/ui/relative-time.tsx';
import { channelLink } from '../../../lib/discord/discord-links.ts';
import { useSession } from '../../../lib/session/session.ts';
import styles from '../tickets.module.css';
import { ClaimActions } from './claim-actions.tsx';

interface TicketDetailsProps {
  guildId: string;
  ticket: TicketDetail;
  earlier: readonly EarlierTicket[];
  closed: boolean;
}

export function TicketDetails({ guildId, ticket, earlier, closed }: TicketDetailsProps) {
  const t = useTranslations('tickets.ticket');
  const tt = useTranslations('tickets');
  const self = useSession()?.user_data.id;
  const isAwaiting = ticket.last_response_is_staff !== true;
  return (
    <Card
      title={t('details')}
      actions={isAwaiting && !closed ? <Badge tone="warning">{t('awaiting')}</Badge> : null}
    >
      <Details>
        <Detail label={t('opener')}>
          <PersonDetail user={ticket.opener} />
        </Detail>
        <Detail label={t('claimed_by')}>
          {ticket.claimed_by ? <PersonDetail user={ticket.claimed_by} /> : tt('unclaimed')}
          <ClaimActions guildId={guildId} ticket={ticket} disabled={closed} />
        </Detail>
        <Detail label={t('panel')}>{ticket.panel_title ?? tt('unknown_panel')}</Detail>
        {ticket.subject === ticket.panel_title ? null : (
          <Detail label={t('subject')}>{ticket.subject}</Detail>
        )}
        <Detail label={t('opened')}>
          <RelativeTime date={ticket.opened_at} />
        </Detail>
        {earlier.length === 0 ? null : (
          <Detail label={t('continues')}>
            <ul className={styles.earlier}>
              {earlier.map(({ id, history }) => (
                <li key={id}>
                  {history === 'joined' || history === 'linked' ? (
                    <Link
                      to="/manage/$guildId/transcripts/view/$ticketId"
                      params={{ guildId, ticketId: String(id) }}
                    >
                      {t('continued_ticket', { id })}
                    </Link>
                  ) : (
                    t('continued_ticket', { id })
                  )}
                </li>
              ))}
            </ul>
          </Detail>
        )}
        <Detail label={t('channel_label')}>
          <span className={styles.person}>
            {ticket.channel_id && !closed ? (
              <a
                className={styles.channelLink}
                href={channelLink(guildId, ticket.channel_id, self)}
                target="_blank"
                rel="noreferrer"
                aria-label={t('open_in_discord', { name: ticket.channel_name })}
              >
                #{ticket.channel_name}
                <ExternalLink aria-hidden="true" />
              </a>
            ) : (
              <span>#{ticket.channel_name}</span>
            )}
            {ticket.channel_id ? <CopyId id={ticket.channel_id} of={`#${ticket.channel_name}`} /> : null}
          </span>
        </Detail>
        <OpenerTickets guildId={guildId} ticketId={ticket.id} />
      </Details>
    </Card>
  );
}
