import { colourOf, html, Icon } from './lib.js';
import { openServer, useStore } from './store.js';
import { openProfile } from './text.js';

/** The people of the server, under the roles that stand apart. */
export function MemberList() {
  useStore();
  const server = openServer();
  if (!server) return null;
  const groups = [...server.roles]
    .filter((role) => role.hoist)
    .sort((a, b) => b.position - a.position)
    .map((role) => ({
      id: role.id,
      name: role.name,
      members: server.members.filter((member) => member.hoisted_role_id === role.id),
    }));
  groups.push({
    id: 'rest',
    name: 'Members',
    members: server.members.filter((member) => !member.hoisted_role_id),
  });
  return html`<section class="members" aria-label="Member list" tabindex="0">
    ${groups
      .filter((group) => group.members.length > 0)
      .map(
        (group) => html`<div role="group" key=${group.id} aria-label=${group.name}>
        <h2>${group.name} — ${group.members.length}</h2>
        <ul>${group.members
          .toSorted((a, b) => a.name.localeCompare(b.name))
          .map(
            (member) => html`<li key=${member.id}>
          <button type="button" aria-haspopup="dialog" onClick=${(event) => openProfile(event, member.id)}>
            <img class="round" src=${member.avatar_url} alt="" width="32" height="32" loading="lazy" />
            <span class="name" style=${member.colour ? { '--role': colourOf(member.colour) } : undefined}>${member.name}</span>
            ${member.bot && html`<span class="tag">APP</span>`}
            ${member.owner && html`<span class="crown" title="Server owner"><${Icon} name="crown" size=${14} /><span class="unseen">Server owner</span></span>`}
          </button></li>`,
          )}</ul>
      </div>`,
      )}
    ${server.member_count > server.members.length && html`<p class="hint">and ${server.member_count - server.members.length} more</p>`}
  </section>`;
}
