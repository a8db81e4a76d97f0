import { useId, useRef, useState } from 'preact/hooks';
import { messageSomebody } from './actions.js';
import { discord } from './api.js';
import { close, useFloating } from './floating.js';
import { colourOf, html, Icon, longDay } from './lib.js';
import { attempt } from './notices.js';
import { Choices, useChoices } from './picker.js';
import { openServer, state } from './store.js';

const roleColour = (role) => (role.colour ? colourOf(role.colour) : 'var(--text-3)');
const byRank = (a, b) => b.position - a.position;

/** A person's card: who they are in this server, and, for who manages roles, which roles they have. */
export function Profile({ menu }) {
  const box = useFloating(menu);
  const server = openServer();
  const member = server?.members.find(({ id }) => id === menu.userId);
  const direct = state.directs.find((channel) => channel.recipient_id === menu.userId);
  const person =
    member ??
    (direct && {
      id: menu.userId,
      name: direct.name,
      avatar_url: direct.avatar_url,
      bot: direct.recipient_bot,
    });
  if (!person)
    return html`<div class="profile floating" role="dialog" aria-label="Profile" tabindex="-1" ref=${box}><p class="hint">This person is not in the server any more.</p></div>`;
  return html`<div class="profile floating" role="dialog" aria-label=${`Profile of ${person.name}`} tabindex="-1" ref=${box}>
    <div class="profile-band"></div>
    <img class="round" src=${person.avatar_url} alt="" width="72" height="72" />
    <h2>${person.name} ${person.bot && html`<span class="tag">APP</span>`}</h2>
    ${person.username && html`<p class="hint">@${person.username}</p>`}
    ${member && html`<p class="hint">In this server since ${longDay(new Date(member.joined_at))}</p>`}
    ${member && html`<${Roles} server=${server} member=${member} />`}
    ${
      person.id !== state.me.id &&
      html`<button type="button" class="button primary" data-first onClick=${() => {
        close();
        void messageSomebody(person.id);
      }}>Message</button>`
    }
  </div>`;
}

function Roles({ server, member }) {
  const [adding, setAdding] = useState(false);
  const plus = useRef(null);
  const roles = server.roles.filter((role) => member.role_ids.includes(role.id)).sort(byRank);
  const missing = server.roles.filter((role) => role.can_manage && !member.role_ids.includes(role.id));
  if (roles.length === 0 && !server.can_manage_roles) return null;
  const path = (role) => `/guilds/${server.id}/members/${member.id}/roles/${role.id}`;
  // What was pressed goes away with the role, and the focus must not go with it.
  const keepFocus = () => plus.current?.focus();
  const take = (role) => {
    keepFocus();
    void attempt(() => discord('DELETE', path(role)));
  };
  const stopAdding = () => {
    setAdding(false);
    keepFocus();
  };
  const give = (role) => {
    stopAdding();
    void attempt(() => discord('PUT', path(role)));
  };
  return html`<ul class="role-chips" aria-label="Roles">
      ${roles.map(
        (role) => html`<li key=${role.id}>
        ${
          role.can_manage
            ? html`<button type="button" class="dot remove" style=${{ background: roleColour(role) }} aria-label=${`Remove role ${role.name}`} title=${`Remove role ${role.name}`} onClick=${() => take(role)}><${Icon} name="close" size=${10} /></button>`
            : html`<span class="dot" style=${{ background: roleColour(role) }}></span>`
        }${role.name}</li>`,
      )}
      ${
        server.can_manage_roles &&
        html`<li class="add"><button type="button" ref=${plus} aria-label="Add Role" title="Add Role" aria-expanded=${adding ? 'true' : 'false'} onClick=${() => setAdding(!adding)}><${Icon} name="plus" size=${14} />${roles.length === 0 && 'Add Role'}</button></li>`
      }
    </ul>
    ${adding && html`<${RolePicker} roles=${missing} onPick=${give} onClose=${stopAdding} />`}`;
}

function RolePicker({ roles, onPick, onClose }) {
  const id = useId();
  const [query, setQuery] = useState('');
  const items = roles
    .filter((role) => role.name.toLowerCase().includes(query.toLowerCase()))
    .sort(byRank)
    .map((role) => ({ ...role, value: role.id, label: role.name, colour: roleColour(role) }));
  const choices = useChoices(items, onPick);
  const onKeyDown = (event) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      onClose();
    } else if (event.key !== 'Tab') choices.onKeyDown(event);
  };
  return html`<div class="role-picker">
    <input
      ref=${focusOnce}
      type="text"
      class="select-search"
      placeholder="Role"
      aria-label="Find a role to add"
      role="combobox"
      aria-expanded="true"
      aria-controls=${id}
      aria-activedescendant=${items.length ? `${id}-${choices.active}` : undefined}
      value=${query}
      onInput=${(event) => setQuery(event.currentTarget.value)}
      onKeyDown=${onKeyDown}
    />
    <${Choices} id=${id} label="Roles to add" items=${items} ...${choices} onPick=${onPick} empty="No role that you may give" />
  </div>`;
}

function focusOnce(input) {
  input?.focus();
}
