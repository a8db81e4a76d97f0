import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { IntegrationDetail } from '@tickets/contract/integrations/integrations';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { Page } from '../../../components/layout/page.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { ErrorState } from '../../../components/ui/empty-state.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { errorText } from '../../../lib/api/query-client.ts';
import { toast } from '../../../lib/page/toast.ts';
import { useGuildId } from '../../../lib/page/use-guild.ts';
import type { Queries } from '../../../routes/screens.ts';
import { DeliveriesCard } from '../added/deliveries-card.tsx';
import { BackToIntegrations } from '../back-link.tsx';
import { useIntegrationId } from '../use-integration-id.ts';
import { detailQuery, ownDeliveriesQuery, updateMutation } from './integration-editor.queries.ts';
import { IntegrationEditor } from './integration-editor.tsx';
import { integrationFormOf } from './integration-form.ts';
import { PublicationCard } from './publication-card.tsx';

export const queries: Queries = {
  'integrations.detail': ({ params }) => detailQuery(Number(params.integrationId)),
  'integrations.own_deliveries': ({ params }) => ownDeliveriesQuery(Number(params.integrationId)),
};

export function ConfigureIntegrationPage() {
  const t = useTranslations('integrations.edit');
  const guildId = useGuildId();
  const id = useIntegrationId();
  const detail = useQuery(detailQuery(id));
  const deliveries = useQuery(ownDeliveriesQuery(id));
  return (
    <Page title={t('title')} purpose={t('purpose')} action={<BackToIntegrations guildId={guildId} />}>
      {detail.data ? (
        <>
          <Edited key={`${guildId}-${id}`} guildId={guildId} integration={detail.data} />
          <DeliveriesCard deliveries={deliveries} ofAll />
        </>
      ) : detail.isError ? (
        <Card>
          <ErrorState
            error={detail.error}
            message={errorText(detail.error)}
            onRetry={() => void detail.refetch()}
          />
        </Card>
      ) : (
        <>
          <Skeleton height={540} />
          <Skeleton height={620} />
        </>
      )}
    </Page>
  );
}

function Edited({ guildId, integration }: { guildId: string; integration: IntegrationDetail }) {
  const t = useTranslations('integrations.toast');
  const queryClient = useQueryClient();
  const stored = useMemo(() => integrationFormOf(integration), [integration]);
  const { onSuccess: updated, ...updating } = updateMutation(queryClient, guildId, integration.id);
  const save = useMutation({
    ...updating,
    onSuccess: async (...answer) => {
      await updated?.(...answer);
      toast.success(t('updated'));
    },
  });
  return (
    <IntegrationEditor guildId={guildId} stored={stored} isNew={false} save={save}>
      {(dirty) => <PublicationCard guildId={guildId} integration={integration} dirty={dirty} />}
    </IntegrationEditor>
  );
}
