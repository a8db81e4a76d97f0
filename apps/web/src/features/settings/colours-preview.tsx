import { useTranslations } from 'use-intl';
import { DiscordPreview } from '../../components/discord/discord-preview.tsx';
import { intFromHex } from '../../lib/discord/colour.ts';
import styles from './settings.module.css';
import type { SettingsForm } from './settings-form.ts';

/** One message that went well and one that did not. */
export function ColoursPreview({ colours, limit }: { colours: SettingsForm['colours']; limit: number }) {
  const t = useTranslations('settings');
  const embeds = [
    {
      title: t('sample.success_title'),
      description: t('sample.success'),
      color: intFromHex(colours[0]) ?? 0,
    },
    {
      title: t('sample.failure_title'),
      description: t('sample.failure', { limit }),
      color: intFromHex(colours[1]) ?? 0,
    },
  ];
  return (
    <div className={styles.preview}>
      <p className={styles.previewTitle}>{t('preview')}</p>
      <DiscordPreview embeds={embeds} />
    </div>
  );
}
