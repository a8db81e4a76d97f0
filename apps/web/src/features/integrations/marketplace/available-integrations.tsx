import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { integrationLimits } from '@tickets/contract/integrations/integration-limits';
import type { ListedIntegration } from '@tickets/contract/integrations/integrations';
import { Puzzle } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { EmptyState, ErrorState } from '../../../components/ui/empty-state.tsx';
import { fetchModal } from '../../../components/ui/overlays/lazy-modal.tsx';
import { Pagination } from '../../../components/ui/table/pagination.tsx';
import { errorText } from '../../../lib/api/query-client.ts';
import { useUnlessLetIn } from '../../../lib/page/let-in.ts';
import { toast } from '../../../lib/page/toast.ts';
import { readSession } from '../../../lib/session/session.ts';
import { hasRoom } from '../has-room.ts';
import styles from '../integrations.module.css';
import { availableQuery, removeMutation } from '../integrations.queries.ts';
import { RemoveQuestion } from '../remove-question.tsx';
import { AboutIntegration } from './about-integration.tsx';
import { BuiltInTile } from './built-in-tile.tsx';
import { IntegrationTile, TileLink, TileSkeleton, Tiles } from './integration-tile.tsx';
import { hasNextPage } from './paging.ts';
import { useTileCount } from './use-tile-count.ts';

/** What the server has and what it could add, a page at a time. */
export function AvailableIntegrations({ guildId, page }: { guildId: string; page: number }) {
  const t = useTranslations('integrations');
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const list = useQuery({ ...availableQuery(guildId, page), placeholderData: keepPreviousData });
  const remove = useMutation(removeMutation(queryClient, guildId));
  const [read, setRead] = useState<ListedIntegration>();
  const [reading, setReading] = useState(false);
  const [asked, setAsked] = useState<ListedIntegration>();
  const [asking, setAsking] = useState(false);
  const first = useQuery(availableQuery(guildId, 1));
  const isFull = first.data !== undefined && !hasRoom(first.data);
  const isTurning = list.isPlaceholderData;
  const waiting = useTileCount('available', list.data?.length, 3);

  const shown = useRef<HTMLDivElement>(null);
  // The button that was pressed may go, so one goes on from the beginning of the page.
  const turn = async (to: number) => {
    await navigate({ to: '.', search: to > 1 ? { page: to } : {}, resetScroll: false });
    shown.current?.focus({ preventScroll: true });
    shown.current?.scrollIntoView({ block: 'start' });
  };
  const ask = (integration: ListedIntegration) => {
    setAsked(integration);
    setAsking(true);
  };
  const removeFromServer = ({ id }: ListedIntegration, removed: () => void) =>
    remove.mutate(id, {
      onSuccess: () => {
        toast.success(t('toast.removed'));
        removed();
      },
    });

  return (
    <Card
      title={t('available.title')}
      description={isFull ? t('available.full', { limit: integrationLimits.active }) : t('available.text')}
    >
      <div ref={shown} tabIndex={-1} className={styles.stack}>
        {list.isError && !list.data ? (
          <ErrorState message={errorText(list.error)} onRetry={() => void list.refetch()} />
        ) : page > 1 && list.data?.length === 0 ? (
          <EmptyState icon={<Puzzle />} title={t('available.empty')}>
            {t('available.empty_text')}
          </EmptyState>
        ) : (
          <Tiles label={t('available.title')} busy={!list.data || isTurning}>
            {page === 1 ? <BuiltInTile /> : null}
            {list.data?.map((integration) => (
              <ListedTile
                key={integration.id}
                guildId={guildId}
                integration={integration}
                isFull={isFull}
                onRemove={() => ask(integration)}
                onAbout={() => {
                  setRead(integration);
                  setReading(true);
                }}
              />
            )) ?? <TileSkeleton count={waiting} />}
          </Tiles>
        )}
        <Pagination
          page={page}
          hasPrevious={page > 1}
          hasNext={list.data !== undefined && !isTurning && hasNextPage(list.data.length, page)}
          onChange={(to) => void turn(to)}
        />
        {read ? (
          <AboutIntegration
            guildId={guildId}
            // As it is now: it may have been added or removed while it is read about.
            integration={list.data?.find(({ id }) => id === read.id) ?? read}
            open={reading}
            onClose={() => setReading(false)}
            onRemove={(removed) =>
              removeFromServer(read, () => {
                removed();
                setReading(false);
              })
            }
            removing={remove.isPending}
          />
        ) : null}
        <RemoveQuestion
          name={asked?.name ?? ''}
          open={asking}
          onClose={() => setAsking(false)}
          onConfirm={() => asked && removeFromServer(asked, () => setAsking(false))}
          busy={remove.isPending}
        />
      </div>
    </Card>
  );
}

interface ListedTileProps {
  guildId: string;
  integration: ListedIntegration;
  /** Whether the server can add no other. */
  isFull: boolean;
  onAbout: () => void;
  onRemove: () => void;
}

function ListedTile({ guildId, integration, isFull, onAbout, onRemove }: ListedTileProps) {
  const t = useTranslations('integrations.card');
  const unlessLetIn = useUnlessLetIn();
  const { name, author, owner_id, added, needs_secrets } = integration;
  const isOwn = owner_id === readSession()?.user_data.id;
  return (
    <IntegrationTile
      integration={integration}
      author={{ id: owner_id, name: author?.global_name || author?.username || t('nobody') }}
      badge={
        <>
          {added ? <Badge tone="success">{t('active')}</Badge> : null}
          {needs_secrets ? <Badge tone="warning">{t('needs_secret')}</Badge> : null}
        </>
      }
    >
      <Button
        size="small"
        aria-label={t('about_named', { name })}
        onPointerEnter={fetchModal}
        onFocus={fetchModal}
        onClick={onAbout}
      >
        {t('about')}
      </Button>
      <TileLink guildId={guildId} page="view" integration={integration} />
      {isOwn ? <TileLink guildId={guildId} page="configure" integration={integration} /> : null}
      {added ? (
        <>
          <TileLink guildId={guildId} page="manage" integration={integration} />
          <Button
            size="small"
            aria-label={t('remove_named', { name })}
            onPointerEnter={fetchModal}
            onFocus={fetchModal}
            onClick={onRemove}
          >
            {t('remove')}
          </Button>
        </>
      ) : isFull || unlessLetIn.disabled ? (
        <Button
          {...unlessLetIn}
          size="small"
          variant="primary"
          aria-label={t('add_named', { name })}
          disabled
        >
          {t('add')}
        </Button>
      ) : (
        <TileLink guildId={guildId} page="add" integration={integration} />
      )}
    </IntegrationTile>
  );
}
