import { Outlet, useLocation } from '@tanstack/react-router';
import { BookOpen } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Frame } from '../../components/layout/frame.tsx';
import { NavGroup, NavLink, NavOutward } from '../../components/layout/nav.tsx';
import { appConfig } from '../../lib/page/config.ts';
import { useChoosesServers, useUser } from '../../lib/session/session.ts';
import { userEntries } from '../../routes/user-entries.ts';

/** What the narrow frame is called on pages that are not about servers. */
const titles: Partial<Record<string, 'my_tickets' | 'whitelabel'>> = {
  tickets: 'my_tickets',
  whitelabel: 'whitelabel',
};

/** The frame of pages that belong to the person and not to a server. */
export function UserLayout() {
  const t = useTranslations('common.nav');
  const marks = { admin: useUser()?.admin, chooses_servers: useChoosesServers() };
  const title = useLocation({ select: ({ pathname }) => titles[pathname.split('/')[1] ?? ''] ?? 'servers' });
  return (
    <Frame
      head={null}
      title={t(title)}
      entries={
        <NavGroup>
          {userEntries
            .filter(({ only }) => !only || marks[only])
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
