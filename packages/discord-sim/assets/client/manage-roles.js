import { useState } from 'preact/hooks';
import { discord } from './api.js';
import { Problem, SubmitButton, TextField, useSending } from './form.js';
import { colourOf, html, Icon, IconButton } from './lib.js';
import { Dialog } from './modal.js';
import { changed, openServer, state } from './store.js';

const COLOURS = [
  [0, 'Default'],
  [0x1abc9c, 'Teal'],
  [0x2ecc71, 'Green'],
  [0x3498db, 'Blue'],
  [0x9b59b6, 'Purple'],
  [0xe91e63, 'Pink'],
  [0xf1c40f, 'Yellow'],
  [0xe67e22, 'Orange'],
  [0xe74c3c, 'Red'],
  [0x95a5a6, 'Grey'],
];

function close() {
  state.dialog = null;
  changed();
}

function askToDelete(server, role) {
  state.dialog = {
    kind: 'confirm',
    title: 'Delete Role',
    text: html`Are you sure you want to delete the <b>${role.name}</b> role? This cannot be undone.`,
    action: 'Delete Role',
    back: { kind: 'roles' },
    onConfirm: () => discord('DELETE', `/guilds/${server.id}/roles/${role.id}`),
  };
  changed();
}

const members = (count) => (count === 1 ? '1 member' : `${count} members`);

/** The roles of the open server, highest first, with what the person may do with them. */
export function Roles() {
  const server = openServer();
  if (!server) return null;
  const roles = server.roles
    .filter((role) => role.id !== server.id)
    .sort((a, b) => b.position - a.position || (a.id < b.id ? -1 : 1));
  return html`<${Dialog} title="Roles" onClose=${close} class="manage">
    <p class="hint">Members use the colour of the highest role they have. You can give and delete the roles below your own highest one.</p>
    ${server.can_manage_roles && html`<${CreateRole} server=${server} />`}
    <h3 id="roles-count">Roles — ${roles.length}</h3>
    <ul class="manage-list" aria-labelledby="roles-count" tabindex="0">${roles.map(
      (role) => html`<li key=${role.id}>
      <span class="dot" style=${{ background: role.colour ? colourOf(role.colour) : 'var(--text-3)' }}></span>
      <span class="what">${role.name}</span>
      <span class="aside">${members(role.member_count)}</span>
      ${
        role.can_manage
          ? html`<${IconButton} icon="trash" size=${18} label=${`Delete Role ${role.name}`} onClick=${() => askToDelete(server, role)} />`
          : html`<span class="locked" title=${role.managed ? 'This role belongs to an app.' : 'This role is not below yours.'}><${Icon} name="lock" size=${16} /><span class="unseen">${role.managed ? 'Belongs to an app' : 'Not below your role'}</span></span>`
      }</li>`,
    )}</ul>
  <//>`;
}

function CreateRole({ server }) {
  const [name, setName] = useState('');
  const [colour, setColour] = useState(0);
  const { busy, problem, send } = useSending();
  const own = !COLOURS.some(([value]) => value === colour);
  const submit = async (event) => {
    event.preventDefault();
    const made = await send(() =>
      discord('POST', `/guilds/${server.id}/roles`, { name: name.trim(), color: colour }),
    );
    if (!made) return;
    setName('');
    setColour(0);
  };
  return html`<form onSubmit=${submit}>
    <${Problem} text=${problem} />
    <${TextField} label="Role Name" value=${name} required maxLength="100" placeholder="new role" onValue=${setName} />
    <fieldset class="field"><legend class="field-label">Role Colour</legend>
      <div class="swatches">${COLOURS.map(
        ([
          value,
          label,
        ]) => html`<label key=${value} class="swatch" title=${label} style=${{ '--swatch': value ? colourOf(value) : 'var(--text-3)' }}>
        <input type="radio" name="colour" aria-label=${label} checked=${colour === value} onChange=${() => setColour(value)} /><${Icon} name="check" size=${16} /></label>`,
      )}
      <label class="swatch custom" title="Custom colour" data-own=${own ? '' : undefined} style=${{ '--swatch': own ? colourOf(colour) : 'transparent' }}>
        <input type="color" aria-label="Custom colour" value=${colourOf(colour || 0x99aab5)} onInput=${(event) => setColour(Number.parseInt(event.currentTarget.value.slice(1), 16))} /><${Icon} name=${own ? 'check' : 'edit'} size=${16} /></label></div>
    </fieldset>
    <footer><${SubmitButton} busy=${busy} disabled=${name.trim() === ''}>Create Role<//></footer>
  </form>`;
}
