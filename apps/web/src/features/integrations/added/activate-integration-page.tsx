import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { integrationLimits } from '@tickets/contract/integrations/integration-limits';
import type { IntegrationView } from '@tickets/contract/integrations/integrations';
import { Puzzle } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Page } from '../../../components/layout/page.tsx';
import { Banner } from '../../../components/ui/banner.tsx';
import { Button, buttonClass } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { EmptyState, ErrorState } from '../../../components/ui/empty-state.tsx';
import { LeaveGuard } from '../../../components/ui/overlays/leave-guard.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { errorText } from '../../../lib/api/query-client.ts';
import { useUnlessLetIn } from '../../../lib/page/let-in.ts';
import { useGuildId } from '../../../lib/page/use-guild.ts';
import type { Queries } from '../../../routes/screens.ts';
import { BackToIntegrations } from '../back-link.tsx';
import { hasRoom } from '../has-room.ts';
import { IntegrationPreview } from '../integration-preview.tsx';
import { addMutation, availableQuery, stateQuery, viewQuery } from '../integrations.queries.ts';
import { useIntegrationId } from '../use-integration-id.ts';
import { useSecretRefusal } from '../use-secret-refusal.ts';
import { useSecretValues } from '../use-secret-values.ts';
import { SecretsCard } from './secrets-card.tsx';

export const queries: Queries = {
  'integrations.view': ({ params }) => viewQuery(Number(params.integrationId)),
  'integrations.state': ({ guildId, params }) => stateQuery(guildId, Number(params.integrationId)),
};

export function ActivateIntegrationPage() {
  const t = useTranslations('integrations.activate');
  const guildId = useGuildId();
  const id = useIntegrationId();
  const view = useQuery(viewQuery(id));
  const state = useQuery(stateQuery(guildId, id));
  const failed = [view, state].find((query) => query.isError && !query.data);
  return (
    <Page
      title={view.data ? t('title', { name: view.data.name }) : t(failed ? 'failed' : 'waiting')}
      purpose={t('purpose')}
      action={<BackToIntegrations guildId={guildId} />}
    >
      {failed ? (
        <Card>
          <ErrorState
            error={failed.error}
            message={errorText(failed.error)}
            onRetry={() => void failed.refetch()}
          />
        </Card>
      ) : view.data && state.data ? (
        <Activation
          key={`${guildId}-${id}`}
          guildId={guildId}
          integration={view.data}
          isActive={state.data.active}
        />
      ) : (
        <>
          <Skeleton height={104} />
          <Skeleton height={260} />
        </>
      )}
    </Page>
  );
}

interface ActivationProps {
  guildId: string;
  integration: IntegrationView;
  isActive: boolean;
}

function Activation({ isActive, ...props }: ActivationProps) {
  // One that is being added here stays on the screen until the marketplace says so.
  const [wasActive] = useState(isActive);
  return isActive && wasActive ? <AlreadyThere {...props} /> : <AddForm {...props} />;
}

function AlreadyThere({ guildId, integration }: Omit<ActivationProps, 'isActive'>) {
  const t = useTranslations('integrations');
  return (
    <Card>
      <EmptyState
        icon={<Puzzle />}
        title={t('activate.already', { name: integration.name })}
        action={
          <Link
            to="/manage/$guildId/integrations/manage/$integrationId"
            params={{ guildId, integrationId: String(integration.id) }}
            className={buttonClass({ variant: 'primary' })}
          >
            {t('view.settings')}
          </Link>
        }
      >
        {t('activate.already_text')}
      </EmptyState>
    </Card>
  );
}

function AddForm({ guildId, integration }: Omit<ActivationProps, 'isActive'>) {
  const t = useTranslations('integrations.activate');
  // What a server has stands first.
  const first = useQuery(availableQuery(guildId, 1));
  const [hadRoom, setHadRoom] = useState<boolean>();
  if (first.data && hadRoom === undefined) setHadRoom(hasRoom(first.data));
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const unlessLetIn = useUnlessLetIn();
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
        note={
          hadRoom === false ? (
            <Banner tone="warning">{t('full', { limit: integrationLimits.active })}</Banner>
          ) : null
        }
        footer={
          <Button
            {...unlessLetIn}
            type="submit"
            variant="primary"
            disabled={!secrets.isComplete || unlessLetIn.disabled}
            busy={add.isPending}
          >
            {t('add')}
          </Button>
        }
      />
      <LeaveGuard active={secrets.isTyped && !add.isPending} />
    </>
  );
}
