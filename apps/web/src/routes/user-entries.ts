import { Bot, type LucideIcon, MessageCircle, Server, ShieldUser, Sparkles, UserRound } from 'lucide-react';
import type { NavLinkProps } from '../components/layout/nav.tsx';

interface UserEntry {
  label: 'servers' | 'my_tickets' | 'whitelabel' | 'own_data' | 'premium_servers' | 'admin';
  icon: LucideIcon;
  link: NavLinkProps['link'];
  /** Only for whoever is marked so in their session. */
  only?: 'admin' | 'chooses_servers';
}

/** The menu of pages that belong to no server. A screen adds its line here. */
export const userEntries: readonly UserEntry[] = [
  { label: 'servers', icon: Server, link: { to: '/', activeOptions: { exact: true } } },
  { label: 'my_tickets', icon: MessageCircle, link: { to: '/tickets' } },
  { label: 'whitelabel', icon: Bot, link: { to: '/whitelabel' } },
  { label: 'own_data', icon: UserRound, link: { to: '/account/data' } },
  {
    label: 'premium_servers',
    icon: Sparkles,
    link: { to: '/premium/select-servers' },
    only: 'chooses_servers',
  },
  { label: 'admin', icon: ShieldUser, link: { to: '/admin/bot-staff' }, only: 'admin' },
];
