import { isProductAction } from '@tickets/contract/access/actions';
import { type RouteName, routePaths } from '@tickets/contract/route-paths';
import { buildSession, randomId } from '@tickets/testkit/data/factories';
import { allowWarning } from '@tickets/testkit/guard/watch';
import { assembleCast, type Cast, openerFor } from '@tickets/testkit/permissions/cast';
import {
  type CallerName,
  callerNames,
  type Expected,
  expectedOf,
} from '@tickets/testkit/permissions/declared';
import { accessTo, actionOfRoute, routeNames, withBody } from '@tickets/testkit/surface/routes';
import { sampleBody } from '@tickets/testkit/surface/samples';
import {
  buildSurfaceRows,
  nothing,
  type Sent,
  type SurfaceRows,
  sendTo,
} from '@tickets/testkit/surface/world';
import { serveApi } from '@tickets/testkit/worlds/app';
import { type BotWorld, startBotWorld } from '@tickets/testkit/worlds/bot-world';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

// What fails here on purpose is reported.
allowWarning(/"msg":"(Discord refused what it should follow)/);

/**
 * Every route by everyone, as the table of actions declares it: the real API over a real database, with the bot beside it
 * in the simulated Discord.
 */

const who = ['nobody', ...callerNames] as const;

let w: BotWorld;
let cast: Cast;
let api: Awaited<ReturnType<typeof serveApi>>;
let rows: SurfaceRows;
const ticketsOf = {
  'the opener': { open: 0, closed: 0 },
  'an opener of another team': { open: 0, closed: 0 },
};
const tokens = new Map<string, string>();
beforeAll(async () => {
  w = await startBotWorld();
  // What the settings leave to members is not what this is about.
  await w.settings({ feedback_enabled: true });
  api = await serveApi(w.ctx);
  cast = await assembleCast(w);
  rows = await buildSurfaceRows(w.ctx, w.guild_id);
  for (const opener of ['the opener', 'an opener of another team'] as const)
    for (const status of ['open', 'closed'] as const)
      ticketsOf[opener][status] = (await cast.ticket({ status, opener })).ticket_id;
  for (const name of callerNames) tokens.set(name, await buildSession(w.ctx, cast.people[name].id));
});
afterAll(async () => {
  await api.api.close();
  await w[Symbol.asyncDispose]();
});

test('what needs no session, and what needs nothing but one, is this and nothing else', () => {
  const withoutAction = routeNames.filter(
    (name) => !actionOfRoute(name) && !isProductAction(String(accessTo(name))),
  );
  expect(withoutAction.map((name) => `${accessTo(name)}: ${name}`).sort()).toEqual([
    'public: config.get',
    'public: session.callback',
    'public: transcripts.open_link',
    'user: integrations.create',
    'user: integrations.delete',
    'user: integrations.detail',
    'user: integrations.own',
    'user: integrations.own_deliveries',
    'user: integrations.publish',
    'user: integrations.try',
    'user: integrations.update',
    'user: integrations.view',
    'user: own_data.cancel_erasure',
    'user: own_data.erase',
    'user: own_data.export',
    'user: own_data.export_link',
    'user: own_data.get',
    'user: own_tickets.list',
    'user: pictures.preview',
    'user: premium.choose_servers',
    'user: premium.own',
    'user: session.logout',
    'user: transcripts.self',
    'user: user.permission_level',
    'user: user.reload_guilds',
    'whitelabel: whitelabel.clear_status',
    'whitelabel: whitelabel.create_commands',
    'whitelabel: whitelabel.disable',
    'whitelabel: whitelabel.errors',
    'whitelabel: whitelabel.get',
    'whitelabel: whitelabel.guilds',
    'whitelabel: whitelabel.set_status',
    'whitelabel: whitelabel.submit',
  ]);
});

describe.each(routeNames)('%s', (route) => {
  test.each(who.map((name) => [name, expectedOf(name, { access: accessTo(route) })] as const))(
    '%s: %s',
    async (name, expected) => {
      if (name !== 'nobody') await cast.enter(name);
      const sent = await send(route, name, expected);
      expect({ who: name, what: route, got: meaningOf(sent) }).toEqual({
        who: name,
        what: route,
        got: expected,
      });
    },
  );
});

/** What was done to nothing but read may be done to the same things again. */
async function send(route: RouteName, name: CallerName | 'nobody', expected: Expected): Promise<Sent> {
  const [method, path] = routePaths[route];
  const opener = openerFor(name);
  const tickets = ticketsOf[opener];
  const changes = expected === 'served' && method !== 'GET';
  if (changes && /:(panel|form|multi_panel|team|entry)_id/.test(path))
    rows = await buildSurfaceRows(w.ctx, w.guild_id);
  if (tagsWanted.includes(route)) await keepTag();
  const status = ofClosed.some((name) => route.startsWith(name)) ? 'closed' : 'open';
  if (changes && path.includes(':ticket_id'))
    tickets[status] = (await cast.ticket({ status, opener })).ticket_id;
  const somebody = { user_id: randomId(), role_id: randomId(), member_id: w.other.id };
  const ids = { guild_id: w.guild_id, text_id: w.lobby.id, user_id: w.other.id, ...rows };
  const sample = withBody.includes(route) ? sampleBody(route, ids) : undefined;
  // Whom an override alone lets in may name nobody in a panel (`outlasting.test.ts`), and all else.
  const isPanelByLetIn = name.endsWith('with an override') && /^panels\.(create|update)$/.test(route);
  const body = sample ? JSON.stringify(isPanelByLetIn ? { ...sample, mentions: [] } : sample) : undefined;
  const token =
    name === 'nobody'
      ? undefined
      : route === 'session.logout'
        ? await buildSession(w.ctx, cast.people[name].id)
        : tokens.get(name);
  const params = { guild_id: w.guild_id, ...rows, ...somebody, ...nothing, ticket_id: tickets[status] };
  const sent = await sendTo(api.url, route, { token, params, body });
  // The next route reads a transcript that is there.
  if (route === 'transcripts.remove' && sent.status === 204)
    tickets.closed = (await cast.ticket({ status, opener })).ticket_id;
  return sent;
}

/** What there is only once a ticket is closed. */
const ofClosed = ['transcripts.', 'own_tickets.rate', 'own_tickets.answer_survey'];

/** Named by the sample bodies. */
const tagsWanted: readonly RouteName[] = ['tags.remove', 'tickets.send_tag'];
const keepTag = () =>
  w.ctx.db
    .insertInto('tags')
    .values({ guild_id: w.guild_id, tag_id: 'docs', content: 'Read the docs' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** Said to whoever may ask. */
const isNotThereYet = [
  'own_data.no_export',
  'integration.not_found',
  'outgoing_webhook.not_found',
  'survey.not_found',
  'transcript.link_gone',
  'transcript.link_unknown',
  'transcript.download_gone',
  'whitelabel.no_bot',
  'export.gone',
  'import.upload_gone',
];

/** In the words of the expectation; what does not fit them as it came. */
function meaningOf({ status, json }: Sent): string {
  if (status === 401) return 'signed out';
  if (status === 403) return 'refused';
  if (status === 404 && json.code === 'guild.not_found') return 'unknown';
  // Of what they ask for there may be nothing yet.
  if (status === 404 && isNotThereYet.includes(String(json.code))) return 'served';
  return status === 404 || status >= 500 ? `${status} ${json.code}` : 'served';
}
