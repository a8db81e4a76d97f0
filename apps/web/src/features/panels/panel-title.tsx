import { Link } from '@tanstack/react-router';
import type { Form } from '@tickets/contract/forms/forms';
import type { Panel } from '@tickets/contract/panels/panels';
import type { Emoji } from '@tickets/contract/servers/guild';
import { DiscordButton } from '@tickets/discord-ui/components/discord-button.tsx';
import { tokens } from '@tickets/discord-ui/surface.tsx';
import { Copy, ExternalLink, Lock } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { DashboardAsHost } from '../../components/discord/discord-host.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { cx } from '../../components/ui/class-names.ts';
import { channelLink } from '../../lib/discord/discord-links.ts';
import { useUnlessLetIn } from '../../lib/page/let-in.ts';
import { useSession } from '../../lib/session/session.ts';
import { MessageState } from './message-state.tsx';
import { drawPanelButton } from './panel-drawing.ts';
import styles from './panels.module.css';

interface PanelTitleProps {
  panel: Panel;
  /** The form that it asks, where it has one. */
  form: Form | undefined;
  /** The server's own; undefined while they are on their way. */
  emojis: readonly Emoji[] | undefined;
  channelGone: boolean;
  /** The category that was chosen for its tickets was deleted. */
  categoryGone: boolean;
  busy: boolean;
  onPost: () => void;
}

/** The title of a panel and its button, with what is to be known of it. */
export function PanelTitle({
  panel,
  form,
  emojis,
  channelGone,
  categoryGone,
  busy,
  onPost,
}: PanelTitleProps) {
  const t = useTranslations('panels');
  const self = useSession()?.user_data.id;
  // Who answers and who may open it is copied, too, which an override alone does not allow.
  const mayCopy = !useUnlessLetIn().disabled;
  const { emote } = panel;
  const emojiGone =
    typeof emote === 'object' && emojis !== undefined && !emojis.some(({ id }) => id === emote.id);
  const button = drawPanelButton(
    // As it stands in Discord.
    { ...panel, emote: emojiGone ? '' : emote, disabled: panel.disabled || panel.force_disabled },
    emojis ?? [],
  );
  return (
    <div className={styles.named}>
      <span className={styles.rowTitle}>{panel.title}</span>
      {panel.force_disabled ? (
        <Badge tone="premium" icon={<Lock aria-hidden="true" />}>
          {t('badge.locked')}
        </Badge>
      ) : null}
      {panel.disabled ? <Badge>{t('badge.disabled')}</Badge> : null}
      {form ? <Badge>{t('badge.form', { title: form.title })}</Badge> : null}
      <MessageState
        state={panel.message_state}
        channelGone={channelGone}
        title={panel.title}
        busy={busy}
        onPost={panel.force_disabled ? undefined : onPost}
      />
      {panel.force_disabled ? <p className={styles.reason}>{t('locked_hint')}</p> : null}
      {emojiGone ? <p className={styles.warning}>{t('emoji_deleted')}</p> : null}
      {categoryGone ? <p className={styles.warning}>{t('category_deleted')}</p> : null}
      <div className={cx(tokens, styles.rowButton)}>
        <DashboardAsHost>
          <DiscordButton component={button} />
        </DashboardAsHost>
        {panel.message_id && !channelGone ? (
          <a
            className={styles.rowLink}
            href={channelLink(panel.guild_id, panel.channel_id, self, panel.message_id)}
            target="_blank"
            rel="noreferrer"
            aria-label={t('open_message_named', { title: panel.title })}
          >
            {t('open_message')}
            <ExternalLink aria-hidden="true" />
          </a>
        ) : null}
        {mayCopy ? (
          <Link
            className={styles.rowLink}
            to="/manage/$guildId/panels/create"
            params={{ guildId: panel.guild_id }}
            search={{ from: panel.panel_id }}
            aria-label={t('duplicate_named', { title: panel.title })}
          >
            {t('duplicate')}
            <Copy aria-hidden="true" />
          </Link>
        ) : null}
      </div>
    </div>
  );
}
