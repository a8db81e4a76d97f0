import { useState } from 'preact/hooks';
import { goTo } from './actions.js';
import { discord } from './api.js';
import { Problem, SubmitButton, TextField, useSending } from './form.js';
import { html, Icon } from './lib.js';
import { Dialog } from './modal.js';
import { changed, openServer, state } from './store.js';

const TEXT = 0;
const VOICE = 2;
const CATEGORY = 4;
const NEWS = 5;
const TYPES = [
  { type: TEXT, icon: 'hash', label: 'Text', about: 'Messages, pictures and files' },
  { type: VOICE, icon: 'speaker', label: 'Voice', about: 'A place to talk' },
];

function close() {
  state.dialog = null;
  changed();
}

/** What people call a channel of this kind. */
function kindOf(channel) {
  if (channel.type === CATEGORY) return 'Category';
  return channel.is_thread ? 'Thread' : 'Channel';
}

/** Text channels are written as Discord stores them while one types. */
function nameWritten(text, type) {
  return type === TEXT || type === NEWS ? text.toLowerCase().replace(/\s+/g, '-') : text;
}

export function openChannelForm(form) {
  state.dialog = { kind: 'channel', ...form };
  changed();
}

export function askToDeleteChannel(channel) {
  const kind = kindOf(channel);
  const name = channel.type === TEXT || channel.type === NEWS ? `#${channel.name}` : channel.name;
  state.dialog = {
    kind: 'confirm',
    title: `Delete ${kind}`,
    text: html`Are you sure you want to delete <b>${name}</b>? This cannot be undone.`,
    action: `Delete ${kind}`,
    onConfirm: () => discord('DELETE', `/channels/${channel.id}`),
  };
  changed();
}

/** A new channel or category, or another name and place for one that is there. */
export function ChannelForm({ dialog }) {
  const server = openServer();
  const { channel } = dialog;
  const [type, setType] = useState(channel?.type ?? dialog.type ?? TEXT);
  const [name, setName] = useState(channel?.name ?? '');
  const [parent, setParent] = useState(channel?.parent_id ?? dialog.parentId ?? '');
  const { busy, problem, send } = useSending();
  const isCategory = type === CATEGORY;
  const kind = isCategory ? 'Category' : 'Channel';
  const categories = server?.channels.filter((other) => other.type === CATEGORY) ?? [];
  const submit = async (event) => {
    event.preventDefault();
    let made;
    const work = async () => {
      const fields = { name, ...(isCategory ? {} : { parent_id: parent || null }) };
      if (channel) await discord('PATCH', `/channels/${channel.id}`, fields);
      else made = await discord('POST', `/guilds/${server.id}/channels`, { ...fields, type });
    };
    if (!(await send(work))) return;
    close();
    if (made?.type === TEXT) void goTo(made.id, { push: true });
  };
  return html`<${Dialog} title=${`${channel ? 'Edit' : 'Create'} ${kind}`} onClose=${close}>
    <form onSubmit=${submit}>
      <${Problem} text=${problem} />
      <${TextField} label=${`${kind} Name`} value=${name} required maxLength="100" placeholder=${isCategory ? 'New Category' : 'new-channel'} onValue=${(text) => setName(nameWritten(text, type))} />
      ${
        !channel &&
        !isCategory &&
        html`<fieldset class="field type-choice"><legend class="field-label">Channel Type</legend>
        ${TYPES.map(
          (one) => html`<label key=${one.type} class="type-card"><${Icon} name=${one.icon} size=${22} />
          <span><b>${one.label}</b><small>${one.about}</small></span>
          <input type="radio" name="type" checked=${type === one.type} onChange=${() => {
            setType(one.type);
            setName(nameWritten(name, one.type));
          }} /></label>`,
        )}
      </fieldset>`
      }
      ${
        !isCategory &&
        categories.length > 0 &&
        html`<label class="field"><span class="field-label">Category</span>
        <select value=${parent} onChange=${(event) => setParent(event.currentTarget.value)}>
          <option value="">No Category</option>
          ${categories.map((category) => html`<option key=${category.id} value=${category.id}>${category.name}</option>`)}
        </select></label>`
      }
      <footer><button type="button" class="button plain" onClick=${close}>Cancel</button>
      <${SubmitButton} busy=${busy} disabled=${name.trim() === ''}>${channel ? 'Save Changes' : `Create ${kind}`}<//></footer>
    </form>
  <//>`;
}
