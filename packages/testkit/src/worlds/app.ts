import type { AddressInfo } from 'node:net';
import { buildApi } from '@tickets/api/app';
import type { ApiOptions } from '@tickets/api/options';
import { type Bot, startBot } from '@tickets/bot/bot';
import type { ConfigPublic } from '@tickets/contract/platform/config';
import type { ErrorBody } from '@tickets/contract/platform/errors';
import { type RouteName, routePaths } from '@tickets/contract/route-paths';
import { pathOf, type RouteAnswer, type RouteInput } from '@tickets/contract/routes';
import type { Context } from '@tickets/core/platform/context';
import { mountCdn } from '@tickets/discord-sim/cdn/plugin';
import { mountOAuth } from '@tickets/discord-sim/oauth/plugin';
import { type DiscordSim, startDiscordSim } from '@tickets/discord-sim/server';
import type { SimApplication } from '@tickets/discord-sim/world/entities';
import type { FastifyInstance } from 'fastify';
import { buildGuild } from '../data/factories.ts';
import { createTestContext, type TestContextOptions } from './context.ts';

export interface TestAppOptions extends Omit<TestContextOptions, 'discord'> {
  /** True starts a simulated Discord with an empty world and our application in it. */
  sim?: boolean;
  api?: Partial<ApiOptions>;
}

export interface Called<N extends RouteName> {
  status: number;
  headers: Headers;
  /** The answer of a success. A test that expects a refusal reads `error`. */
  body: RouteAnswer<N>;
  error: ErrorBody;
}

export interface TestApp extends AsyncDisposable {
  ctx: Context;
  api: FastifyInstance;
  /** Where the API listens. */
  url: string;
  database_url: string;
  close(): Promise<void>;
  /** Calls a route over HTTP, as the dashboard does; without a token as somebody who is not signed in. */
  call<N extends RouteName>(
    name: N,
    input: RouteInput<N> & { token?: string; headers?: Record<string, string> },
  ): Promise<Called<N>>;
}

/** The product's API on a port, with a database of its own. */
export async function startTestApp(options: TestAppOptions & { sim: true }): Promise<TestApp & SimParts>;
export async function startTestApp(options?: TestAppOptions): Promise<TestApp>;
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp & Partial<SimParts>> {
  const sim = options.sim ? await startSim() : undefined;
  const context = await createTestContext({ ...options, ...(sim && { discord: sim.access }) });
  const { ctx } = context;
  let bot: Bot | undefined;
  const { api, url, call } = await serveApi(ctx, {
    installation: async () => ({ bot: bot?.state() ?? 'ready', jobs: 'ready' }),
    ...options.api,
  });
  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= (async () => {
      await bot?.stop();
      await api.close();
      await context.close();
      await sim?.sim.close();
    })();
    return closed;
  };
  return {
    ctx,
    api,
    url,
    database_url: context.database_url,
    close,
    [Symbol.asyncDispose]: close,
    call,
    ...(sim && {
      sim: sim.sim,
      application: sim.application,
      async startBot() {
        bot = await startBot(ctx);
        await bot.settled();
        return bot;
      },
    }),
  };
}

/** The API of a context on a port, without limits. */
export async function serveApi(
  ctx: Context,
  options: Partial<ApiOptions> = {},
): Promise<Pick<TestApp, 'api' | 'url' | 'call'>> {
  const api = await buildApi(ctx, {
    config: publicConfig(ctx),
    limits_scale: 0,
    installation: async () => ({ bot: 'ready', jobs: 'ready' }),
    ...options,
  });
  await api.listen({ host: '127.0.0.1', port: 0 });
  const { port } = api.server.address() as AddressInfo; // It listens on TCP.
  const url = `http://127.0.0.1:${port}`;
  return { api, url, call: (name, input) => callRoute(url, name, input) };
}

export interface SimParts {
  sim: DiscordSim;
  application: SimApplication;
  /** Starts the bot; what was built in the world before is known to it when this resolves. */
  startBot(): Promise<Bot>;
}

/** A server at Discord that the bot is in, and that the database knows. */
export async function buildSharedGuild(
  { ctx, sim, application }: Pick<TestApp, 'ctx'> & SimParts,
  given: { name?: string; owner_id?: string } = {},
) {
  const { id: guild_id, name, owner_id } = sim.world.addGuild(given);
  sim.world.addMember({ guild_id, user_id: application.bot_user_id });
  return buildGuild(ctx, { guild_id, name, owner_id });
}

async function startSim() {
  const sim = await startDiscordSim({
    plugins: [
      async (app, { world }) => {
        mountOAuth(app, world);
        mountCdn(app, world);
      },
    ],
  });
  const application = sim.world.addApplication({
    name: 'Tickets',
    redirect_uris: ['http://dashboard.test/callback'],
  });
  const access = {
    url: sim.url,
    token: application.bot_token,
    application_id: application.id,
    client_secret: application.client_secret,
  };
  return { sim, application, access };
}

function publicConfig(ctx: Context): ConfigPublic {
  const { oauth, cdn_url, dashboard_url } = ctx.config;
  return {
    api_url: '',
    ws_url: '',
    client_id: oauth.client_id,
    redirect_uri: oauth.redirect_uri,
    authorize_url: `${oauth.web_url}/oauth2/authorize`,
    invite_url: `${oauth.web_url}/oauth2/authorize?client_id=${oauth.client_id}&scope=bot+applications.commands`,
    cdn_url,
    docs_url: `${dashboard_url}/docs`,
    main_site_url: `${dashboard_url}/welcome`,
    premium_url: '',
    operator_name: null,
    operator_contact: null,
    simulator_url: null,
    version: 'test',
  };
}

async function callRoute<N extends RouteName>(
  base: string,
  name: N,
  input: {
    params?: unknown;
    query?: unknown;
    body?: unknown;
    files?: readonly File[];
    token?: string;
    headers?: Record<string, string>;
  },
): Promise<Called<N>> {
  const [method] = routePaths[name];
  const path = pathOf(name, input.params as Record<string, string | number> | undefined); // Typed by the caller.
  const query = new URLSearchParams(
    Object.entries(input.query ?? {}).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, String(value)]],
    ),
  );
  const response = await fetch(`${base}${path}${query.size ? `?${query}` : ''}`, {
    method,
    headers: {
      'x-tickets': 'true',
      ...(input.token && { authorization: input.token }),
      ...(input.body !== undefined && !input.files && { 'content-type': 'application/json' }),
      ...input.headers,
    },
    ...(input.body !== undefined && { body: bodyOf(input.body, input.files) }),
  });
  const text = await response.text();
  const body = text ? JSON.parse(text) : undefined;
  return { status: response.status, headers: response.headers, body, error: body };
}

function bodyOf(body: unknown, files: readonly File[] | undefined): string | FormData {
  const json = JSON.stringify(body);
  if (!files) return json;
  const form = new FormData();
  form.set('payload_json', json);
  for (const [index, file] of files.entries()) form.set(`files[${index}]`, file);
  return form;
}
