import type { FastifyInstance } from 'fastify';
import { avatarUrl, guildIconUrl } from '../cdn/links.ts';
import { html, page, pagePolicy } from '../people/html.ts';
import { playablePeople } from '../people/playable.ts';
import type { World } from '../world/world.ts';

/** The first page of the simulator: what this is, and the people one can be. */
export function landingRoute(app: FastifyInstance, world: World): void {
  app.get('/', (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', pagePolicy())
      .header('cache-control', 'no-store')
      .send(landingPage(world)),
  );
}

function landingPage(world: World): string {
  const people = playablePeople(world);
  return page(
    'Simulated Discord',
    html`<main class="landing">
  <header>
    <img src="/app/assets/icon.svg" alt="" width="56" height="56">
    <h1>Simulated Discord</h1>
    <p class="lead">A Discord that runs on this machine only. Bots connect to it with the libraries they use for the real one;
    people use it through this page. Nothing you do here reaches Discord, and no account is needed.</p>
  </header>
  <section aria-labelledby="people">
    <h2 id="people">Be somebody</h2>
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
  </section>
  <section aria-labelledby="programs">
    <h2 id="programs">For programs</h2>
    <dl class="addresses">
      <dt>REST</dt><dd><code>${world.baseUrl}/api/v10</code></dd>
      <dt>Gateway</dt><dd>from <code>${world.baseUrl}/api/v10/gateway/bot</code></dd>
      <dt>OAuth2</dt><dd><code>${world.baseUrl}/oauth2/authorize</code></dd>
      <dt>CDN</dt><dd><code>${world.baseUrl}/cdn</code></dd>
    </dl>
  </section>
</main>`,
  );
}
