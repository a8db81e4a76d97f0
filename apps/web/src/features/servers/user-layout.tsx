import { useQuery } from '@tanstack/react-query';
import { Outlet, useLocation } from '@tanstack/react-router';
import { BookOpen } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Frame } from '../../components/layout/frame.tsx';
import { NavGroup, NavLink, NavOutward } from '../../components/layout/nav.tsx';
import { appConfig } from '../../lib/config.ts';
import { ownPremiumQuery } from '../../lib/own-premium.ts';
import { useSession } from '../../lib/session.ts';
import { userEntries } from '../../routes/user-entries.ts';

/** The frame of pages that belong to the person and not to a server. */
export function UserLayout() {
  const t = useTranslations('common.nav');
  const admin = useSession()?.user_data.admin ?? false;
  const isOwn = useLocation({ select: ({ pathname }) => pathname.startsWith('/tickets') });
  // For most people there is nothing to choose; nobody waits for it.
  const isSubscriber = Boolean(useQuery(ownPremiumQuery).data?.legacy_entitlement);
  return (
    <Frame
      head={null}
      title={t(isOwn ? 'my_tickets' : 'servers')}
      entries={
        <NavGroup>
          {userEntries
            .filter((entry) => (admin || !entry.adminOnly) && (isSubscriber || !entry.subscriberOnly))
            .map((entry) => (
              <NavLink key={entry.label} icon={entry.icon} label={t(entry.label)} link={entry.link} />
            ))}
          <NavOutward icon={BookOpen} label={t('documentation')} href={appConfig().docs_url} />
        </NavGroup>
      }
    >
      <Outlet />
    </Frame>
  );
}
