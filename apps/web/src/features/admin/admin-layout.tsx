import { Outlet } from '@tanstack/react-router';
import { House, Puzzle, UsersRound } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Frame } from '../../components/layout/frame.tsx';
import { NavGroup, NavLink } from '../../components/layout/nav.tsx';

/** The frame of pages about the product itself. */
export function AdminLayout() {
  const t = useTranslations('common.nav');
  return (
    <Frame
      head={null}
      title={t('admin')}
      entries={
        <NavGroup title={t('admin')}>
          <NavLink icon={UsersRound} label={t('bot_staff')} link={{ to: '/admin/bot-staff' }} />
          <NavLink icon={Puzzle} label={t('integrations')} link={{ to: '/admin/integrations' }} />
          <NavLink icon={House} label={t('home')} link={{ to: '/', activeOptions: { exact: true } }} />
        </NavGroup>
      }
    >
      <Outlet />
    </Frame>
  );
}
