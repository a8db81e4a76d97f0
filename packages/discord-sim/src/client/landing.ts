import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { avatarUrl, guildIconUrl } from '../cdn/links.ts';
import { html, page, pagePolicy } from '../people/html.ts';
import { addNewcomer, NAME_LENGTH_MAX } from '../people/newcomer.ts';
import { playablePeople } from '../people/playable.ts';
import type { World } from '../world/world.ts';

interface NewcomerForm {
  name?: string;
  guild_id?: string;
}

/** The first page of the simulator: what this is, the people one can be, and a form that adds another. */
export function landingRoute(app: FastifyInstance, world: World): void {
  app.get('/', (_request, reply) => send(reply, landingPage(world)));

  app.register(async (form) => {
    await form.register(formbody);
    form.post<{ Body: NewcomerForm | null }>('/people', (request, reply) => {
      const { name, guild_id } = request.body ?? {};
      const guild = guild_id ? world.guilds.get(String(guild_id)) : undefined;
      const added = addNewcomer(world, { name: String(name ?? ''), guild });
      if (!added.ok) return send(reply.code(400), landingPage(world, added.problem));
      return reply.redirect(`/app?as=${added.user.id}`, 303);
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

function landingPage(world: World, problem?: string): string {
  const people = playablePeople(world);
  return page(
    'Simulated Discord',
    html`<main class="landing">
  <header>
    <img src="/app/assets/icon.svg" alt="" width="56" height="56">
    <h1>Simulated Discord</h1>
    <p class="lead">A Discord that runs on this machine only. Bots connect to it with the same libraries as to the real one;
    people use it through this page. Nothing you do here reaches Discord, and no account is needed.</p>
  </header>
  <section aria-labelledby="people">
    <h2 id="people">Choose who to be</h2>
    ${people.length === 0 && html`<p>There is nobody in this world yet.</p>`}
    <ul class="cards">
      ${people.map(
        ({ user, about }) => html`<li><a class="person-card" href="/app?as=${user.id}">
          <img class="round" src="${avatarUrl(world, user)}" alt="" width="48" height="48">
          <span class="who"><b>${user.global_name ?? user.username}</b><span>${about || `@${user.username}`}</span></span>
          <span class="icons">${world.members
            .in('user', user.id)
            .slice(0, 5)
            .map(({ guild_id }) => {
              const guild = world.guilds.get(guild_id);
              return (
                guild &&
                html`<img class="square" src="${guildIconUrl(world, guild)}" alt="${guild.name}" title="${guild.name}" width="24" height="24">`
              );
            })}</span>
        </a></li>`,
      )}
    </ul>
    <form class="newcomer" method="post" action="/people" aria-labelledby="newcomer">
      <h3 id="newcomer">Or join as someone new</h3>
      ${problem && html`<p class="problem" role="alert">${problem}</p>`}
      <label>Name <input name="name" required maxlength="${NAME_LENGTH_MAX}" autocomplete="off"></label>
      <label>Joins <select name="guild_id">
        ${world.guilds.all().map((guild) => html`<option value="${guild.id}">${guild.name}</option>`)}
        <option value="">no server yet</option>
      </select></label>
      <button type="submit" class="primary">Join</button>
    </form>
  </section>
  <section aria-labelledby="programs">
    <h2 id="programs">For programs</h2>
    <dl class="addresses">
      <dt>REST</dt><dd><code>${world.baseUrl}/api/v10</code></dd>
      <dt>Gateway</dt><dd>from <code>${world.baseUrl}/api/v10/gateway/bot</code></dd>
      <dt>OAuth2</dt><dd><code>${world.baseUrl}/oauth2/authorize</code></dd>
      <dt>CDN</dt><dd><code>${world.baseUrl}/cdn</code></dd>
    </dl>
    <p>Applications and their tokens: <a href="/developers">developer portal</a></p>
  </section>
</main>`,
  );
}
