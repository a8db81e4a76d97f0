import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import type { SharedTranscript } from '@tickets/contract/transcripts/sharing';
import { shareTokenPattern } from '@tickets/contract/transcripts/transcript-limits';
import { Unlink } from 'lucide-react';
import { useFormatter, useTranslations } from 'use-intl';
import { AnswersCard } from '../../../components/conversation/answers-card.tsx';
import { Conversation } from '../../../components/conversation/conversation.tsx';
import { Centred } from '../../../components/layout/centred.tsx';
import { Avatar } from '../../../components/ui/avatar.tsx';
import { buttonClass } from '../../../components/ui/button.tsx';
import { EmptyState, ErrorState } from '../../../components/ui/empty-state.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { ApiError } from '../../../lib/api/api.ts';
import { errorText } from '../../../lib/api/query-client.ts';
import { guildIconUrl } from '../../../lib/discord/cdn.ts';
import { ImportedLine } from '../facts/imported-line.tsx';
import { useDrawnTranscript } from '../use-drawn-transcript.tsx';
import styles from './sharing.module.css';
import { sharedQuery } from './sharing.queries.ts';

/** What a link shows, to whoever has it. Its token stands behind the #, which no server is told. */
export function SharedPage() {
  const token = useLocation({ select: ({ hash }) => hash });
  const t = useTranslations('sharing.shared');
  const isWhole = shareTokenPattern.test(token);
  const shared = useQuery({ ...sharedQuery(token), enabled: isWhole });
  if (!isWhole) return <Gone>{t('not_whole')}</Gone>;
  if (shared.data) return <Shared {...shared.data} />;
  if (!shared.isError) return <Loading />;
  if (shared.error instanceof ApiError && shared.error.status === 404)
    return <Gone>{errorText(shared.error)}</Gone>;
  return (
    <Centred>
      <ErrorState message={errorText(shared.error)} onRetry={() => void shared.refetch()} />
    </Centred>
  );
}

function Shared({ server, shared_by, expires_at, transcript }: SharedTranscript) {
  const t = useTranslations('sharing.shared');
  const viewer = useTranslations('transcripts.viewer');
  const format = useFormatter();
  const { messages, mentions, events } = useDrawnTranscript(transcript);
  const until = format.dateTime(new Date(expires_at), { dateStyle: 'long', timeStyle: 'short' });
  return (
    <main className={styles.page}>
      <header className={styles.server}>
        <Avatar src={guildIconUrl(server)} name={server.name} size={44} shape="square" />
        <div className={styles.words}>
          <h1 className={styles.title} tabIndex={-1}>
            {t('title', { id: transcript.ticket_id, server: server.name })}
          </h1>
          <p className={styles.detail}>{t('by', { name: shared_by.username, time: until })}</p>
        </div>
      </header>
      <div className={styles.contents}>
        <ImportedLine imported={transcript.imported} />
        <AnswersCard answers={transcript.answers} wide />
        <div className={styles.viewer}>
          <Conversation
            messages={messages}
            mentions={mentions}
            events={events}
            // Others are for those who may sign in and read them.
            earlier={transcript.earlier.filter(({ history }) => history === 'joined')}
            empty={<p className={styles.nothing}>{viewer('empty')}</p>}
          />
        </div>
      </div>
    </main>
  );
}

function Loading() {
  return (
    <main className={styles.page} aria-busy="true">
      <Skeleton height={44} />
      <Skeleton height={480} />
    </main>
  );
}

function Gone({ children }: { children: string }) {
  const t = useTranslations('sharing.shared');
  return (
    <Centred>
      <EmptyState
        icon={<Unlink />}
        heading="h1"
        title={t('gone')}
        action={
          <Link to="/welcome" className={buttonClass({})}>
            {t('home')}
          </Link>
        }
      >
        {children}
      </EmptyState>
    </Centred>
  );
}
