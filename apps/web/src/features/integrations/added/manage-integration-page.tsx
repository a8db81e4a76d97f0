import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { IntegrationView } from '@tickets/contract/integrations/integrations';
import { Puzzle } from 'lucide-react';
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
import { toast } from '../../../lib/page/toast.ts';
import { useGuildId } from '../../../lib/page/use-guild.ts';
import type { Queries } from '../../../routes/screens.ts';
import { BackToIntegrations } from '../back-link.tsx';
import styles from '../integrations.module.css';
import {
  deliveriesQuery,
  integrationKeys,
  saveSecretsMutation,
  stateQuery,
  viewQuery,
} from '../integrations.queries.ts';
import { RemoveButton } from '../remove-button.tsx';
import { useIntegrationId } from '../use-integration-id.ts';
import { useSecretRefusal } from '../use-secret-refusal.ts';
import { useSecretValues } from '../use-secret-values.ts';
import { DeliveriesCard } from './deliveries-card.tsx';
import { SecretsCard } from './secrets-card.tsx';

export const queries: Queries = {
  'integrations.view': ({ params }) => viewQuery(Number(params.integrationId)),
  'integrations.state': ({ guildId, params }) => stateQuery(guildId, Number(params.integrationId)),
};

export function ManageIntegrationPage() {
  const t = useTranslations('integrations.settings');
  const guildId = useGuildId();
  const id = useIntegrationId();
  const view = useQuery(viewQuery(id));
  const state = useQuery(stateQuery(guildId, id));
  const isActive = state.data?.active === true;
  const deliveries = useQuery({ ...deliveriesQuery(guildId, id), enabled: isActive });
  const failed = [view, state].find((query) => query.isError && !query.data);
  return (
    <Page
      title={view.data ? t('title', { name: view.data.name }) : t(failed ? 'failed' : 'waiting')}
      purpose={t('purpose')}
      width="table"
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
      ) : !view.data || !state.data ? (
        <>
          <Skeleton height={400} />
          <Skeleton height={240} />
        </>
      ) : isActive ? (
        <>
          <Settings
            key={`${guildId}-${id}`}
            guildId={guildId}
            integration={view.data}
            missing={state.data.missing_secrets ?? none}
            lost={state.data.lost_secrets ?? none}
          />
          <DeliveriesCard deliveries={deliveries} />
        </>
      ) : (
        <NotAdded guildId={guildId} integration={view.data} />
      )}
    </Page>
  );
}

const none: readonly string[] = [];

function NotAdded({ guildId, integration }: { guildId: string; integration: IntegrationView }) {
  const t = useTranslations('integrations');
  return (
    <Card>
      <EmptyState
        icon={<Puzzle />}
        title={t('settings.not_added', { name: integration.name })}
        action={
          <Link
            to="/manage/$guildId/integrations/activate/$integrationId"
            params={{ guildId, integrationId: String(integration.id) }}
            className={buttonClass({ variant: 'primary' })}
          >
            {t('view.add')}
          </Link>
        }
      >
        {t('settings.not_added_text')}
      </EmptyState>
    </Card>
  );
}

interface SettingsProps {
  guildId: string;
  integration: IntegrationView;
  /** The secrets that the server has yet to enter. */
  missing: readonly string[];
  /** The secrets that it has to enter again. */
  lost: readonly string[];
}

function Settings({ guildId, integration, missing, lost }: SettingsProps) {
  const t = useTranslations('integrations');
  const secrets = useSecretValues(integration.secrets);
  const queryClient = useQueryClient();
  const refusal = useSecretRefusal(integration);
  const unlessLetIn = useUnlessLetIn();
  const save = useMutation({
    ...saveSecretsMutation,
    onSuccess: () => {
      toast.success(t('toast.settings'));
      secrets.clear();
      refusal.forget();
      void queryClient.invalidateQueries({ queryKey: integrationKeys.ofGuild(guildId) });
    },
    onError: (error, { secrets: sent }) => refusal.refuse(error, sent),
  });
  const submit = () => {
    if (secrets.isComplete && !save.isPending)
      save.mutate({ guildId, integration_id: integration.id, secrets: secrets.toSend() });
  };
  return (
    <>
      <SecretsCard
        integration={integration}
        values={secrets.values}
        onChange={secrets.change}
        problems={refusal.problems}
        onSubmit={submit}
        note={
          <>
            {missing.length ? (
              <Banner tone="warning">
                {t('settings.missing', { count: missing.length, names: missing.join(', ') })}
              </Banner>
            ) : null}
            {lost.length ? (
              <Banner tone="warning">
                {t('settings.lost', { count: lost.length, names: lost.join(', ') })}
              </Banner>
            ) : null}
            {integration.secrets.length ? <p className={styles.faint}>{t('secrets.hidden')}</p> : null}
          </>
        }
        footer={
          <>
            <RemoveButton guildId={guildId} integration={integration} />
            <span className={styles.space} />
            <Button
              {...unlessLetIn}
              type="submit"
              variant="primary"
              disabled={!secrets.isTyped || !secrets.isComplete || unlessLetIn.disabled}
              busy={save.isPending}
            >
              {t('settings.save')}
            </Button>
          </>
        }
      />
      <LeaveGuard active={secrets.isTyped && !save.isPending} />
    </>
  );
}
