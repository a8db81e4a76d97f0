import { useTranslations } from 'use-intl';
import { Page } from '../../components/layout/page.tsx';
import { useGuildId } from '../../lib/page/use-guild.ts';
import type { Queries } from '../../routes/screens.ts';
import { auditQuery } from './audit.queries.ts';
import { AuditLog } from './audit-log.tsx';
import { readAuditSearch } from './audit-search.ts';

export const queries: Queries = {
  'audit.list': ({ guildId, search }) => auditQuery(guildId, readAuditSearch(search)),
};

export function AuditPage() {
  const t = useTranslations('audit');
  const guildId = useGuildId();
  return (
    <Page title={t('title')} purpose={t('purpose')} width="table">
      <AuditLog key={guildId} guildId={guildId} />
    </Page>
  );
}
