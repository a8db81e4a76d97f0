import { limits } from '@tickets/contract/platform/limits';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { DiscordPreview } from '../../components/discord/discord-preview.tsx';
import { embedPreview, isBlankEmbed } from '../../components/editors/embed-form.ts';
import { fillSample, sampleMentions } from '../../components/editors/welcome-sample.ts';
import { defaultAvatarUrl } from '../../lib/discord/cdn.ts';
import { useGuild } from '../../lib/page/use-guild.ts';
import { type TagForm, tagIdOf } from './tag-form.ts';
import styles from './tags.module.css';

/** The tag as members will read it in a ticket. */
export function TagPreview({ form, premium }: { form: TagForm; premium: boolean }) {
  const t = useTranslations('tags.sample');
  const { data: guild } = useGuild(1);
  const now = useMemo(() => new Date(), []);
  const member = t('member');
  const mentions = useMemo(() => sampleMentions(member, 'ticket-1'), [member]);
  const fill = (text: string) =>
    fillSample(text, { member, server: guild?.name ?? '', ticket_limit: limits.ticket_limit.default, now });
  const id = tagIdOf(form.id) || t('id');
  const drawn = form.use_embed ? embedPreview(form.embed, fill, defaultAvatarUrl('0')) : undefined;
  const embed = drawn && isBlankEmbed(drawn) ? { ...drawn, description: t('nothing') } : drawn;
  const content = form.content.trim() ? fill(form.content) : '';

  return (
    <div className={styles.sample}>
      <p className={styles.used}>
        {t.rich('used', {
          member,
          command: () => <code>{form.use_guild_command ? `/${id}` : `/tag ${id}`}</code>,
        })}
      </p>
      <DiscordPreview
        content={content || (embed ? '' : t('nothing'))}
        embeds={embed ? [premium ? embed : { ...embed, footer: { text: t('powered_by') } }] : []}
        mentions={mentions}
        caption={t('caption', { member })}
      />
    </div>
  );
}
