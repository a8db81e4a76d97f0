import { Link } from '@tanstack/react-router';
import type { SearchResult } from '@tickets/contract/search/search';
import { Paperclip, Star } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Avatar } from '../../components/ui/avatar.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { RelativeTime } from '../../components/ui/relative-time.tsx';
import { avatarUrl, proxiedAvatarUrl } from '../../lib/discord/cdn.ts';
import { placeOf } from '../../lib/search/result-place.ts';
import styles from './search.module.css';

const nameOf = ({ username, global_name }: { username: string; global_name: string | null }) =>
  global_name || username;

/** What was found in one ticket. */
export function TicketResults({ guildId, results }: { guildId: string; results: readonly SearchResult[] }) {
  const t = useTranslations('search');
  const [first] = results;
  if (!first) return null;
  const { ticket_id, channel_name, opener, panel_title, rating, status, imported } = first;
  return (
    <section className={styles.ticket} aria-labelledby={`ticket-${ticket_id}`}>
      <header className={styles.head}>
        <Avatar
          src={avatarUrl(opener, 64)}
          fallbackSrc={proxiedAvatarUrl(opener.id)}
          name={nameOf(opener)}
          size={28}
        />
        <div className={styles.about}>
          <h2 id={`ticket-${ticket_id}`} className={styles.name}>
            {t('ticket', { id: String(ticket_id) })} <span className={styles.channel}>#{channel_name}</span>
          </h2>
          <p className={styles.facts}>
            <span>{t('opened_by', { name: nameOf(opener) })}</span>
            {panel_title ? <span>{panel_title}</span> : null}
            {rating ? (
              <span className={styles.rating}>
                <Star aria-hidden="true" />
                {t('stars', { count: rating })}
              </span>
            ) : null}
          </p>
        </div>
        {imported ? <Badge tone="warning">{t('imported')}</Badge> : null}
        <Badge tone={status === 'open' ? 'success' : 'neutral'}>{t(`status.${status}`)}</Badge>
      </header>
      <ul className={styles.hits}>
        {results.map((result) => (
          <li key={`${result.source} ${result.message_id ?? result.question ?? ''} ${result.said_at}`}>
            <Hit guildId={guildId} result={result} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Hit({ guildId, result }: { guildId: string; result: SearchResult }) {
  const t = useTranslations('search');
  const { author, source, question, said_at, deleted, has_file, snippet } = result;
  return (
    <Link {...placeOf(guildId, result)} className={styles.hit} data-row="">
      <span className={styles.by}>
        <strong>{author ? nameOf(author) : t('nobody')}</strong>
        <RelativeTime date={said_at} />
        {source === 'answer' ? <span>{t('source.answer', { question: question ?? '' })}</span> : null}
        {source === 'close_reason' ? <span>{t('source.close_reason')}</span> : null}
        {deleted ? <Badge tone="danger">{t('deleted')}</Badge> : null}
        {has_file ? (
          <span className={styles.file} title={t('file')}>
            <Paperclip aria-hidden="true" />
            <span className="visually-hidden">{t('file')}</span>
          </span>
        ) : null}
      </span>
      <span className={styles.said}>
        {snippet.length ? (
          snippet.map(({ text, hit }, index) =>
            hit ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text, in its order
              <mark key={index}>{text}</mark>
            ) : (
              text
            ),
          )
        ) : (
          <span className={styles.faint}>{t('only_file')}</span>
        )}
      </span>
    </Link>
  );
}
