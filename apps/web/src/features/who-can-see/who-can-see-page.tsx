import { useNavigate, useSearch } from '@tanstack/react-router';
import { isDashboardPage } from '@tickets/contract/who-can-see/pages';
import { useTranslations } from 'use-intl';
import { Page } from '../../components/layout/page.tsx';
import { useGuildId } from '../../lib/page/use-guild.ts';
import { AskForm } from './ask-form.tsx';
import { ExplanationCard } from './explanation-card.tsx';
import { ViewersCard } from './viewers-card.tsx';
import styles from './who-can-see.module.css';
import type { Seen, Subject } from './who-can-see.queries.ts';
import type { WhoCanSeeSearch } from './who-can-see-search.ts';

/** Explains to administrators who may see what. */
export function WhoCanSeePage() {
  const t = useTranslations('who_can_see');
  const guildId = useGuildId();
  const asked = useSearch({ from: '/manage/$guildId/who-can-see' });
  const navigate = useNavigate();
  const subject = subjectOf(asked);
  const seen = seenOf(asked);
  return (
    <Page title={t('title')} purpose={t('purpose')}>
      <div className={styles.cards}>
        <AskForm
          key={guildId}
          guildId={guildId}
          asked={asked}
          onAsk={(search) =>
            void navigate({ to: '/manage/$guildId/who-can-see', params: { guildId }, search })
          }
        />
        {subject && seen ? <ExplanationCard guildId={guildId} subject={subject} seen={seen} /> : null}
        {seen && 'ticket_id' in seen ? (
          <ViewersCard key={seen.ticket_id} guildId={guildId} ticketId={seen.ticket_id} />
        ) : null}
      </div>
    </Page>
  );
}

function subjectOf({ user, roles }: WhoCanSeeSearch): Subject | undefined {
  if (user !== undefined) return { user_id: user };
  return roles === undefined ? undefined : { role_ids: roles };
}

function seenOf({ ticket, page }: WhoCanSeeSearch): Seen | undefined {
  if (ticket !== undefined) return { ticket_id: ticket };
  return isDashboardPage(page) ? { page } : undefined;
}
