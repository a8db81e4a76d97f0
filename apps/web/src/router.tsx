import type { QueryClient } from '@tanstack/react-query';
import {
  createBrowserHistory,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router';
import { App } from './app.tsx';
import { readAuditSearch } from './features/audit/audit-search.ts';
import { readCreatedSearch, readMarketSearch } from './features/integrations/integration-search.ts';
import { ServerListPage } from './features/servers/server-list-page.tsx';
import { UserLayout } from './features/servers/user-layout.tsx';
import { readListSearch } from './features/tickets/list/list-search.ts';
import { readTranscriptSearch } from './features/transcripts/transcript-filter.ts';
import { readWhoCanSeeSearch } from './features/who-can-see/who-can-see-search.ts';
import { appConfig } from './lib/page/config.ts';
import { readSearch, writeSearch } from './lib/page/search.ts';
import {
  enterServer,
  namesIntegration,
  namesTicket,
  needs,
  requireAdmin,
  requireSession,
  requireToken,
} from './routes/guards.ts';
import { watchLostAccess } from './routes/lost-access.ts';
import { PageError, PageNotFound, PagePending } from './routes/page-states.tsx';
import { pages, serverPages } from './routes/pages.ts';
import { screen } from './routes/screens.ts';

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({ component: App });

interface CallbackSearch {
  code?: string | undefined;
  state?: string | undefined;
  error?: string | undefined;
  error_description?: string | undefined;
}

const text = (value: unknown) => (value === undefined ? undefined : String(value));
const flag = (value: unknown) => value === true || value === 'true';

// People who are not signed in, or on their way in or out.
const welcome = createRoute({
  getParentRoute: () => root,
  ...screen(pages.welcome),
});
const login = createRoute({
  getParentRoute: () => root,
  ...screen(pages.login),
});
const callback = createRoute({
  getParentRoute: () => root,
  validateSearch: ({ code, state, error, error_description }: Record<string, unknown>): CallbackSearch => ({
    code: text(code),
    state: text(state),
    error: text(error),
    error_description: text(error_description),
  }),
  ...screen(pages.callback),
});
const logout = createRoute({
  getParentRoute: () => root,
  ...screen(pages.logout),
});
const error = createRoute({
  getParentRoute: () => root,
  validateSearch: (search: Record<string, unknown>): { message?: string } => ({
    message: text(search.message),
  }),
  ...screen(pages.error),
});
const notFound = createRoute({
  getParentRoute: () => root,
  ...screen(pages.notFound),
});
const notFoundHtml = createRoute({
  getParentRoute: () => root,
  ...screen(pages.notFoundHtml),
});
const unknown = createRoute({
  getParentRoute: () => root,
  path: '/$',
  beforeLoad: () => {
    throw redirect({ to: '/404', replace: true });
  },
});
const privacy = createRoute({
  getParentRoute: () => root,
  ...screen(pages.privacy),
});
const terms = createRoute({
  getParentRoute: () => root,
  ...screen(pages.terms),
});
const shared = createRoute({
  getParentRoute: () => root,
  ...screen(pages.shared),
});
const kit = createRoute({
  getParentRoute: () => root,
  // The demo is the development environment; an installation for real people has no such page.
  beforeLoad: () => {
    if (!import.meta.env.DEV && !appConfig().simulator_url) throw redirect({ to: '/404', replace: true });
  },
  ...screen(pages.kit),
});

// Pages that belong to the person.
const user = createRoute({
  getParentRoute: () => root,
  id: 'user',
  beforeLoad: requireSession,
  component: UserLayout,
});
const servers = createRoute({
  getParentRoute: () => user,
  path: '/',
  // The first screen comes with the shell, and so do its texts.
  component: ServerListPage,
});

const myTickets = createRoute({
  getParentRoute: () => user,
  ...screen(pages.myTickets),
});
const myTicket = createRoute({
  getParentRoute: () => user,
  beforeLoad: ({ params }) => namesTicket({ params }),
  ...screen(pages.myTicket),
});
const ownData = createRoute({
  getParentRoute: () => user,
  ...screen(pages.ownData),
});

const whitelabel = createRoute({
  getParentRoute: () => user,
  ...screen(pages.whitelabel),
});

// Of the person, too; it says by itself where the stored list of servers is broken.
const subscriber = createRoute({
  getParentRoute: () => root,
  id: 'subscriber',
  beforeLoad: requireToken,
  component: UserLayout,
});
const premiumServers = createRoute({
  getParentRoute: () => subscriber,
  ...screen(pages.premiumServers),
});

// Pages about the product itself, for its administrators.
const admin = createRoute({
  getParentRoute: () => root,
  id: 'admin',
  beforeLoad: requireAdmin,
  component: lazyRouteComponent(() => import('./features/admin/admin-layout.tsx'), 'AdminLayout'),
});
const adminIndex = createRoute({
  getParentRoute: () => admin,
  path: '/admin',
  beforeLoad: () => {
    throw redirect({ to: '/admin/bot-staff', replace: true });
  },
});
const botStaff = createRoute({
  getParentRoute: () => admin,
  ...screen(pages.botStaff),
});
const integrationReviews = createRoute({
  getParentRoute: () => admin,
  ...screen(pages.integrationReviews),
});

// Pages of one server.
const manage = createRoute({
  getParentRoute: () => root,
  path: '/manage/$guildId',
  beforeLoad: enterServer,
  component: lazyRouteComponent(() => import('./features/manage/manage-route.tsx'), 'ManageRoute'),
});
const manageIndex = createRoute({
  getParentRoute: () => manage,
  path: '/',
  beforeLoad: ({ context, params }) => {
    throw redirect({
      to: context.level === 2 ? '/manage/$guildId/settings' : '/manage/$guildId/transcripts',
      params,
      replace: true,
    });
  },
});
const settings = createRoute({
  getParentRoute: () => manage,
  beforeLoad: needs(serverPages.settings.level),
  ...screen(serverPages.settings),
});
const appearance = createRoute({
  getParentRoute: () => manage,
  beforeLoad: needs(serverPages.appearance.level),
  ...screen(serverPages.appearance),
});
const importing = createRoute({
  getParentRoute: () => manage,
  beforeLoad: needs(serverPages.import.level),
  ...screen(serverPages.import),
});
const exporting = createRoute({
  getParentRoute: () => manage,
  beforeLoad: needs(serverPages.export.level),
  ...screen(serverPages.export),
});
const staffOverride = createRoute({
  getParentRoute: () => manage,
  beforeLoad: needs(serverPages.staffOverride.level),
  ...screen(serverPages.staffOverride),
});
const auditLog = createRoute({
  getParentRoute: () => manage,
  beforeLoad: needs(serverPages.auditLog.level),
  validateSearch: readAuditSearch,
  ...screen(serverPages.auditLog),
});
const panels = createRoute({
  getParentRoute: () => manage,
  beforeLoad: needs(serverPages.panels.level),
  validateSearch: (search: Record<string, unknown>): { created?: true; edited?: true; notfound?: true } => ({
    ...(flag(search.created) && { created: true }),
    ...(flag(search.edited) && { edited: true }),
    ...(flag(search.notfound) && { notfound: true }),
  }),
  ...screen(serverPages.panels),
});
const createPanel = createRoute({
  getParentRoute: () => manage,
  beforeLoad: needs(serverPages.createPanel.level),
  validateSearch: ({ from }: Record<string, unknown>): { from?: number } =>
    Number.isInteger(Number(from)) ? { from: Number(from) } : {},
  ...screen(serverPages.createPanel),
});
const editPanel = createRoute({
  getParentRoute: () => manage,
  beforeLoad: needs(serverPages.editPanel.level),
  ...screen(serverPages.editPanel),
});
const createMultiPanel = createRoute({
  getParentRoute: () => manage,
  beforeLoad: needs(serverPages.createMultiPanel.level),
  ...screen(serverPages.createMultiPanel),
});
const editMultiPanel = createRoute({
  getParentRoute: () => manage,
  beforeLoad: needs(serverPages.editMultiPanel.level),
  ...screen(serverPages.editMultiPanel),
});
const forms = createRoute({
  getParentRoute: () => manage,
  beforeLoad: needs(serverPages.forms.level),
  validateSearch: (search: Record<string, unknown>): { form?: number } => {
    const form = Number(search.form);
    return Number.isInteger(form) ? { form } : {};
  },
  ...screen(serverPages.forms),
});
const teams = createRoute({
  getParentRoute: () => manage,
  beforeLoad: needs(serverPages.teams.level),
  validateSearch: (search: Record<string, unknown>): { team?: number } => {
    const team = Number(search.team);
    return Number.isInteger(team) && team > 0 ? { team } : {};
  },
  ...screen(serverPages.teams),
});
const whoCanSee = createRoute({
  getParentRoute: () => manage,
  beforeLoad: needs(serverPages.whoCanSee.level),
  validateSearch: readWhoCanSeeSearch,
  ...screen(serverPages.whoCanSee),
});
const integrations = createRoute({
  getParentRoute: () => manage,
  beforeLoad: needs(serverPages.integrations.level),
  validateSearch: readMarketSearch,
  ...screen(serverPages.integrations),
});
const webhooks = createRoute({
  getParentRoute: () => manage,
  beforeLoad: needs(serverPages.webhooks.level),
  ...screen(serverPages.webhooks),
});
const createIntegration = createRoute({
  getParentRoute: () => manage,
  beforeLoad: needs(serverPages.createIntegration.level),
  ...screen(serverPages.createIntegration),
});
const integration = createRoute({
  getParentRoute: () => manage,
  beforeLoad: namesIntegration(serverPages.integration.level),
  validateSearch: readCreatedSearch,
  ...screen(serverPages.integration),
});
const configureIntegration = createRoute({
  getParentRoute: () => manage,
  beforeLoad: namesIntegration(serverPages.configureIntegration.level),
  ...screen(serverPages.configureIntegration),
});
const activateIntegration = createRoute({
  getParentRoute: () => manage,
  beforeLoad: namesIntegration(serverPages.activateIntegration.level),
  ...screen(serverPages.activateIntegration),
});
const manageIntegration = createRoute({
  getParentRoute: () => manage,
  beforeLoad: namesIntegration(serverPages.manageIntegration.level),
  ...screen(serverPages.manageIntegration),
});
const tags = createRoute({
  getParentRoute: () => manage,
  beforeLoad: needs(serverPages.tags.level),
  validateSearch: (search: Record<string, unknown>): { tag?: string } => {
    const tag = text(search.tag);
    return tag ? { tag } : {};
  },
  ...screen(serverPages.tags),
});
const blacklist = createRoute({
  getParentRoute: () => manage,
  beforeLoad: needs(serverPages.blacklist.level),
  validateSearch: (search: Record<string, unknown>): { page?: number } => {
    const page = Number(search.page);
    return Number.isInteger(page) && page > 1 ? { page } : {};
  },
  ...screen(serverPages.blacklist),
});
const tickets = createRoute({
  getParentRoute: () => manage,
  beforeLoad: needs(serverPages.tickets.level),
  validateSearch: readListSearch,
  ...screen(serverPages.tickets),
});
const ticket = createRoute({
  getParentRoute: () => manage,
  beforeLoad: (entering) => {
    needs(serverPages.ticket.level)(entering);
    namesTicket(entering);
  },
  ...screen(serverPages.ticket),
});
const transcripts = createRoute({
  getParentRoute: () => manage,
  beforeLoad: needs(serverPages.transcripts.level),
  validateSearch: readTranscriptSearch,
  ...screen(serverPages.transcripts),
});
const search = createRoute({
  getParentRoute: () => manage,
  beforeLoad: needs(serverPages.search.level),
  validateSearch: (search: Record<string, unknown>): { q?: string } => {
    const q = text(search.q);
    return q ? { q } : {};
  },
  ...screen(serverPages.search),
});
const transcript = createRoute({
  getParentRoute: () => manage,
  beforeLoad: namesTicket,
  // The list that one came from, for its next ticket and the way back.
  validateSearch: readTranscriptSearch,
  ...screen(serverPages.transcript),
});
const log = createRoute({
  getParentRoute: () => manage,
  beforeLoad: namesTicket,
  validateSearch: readTranscriptSearch,
  ...screen(serverPages.log),
});

// Unknown pages of a server still ask who one is, and keep the frame.
const manageUnknown = createRoute({ getParentRoute: () => manage, path: '$', component: PageNotFound });

const routeTree = root.addChildren([
  welcome,
  login,
  callback,
  logout,
  error,
  notFound,
  notFoundHtml,
  privacy,
  shared,
  terms,
  kit,
  user.addChildren([servers, myTickets, myTicket, ownData, whitelabel]),
  subscriber.addChildren([premiumServers]),
  admin.addChildren([adminIndex, botStaff, integrationReviews]),
  manage.addChildren([
    manageIndex,
    settings,
    appearance,
    importing,
    exporting,
    staffOverride,
    auditLog,
    panels,
    createPanel,
    editPanel,
    createMultiPanel,
    editMultiPanel,
    forms,
    teams,
    whoCanSee,
    integrations,
    webhooks,
    createIntegration,
    integration,
    configureIntegration,
    activateIntegration,
    manageIntegration,
    blacklist,
    tags,
    tickets,
    ticket,
    transcripts,
    search,
    transcript,
    log,
    manageUnknown,
  ]),
  unknown,
]);

/** `history` is the address bar; tests bring their own. */
export function createAppRouter(queryClient: QueryClient, history: RouterHistory = createBrowserHistory()) {
  const router = createRouter({
    routeTree,
    history,
    context: { queryClient },
    defaultPreload: 'intent',
    defaultPendingComponent: PagePending,
    defaultPendingMs: 300,
    defaultErrorComponent: PageError,
    defaultNotFoundComponent: PageNotFound,
    parseSearch: readSearch,
    stringifySearch: writeSearch,
    scrollRestoration: true,
    trailingSlash: 'never',
  });
  watchLostAccess(queryClient, () => void router.invalidate());
  return router;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
