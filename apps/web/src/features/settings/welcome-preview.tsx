import { limits } from '@tickets/contract/platform/limits';
import type { DiscordComponent } from '@tickets/discord-ui/types';
import { useTranslations } from 'use-intl';
import { DiscordPreview } from '../../components/discord/discord-preview.tsx';
import { fillSample, sampleMentions } from '../../components/editors/welcome-sample.ts';
import { intFromHex } from '../../lib/discord/colour.ts';
import { useGuild } from '../../lib/page/use-guild.ts';
import styles from './settings.module.css';
import type { SettingsForm } from './settings-form.ts';

const RED = 4;
const GREEN = 3;

/** A new ticket as its opener sees it, with what the form says now. */
export function WelcomePreview({ form }: { form: SettingsForm }) {
  const t = useTranslations('settings');
  const member = t('sample.member');
  const { data: guild } = useGuild(2);
  const buttons: DiscordComponent[] = [
    { type: 2, style: RED, label: t('sample.close'), emoji: '🔒' },
    { type: 2, style: RED, label: t('sample.close_with_reason'), emoji: '🔒' },
  ];
  // Threads have no permissions of their own, so they cannot be claimed.
  if (!form.hide_claim_button && !form.use_threads) {
    buttons.push({ type: 2, style: GREEN, label: t('sample.claim'), emoji: '🙋‍♂️' });
  }
  return (
    <div className={styles.preview}>
      <p className={styles.previewTitle}>
        {t('preview')}: <span>{t(`naming.${form.naming_scheme}`)}</span>
      </p>
      <DiscordPreview
        embeds={[
          {
            title: t('sample.subject'),
            description: form.welcome_message
              ? fillSample(form.welcome_message, {
                  member,
                  server: guild?.name ?? '',
                  ticket_limit: form.ticket_limit ?? limits.ticket_limit.default,
                  now: new Date(),
                })
              : t('sample.empty'),
            color: intFromHex(form.colours[0]) ?? 0,
          },
        ]}
        mentions={sampleMentions(member, t(`naming.${form.naming_scheme}`).slice(1))}
        components={[{ type: 1, components: buttons }]}
      />
    </div>
  );
}
