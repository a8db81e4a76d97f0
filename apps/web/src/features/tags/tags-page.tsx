import type { QueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { Page } from '../../components/layout/page.tsx';
import { premiumQuery, tagsQuery } from '../../lib/guild.queries.ts';
import { useGuildId } from '../../lib/use-guild.ts';
import { TagsCard } from './tags-card.tsx';

export function load({ queryClient, guildId }: { queryClient: QueryClient; guildId: string }) {
  void queryClient.prefetchQuery(tagsQuery(guildId));
  void queryClient.prefetchQuery(premiumQuery(guildId));
}

export function TagsPage() {
  const t = useTranslations('tags');
  const guildId = useGuildId();
  return (
    <Page title={t('title')} purpose={t('purpose')} width="table">
      <TagsCard key={guildId} guildId={guildId} />
    </Page>
  );
}
