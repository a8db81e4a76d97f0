import {
  Ban,
  ClipboardList,
  FileText,
  LayoutPanelTop,
  type LucideIcon,
  Settings,
  Tags,
  Ticket,
} from 'lucide-react';
import { serverPages } from './pages.ts';

export interface ManageEntry {
  label: 'tickets' | 'transcripts' | 'settings' | 'panels' | 'forms' | 'tags' | 'blacklist';
  group: 'work' | 'setup' | 'more';
  icon: LucideIcon;
  to:
    | '/manage/$guildId/tickets'
    | '/manage/$guildId/transcripts'
    | '/manage/$guildId/settings'
    | '/manage/$guildId/panels'
    | '/manage/$guildId/forms'
    | '/manage/$guildId/blacklist'
    | '/manage/$guildId/tags';
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
];

export const manageGroups = ['work', 'setup', 'more'] as const;
