import {
  Ban,
  ClipboardList,
  Download,
  Eye,
  FileText,
  History,
  LayoutPanelTop,
  LifeBuoy,
  type LucideIcon,
  Palette,
  Puzzle,
  Search,
  Settings,
  Tags,
  Ticket,
  Upload,
  UsersRound,
  Webhook,
} from 'lucide-react';
import { serverPages } from './pages.ts';

export interface ManageEntry {
  label:
    | 'tickets'
    | 'transcripts'
    | 'search'
    | 'settings'
    | 'panels'
    | 'forms'
    | 'teams'
    | 'who_can_see'
    | 'tags'
    | 'blacklist'
    | 'integrations'
    | 'webhooks'
    | 'import'
    | 'export'
    | 'appearance'
    | 'staff_override'
    | 'audit_log';
  group: 'work' | 'setup' | 'more';
  icon: LucideIcon;
  to:
    | '/manage/$guildId/tickets'
    | '/manage/$guildId/transcripts'
    | '/manage/$guildId/search'
    | '/manage/$guildId/settings'
    | '/manage/$guildId/panels'
    | '/manage/$guildId/forms'
    | '/manage/$guildId/teams'
    | '/manage/$guildId/who-can-see'
    | '/manage/$guildId/blacklist'
    | '/manage/$guildId/tags'
    | '/manage/$guildId/integrations'
    | '/manage/$guildId/webhooks'
    | '/manage/$guildId/import'
    | '/manage/$guildId/export'
    | '/manage/$guildId/appearance'
    | '/manage/$guildId/staffoverride'
    | '/manage/$guildId/audit-log';
  /** The lowest permission level that may use it. */
  level: 1 | 2;
}

/** The menu of a server, in order. A page adds its line here, in pages.ts and its route in router.tsx. */
export const manageEntries: readonly ManageEntry[] = [
  {
    label: 'tickets',
    group: 'work',
    icon: Ticket,
    to: '/manage/$guildId/tickets',
    level: serverPages.tickets.level,
  },
  {
    label: 'transcripts',
    group: 'work',
    icon: FileText,
    to: '/manage/$guildId/transcripts',
    level: serverPages.transcripts.level,
  },
  {
    label: 'search',
    group: 'work',
    icon: Search,
    to: '/manage/$guildId/search',
    level: serverPages.search.level,
  },
  {
    label: 'settings',
    group: 'setup',
    icon: Settings,
    to: '/manage/$guildId/settings',
    level: serverPages.settings.level,
  },
  {
    label: 'panels',
    group: 'setup',
    icon: LayoutPanelTop,
    to: '/manage/$guildId/panels',
    level: serverPages.panels.level,
  },
  {
    label: 'forms',
    group: 'setup',
    icon: ClipboardList,
    to: '/manage/$guildId/forms',
    level: serverPages.forms.level,
  },
  {
    label: 'teams',
    group: 'setup',
    icon: UsersRound,
    to: '/manage/$guildId/teams',
    level: serverPages.teams.level,
  },
  {
    label: 'who_can_see',
    group: 'setup',
    icon: Eye,
    to: '/manage/$guildId/who-can-see',
    level: serverPages.whoCanSee.level,
  },
  {
    label: 'tags',
    group: 'setup',
    icon: Tags,
    to: '/manage/$guildId/tags',
    level: serverPages.tags.level,
  },
  {
    label: 'blacklist',
    group: 'setup',
    icon: Ban,
    to: '/manage/$guildId/blacklist',
    level: serverPages.blacklist.level,
  },
  {
    label: 'integrations',
    group: 'more',
    icon: Puzzle,
    to: '/manage/$guildId/integrations',
    level: serverPages.integrations.level,
  },
  {
    label: 'webhooks',
    group: 'more',
    icon: Webhook,
    to: '/manage/$guildId/webhooks',
    level: serverPages.webhooks.level,
  },
  {
    label: 'import',
    group: 'more',
    icon: Upload,
    to: '/manage/$guildId/import',
    level: serverPages.import.level,
  },
  {
    label: 'export',
    group: 'more',
    icon: Download,
    to: '/manage/$guildId/export',
    level: serverPages.export.level,
  },
  {
    label: 'appearance',
    group: 'more',
    icon: Palette,
    to: '/manage/$guildId/appearance',
    level: serverPages.appearance.level,
  },
  {
    label: 'staff_override',
    group: 'more',
    icon: LifeBuoy,
    to: '/manage/$guildId/staffoverride',
    level: serverPages.staffOverride.level,
  },
  {
    label: 'audit_log',
    group: 'more',
    icon: History,
    to: '/manage/$guildId/audit-log',
    level: serverPages.auditLog.level,
  },
];

export const manageGroups = ['work', 'setup', 'more'] as const;
