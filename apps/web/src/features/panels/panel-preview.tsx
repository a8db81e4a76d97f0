import { limits } from '@tickets/contract/platform/limits';
import type { DiscordComponent, MentionNames } from '@tickets/discord-ui/types';
import { Hash } from 'lucide-react';
import { memo, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { DiscordPreview } from '../../components/discord/discord-preview.tsx';
import { isBlankEmbed } from '../../components/editors/embed-form.ts';
import { fillSample, sampleMentions } from '../../components/editors/welcome-sample.ts';
import { defaultAvatarUrl } from '../../lib/discord/cdn.ts';
import { useGuild } from '../../lib/page/use-guild.ts';
import {
  drawChannelName,
  drawMentions,
  drawPanel,
  drawWelcome,
  namesOf,
  withBranding,
} from './panel-drawing.ts';
import type { PanelForm } from './panel-form.ts';
import styles from './panels.module.css';
import type { EditorData } from './use-editor-data.ts';

interface PreviewProps {
  form: PanelForm;
  data: EditorData;
}

/** The panel as members will find it in its channel. */
export const PanelMessagePreview = memo(function PanelMessagePreview({ form, data }: PreviewProps) {
  const t = useTranslations('panels.sample');
  const { embed, button } = drawPanel(form.message, data.emojis);
  const names = useMemo(() => namesOf(data), [data]);
  return (
    <DiscordPreview
      mentions={names}
      embeds={[withBranding(embed, data.premium ? null : t('powered_by'))]}
      components={[{ type: 1, components: [button] }]}
    />
  );
});

const RED = 4;
const GREEN = 3;

/** The first message in a ticket of the panel, and the name of its channel. */
export const TicketPreview = memo(function TicketPreview({
  form,
  data,
  guildId,
}: PreviewProps & { guildId: string }) {
  const t = useTranslations('panels');
  const { data: guild } = useGuild(2);
  const { settings, channels, roles, premium } = data;
  const member = t('sample.member');
  const now = useMemo(() => new Date(), []);
  const sample = {
    member,
    server: guild?.name ?? '',
    ticket_limit: settings?.ticket_limit ?? limits.ticket_limit.default,
    now,
  };
  let notOurs: string | undefined;
  const fill = (text: string) =>
    fillSample(text, sample, (name) => {
      notOurs ??= name;
    });

  const channel = drawChannelName(form.ticket.naming_scheme, settings?.naming_scheme ?? 'id', {
    username: member.toLowerCase(),
    nickname: member,
    now,
  });
  const names = useMemo<MentionNames>(() => {
    const known = namesOf({ channels, roles });
    const shown = sampleMentions(member, channel);
    return { ...known, ...shown, channels: { ...known.channels, ...shown.channels } };
  }, [member, channel, channels, roles]);
  const embeds = drawWelcome(
    form,
    data.forms.find(({ form_id }) => String(form_id) === form.ticket.form_id),
    {
      fill,
      avatarUrl: defaultAvatarUrl('0'),
      answer: t('sample.answer'),
      server: { text: settings?.welcome_message ?? '', colour: settings?.colours[0] },
      branding: premium ? null : t('sample.powered_by'),
    },
  );
  const buttons: DiscordComponent[] = [
    { type: 2, style: RED, label: t('sample.close'), emoji: '🔒' },
    { type: 2, style: RED, label: t('sample.close_with_reason'), emoji: '🔒' },
  ];
  // Threads have no permissions of their own, so they cannot be claimed.
  if (!settings?.hide_claim_button && !settings?.use_threads)
    buttons.push({ type: 2, style: GREEN, label: t('sample.claim'), emoji: '🙋‍♂️' });
  const mention = drawMentions(form.ticket.mentions, fill('%user%'), guildId);
  return (
    <div className={styles.ticket}>
      <p className={styles.channel}>
        <Hash aria-hidden="true" />
        {channel}
      </p>
      <DiscordPreview
        content={mention}
        embeds={embeds.map((embed) =>
          isBlankEmbed(embed) ? { ...embed, description: t('sample.empty') } : embed,
        )}
        components={[{ type: 1, components: buttons }]}
        mentions={names}
        caption={[
          t('caption.sample'),
          notOurs && t('caption.not_ours', { name: notOurs }),
          mention && form.ticket.delete_mentions && t('caption.mention_deleted'),
          settings?.use_threads && t('caption.thread'),
        ]
          .filter(Boolean)
          .join(' ')}
      />
    </div>
  );
});
