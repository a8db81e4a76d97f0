import { panelQuota } from '@tickets/contract/premium/panel-quota';
import { type RouteName, routePaths } from '@tickets/contract/route-paths';
import type { Subject } from '../lib/page/messages.ts';

/** A route of the API that is read with GET, with its query if it has one. */
export type Read = RouteName | `${RouteName}?${string}`;

export interface PageEntry {
  path: string;
  /** File below features/, and the component that it exports. */
  screen: string;
  component: string;
  /** Whose texts it shows, beside those that every page has. */
  texts: readonly Subject[];
  /** What it reads first. It is asked for before the page's code runs, and when someone points at a link to it. */
  reads: readonly Read[];
  /** The server writes down who reads it, so it is read only by whoever enters the page. */
  is_noted?: true;
}

interface ServerPageEntry extends PageEntry {
  /** The lowest permission level that may use it; 0 where the API alone knows. */
  level: 0 | 1 | 2;
}

/** What the frame around every server page reads. Nothing waits for it, so it is requested with the page's own reads. */
export const frameReads: readonly Read[] = ['guild.discord', 'guild.get'];

/** Pages outside of servers. The server list is not among them: it comes with the shell. */
export const pages = {
  welcome: page('/welcome', 'welcome/welcome-page', 'WelcomePage', ['welcome']),
  login: page('/login', 'sign-in/login-page', 'LoginPage'),
  callback: page('/callback', 'sign-in/callback-page', 'CallbackPage'),
  logout: page('/logout', 'sign-in/logout-page', 'LogoutPage'),
  error: page('/error', 'sign-in/error-page', 'ErrorPage'),
  notFound: page('/404', 'sign-in/not-found-page', 'NotFoundPage'),
  notFoundHtml: page('/404.html', 'sign-in/not-found-page', 'NotFoundPage'),
  privacy: page('/legal/privacy', 'legal/legal-page', 'PrivacyPage', ['legal']),
  terms: page('/legal/tos', 'legal/legal-page', 'TermsPage', ['legal']),
  shared: page('/shared', 'transcripts/sharing/shared-page', 'SharedPage', [
    'sharing',
    'transcripts',
    'transcript',
    'conversation',
  ]),
  ownData: page('/account/data', 'account/own-data-page', 'OwnDataPage', ['account'], ['own_data.get']),
  whitelabel: page(
    '/whitelabel',
    'whitelabel/whitelabel-page',
    'WhitelabelPage',
    ['whitelabel'],
    ['whitelabel.get', 'whitelabel.errors'],
  ),
  botStaff: page('/admin/bot-staff', 'admin/bot-staff-page', 'BotStaffPage', ['admin']),
  integrationReviews: page(
    '/admin/integrations',
    'integrations/reviews/integration-reviews-page',
    'IntegrationReviewsPage',
    ['integrations'],
    ['integrations.reviews'],
  ),
  myTickets: {
    path: '/tickets',
    screen: 'tickets/mine/my-tickets-page',
    component: 'MyTicketsPage',
    texts: ['my_tickets'],
    reads: ['own_tickets.list'],
  },
  myTicket: {
    path: '/tickets/$guildId/$ticketId',
    screen: 'tickets/mine/my-ticket-page',
    component: 'MyTicketPage',
    texts: ['my_tickets', 'tickets', 'conversation'],
    reads: ['own_tickets.get'],
  },
  premiumServers: page('/premium/select-servers', 'premium/select-servers-page', 'SelectServersPage', [
    'premium',
  ]),
  kit: page('/dev/kit', 'kit/kit-page', 'KitPage', ['kit', 'forms', 'editors']),
} as const satisfies Record<string, PageEntry>;

const PREMIUM = 'guild.premium?include_voting=true';
const PANEL_QUOTA = `guild.premium?include_voting=${panelQuota.voting}` as const;
const PANEL_EDITOR = [
  'panels.list',
  'guild.channels',
  'guild.roles',
  'forms.list',
  'teams.list',
  'guild.emojis',
  PREMIUM,
  'settings.get',
] as const;
const MULTI_PANEL_EDITOR = ['guild.channels', 'panels.list', 'guild.emojis', 'guild.roles', PREMIUM] as const;

/** Pages of one server, below /manage/$guildId. */
export const serverPages = {
  settings: {
    path: 'settings',
    level: 2,
    screen: 'settings/settings-page',
    component: 'SettingsPage',
    texts: ['settings', 'editors'],
    reads: ['settings.get', 'guild.channels', 'panels.list', PREMIUM],
  },
  appearance: {
    path: 'appearance',
    level: 2,
    screen: 'settings/appearance-page',
    component: 'AppearancePage',
    texts: ['settings', 'appearance', 'editors'],
    reads: ['colours.get', PREMIUM],
  },
  import: {
    path: 'import',
    level: 2,
    screen: 'transfer/import-page',
    component: 'ImportPage',
    texts: ['transfer'],
    reads: ['import.uploads', 'import.runs', 'import.queue'],
  },
  export: {
    path: 'export',
    level: 2,
    screen: 'transfer/export/export-page',
    component: 'ExportPage',
    texts: ['transfer'],
    reads: ['export.list'],
  },
  staffOverride: {
    path: 'staffoverride',
    level: 2,
    screen: 'override/staff-override-page',
    component: 'StaffOverridePage',
    texts: ['override'],
    reads: ['override.get'],
  },
  auditLog: {
    path: 'audit-log',
    level: 2,
    screen: 'audit/audit-page',
    component: 'AuditPage',
    texts: ['audit', 'settings', 'panels', 'tags', 'forms', 'editors', 'webhooks'],
    reads: [
      'audit.list',
      'guild.channels',
      'guild.roles',
      'panels.list',
      'multi_panels.list',
      'forms.list',
      'teams.list',
    ],
  },
  panels: {
    path: 'panels',
    level: 2,
    screen: 'panels/panels-page',
    component: 'PanelsPage',
    texts: ['panels'],
    reads: [
      'panels.list',
      'multi_panels.list',
      'guild.channels',
      PANEL_QUOTA,
      'forms.list',
      'guild.emojis',
      'setup.first_steps',
    ],
  },
  createPanel: {
    path: 'panels/create',
    level: 2,
    screen: 'panels/create-panel-page',
    component: 'CreatePanelPage',
    texts: ['panels', 'editors'],
    reads: [...PANEL_EDITOR, PANEL_QUOTA],
  },
  editPanel: {
    path: 'panels/edit/$panelId',
    level: 2,
    screen: 'panels/edit-panel-page',
    component: 'EditPanelPage',
    texts: ['panels', 'editors'],
    reads: PANEL_EDITOR,
  },
  createMultiPanel: {
    path: 'panels/create-multi',
    level: 2,
    screen: 'panels/create-multi-panel-page',
    component: 'CreateMultiPanelPage',
    texts: ['panels', 'editors'],
    reads: MULTI_PANEL_EDITOR,
  },
  editMultiPanel: {
    path: 'panels/edit-multi/$multiPanelId',
    level: 2,
    screen: 'panels/edit-multi-panel-page',
    component: 'EditMultiPanelPage',
    texts: ['panels', 'editors'],
    reads: ['multi_panels.list', ...MULTI_PANEL_EDITOR],
  },
  forms: {
    path: 'forms',
    level: 2,
    screen: 'forms/forms-page',
    component: 'FormsPage',
    texts: ['forms'],
    reads: ['forms.list', 'panels.list'],
  },
  teams: {
    path: 'teams',
    level: 2,
    screen: 'teams/teams-page',
    component: 'TeamsPage',
    texts: ['teams'],
    reads: ['teams.list', 'guild.roles', 'panels.list', 'staff.administrators'],
  },
  whoCanSee: {
    path: 'who-can-see',
    level: 2,
    screen: 'who-can-see/who-can-see-page',
    component: 'WhoCanSeePage',
    texts: ['who_can_see'],
    reads: ['guild.roles'],
  },
  integrations: {
    path: 'integrations',
    level: 2,
    screen: 'integrations/marketplace/integrations-page',
    component: 'IntegrationsPage',
    texts: ['integrations'],
    reads: ['integrations.own', 'integrations.available?page=1'],
  },
  webhooks: {
    path: 'webhooks',
    level: 2,
    screen: 'webhooks/webhooks-page',
    component: 'WebhooksPage',
    texts: ['webhooks'],
    reads: ['outgoing_webhooks.list'],
  },
  createIntegration: {
    path: 'integrations/create',
    level: 2,
    screen: 'integrations/editor/create-integration-page',
    component: 'CreateIntegrationPage',
    texts: ['integrations'],
    reads: [],
  },
  integration: {
    path: 'integrations/view/$integrationId',
    level: 2,
    screen: 'integrations/integration-page',
    component: 'IntegrationPage',
    texts: ['integrations'],
    reads: ['integrations.view', 'integrations.state'],
  },
  configureIntegration: {
    path: 'integrations/configure/$integrationId',
    level: 2,
    screen: 'integrations/editor/configure-integration-page',
    component: 'ConfigureIntegrationPage',
    texts: ['integrations'],
    reads: ['integrations.detail', 'integrations.own_deliveries'],
  },
  activateIntegration: {
    path: 'integrations/activate/$integrationId',
    level: 2,
    screen: 'integrations/added/activate-integration-page',
    component: 'ActivateIntegrationPage',
    texts: ['integrations'],
    reads: ['integrations.view', 'integrations.state'],
  },
  manageIntegration: {
    path: 'integrations/manage/$integrationId',
    level: 2,
    screen: 'integrations/added/manage-integration-page',
    component: 'ManageIntegrationPage',
    texts: ['integrations'],
    reads: ['integrations.view', 'integrations.state'],
  },
  tags: {
    path: 'tags',
    level: 1,
    screen: 'tags/tags-page',
    component: 'TagsPage',
    texts: ['tags', 'editors'],
    reads: ['tags.list', PREMIUM],
  },
  blacklist: {
    path: 'blacklist',
    level: 1,
    screen: 'blacklist/blacklist-page',
    component: 'BlacklistPage',
    texts: ['blacklist'],
    reads: ['guild.roles', 'blacklist.list?page=1'],
  },
  tickets: {
    path: 'tickets',
    level: 1,
    screen: 'tickets/list/tickets-page',
    component: 'TicketsPage',
    texts: ['tickets', 'desk'],
    reads: ['tickets.list'],
  },
  ticket: {
    path: 'tickets/view/$ticketId',
    level: 1,
    screen: 'tickets/workspace/ticket-page',
    component: 'TicketPage',
    texts: ['tickets', 'conversation'],
    reads: ['tickets.get?deleted=true', PREMIUM],
  },
  transcripts: {
    path: 'transcripts',
    level: 1,
    screen: 'transcripts/transcripts-page',
    component: 'TranscriptsPage',
    texts: ['transcripts', 'keeping'],
    reads: ['panels.list', 'transcripts.list'],
  },
  search: {
    path: 'search',
    level: 1,
    screen: 'search/search-page',
    component: 'SearchPage',
    texts: ['search'],
    reads: [],
  },
  transcript: {
    path: 'transcripts/view/$ticketId',
    level: 0,
    screen: 'transcripts/transcript-page',
    component: 'TranscriptPage',
    texts: ['transcripts', 'transcript', 'conversation', 'sharing', 'keeping', 'tickets'],
    reads: ['transcripts.render?deleted=true&limit=200'],
    is_noted: true,
  },
  log: {
    path: 'logs/view/$ticketId',
    level: 0,
    screen: 'transcripts/transcript-page',
    component: 'TranscriptPage',
    texts: ['transcripts', 'transcript', 'conversation', 'sharing', 'keeping', 'tickets'],
    reads: ['transcripts.render?deleted=true&limit=200'],
    is_noted: true,
  },
} as const satisfies Record<string, ServerPageEntry>;

/**
 * The addresses of reads, with `$guildId` and the like where a page's path has them. What is sent with POST is left out: what
 * its body says is in the page's code.
 */
export function addressesOf(reads: readonly Read[]): string[] {
  return reads.flatMap((read) => {
    const [name = '', query] = read.split('?');
    const [method, path] = routePaths[name as RouteName]; // The type of Read says so.
    const address = path.replace(/:(\w+)_id/g, (_, entity: string) => `$${entity}Id`);
    return method === 'GET' ? [query ? `${address}?${query}` : address] : [];
  });
}

function page<P extends string>(
  path: P,
  screen: string,
  component: string,
  texts: readonly Subject[] = [],
  reads: readonly Read[] = [],
) {
  return { path, screen, component, texts, reads };
}
