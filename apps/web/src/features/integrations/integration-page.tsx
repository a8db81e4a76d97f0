import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import type { IntegrationView } from '@tickets/contract/integrations/integrations';
import { useTranslations } from 'use-intl';
import { Page } from '../../components/layout/page.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { buttonClass } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { ErrorState } from '../../components/ui/empty-state.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { errorText } from '../../lib/api/query-client.ts';
import { useGuildId } from '../../lib/page/use-guild.ts';
import { readSession } from '../../lib/session/session.ts';
import type { Queries } from '../../routes/screens.ts';
import { BackToIntegrations } from './back-link.tsx';
import { IntegrationPreview } from './integration-preview.tsx';
import styles from './integrations.module.css';
import { stateQuery, viewQuery } from './integrations.queries.ts';
import { useFlagToast } from './marketplace/use-flag-toast.ts';
import { privacyLink } from './privacy-policy.ts';
import { RemoveButton } from './remove-button.tsx';
import { useIntegrationId } from './use-integration-id.ts';

export const queries: Queries = {
  'integrations.view': ({ params }) => viewQuery(Number(params.integrationId)),
  'integrations.state': ({ guildId, params }) => stateQuery(guildId, Number(params.integrationId)),
};

export function IntegrationPage() {
  const t = useTranslations('integrations');
  const guildId = useGuildId();
  const id = useIntegrationId();
  const { created } = useSearch({ from: '/manage/$guildId/integrations/view/$integrationId' });
  useFlagToast(created ? t('toast.created') : undefined);
  const view = useQuery(viewQuery(id));
  const state = useQuery(stateQuery(guildId, id));
  const failed = [view, state].find((query) => query.isError && !query.data);
  return (
    <Page
      title={view.data?.name ?? t('view.waiting')}
      purpose={t('view.purpose')}
      action={<BackToIntegrations guildId={guildId} />}
    >
      {failed ? (
        <Card>
          <ErrorState
            error={failed.error}
            message={errorText(failed.error)}
            onRetry={() => {
              for (const query of [view, state]) if (query.isError) void query.refetch();
            }}
          />
        </Card>
      ) : view.data && state.data ? (
        <Shown key={id} guildId={guildId} integration={view.data} active={state.data.active} />
      ) : (
        <>
          <Skeleton height={190} />
          <Skeleton height={150} />
        </>
      )}
    </Page>
  );
}

interface ShownProps {
  guildId: string;
  integration: IntegrationView;
  active: boolean;
}

function Shown({ guildId, integration, active }: ShownProps) {
  const t = useTranslations('integrations.view');
  const params = { guildId, integrationId: String(integration.id) };
  const privacy = privacyLink(integration.privacy_policy_url);
  const isOwn = integration.owner_id === readSession()?.user_data.id;
  return (
    <>
      <Card
        footer={
          <>
            {isOwn ? (
              <>
                <Link
                  to="/manage/$guildId/integrations/configure/$integrationId"
                  params={params}
                  className={buttonClass()}
                >
                  {t('configure')}
                </Link>
                <span className={styles.space} />
              </>
            ) : null}
            {active ? (
              <>
                <Link
                  to="/manage/$guildId/integrations/manage/$integrationId"
                  params={params}
                  className={buttonClass()}
                >
                  {t('settings')}
                </Link>
                <RemoveButton guildId={guildId} integration={integration} />
              </>
            ) : (
              <Link
                to="/manage/$guildId/integrations/activate/$integrationId"
                params={params}
                className={buttonClass({ variant: 'primary' })}
              >
                {t('add')}
              </Link>
            )}
          </>
        }
      >
        <div className={styles.stack}>
          <IntegrationPreview
            name={integration.name}
            description={integration.description}
            token={integration.proxy_token}
            badge={active ? <Badge tone="success">{t('active')}</Badge> : null}
          />
          {privacy ? (
            <p>
              <a href={privacy} target="_blank" rel="noreferrer">
                {t('privacy')}
              </a>
            </p>
          ) : null}
        </div>
      </Card>
      <Card title={t('placeholders')} description={t('placeholders_text')}>
        {integration.placeholders.length ? (
          <ul className={styles.names} aria-label={t('placeholders')}>
            {integration.placeholders.map(({ id, name }) => (
              <li key={id}>
                <code>%{name}%</code>
              </li>
            ))}
          </ul>
        ) : (
          <p className={styles.faint}>{t('no_placeholders')}</p>
        )}
      </Card>
    </>
  );
}
