import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { IntegrationView } from '@tickets/contract/integrations/integrations';
import { useTranslations } from 'use-intl';
import { Page } from '../../../components/layout/page.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { ErrorState } from '../../../components/ui/empty-state.tsx';
import { LeaveGuard } from '../../../components/ui/overlays/leave-guard.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { errorText } from '../../../lib/api/query-client.ts';
import { useGuildId } from '../../../lib/page/use-guild.ts';
import type { Queries } from '../../../routes/screens.ts';
import { BackToIntegrations } from '../back-link.tsx';
import { IntegrationPreview } from '../integration-preview.tsx';
import { addMutation, viewQuery } from '../integrations.queries.ts';
import { useIntegrationId } from '../use-integration-id.ts';
import { useSecretRefusal } from '../use-secret-refusal.ts';
import { useSecretValues } from '../use-secret-values.ts';
import { SecretsCard } from './secrets-card.tsx';

export const queries: Queries = {
  'integrations.view': ({ params }) => viewQuery(Number(params.integrationId)),
};

export function ActivateIntegrationPage() {
  const t = useTranslations('integrations.activate');
  const guildId = useGuildId();
  const id = useIntegrationId();
  const view = useQuery(viewQuery(id));
  return (
    <Page
      title={view.data ? t('title', { name: view.data.name }) : t('waiting')}
      purpose={t('purpose')}
      action={<BackToIntegrations guildId={guildId} />}
    >
      {view.data ? (
        <Activation key={`${guildId}-${id}`} guildId={guildId} integration={view.data} />
      ) : view.isError ? (
        <Card>
          <ErrorState message={errorText(view.error)} onRetry={() => void view.refetch()} />
        </Card>
      ) : (
        <>
          <Skeleton height={104} />
          <Skeleton height={260} />
        </>
      )}
    </Page>
  );
}

function Activation({ guildId, integration }: { guildId: string; integration: IntegrationView }) {
  const t = useTranslations('integrations.activate');
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const secrets = useSecretValues(integration.secrets);
  const refusal = useSecretRefusal(integration);
  const { onSuccess: added, ...adding } = addMutation(queryClient);
  const add = useMutation({
    ...adding,
    onSuccess: async (...answer) => {
      await added?.(...answer);
      await navigate({
        to: '/manage/$guildId/integrations',
        params: { guildId },
        search: { added: true },
        // What was typed has been sent.
        ignoreBlocker: true,
      });
    },
    onError: (error, { secrets: sent }) => refusal.refuse(error, sent),
  });
  const submit = () => {
    if (secrets.isComplete && !add.isPending)
      add.mutate({ guildId, integration_id: integration.id, secrets: secrets.toSend() });
  };
  return (
    <>
      <Card>
        <IntegrationPreview
          name={integration.name}
          description={integration.description}
          token={integration.proxy_token}
        />
      </Card>
      <SecretsCard
        integration={integration}
        values={secrets.values}
        onChange={secrets.change}
        problems={refusal.problems}
        onSubmit={submit}
        footer={
          <Button type="submit" variant="primary" disabled={!secrets.isComplete} busy={add.isPending}>
            {t('add')}
          </Button>
        }
      />
      <LeaveGuard active={secrets.isTyped && !add.isPending} />
    </>
  );
}
