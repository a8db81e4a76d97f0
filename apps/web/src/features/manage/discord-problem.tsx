import type { RouteAnswer } from '@tickets/contract/routes';
import type { DiscordProblem } from '@tickets/contract/servers/guild';
import { useFormatter, useTranslations } from 'use-intl';
import { Banner } from '../../components/ui/banner.tsx';
import styles from './discord-problem.module.css';

/** Says what keeps the bot out of Discord, and who can do what about it. */
export function DiscordProblemBanner({ problem, until }: { problem: DiscordProblem; until: string | null }) {
  const t = useTranslations('connection');
  const format = useFormatter();
  const when =
    until === null
      ? ''
      : t('banned.until', {
          until: format.dateTime(new Date(until), { dateStyle: 'medium', timeStyle: 'short' }),
        });
  return (
    <div className={styles.place} role="alert">
      <Banner
        tone="danger"
        title={t(`${problem}.title`)}
        action={
          (problem === 'token_refused' || problem === 'intents_refused') && (
            <a href="https://discord.com/developers/applications" target="_blank" rel="noreferrer">
              {t('portal')}
            </a>
          )
        }
      >
        {problem === 'banned' ? t('banned.text', { until: when }) : t(`${problem}.text`)}
      </Banner>
    </div>
  );
}

/** Names the roles and members that tickets leave out, because Discord does not know them. */
export function GoneTargetsBanner({ gone }: { gone: RouteAnswer<'guild.discord'>['gone'] }) {
  const t = useTranslations('connection');
  const format = useFormatter();
  const names = gone.map(({ id, is_role, name }) => `${is_role ? '@' : ''}${name ?? id}`);
  return (
    <div className={styles.place} role="alert">
      <Banner tone="warning" title={t('gone.title')}>
        {t('gone.text', { names: format.list(names) })}
      </Banner>
    </div>
  );
}
