import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type {
  DecidingRule,
  Explanation,
  LevelReason,
  Remedy,
} from '@tickets/contract/who-can-see/who-can-see';
import { useTranslations } from 'use-intl';
import { Banner } from '../../components/ui/banner.tsx';
import { Card } from '../../components/ui/card.tsx';
import { ErrorState } from '../../components/ui/empty-state.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { errorText } from '../../lib/api/query-client.ts';
import styles from './who-can-see.module.css';
import { explanationQuery, type Seen, type Subject } from './who-can-see.queries.ts';

interface ExplanationCardProps {
  guildId: string;
  subject: Subject;
  seen: Seen;
}

/** May or may not, by which rule, and what would change it. */
export function ExplanationCard({ guildId, subject, seen }: ExplanationCardProps) {
  const t = useTranslations('who_can_see');
  const explained = useQuery(explanationQuery(guildId, subject, seen));
  const { data } = explained;
  return (
    <Card title={t('answer')}>
      <div aria-live="polite">
        {data ? (
          <Answer guildId={guildId} subject={subject} seen={seen} answer={data} />
        ) : explained.isError ? (
          <ErrorState message={errorText(explained.error)} onRetry={() => void explained.refetch()} />
        ) : (
          <Skeleton height={160} />
        )}
      </div>
    </Card>
  );
}

function Answer({ guildId, subject, seen, answer }: ExplanationCardProps & { answer: Explanation }) {
  const t = useTranslations('who_can_see');
  const rule = useRuleText();
  const reason = useReasonText();
  const { person, allowed, ticket, remedies } = answer;
  const what =
    'page' in seen
      ? t(`pages.${seen.page}`)
      : t(ticket?.is_closed ? 'closed' : 'open', { id: String(seen.ticket_id) });
  const said = { who: person?.username ?? t('user_id' in subject ? 'unknown' : 'somebody'), what };
  return (
    <div className={styles.answer}>
      <Banner tone={allowed ? 'success' : 'warning'} title={allowed ? t('may', said) : t('may_not', said)}>
        {rule(answer.rule)}
      </Banner>
      <dl className={styles.facts}>
        <div>
          <dt>{t('level')}</dt>
          <dd>{reason(answer.level_reason)}</dd>
        </div>
        {ticket && allowed && !ticket.is_closed ? (
          <div>
            <dt>{t('also')}</dt>
            <dd>
              {ticket.may_reply ? t('may_reply') : t('may_not_reply')}{' '}
              {ticket.is_listed ? t('is_listed') : t('is_not_listed')}
            </dd>
          </div>
        ) : null}
        <div>
          <dt>{t('would_change')}</dt>
          <dd>
            {remedies.length ? (
              <ul className={styles.remedies}>
                {remedies.map((remedy) => (
                  <li key={`${remedy.kind} ${remedy.team?.id}`}>
                    <RemedyLink guildId={guildId} remedy={remedy} />
                  </li>
                ))}
              </ul>
            ) : (
              t('nothing_changes')
            )}
          </dd>
        </div>
      </dl>
    </div>
  );
}

/** The page on which it is done; what is done in Discord has none. */
const placeOf: Record<Remedy['kind'], 'teams' | 'panels' | 'settings' | 'staffoverride' | undefined> = {
  add_to_team: 'teams',
  add_to_default_team: 'teams',
  give_panel_a_team: 'panels',
  make_administrator: 'teams',
  join_server: undefined,
  give_up_claim: undefined,
  change_claim_settings: 'settings',
  take_role: undefined,
  remove_administrator: 'teams',
  remove_from_team: 'teams',
  remove_from_default_team: 'teams',
  end_override: 'staffoverride',
};

function RemedyLink({ guildId, remedy }: { guildId: string; remedy: Remedy }) {
  const t = useTranslations('who_can_see');
  const { kind, team, role, panel } = remedy;
  const text = t(`remedy.${kind}`, {
    team: team?.name ?? '',
    role: role?.name ?? '',
    panel: panel?.name ?? '',
  });
  const place = placeOf[kind];
  if (!place) return text;
  const params = { guildId };
  return place === 'teams' && team ? (
    <Link to="/manage/$guildId/teams" params={params} search={{ team: Number(team.id) }}>
      {text}
    </Link>
  ) : (
    <Link to={`/manage/$guildId/${place}`} params={params}>
      {text}
    </Link>
  );
}

export function useRuleText(): (rule: DecidingRule) => string {
  const t = useTranslations('who_can_see');
  return ({ kind, needed, team, role, claimed_by }) =>
    t(`rule.${kind}`, {
      needed: String(needed),
      team: team?.name ?? '',
      role: role?.name ?? 'none',
      claimed_by: claimed_by?.name ?? '',
    });
}

export function useReasonText(): (reason: LevelReason) => string {
  const t = useTranslations('who_can_see');
  return ({ kind, role, team }) => t(`reason.${kind}`, { role: role?.name ?? '', team: team?.name ?? '' });
}
