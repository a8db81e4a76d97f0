import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { Page } from '../../components/layout/page.tsx';
import { Card } from '../../components/ui/card.tsx';
import { ErrorState } from '../../components/ui/empty-state.tsx';
import { formsQuery, panelsQuery } from '../../lib/api/guild.queries.ts';
import { failureText } from '../../lib/api/query-client.ts';
import { useGuildId } from '../../lib/page/use-guild.ts';
import { FormsEditor } from './forms-editor.tsx';
import { FormsSkeleton } from './forms-skeleton.tsx';

export function FormsPage() {
  const t = useTranslations('forms');
  const guildId = useGuildId();
  return (
    <Page title={t('title')} purpose={t('purpose')} width="table">
      <FormsLoader key={guildId} guildId={guildId} />
    </Page>
  );
}

function FormsLoader({ guildId }: { guildId: string }) {
  const t = useTranslations('forms');
  const forms = useQuery(formsQuery(guildId));
  // Only tells where a form is used; the page works without it.
  const panels = useQuery(panelsQuery(guildId));
  if (forms.data) return <FormsEditor guildId={guildId} forms={forms.data} panels={panels.data ?? []} />;
  if (!forms.isError) return <FormsSkeleton />;
  return (
    <Card title={t('manage.card')}>
      <ErrorState
        message={failureText(forms.error, formsQuery(guildId).meta)}
        onRetry={() => void forms.refetch()}
      />
    </Card>
  );
}
