import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { Page } from '../../components/layout/page.tsx';
import { Banner } from '../../components/ui/banner.tsx';
import { buttonClass } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { ErrorState } from '../../components/ui/empty-state.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { premiumQuery } from '../../lib/api/guild.queries.ts';
import { failureText } from '../../lib/api/query-client.ts';
import { useGuildId } from '../../lib/page/use-guild.ts';
import { coloursQuery } from './colours.queries.ts';
import { ColoursEditor } from './colours-editor.tsx';

export const queries = { 'colours.get': ({ guildId }: { guildId: string }) => coloursQuery(guildId) };

export function AppearancePage() {
  const t = useTranslations('appearance');
  const guildId = useGuildId();
  return (
    <Page title={t('title')} purpose={t('purpose')} width="table">
      <ColoursLoader key={guildId} guildId={guildId} />
      <WhitelabelBox />
    </Page>
  );
}

function WhitelabelBox() {
  const t = useTranslations('appearance.whitelabel');
  return (
    <Banner
      title={t('title')}
      action={
        <Link to="/whitelabel" className={buttonClass({ size: 'small' })}>
          {t('link')}
        </Link>
      }
    >
      {t('text')}
    </Banner>
  );
}

function ColoursLoader({ guildId }: { guildId: string }) {
  const t = useTranslations('settings');
  const colours = useQuery(coloursQuery(guildId));
  const premium = useQuery(premiumQuery(guildId));
  const failed = [colours, premium].find((query) => query.data === undefined && query.isError);
  if (failed) {
    const meta = failed === premium ? premiumQuery(guildId).meta : undefined;
    return (
      <Card title={t('sections.colours')}>
        <ErrorState message={failureText(failed.error, meta)} onRetry={() => void failed.refetch()} />
      </Card>
    );
  }
  if (!colours.data || !premium.data)
    return (
      <Card title={t('sections.colours')}>
        <div aria-busy="true">
          <Skeleton height={120} />
        </div>
      </Card>
    );
  return <ColoursEditor guildId={guildId} stored={colours.data} premium={premium.data.premium} />;
}
