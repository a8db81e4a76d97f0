import type { ServerAction } from '../access/actions.ts';

/** The pages of a server's dashboard, and what those may do who may open them. */
export const dashboardPages = {
  tickets: 'ticket.list',
  transcripts: 'transcript.list',
  search: 'ticket.search',
  settings: 'settings.update',
  panels: 'panel.create',
  forms: 'form.create',
  teams: 'team.list',
  who_can_see: 'access.explain',
  tags: 'tag.list',
  blacklist: 'blacklist.list',
  integrations: 'integration.list',
  webhooks: 'outgoing_webhook.list',
  import: 'import.read',
  export: 'export.read',
  appearance: 'colours.update',
  staff_override: 'override.read',
  audit_log: 'audit.read',
} as const satisfies Record<string, ServerAction>;
export type DashboardPage = keyof typeof dashboardPages;

export function isDashboardPage(name: string | undefined): name is DashboardPage {
  return name !== undefined && Object.hasOwn(dashboardPages, name);
}
