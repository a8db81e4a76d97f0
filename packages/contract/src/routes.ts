import type { z } from 'zod';
import { auditRoutes } from './audit/routes.ts';
import { blacklistRoutes } from './blacklist/routes.ts';
import { botStaffRoutes } from './bot-staff/routes.ts';
import { formRoutes } from './forms/routes.ts';
import { integrationRoutes } from './integrations/routes.ts';
import { outgoingWebhookRoutes } from './outgoing-webhooks/routes.ts';
import { panelRoutes } from './panels/routes.ts';
import { personalDataRoutes } from './personal-data/routes.ts';
import { pictureRoutes } from './pictures/routes.ts';
import type { Route } from './platform/route.ts';
import type { FileLimits, StreamedFile, StreamLimits, UploadedFile } from './platform/uploads.ts';
import { premiumRoutes } from './premium/routes.ts';
import { type RouteName, routePaths } from './route-paths.ts';
import { searchRoutes } from './search/routes.ts';
import { serverRoutes } from './servers/routes.ts';
import { sessionRoutes } from './sessions/routes.ts';
import { settingsRoutes } from './settings/routes.ts';
import { setupRoutes } from './setup/routes.ts';
import { tagRoutes } from './tags/routes.ts';
import { teamRoutes } from './teams/routes.ts';
import { ownTicketRoutes } from './tickets/own-routes.ts';
import { ticketRoutes } from './tickets/routes.ts';
import { transcriptRoutes } from './transcripts/routes.ts';
import { transferRoutes } from './transfer/routes.ts';
import { whitelabelRoutes } from './whitelabel/routes.ts';
import { whoCanSeeRoutes } from './who-can-see/routes.ts';

/** Every HTTP route as data. The server mounts it, the client is typed by it, tests and documents derive from it. */
export const routes = {
  ...sessionRoutes,
  ...serverRoutes,
  ...settingsRoutes,
  ...setupRoutes,
  ...panelRoutes,
  ...formRoutes,
  ...teamRoutes,
  ...whoCanSeeRoutes,
  ...tagRoutes,
  ...auditRoutes,
  ...blacklistRoutes,
  ...searchRoutes,
  ...ticketRoutes,
  ...ownTicketRoutes,
  ...transcriptRoutes,
  ...transferRoutes,
  ...botStaffRoutes,
  ...pictureRoutes,
  ...integrationRoutes,
  ...outgoingWebhookRoutes,
  ...personalDataRoutes,
  ...premiumRoutes,
  ...whitelabelRoutes,
} as const satisfies Record<RouteName, Route>;

export type Routes = typeof routes;

type Schema<R, K extends string> = R extends { [key in K]: infer S extends z.ZodType } ? S : undefined;

/** What a caller passes. */
export type RouteInput<N extends RouteName> = {
  [K in 'params' | 'query' | 'body' as Schema<Routes[N], K> extends z.ZodType ? K : never]: z.input<
    Extract<Schema<Routes[N], K>, z.ZodType>
  >;
} & (Routes[N] extends { files: FileLimits } ? { files?: readonly File[] } : unknown);

/** What a handler receives after the checks. */
export type RouteParsed<N extends RouteName> = {
  [K in 'params' | 'query' | 'body' as Schema<Routes[N], K> extends z.ZodType ? K : never]: z.output<
    Extract<Schema<Routes[N], K>, z.ZodType>
  >;
} & (Routes[N] extends { files: FileLimits } ? { files: readonly UploadedFile[] } : unknown) &
  (Routes[N] extends { streams: StreamLimits } ? { streamed: AsyncIterable<StreamedFile> } : unknown);

type Answers<N extends RouteName> = Routes[N]['answers'];

/** The body of a success answer; undefined for an answer without one. */
export type RouteAnswer<N extends RouteName> = {
  [S in keyof Answers<N>]: Answers<N>[S] extends z.ZodType ? z.output<Answers<N>[S]> : undefined;
}[keyof Answers<N>];

/** Fills the placeholders of a route's path. */
export function pathOf(name: RouteName, params: Record<string, string | number> = {}): string {
  return routePaths[name][1].replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(params[key])));
}
