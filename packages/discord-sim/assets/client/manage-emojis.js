import { useEffect, useRef, useState } from 'preact/hooks';
import { discord } from './api.js';
import { Problem, SubmitButton, TextField, useSending } from './form.js';
import { html, Icon, IconButton } from './lib.js';
import { Dialog } from './modal.js';
import { changed, openServer, state } from './store.js';

const MAX_BYTES = 256 * 1024;
const TYPES = 'image/png,image/gif,image/jpeg,image/webp';

function close() {
  state.dialog = null;
  changed();
}

function askToDelete(server, emoji) {
  state.dialog = {
    kind: 'confirm',
    title: 'Delete Emoji',
    text: html`Are you sure you want to delete <b>:${emoji.name}:</b>? This cannot be undone.`,
    action: 'Delete Emoji',
    back: { kind: 'emojis' },
    onConfirm: () => discord('DELETE', `/guilds/${server.id}/emojis/${emoji.id}`),
  };
  changed();
}

/** The emojis of the open server, still and moving ones, each with the room that is left. */
export function Emojis() {
  const server = openServer();
  if (!server) return null;
  const kinds = [
    { title: 'Emoji', emojis: server.emojis.filter((emoji) => !emoji.animated) },
    { title: 'Animated Emoji', emojis: server.emojis.filter((emoji) => emoji.animated) },
  ];
  return html`<${Dialog} title="Emojis" onClose=${close} class="manage">
    ${server.can_add_emojis && html`<${AddEmoji} server=${server} />`}
    <div class="manage-list" tabindex="0" role="group" aria-label="Emojis of this server">
      ${kinds.map(
        ({ title, emojis }) => html`<section key=${title}>
        <h3>${title} — ${server.emoji_slots - emojis.length} ${server.emoji_slots - emojis.length === 1 ? 'slot' : 'slots'} available</h3>
        ${emojis.length === 0 && html`<p class="hint">None yet.</p>`}
        <ul aria-label=${title}>${emojis.map(
          (emoji) => html`<li key=${emoji.id}>
          <img class="emoji-picture" src=${emoji.url} alt="" width="32" height="32" />
          <span class="what">:${emoji.name}:</span>
          ${emoji.added_by && html`<span class="aside">${emoji.added_by}</span>`}
          ${emoji.can_delete && html`<${IconButton} icon="trash" size=${18} label=${`Delete Emoji ${emoji.name}`} onClick=${() => askToDelete(server, emoji)} />`}
        </li>`,
        )}</ul>
      </section>`,
      )}
    </div>
  <//>`;
}

function AddEmoji({ server }) {
  const [file, setFile] = useState(null);
  const [name, setName] = useState('');
  const { busy, problem, setProblem, send } = useSending();
  const input = useRef(null);
  const preview = usePreview(file);
  const choose = (chosen) => {
    if (!chosen) return;
    if (chosen.size > MAX_BYTES) {
      setProblem('This picture is too large: an emoji may be 256 KB at most.');
      return;
    }
    setProblem(null);
    setFile(chosen);
    // A name that somebody wrote stays.
    if (name === '' || name === nameFrom(file?.name ?? '')) setName(nameFrom(chosen.name));
  };
  const submit = async (event) => {
    event.preventDefault();
    const added = await send(async () =>
      discord('POST', `/guilds/${server.id}/emojis`, { name, image: await dataAddress(file) }),
    );
    if (!added) return;
    setFile(null);
    setName('');
    input.current.value = '';
    input.current.focus();
  };
  return html`<form onSubmit=${submit}>
    <p class="hint">A PNG or GIF of at most 256 KB. Names have 2 to 32 letters, digits and underscores.</p>
    <${Problem} text=${problem} />
    <div class="emoji-form">
      <label class="emoji-file" title="Choose a picture">
        <input ref=${input} type="file" accept=${TYPES} aria-label="Picture" onChange=${(event) => choose(event.currentTarget.files[0])} />
        ${preview ? html`<img src=${preview} alt="" width="48" height="48" />` : html`<${Icon} name="plus" size=${24} />`}
      </label>
      <${TextField} label="Emoji Name" value=${name} required minLength="2" maxLength="32" pattern="[A-Za-z0-9_]+" placeholder="party_ticket" onValue=${setName} />
    </div>
    <footer><${SubmitButton} busy=${busy} disabled=${!file || name.length < 2}>Upload Emoji<//></footer>
  </form>`;
}

/** A file's own name as an emoji may be called. */
function nameFrom(filename) {
  return filename
    .replace(/\.\w+$/, '')
    .replace(/\W+/g, '_')
    .slice(0, 32);
}

function usePreview(file) {
  const [address, setAddress] = useState(null);
  useEffect(() => {
    if (!file) {
      setAddress(null);
      return undefined;
    }
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address;
}

function dataAddress(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
