import formbody from '@fastify/formbody';
import { ApplicationFlags } from 'discord-api-types/v10';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { avatarUrl } from '../cdn/links.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { AUTHENTICATION_FAILED } from '../gateway/identify.ts';
import { html, page, pagePolicy } from '../people/html.ts';
import { findPerson, playablePeople } from '../people/playable.ts';
import { newBotToken } from '../world/build.ts';
import type { SimApplication } from '../world/entities.ts';
import type { World } from '../world/world.ts';

interface NewApplication {
  name?: string;
  owner_id?: string;
}

/** The intents that are switched in the portal. To a bot in few servers Discord grants them as limited ones. */
const intents = [
  {
    name: 'presences',
    label: 'Presence Intent',
    full: ApplicationFlags.GatewayPresence,
    limited: ApplicationFlags.GatewayPresenceLimited,
  },
  {
    name: 'members',
    label: 'Server Members Intent',
    full: ApplicationFlags.GatewayGuildMembers,
    limited: ApplicationFlags.GatewayGuildMembersLimited,
  },
  {
    name: 'content',
    label: 'Message Content Intent',
    full: ApplicationFlags.GatewayMessageContent,
    limited: ApplicationFlags.GatewayMessageContentLimited,
  },
] as const;

/** Discord's limit for the name of an application. */
const NAME_LENGTH_MAX = 32;

/** What developers do in Discord's portal: the applications with their tokens, a new token, another application. */
export function developerRoutes(app: FastifyInstance, world: World, gateway: Gateway): void {
  app.get('/developers', (_request, reply) => send(reply, portalPage(world)));

  app.register(async (form) => {
    await form.register(formbody);
    form.post<{ Params: { id: string }; Body: Record<string, unknown> | null }>(
      '/developers/:id/intents',
      (request, reply) => {
        const application = world.applications.get(request.params.id);
        if (!application) return send(reply.code(404), portalPage(world, 'There is no such application.'));
        const flags = intents.reduce((all, { name, full, limited }) => {
          if (request.body?.[name] === undefined) return all & ~(full | limited);
          return all & full ? all : all | limited;
        }, Number(application.flags));
        world.applications.put({ ...application, flags: flags as SimApplication['flags'] }); // a number with the flags' bits
        return reply.redirect('/developers', 303);
      },
    );
    form.post<{ Body: NewApplication | null }>('/developers', (request, reply) => {
      const { name = '', owner_id } = request.body ?? {};
      const owner = findPerson(world, owner_id);
      const called = String(name).trim();
      if (!called || called.length > NAME_LENGTH_MAX || !owner)
        return send(
          reply.code(400),
          portalPage(world, `Enter a name of 1 to ${NAME_LENGTH_MAX} characters, and whose it is.`),
        );
      world.addApplication({ name: called, owner_id: owner.id, flags: 0 as SimApplication['flags'] }); // no intents yet
      return reply.redirect('/developers', 303);
    });
    form.post<{ Params: { id: string } }>('/developers/:id/token', (request, reply) => {
      const application = world.applications.get(request.params.id);
      if (!application) return send(reply.code(404), portalPage(world, 'There is no such application.'));
      world.applications.put({ ...application, bot_token: newBotToken(application.bot_user_id) });
      // Whoever is connected by the old one is put out.
      gateway.disconnect(application.id, ...AUTHENTICATION_FAILED);
      return reply.redirect('/developers', 303);
    });
  });
}

function send(reply: FastifyReply, text: string): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', pagePolicy())
    .header('cache-control', 'no-store')
    .send(text);
}

function portalPage(world: World, problem?: string): string {
  const applications = world.applications.all();
  return page(
    'Simulated developer portal',
    html`<main class="landing">
  <header>
    <h1>Developer portal</h1>
    <p class="lead">The applications of the <a href="/">simulated Discord</a>. In the real portal only their owner sees them, and a
    token is shown once.</p>
  </header>
  ${applications.map((application) => applicationPart(world, application))}
  <form class="newcomer" method="post" action="/developers" aria-labelledby="new">
    <h3 id="new">New application</h3>
    ${problem && html`<p class="problem" role="alert">${problem}</p>`}
    <label>Name <input name="name" required maxlength="${NAME_LENGTH_MAX}" autocomplete="off"></label>
    <label>Whose it is <select name="owner_id">
      ${playablePeople(world).map(({ user }) => html`<option value="${user.id}">${user.global_name ?? user.username}</option>`)}
    </select></label>
    <button type="submit" class="primary">Create</button>
  </form>
</main>`,
  );
}

function applicationPart(
  world: World,
  { id, name, owner_id, bot_user_id, bot_token, flags }: SimApplication,
) {
  const owner = world.users.get(owner_id);
  const bot = world.users.get(bot_user_id);
  return html`<section class="application" aria-labelledby="a${id}">
    <h2 id="a${id}">${bot && html`<img class="round" src="${avatarUrl(world, bot)}" alt="" width="32" height="32">`} ${name}</h2>
    <dl class="addresses">
      <dt>Owner</dt><dd>${owner?.global_name ?? owner?.username ?? 'nobody'}</dd>
      <dt>Application id</dt><dd><code>${id}</code></dd>
      <dt>Bot token</dt><dd><code>${bot_token}</code></dd>
    </dl>
    <form method="post" action="/developers/${id}/token"><button type="submit">Reset Token</button></form>
    <form method="post" action="/developers/${id}/intents" class="intents">
      ${intents.map((intent) => html`<label><input type="checkbox" name="${intent.name}" ${flags & (intent.full | intent.limited) ? html`checked` : html``}> ${intent.label}</label>`)}
      <button type="submit">Save Intents</button>
    </form>
  </section>`;
}
