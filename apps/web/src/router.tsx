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
import { ServerListPage } from './features/servers/server-list-page.tsx';
import { UserLayout } from './features/servers/user-layout.tsx';
import { readListSearch } from './features/tickets/list-view.ts';
import { readTranscriptSearch } from './features/transcripts/transcript-filter.ts';
import { appConfig } from './lib/config.ts';
import { readSearch, writeSearch } from './lib/search.ts';
import { enterServer, namesTicket, needs, requireSession } from './routes/guards.ts';
import { watchLostAccess } from './routes/lost-access.ts';
import { PageError, PageNotFound, PagePending } from './routes/page-states.tsx';
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
  path: '/welcome',
  ...screen('welcome/welcome-page', 'WelcomePage', 'welcome'),
});
const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  ...screen('sign-in/login-page', 'LoginPage'),
});
const callback = createRoute({
  getParentRoute: () => root,
  path: '/callback',
  validateSearch: ({ code, state, error, error_description }: Record<string, unknown>): CallbackSearch => ({
    code: text(code),
    state: text(state),
    error: text(error),
    error_description: text(error_description),
  }),
  ...screen('sign-in/callback-page', 'CallbackPage'),
});
const logout = createRoute({
  getParentRoute: () => root,
  path: '/logout',
  ...screen('sign-in/logout-page', 'LogoutPage'),
});
const error = createRoute({
  getParentRoute: () => root,
  path: '/error',
  validateSearch: (search: Record<string, unknown>): { message?: string } => ({
    message: text(search.message),
  }),
  ...screen('sign-in/error-page', 'ErrorPage'),
});
const notFound = createRoute({
  getParentRoute: () => root,
  path: '/404',
  ...screen('sign-in/not-found-page', 'NotFoundPage'),
});
const notFoundHtml = createRoute({
  getParentRoute: () => root,
  path: '/404.html',
  ...screen('sign-in/not-found-page', 'NotFoundPage'),
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
  path: '/legal/privacy',
  ...screen('legal/legal-page', 'PrivacyPage', 'legal'),
});
const terms = createRoute({
  getParentRoute: () => root,
  path: '/legal/tos',
  ...screen('legal/legal-page', 'TermsPage', 'legal'),
});
const kit = createRoute({
  getParentRoute: () => root,
  path: '/dev/kit',
  // The demo is the development environment; an installation for real people has no such page.
  beforeLoad: () => {
    if (!import.meta.env.DEV && !appConfig().simulator_url) throw redirect({ to: '/404', replace: true });
  },
  ...screen('kit/kit-page', 'KitPage', 'kit', 'forms', 'editors'),
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
  path: 'settings',
  beforeLoad: needs(2),
  ...screen('settings/settings-page', 'SettingsPage', 'settings', 'editors'),
});
const panels = createRoute({
  getParentRoute: () => manage,
  path: 'panels',
  beforeLoad: needs(2),
  validateSearch: (search: Record<string, unknown>): { created?: true; edited?: true; notfound?: true } => ({
    ...(flag(search.created) && { created: true }),
    ...(flag(search.edited) && { edited: true }),
    ...(flag(search.notfound) && { notfound: true }),
  }),
  ...screen('panels/panels-page', 'PanelsPage', 'panels'),
});
const createPanel = createRoute({
  getParentRoute: () => manage,
  path: 'panels/create',
  beforeLoad: needs(2),
  validateSearch: ({ from }: Record<string, unknown>): { from?: number } =>
    Number.isInteger(Number(from)) ? { from: Number(from) } : {},
  ...screen('panels/create-panel-page', 'CreatePanelPage', 'panels', 'editors'),
});
const editPanel = createRoute({
  getParentRoute: () => manage,
  path: 'panels/edit/$panelId',
  beforeLoad: needs(2),
  ...screen('panels/edit-panel-page', 'EditPanelPage', 'panels', 'editors'),
});
const createMultiPanel = createRoute({
  getParentRoute: () => manage,
  path: 'panels/create-multi',
  beforeLoad: needs(2),
  ...screen('panels/create-multi-panel-page', 'CreateMultiPanelPage', 'panels', 'editors'),
});
const editMultiPanel = createRoute({
  getParentRoute: () => manage,
  path: 'panels/edit-multi/$multiPanelId',
  beforeLoad: needs(2),
  ...screen('panels/edit-multi-panel-page', 'EditMultiPanelPage', 'panels', 'editors'),
});
const forms = createRoute({
  getParentRoute: () => manage,
  path: 'forms',
  beforeLoad: needs(2),
  validateSearch: (search: Record<string, unknown>): { form?: number } => {
    const form = Number(search.form);
    return Number.isInteger(form) ? { form } : {};
  },
  ...screen('forms/forms-page', 'FormsPage', 'forms'),
});
const tags = createRoute({
  getParentRoute: () => manage,
  path: 'tags',
  beforeLoad: needs(1),
  validateSearch: (search: Record<string, unknown>): { tag?: string } => {
    const tag = text(search.tag);
    return tag ? { tag } : {};
  },
  ...screen('tags/tags-page', 'TagsPage', 'tags', 'editors'),
});
const blacklist = createRoute({
  getParentRoute: () => manage,
  path: 'blacklist',
  beforeLoad: needs(1),
  validateSearch: (search: Record<string, unknown>): { page?: number } => {
    const page = Number(search.page);
    return Number.isInteger(page) && page > 1 ? { page } : {};
  },
  ...screen('blacklist/blacklist-page', 'BlacklistPage', 'blacklist'),
});
const tickets = createRoute({
  getParentRoute: () => manage,
  path: 'tickets',
  beforeLoad: needs(1),
  validateSearch: readListSearch,
  ...screen('tickets/tickets-page', 'TicketsPage', 'tickets', 'desk'),
});
const ticket = createRoute({
  getParentRoute: () => manage,
  path: 'tickets/view/$ticketId',
  beforeLoad: (entering) => {
    needs(1)(entering);
    namesTicket(entering);
  },
  ...screen('tickets/ticket-page', 'TicketPage', 'tickets', 'conversation'),
});
const transcripts = createRoute({
  getParentRoute: () => manage,
  path: 'transcripts',
  beforeLoad: needs(1),
  validateSearch: readTranscriptSearch,
  ...screen('transcripts/transcripts-page', 'TranscriptsPage', 'transcripts'),
});
const transcript = createRoute({
  getParentRoute: () => manage,
  path: 'transcripts/view/$ticketId',
  beforeLoad: namesTicket,
  ...screen('transcripts/transcript-page', 'TranscriptPage', 'transcripts', 'conversation'),
});
const log = createRoute({
  getParentRoute: () => manage,
  path: 'logs/view/$ticketId',
  beforeLoad: namesTicket,
  ...screen('transcripts/transcript-page', 'TranscriptPage', 'transcripts', 'conversation'),
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
  terms,
  kit,
  user.addChildren([servers]),
  manage.addChildren([
    manageIndex,
    settings,
    panels,
    createPanel,
    editPanel,
    createMultiPanel,
    editMultiPanel,
    forms,
    blacklist,
    tags,
    tickets,
    ticket,
    transcripts,
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
