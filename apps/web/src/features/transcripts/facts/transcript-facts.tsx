import { Link } from '@tanstack/react-router';
import { PermissionLevel } from '@tickets/contract/access/levels';
import type { User } from '@tickets/contract/servers/guild';
import type { Transcript, TranscriptTicket } from '@tickets/contract/transcripts/transcripts';
import { useFormatter, useTranslations } from 'use-intl';
import { OpenerTickets } from '../../../components/opener-tickets/opener-tickets.tsx';
import { Detail, Details, PersonDetail } from '../../../components/ui/details.tsx';
import { useLevel } from '../../../lib/session/use-level.ts';
import { CloseReason } from './close-reason.tsx';
import { CompletenessOf } from './completeness.tsx';
import { Duration } from './duration.tsx';
import styles from './facts.module.css';
import { LineOfTickets } from './line-of-tickets.tsx';
import { SurveyAnswers } from './survey-answers.tsx';

interface TranscriptFactsProps {
  guildId: string;
  transcript: Transcript;
  /** Of another close reason. */
  draft: string | undefined;
  onDraft: (draft: string | undefined) => void;
}

/** What is known of a closed ticket beside its messages. */
export function TranscriptFacts({ guildId, transcript, draft, onDraft }: TranscriptFactsProps) {
  const t = useTranslations('transcript');
  const { ticket } = transcript;
  const { opened_at, reopened_at, closed_at } = ticket;
  const isStaff = useLevel() >= PermissionLevel.support;
  return (
    <div className={styles.facts}>
      <Details>
        <Detail label={t('opener')}>
          <PersonDetail user={asInMessages(ticket.opener)} />
          {isStaff ? <MoreOfOpener guildId={guildId} opener={ticket.opener} /> : null}
        </Detail>
        {isStaff ? <OpenerTickets guildId={guildId} ticketId={transcript.ticket_id} /> : null}
        <Detail label={t('panel')}>{ticket.panel_title ?? t('no_panel')}</Detail>
        {ticket.subject === '' || ticket.subject === ticket.panel_title ? null : (
          <Detail label={t('subject')}>{ticket.subject}</Detail>
        )}
        <Detail label={t('opened')}>
          <Moment date={opened_at} />
        </Detail>
        {reopened_at ? (
          <Detail label={t('reopened')}>
            <Moment date={reopened_at} />
          </Detail>
        ) : null}
        {closed_at ? (
          <>
            <Detail label={t('closed')}>
              <Moment date={closed_at} />
            </Detail>
            <Detail label={t('duration')}>
              <Duration seconds={(Date.parse(closed_at) - Date.parse(opened_at)) / 1000} />
            </Detail>
          </>
        ) : null}
        <Detail label={t('closed_by')}>
          <Closer ticket={ticket} />
        </Detail>
        <CloseReason
          guildId={guildId}
          ticketId={transcript.ticket_id}
          reason={ticket.close_reason}
          mayEdit={ticket.may_edit_reason}
          draft={draft}
          onDraft={onDraft}
        />
        <Claim ticket={ticket} />
        <Detail label={t('rating')}>
          <Rating rating={ticket.rating} />
        </Detail>
        <LineOfTickets guildId={guildId} earlier={transcript.earlier} continuedBy={ticket.continued_by} />
        <CompletenessOf completeness={ticket.completeness} />
      </Details>
      <SurveyAnswers answers={ticket.survey} />
    </div>
  );
}

/** A transcript calls people by their usernames, which are the same for everybody. */
const asInMessages = (user: User): User => ({ ...user, global_name: null });

function Moment({ date }: { date: string }) {
  const format = useFormatter();
  return (
    <time dateTime={date}>
      {format.dateTime(new Date(date), { dateStyle: 'medium', timeStyle: 'medium' })}
    </time>
  );
}

function MoreOfOpener({ guildId, opener }: { guildId: string; opener: TranscriptTicket['opener'] }) {
  const t = useTranslations('transcript');
  return (
    <Link
      to="/manage/$guildId/transcripts"
      params={{ guildId }}
      search={{ user_id: opener.id }}
      className={styles.more}
    >
      {t('more_of_opener', { name: opener.username })}
    </Link>
  );
}

/** Who closed it and where, or why it closed by itself. */
function Closer({ ticket: { closed_by, close_source } }: { ticket: TranscriptTicket }) {
  const t = useTranslations('transcript');
  const how = t(`source.${close_source ?? 'unknown'}`);
  if (!closed_by) return how;
  return (
    <>
      <PersonDetail user={asInMessages(closed_by)} />
      {close_source ? <span className={styles.how}>{how}</span> : null}
    </>
  );
}

/** Whose it was in the end; who is not on its staff is told nothing of it. */
function Claim({ ticket: { claimed_by, claimed_at } }: { ticket: TranscriptTicket }) {
  const t = useTranslations('transcript');
  const format = useFormatter();
  if (!claimed_by) return null;
  return (
    <Detail label={t('claimed_by')}>
      <PersonDetail user={asInMessages(claimed_by)} />
      {claimed_at ? (
        <span className={styles.how}>
          {t('claimed_since', {
            time: format.dateTime(new Date(claimed_at), { dateStyle: 'medium', timeStyle: 'short' }),
          })}
        </span>
      ) : null}
    </Detail>
  );
}

const STARS = [1, 2, 3, 4, 5];

function Rating({ rating }: { rating: number | null }) {
  const t = useTranslations('transcript');
  if (!rating) return t('no_rating');
  return (
    <span className={styles.rating}>
      <span className={styles.stars} aria-hidden="true">
        {STARS.map((star) => (
          <span key={star} data-given={star <= rating || undefined}>
            ★
          </span>
        ))}
      </span>
      {t('stars', { count: rating })}
    </span>
  );
}
