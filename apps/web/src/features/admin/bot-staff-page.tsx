import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { Page } from '../../components/layout/page.tsx';
import { Card } from '../../components/ui/card.tsx';
import { ErrorState } from '../../components/ui/empty-state.tsx';
import { errorText } from '../../lib/api/query-client.ts';
import { AddBotStaff } from './add-bot-staff.tsx';
import { botStaffQuery } from './bot-staff.queries.ts';
import { BotStaffTable } from './bot-staff-table.tsx';

export function BotStaffPage() {
  const t = useTranslations('admin');
  const list = useQuery(botStaffQuery);
  return (
    <Page title={t('title')} purpose={t('purpose')}>
      <AddBotStaff />
      {list.isError && !list.data ? (
        <Card title={t('list.card')}>
          <ErrorState message={errorText(list.error)} onRetry={() => void list.refetch()} />
        </Card>
      ) : (
        <BotStaffTable list={list.data} />
      )}
    </Page>
  );
}
