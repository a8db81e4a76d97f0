import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl';
import { Page } from '../../components/layout/page.tsx';
import { Banner } from '../../components/ui/banner.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { ErrorState } from '../../components/ui/empty-state.tsx';
import { placeOfFocus } from '../../components/ui/overlays/keep-focus.ts';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { errorText } from '../../lib/api/query-client.ts';
import { toast } from '../../lib/page/toast.ts';
import { useGuildId } from '../../lib/page/use-guild.ts';
import { OverrideChanges } from '../../routes/override-changes.tsx';
import type { Queries } from '../../routes/screens.ts';
import { GrantAccess } from './grant-access.tsx';
import styles from './override.module.css';
import { overrideQuery, revokeMutation } from './override.queries.ts';

export const queries: Queries = { 'override.get': ({ guildId }) => overrideQuery(guildId) };

export function StaffOverridePage() {
  const t = useTranslations('override');
  const guildId = useGuildId();
  return (
    <Page title={t('title')} purpose={t('purpose')}>
      <OverrideCard key={guildId} guildId={guildId} />
      <OverrideChanges key={guildId} guildId={guildId} />
    </Page>
  );
}

function OverrideCard({ guildId }: { guildId: string }) {
  const t = useTranslations('override');
  const override = useQuery(overrideQuery(guildId));
  const queryClient = useQueryClient();
  const revoke = useMutation(revokeMutation(queryClient, guildId));
  if (override.isError && !override.data)
    return (
      <Card title={t('card')}>
        <ErrorState message={errorText(override.error)} onRetry={() => void override.refetch()} />
      </Card>
    );
  const { data } = override;
  return (
    <Card
      title={t('card')}
      footer={
        <>
          {data?.has_override ? (
            <Button
              busy={revoke.isPending}
              onClick={({ currentTarget }) => {
                placeOfFocus(currentTarget).keep();
                revoke.mutate(undefined, { onSuccess: () => toast.success(t('toast.revoked')) });
              }}
            >
              {t('revoke')}
            </Button>
          ) : null}
          {data?.may_grant === false ? null : (
            <GrantAccess guildId={guildId} again={data?.has_override ?? false} />
          )}
        </>
      }
    >
      <div className={styles.words}>
        <p>{t('what')}</p>
        <p>{t('revocable')}</p>
        {data?.may_grant === false ? <p>{t('not_by_bot_staff')}</p> : null}
        {data ? <OverrideState expires_at={data.expires_at} /> : <Skeleton height={62} />}
      </div>
    </Card>
  );
}

function OverrideState({ expires_at }: { expires_at: string | null }) {
  const t = useTranslations('override');
  const format = useFormatter();
  if (!expires_at) return <p className={styles.nobody}>{t('nobody')}</p>;
  return (
    <Banner tone="warning" title={t('granted')}>
      {t('until', {
        time: format.dateTime(new Date(expires_at), { dateStyle: 'full', timeStyle: 'short' }),
      })}
    </Banner>
  );
}
