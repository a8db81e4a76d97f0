import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { integrationLimits } from '@tickets/contract/integrations/integration-limits';
import { Plus, Puzzle } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Button, buttonClass } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { EmptyState, ErrorState } from '../../../components/ui/empty-state.tsx';
import { errorText } from '../../../lib/api/query-client.ts';
import { readSession } from '../../../lib/session/session.ts';
import { ownQuery } from '../integrations.queries.ts';
import { ReviewBadge } from '../review-badge.tsx';
import { IntegrationTile, TileLink, TileSkeleton, Tiles } from './integration-tile.tsx';
import { useTileCount } from './use-tile-count.ts';

/** What the person made, in whichever server it is used. */
export function OwnIntegrations({ guildId }: { guildId: string }) {
  const t = useTranslations('integrations');
  const own = useQuery(ownQuery);
  const waiting = useTileCount('own', own.data?.length, 1);
  const isFull = (own.data?.length ?? 0) >= integrationLimits.owned;
  const self = readSession()?.user_data;
  return (
    <Card
      title={t('own.title')}
      description={isFull ? t('own.full', { limit: integrationLimits.owned }) : t('own.text')}
      actions={<CreateIntegration guildId={guildId} isFull={isFull} />}
    >
      {own.isError && !own.data ? (
        <ErrorState message={errorText(own.error)} onRetry={() => void own.refetch()} />
      ) : own.data?.length === 0 ? (
        <EmptyState icon={<Puzzle />} title={t('own.empty')}>
          {t('own.empty_text')}
        </EmptyState>
      ) : (
        <Tiles label={t('own.title')} busy={!own.data}>
          {own.data?.map((integration) => (
            <IntegrationTile
              key={integration.id}
              integration={integration}
              author={self && { id: self.id, name: self.username }}
              badge={<ReviewBadge review={integration.review} />}
              note={
                integration.review === 'refused' && integration.refusal
                  ? t('review.refused_because', { reason: integration.refusal })
                  : undefined
              }
            >
              <TileLink guildId={guildId} page="view" integration={integration} />
              <TileLink guildId={guildId} page="configure" integration={integration} />
            </IntegrationTile>
          )) ?? <TileSkeleton count={waiting} />}
        </Tiles>
      )}
    </Card>
  );
}

function CreateIntegration({ guildId, isFull }: { guildId: string; isFull: boolean }) {
  const t = useTranslations('integrations.own');
  const icon = <Plus aria-hidden="true" />;
  if (isFull)
    return (
      <Button variant="primary" icon={icon} disabled>
        {t('create')}
      </Button>
    );
  return (
    <Link
      to="/manage/$guildId/integrations/create"
      params={{ guildId }}
      className={buttonClass({ variant: 'primary' })}
    >
      {icon}
      {t('create')}
    </Link>
  );
}
