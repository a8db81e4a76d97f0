import { useTranslations } from 'use-intl';
import { Page } from '../../components/layout/page.tsx';
import { useGuildId } from '../../lib/page/use-guild.ts';
import { TagsCard } from './tags-card.tsx';

export function TagsPage() {
  const t = useTranslations('tags');
  const guildId = useGuildId();
  return (
    <Page title={t('title')} purpose={t('purpose')} width="table">
      <TagsCard key={guildId} guildId={guildId} />
    </Page>
  );
}
