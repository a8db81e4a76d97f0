import type { User } from '@tickets/contract/guild';
import type { TicketDetail } from '@tickets/contract/tickets';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Avatar } from '../../components/ui/avatar.tsx';
import { Card } from '../../components/ui/card.tsx';
import { CopyId } from '../../components/ui/copy-id.tsx';
import { RelativeTime } from '../../components/ui/relative-time.tsx';
import { avatarUrl, defaultAvatarUrl } from '../../lib/cdn.ts';
import styles from './tickets.module.css';

export function TicketDetails({ ticket }: { ticket: TicketDetail }) {
  const t = useTranslations('tickets.ticket');
  const tt = useTranslations('tickets');
  return (
    <Card title={t('details')}>
      <dl className={styles.details}>
        <Detail label={t('opener')}>
          <Person user={ticket.opener} />
        </Detail>
        <Detail label={t('subject')}>{ticket.subject}</Detail>
        <Detail label={t('panel')}>
          {ticket.panel_id === null ? t('no_panel') : (ticket.panel_title ?? tt('unknown_panel'))}
        </Detail>
        <Detail label={t('opened')}>
          <RelativeTime date={ticket.opened_at} />
        </Detail>
        <Detail label={t('claimed_by')}>
          {ticket.claimed_by ? <Person user={ticket.claimed_by} /> : tt('unclaimed')}
        </Detail>
        <Detail label={t('channel_label')}>
          <span className={styles.person}>
            <span>#{ticket.channel_name}</span>
            {ticket.channel_id ? <CopyId id={ticket.channel_id} /> : null}
          </span>
        </Detail>
      </dl>
    </Card>
  );
}

function Detail({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Person({ user }: { user: User }) {
  const name = user.global_name || user.username;
  return (
    <span className={styles.person}>
      <span className={styles.personName}>
        <Avatar src={avatarUrl(user, 64)} fallbackSrc={defaultAvatarUrl(user.id)} name={name} size={24} />
        {name}
      </span>
      <CopyId id={user.id} />
    </span>
  );
}
