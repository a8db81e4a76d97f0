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
          problem !== 'banned' && (
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
