import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { OwnTicket } from '@tickets/contract/tickets/own';
import { MessageCircle, Star } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Page } from '../../../components/layout/page.tsx';
import { Avatar } from '../../../components/ui/avatar.tsx';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button, buttonClass } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { EmptyState, ErrorState } from '../../../components/ui/empty-state.tsx';
import { RelativeTime } from '../../../components/ui/relative-time.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { errorText } from '../../../lib/api/query-client.ts';
import { guildIconUrl } from '../../../lib/discord/cdn.ts';
import { discordHome } from '../../../lib/discord/discord-links.ts';
import { useSession } from '../../../lib/session/session.ts';
import { plainLine } from '../conversation/plain-line.ts';
import styles from './mine.module.css';
import { ownTicketsQuery } from './my-tickets.queries.ts';

/** The tickets that someone opened, in all servers. */
export function MyTicketsPage() {
  const t = useTranslations('my_tickets');
  const list = useInfiniteQuery(ownTicketsQuery);
  return (
    <Page title={t('title')} purpose={t('purpose')}>
      {list.data ? (
        <Tickets tickets={withoutDoubles(list.data.pages.flatMap(({ tickets }) => tickets))}>
          {list.hasNextPage ? (
            <div className={styles.more}>
              <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                {t('more')}
              </Button>
            </div>
          ) : null}
        </Tickets>
      ) : list.isError ? (
        <Card>
          <ErrorState message={errorText(list.error)} onRetry={() => void list.refetch()} />
        </Card>
      ) : (
        <ListSkeleton />
      )}
    </Page>
  );
}

/** One that closed between two pages stands in both. */
function withoutDoubles(tickets: readonly OwnTicket[]): OwnTicket[] {
  return [...new Map(tickets.map((ticket) => [`${ticket.server.id}/${ticket.id}`, ticket])).values()];
}

function Tickets({ tickets, children }: { tickets: readonly OwnTicket[]; children: React.ReactNode }) {
  const t = useTranslations('my_tickets');
  const selfId = useSession()?.user_data.id;
  if (!tickets.length)
    return (
      <Card>
        <EmptyState
          icon={<MessageCircle />}
          title={t('empty.title')}
          action={
            <a
              href={discordHome(selfId)}
              target="_blank"
              rel="noreferrer"
              className={buttonClass({ variant: 'primary' })}
            >
              {t('empty.action')}
            </a>
          }
        >
          {t('empty.text')}
        </EmptyState>
      </Card>
    );
  const open = tickets.filter(({ is_open }) => is_open);
  const closed = tickets.filter(({ is_open, imported }) => !is_open && !imported);
  const imported = tickets.filter(({ is_open, imported }) => !is_open && imported);
  return (
    <>
      <Section title={t('open_section')} tickets={open} />
      <Section title={t('closed_section')} tickets={closed} />
      <Section title={t('imported_section')} tickets={imported} />
      {children}
    </>
  );
}

function Section({ title, tickets }: { title: string; tickets: readonly OwnTicket[] }) {
  if (!tickets.length) return null;
  return (
    <Card title={title} flush>
      <ul className={styles.list}>
        {tickets.map((ticket) => (
          <TicketRow key={`${ticket.server.id}/${ticket.id}`} ticket={ticket} />
        ))}
      </ul>
    </Card>
  );
}

function TicketRow({ ticket }: { ticket: OwnTicket }) {
  const t = useTranslations('my_tickets');
  const { server, last_message } = ticket;
  const icon = guildIconUrl({ id: server.id, icon: server.icon }, 64);
  return (
    <li>
      <Link
        to="/tickets/$guildId/$ticketId"
        params={{ guildId: server.id, ticketId: String(ticket.id) }}
        className={styles.row}
        data-unread={ticket.is_unread || undefined}
      >
        <Avatar src={icon} name={server.name} size={40} shape="square" />
        <span className={styles.words}>
          <span className={styles.line}>
            <span className={styles.about}>{ticket.panel_title ?? ticket.subject}</span>
            <span className={styles.when}>
              <RelativeTime date={last_message?.time ?? ticket.closed_at ?? ticket.opened_at} />
            </span>
          </span>
          <span className={styles.where}>
            {server.name} <span className={styles.number}>{t('number', { id: ticket.id })}</span>
          </span>
          {ticket.imported ? (
            <span className={styles.where}>{t('imported', { server: server.name })}</span>
          ) : null}
          <span className={styles.line}>
            <span className={styles.said}>
              <LastWords ticket={ticket} />
            </span>
            <Mark ticket={ticket} />
          </span>
        </span>
      </Link>
    </li>
  );
}

function LastWords({ ticket: { last_message } }: { ticket: OwnTicket }) {
  const t = useTranslations('my_tickets');
  if (!last_message) return t('nothing_said');
  const { is_mine, author, files } = last_message;
  const words = plainLine(last_message.text, () => null);
  const text = words || (files ? t('files', { count: files }) : t('something'));
  return is_mine ? t('you', { text }) : t('someone', { name: author, text });
}

function Mark({ ticket: { is_unread, rating, may_rate } }: { ticket: OwnTicket }) {
  const t = useTranslations('my_tickets');
  if (is_unread) return <Badge tone="accent">{t('answer')}</Badge>;
  if (rating !== null)
    return (
      <span className={styles.stars} role="img" aria-label={t('rated', { stars: rating })}>
        {rating}
        <Star aria-hidden="true" />
      </span>
    );
  return may_rate ? <Badge>{t('rate')}</Badge> : null;
}

function ListSkeleton() {
  return (
    <Card flush>
      <div className={styles.list} aria-busy="true">
        {[220, 160, 190, 140].map((width) => (
          <div key={width} className={styles.row}>
            <Skeleton width={40} height={40} />
            <span className={styles.words}>
              <Skeleton width={width} height={16} />
              <Skeleton width={120} height={13} />
              <Skeleton width="80%" height={13} />
            </span>
          </div>
        ))}
      </div>
    </Card>
  );
}
