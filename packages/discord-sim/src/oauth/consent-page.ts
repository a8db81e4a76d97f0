import { PermissionFlagsBits as P } from 'discord-api-types/v10';
import { appIconUrl, avatarUrl, guildIconUrl } from '../cdn/links.ts';
import { type Html, html, page } from '../people/html.ts';
import type { PlayablePerson } from '../people/playable.ts';
import { has } from '../permissions/compute.ts';
import { guildPermissions } from '../permissions/of.ts';
import type { SimUser } from '../world/entities.ts';
import type { World } from '../world/world.ts';
import type { AuthorizeRequest } from './request.ts';
import { namedPermissions, SCOPE_WORDS } from './words.ts';

interface ConsentInput {
  world: World;
  request: AuthorizeRequest;
  people: PlayablePerson[];
  /** Who this browser already is. */
  person?: SimUser;
  problem?: string;
}

/** The consent screen: who one is, what the application asks for, and yes or no. */
export function consentPage({ world, request, people, person, problem }: ConsentInput): string {
  const { application, scopes } = request;
  const asBot = scopes.includes('bot');
  const title = `${application.name} wants to ${asBot ? 'be added to a server' : 'access an account'}`;
  return page(
    `Authorize ${application.name}`,
    html`${simulatorNote()}
<main class="consent">
  <form method="post" class="card">
    <header class="pair">
      <img class="round" src="${appIconUrl(world, application)}" alt="" width="72" height="72">
      ${
        person &&
        html`<span class="dots" aria-hidden="true">•••</span>
      <img class="round" src="${avatarUrl(world, person)}" alt="" width="72" height="72">`
      }
    </header>
    <p class="over">An external application</p>
    <h1>${application.name}</h1>
    <p class="lead">${asBot ? 'wants to be added to a server' : 'wants to access an account'}</p>
    ${problem && html`<p class="problem" role="alert">${problem}</p>`}
    ${peopleChoice(world, people, person)}
    ${asBot && person && serverChoice(world, request, person)}
    <section aria-label="${title}">
      <h2>This will allow ${application.name} to</h2>
      <ul class="scopes">
        ${scopes.map((scope) => html`<li><span class="tick" aria-hidden="true">✓</span>${SCOPE_WORDS[scope] ?? scope}</li>`)}
      </ul>
    </section>
    ${asBot && permissionChoice(request.permissions)}
    <footer class="answers">
      <button type="submit" name="decision" value="cancel" class="plain">Cancel</button>
      <button type="submit" name="decision" value="authorize" class="primary">Authorize</button>
    </footer>
    <ul class="facts">
      ${request.redirect_uri && html`<li>You will be redirected to <b>${new URL(request.redirect_uri).origin}</b></li>`}
      <li>This application cannot read your messages or send messages as you.</li>
    </ul>
  </form>
</main>`,
  );
}

function peopleChoice(world: World, people: PlayablePerson[], person: SimUser | undefined): Html {
  const listed = person && !people.some(({ user }) => user.id === person.id);
  const all = listed ? [{ user: person, about: '' }, ...people] : people;
  if (all.length === 0) return html`<p class="problem" role="alert">There is nobody in this world yet.</p>`;
  return html`<fieldset class="people">
    <legend>Who are you?</legend>
    ${all.map(
      ({ user, about }, i) => html`<label class="person">
        <input type="radio" name="person" value="${user.id}" ${checked(person ? user.id === person.id : i === 0)}>
        <img class="round" src="${avatarUrl(world, user)}" alt="" width="40" height="40">
        <span class="who"><b>${user.global_name ?? user.username}</b><span>${about || `@${user.username}`}</span></span>
      </label>`,
    )}
  </fieldset>`;
}

function serverChoice(world: World, request: AuthorizeRequest, person: SimUser): Html {
  const guilds = manageableGuilds(world, person.id);
  const shown = request.fixed_guild ? guilds.filter((guild) => guild.id === request.guild_id) : guilds;
  return html`<div class="field">
    <label for="guild">Add to server</label>
    ${
      shown.length === 0
        ? html`<p class="problem">There is no server here in which ${person.global_name ?? person.username} has Manage Server.</p>`
        : html`<span class="servers" aria-hidden="true">${shown.slice(0, 8).map((guild) => html`<img class="square" src="${guildIconUrl(world, guild)}" alt="" width="28" height="28">`)}</span>
    <select id="guild" name="guild_id" required>
      ${shown.map((guild) => html`<option value="${guild.id}" ${selected(guild.id === request.guild_id)}>${guild.name}</option>`)}
    </select>`
    }
    <p class="hint">Adding a bot needs Manage Server in that server. Chose someone else? <button type="submit" name="decision" value="switch" class="link" formnovalidate>Show their servers</button></p>
  </div>`;
}

function permissionChoice(bits: bigint): Html {
  const named = namedPermissions(bits);
  if (named.length === 0) return html``;
  return html`<fieldset class="permissions">
    <legend>With these permissions</legend>
    ${named.map(
      ({ bit, name }) =>
        html`<label><input type="checkbox" name="permission" value="${String(bit)}" checked> ${name}</label>`,
    )}
  </fieldset>`;
}

/** Servers to which someone may add bots. */
export function manageableGuilds(world: World, userId: string) {
  return world.members.in('user', userId).flatMap((member) => {
    const guild = world.guilds.get(member.guild_id);
    return guild && has(guildPermissions(world, guild.id, userId), P.ManageGuild) ? [guild] : [];
  });
}

export function messagePage(title: string, text: string): string {
  return page(
    title,
    html`${simulatorNote()}
<main class="consent"><div class="card"><h1>${title}</h1><p class="lead">${text}</p></div></main>`,
  );
}

function simulatorNote(): Html {
  return html`<header class="simulated">This is the simulated Discord. No real account is used.</header>`;
}

const checked = (yes: boolean) => (yes ? html`checked` : undefined);
const selected = (yes: boolean) => (yes ? html`selected` : undefined);
