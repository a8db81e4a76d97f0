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
import { hasScreen } from './screens.ts';

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
  screen: string;
}

/** The menu of a server, in order. A screen adds its line here and its route in router.tsx. */
const entries: readonly ManageEntry[] = [
  {
    label: 'tickets',
    group: 'work',
    icon: Ticket,
    to: '/manage/$guildId/tickets',
    level: 1,
    screen: 'tickets/tickets-page',
  },
  {
    label: 'transcripts',
    group: 'work',
    icon: FileText,
    to: '/manage/$guildId/transcripts',
    level: 1,
    screen: 'transcripts/transcripts-page',
  },
  {
    label: 'settings',
    group: 'setup',
    icon: Settings,
    to: '/manage/$guildId/settings',
    level: 2,
    screen: 'settings/settings-page',
  },
  {
    label: 'panels',
    group: 'setup',
    icon: LayoutPanelTop,
    to: '/manage/$guildId/panels',
    level: 2,
    screen: 'panels/panels-page',
  },
  {
    label: 'forms',
    group: 'setup',
    icon: ClipboardList,
    to: '/manage/$guildId/forms',
    level: 2,
    screen: 'forms/forms-page',
  },
  {
    label: 'tags',
    group: 'setup',
    icon: Tags,
    to: '/manage/$guildId/tags',
    level: 1,
    screen: 'tags/tags-page',
  },
  {
    label: 'blacklist',
    group: 'setup',
    icon: Ban,
    to: '/manage/$guildId/blacklist',
    level: 1,
    screen: 'blacklist/blacklist-page',
  },
];

export const manageEntries = entries.filter((entry) => hasScreen(entry.screen));
export const manageGroups = ['work', 'setup', 'more'] as const;
