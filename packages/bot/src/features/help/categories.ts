import type { commandNames } from '@tickets/contract/platform/command-names';

type CommandName = (typeof commandNames)[number];

/** The groups of `/help` in their order, each with what stands beside its name. */
export const categories = {
  general: 'ℹ️',
  tickets: '📩',
  settings: '🔧',
  tags: '✍️',
  statistics: '📈',
} as const;
export type Category = keyof typeof categories;

/** Where `/help` lists what is no ticket command. */
const elsewhere: Partial<Record<CommandName, Category>> = {
  help: 'general',
  about: 'general',
  invite: 'general',
  gdpr: 'general',
  jumptotop: 'general',
  addadmin: 'settings',
  removeadmin: 'settings',
  addsupport: 'settings',
  removesupport: 'settings',
  autoclose: 'settings',
  blacklist: 'settings',
  language: 'settings',
  panel: 'settings',
  premium: 'settings',
  setup: 'settings',
  viewstaff: 'settings',
  tag: 'tags',
  managetags: 'tags',
  stats: 'statistics',
};

export function categoryOf(name: string): Category {
  const found: Partial<Record<string, Category>> = elsewhere;
  return found[name] ?? 'tickets';
}
