import { auditActions, auditResources } from '@tickets/contract/audit/codes';
import { CustomEmbedInput } from '@tickets/contract/embeds/embeds';
import { type RouteName, routePaths } from '@tickets/contract/route-paths';
import { pathOf } from '@tickets/contract/routes';
import type { Context } from '@tickets/core/platform/context';
import {
  buildForm,
  buildGuild,
  buildMember,
  buildPanel,
  buildSession,
  buildTeam,
  buildTicket,
  buildUser,
  randomId,
} from '../data/factories.ts';
import { startTestApp, type TestApp } from '../worlds/app.ts';
import { type SampleIds, sampleBody, sampleQueries } from './samples.ts';

/** A panel, a form with a question, a multi-panel of that panel, and a team. */
export interface SurfaceRows {
  panel_id: number;
  second_panel_id: number;
  form_id: number;
  input_id: number;
  multi_panel_id: number;
  team_id: number;
  entry_id: number;
}

/** Ids of things that are nowhere. */
export const nothing = {
  link_id: '00000000-0000-4000-8000-000000000001',
  download_id: '00000000-0000-4000-8000-000000000002',
  integration_id: 4711,
  webhook_id: '00000000-0000-4000-8000-000000000003',
  delivery_id: '00000000-0000-4000-8000-000000000004',
  export_id: '00000000-0000-4000-8000-000000000005',
  upload_id: '00000000-0000-4000-8000-000000000006',
  run_id: '00000000-0000-4000-8000-000000000007',
};

/** What is sent over the wire, with nothing checked by types. */
export interface Sending {
  token?: string | undefined;
  params?: Record<string, string | number>;
  body?: string | undefined;
  headers?: Record<string, string>;
}

export interface Sent {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came back
  json: any;
}

/** A server with one of everything, to which every route of the contract can be called. Discord is down. */
export interface Surface extends AsyncDisposable {
  app: TestApp;
  guild_id: string;
  ticket_id: number;
  rows: SurfaceRows;
  /** Of whom nobody knows anything. */
  somebody: { user_id: string; role_id: string; member_id: string };
  token: Record<'nobody' | 'support' | 'admin' | 'stranger', string>;
  send(name: RouteName, sending?: Sending): Promise<Sent>;
  /** A body for a route as the dashboard would send it. */
  sample(name: RouteName): unknown;
}

export async function startSurface(): Promise<Surface> {
  const app = await startTestApp();
  const { ctx } = app;
  const { guild_id, text_id } = await buildGuild(ctx);
  // An unknown channel is refused without asking Discord, which is down here.
  await ctx.db
    .updateTable('guilds')
    .set({ channels_asked_at: new Date(Date.now() + 3_600_000) })
    .where('guild_id', '=', guild_id)
    .execute();
  const { user_id } = await buildUser(ctx);
  const { ticket_id } = await buildTicket(ctx, { guild_id, opener_id: user_id });
  const somebody = { user_id: randomId(), role_id: randomId(), member_id: randomId() };
  const signIn = async (as: Parameters<typeof buildMember>[1]) =>
    buildSession(ctx, await buildMember(ctx, as));
  const surface: Surface = {
    app,
    guild_id,
    ticket_id,
    rows: await buildSurfaceRows(ctx, guild_id),
    somebody,
    token: {
      nobody: await signIn({ guild_id }),
      support: await signIn({ guild_id, level: 1 }),
      admin: await signIn({ guild_id, level: 2 }),
      stranger: await signIn({ guild_id, present: false }),
    },
    send: (
      name,
      { params = { guild_id, ...surface.rows, ticket_id, ...somebody, ...nothing }, ...sending } = {},
    ) => sendTo(app.url, name, { params, ...sending }),
    sample(name) {
      const ids: SampleIds = { guild_id, text_id, user_id: somebody.user_id, ...surface.rows };
      return sampleBody(name, ids);
    },
    [Symbol.asyncDispose]: () => app.close(),
  };
  return surface;
}

export async function buildSurfaceRows(ctx: Context, guild_id: string): Promise<SurfaceRows> {
  const { panel_id } = await buildPanel(ctx, { guild_id });
  const second = await buildPanel(ctx, { guild_id });
  const { form_id, inputs } = await buildForm(ctx, { guild_id });
  const { id: multi_panel_id } = await ctx.db
    .insertInto('multi_panels')
    .values({
      guild_id,
      channel_id: randomId(),
      embed: JSON.stringify(CustomEmbedInput.parse({ title: 'T' })),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await ctx.db.insertInto('multi_panel_panels').values({ multi_panel_id, panel_id, position: 1 }).execute();
  const team_id = await buildTeam(ctx, { guild_id });
  const input_id = inputs[0]?.id ?? 0;
  const { entry_id } = await ctx.db
    .insertInto('audit_entries')
    .values({
      guild_id,
      user_id: randomId(),
      source: 'dashboard',
      action: auditActions['form.rename'],
      resource: auditResources.form,
      resource_id: String(form_id),
      before: JSON.stringify({ title: 'Before' }),
      after: JSON.stringify({ title: 'Form' }),
    })
    .returning('entry_id')
    .executeTakeFirstOrThrow();
  return { panel_id, second_panel_id: second.panel_id, form_id, input_id, multi_panel_id, team_id, entry_id };
}

/** Calls a route with what it cannot do without. */
export async function sendTo(
  url: string,
  name: RouteName,
  { token, params = {}, body, headers = {} }: Sending,
): Promise<Sent> {
  const response = await fetch(url + pathOf(name, params) + (sampleQueries[name] ?? ''), {
    method: routePaths[name][0],
    headers: {
      'x-tickets': 'true',
      ...(token && { authorization: token }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: text ? JSON.parse(text) : undefined,
  };
}
