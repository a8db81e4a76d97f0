import { useEffect, useState } from 'preact/hooks';
import { ask } from './api.js';
import { colourOf, html, Icon } from './lib.js';
import { attempt } from './notices.js';
import { openChannel, openServer, useStore } from './store.js';
import { openProfile } from './text.js';

/** The people who see the open channel, under the roles that stand apart. */
export function MemberList() {
  useStore();
  const server = openServer();
  const channel = openChannel();
  const viewers = useViewers(server, channel?.id);
  if (!server) return null;
  const shown = viewers ? server.members.filter((member) => viewers.has(member.id)) : [];
  const groups = [...server.roles]
    .filter((role) => role.hoist)
    .sort((a, b) => b.position - a.position)
    .map((role) => ({
      id: role.id,
      name: role.name,
      members: shown.filter((member) => member.hoisted_role_id === role.id),
    }));
  groups.push({
    id: 'rest',
    name: 'Members',
    members: shown.filter((member) => !member.hoisted_role_id),
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
    ${!channel?.is_private && server.member_count > server.members.length && html`<p class="hint">and ${server.member_count - server.members.length} more</p>`}
  </section>`;
}

/** Ids of the people who see a channel, asked again whenever something in the server changes. */
function useViewers(server, channelId) {
  const [known, setKnown] = useState();
  useEffect(() => {
    if (!server || !channelId) return;
    let wanted = true;
    void attempt(() => ask('GET', `/channels/${channelId}/viewers`)).then((answer) => {
      if (wanted && answer) setKnown({ channelId, ids: new Set(answer.ids) });
    });
    return () => {
      wanted = false;
    };
  }, [server, channelId]);
  return known?.channelId === channelId ? known.ids : undefined;
}
