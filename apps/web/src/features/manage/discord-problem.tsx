import type { DiscordProblem } from '@tickets/contract/servers/guild';
import { useTranslations } from 'use-intl';
import { Banner } from '../../components/ui/banner.tsx';
import styles from './discord-problem.module.css';

/** Says what keeps the bot out of Discord, and who can do what about it. */
export function DiscordProblemBanner({ problem }: { problem: DiscordProblem }) {
  const t = useTranslations('connection');
  return (
    <div className={styles.place} role="alert">
      <Banner
        tone="danger"
        title={t(`${problem}.title`)}
        action={
          <a href="https://discord.com/developers/applications" target="_blank" rel="noreferrer">
            {t('portal')}
          </a>
        }
      >
        {t(`${problem}.text`)}
      </Banner>
    </div>
  );
}
