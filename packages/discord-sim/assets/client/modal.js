import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { initialValues, isSelect, itemsOfSelect, selectPlaceholders } from './entities.js';
import { interact } from './interactions.js';
import { html, IconButton } from './lib.js';
import { Dots, SelectBox } from './picker.js';
import { changed, serverOfChannel, state } from './store.js';
import { Text } from './text.js';

/** A window over everything else; Escape and the cross close it. */
export function Dialog({ title, onClose, children, class: extra = '', describedBy }) {
  const box = useRef(null);
  const id = useId();
  useEffect(() => {
    const before = document.activeElement;
    box.current.showModal();
    // A form is filled in; what is only read begins at its cross.
    box.current.querySelector('form input, form textarea')?.focus();
    return () => before?.focus?.();
  }, []);
  return html`<dialog
    ref=${box}
    class=${`dialog ${extra}`}
    aria-labelledby=${id}
    aria-describedby=${describedBy}
    onCancel=${(event) => {
      event.preventDefault();
      onClose();
    }}
    onClick=${(event) => event.target === box.current && onClose()}
  >
    <div class="dialog-inner">
      <header><h2 id=${id}>${title}</h2><${IconButton} icon="close" label="Close" onClick=${onClose} /></header>
      ${children}
    </div>
  </dialog>`;
}

/** The form that an application has opened. */
export function FormModal({ modal }) {
  const [values, setValues] = useState(() => initial(modal.components));
  const [problem, setProblem] = useState(null);
  const [busy, setBusy] = useState(false);
  const warning = useId();
  const close = () => {
    state.modal = null;
    changed();
  };
  const set = (id, value) => setValues((before) => ({ ...before, [id]: value }));
  const submit = (event) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setProblem(null);
    void interact(
      { kind: 'modal', channel_id: modal.channel_id, interaction_id: modal.id, values },
      {
        onDone() {
          if (state.modal?.id === modal.id) close();
        },
        onFail(text) {
          setBusy(false);
          setProblem(text === 'failed' ? 'Something went wrong. Try again.' : text);
        },
      },
    );
  };
  return html`<${Dialog} title=${modal.title} onClose=${close} class="form" describedBy=${warning}>
    <form onSubmit=${submit}>
      <p class="hint" id=${warning}>This form will be submitted to <b>${modal.app_name}</b>. Do not share passwords or other sensitive information.</p>
      ${problem && html`<p class="trouble" role="alert">${problem}</p>`}
      ${modal.components.map((node, i) => html`<${FormNode} key=${i} node=${node} values=${values} set=${set} channelId=${modal.channel_id} />`)}
      <footer><button type="button" class="button plain" onClick=${close}>Cancel</button>
      <button type="submit" class="button primary" aria-busy=${busy ? 'true' : undefined}>Submit${busy && html`<${Dots} />`}</button></footer>
    </form>
  <//>`;
}

function initial(nodes) {
  const values = {};
  const visit = (node) => {
    if (node.type === 4) values[node.custom_id] = node.value ?? '';
    else if (isSelect(node)) values[node.custom_id] = initialValues(node);
    else if (node.type === 21 || node.type === 22)
      values[node.custom_id] = (node.options ?? [])
        .filter((option) => option.default)
        .map((option) => option.value);
    else if (node.type === 23) values[node.custom_id] = node.default ? 'true' : 'false';
    for (const child of node.components ?? []) visit(child);
    if (node.component) visit(node.component);
  };
  for (const node of nodes) visit(node);
  return values;
}

function FormNode({ node, values, set, channelId, label, description }) {
  const id = useId();
  const next = { values, set, channelId };
  if (node.type === 1) return node.components.map((child) => html`<${FormNode} node=${child} ...${next} />`);
  if (node.type === 18)
    return html`<${FormNode} node=${node.component} ...${next} label=${node.label} description=${node.description} />`;
  if (node.type === 10) return html`<div class="display"><${Text} nodes=${node.text} /></div>`;
  const name = label ?? node.label ?? node.custom_id;
  const required = node.required !== false;
  const value = values[node.custom_id];
  const change = (given) => set(node.custom_id, given);
  const head = html`<span class="field-label" id=${`${id}-label`}>${name}${required && html`<span class="required" aria-hidden="true"> *</span>`}</span>
    ${description && html`<span class="hint" id=${`${id}-hint`}>${description}</span>`}`;
  if (node.type === 4) {
    const attributes = {
      id,
      value,
      required,
      minLength: node.min_length,
      maxLength: node.max_length ?? 4000,
      placeholder: node.placeholder,
      'aria-describedby': description ? `${id}-hint` : undefined,
      onInput: (event) => change(event.currentTarget.value),
    };
    return html`<label class="field" for=${id}>${head}
      ${node.style === 2 ? html`<textarea rows="4" ...${attributes}></textarea>` : html`<input type="text" ...${attributes} />`}
      ${node.max_length && html`<span class="count" aria-hidden="true">${value.length}/${node.max_length}</span>`}
    </label>`;
  }
  if (isSelect(node)) {
    const server = serverOfChannel({ guild_id: state.server });
    return html`<div class="field">${head}<${SelectBox}
      label=${name}
      placeholder=${node.placeholder ?? selectPlaceholders[node.type]}
      items=${itemsOfSelect(node, server)}
      values=${value}
      min=${required ? (node.min_values ?? 1) : 0}
      max=${node.max_values ?? 1}
      searchable=${node.type !== 3}
      onChange=${change}
    /></div>`;
  }
  if (node.type === 21 || node.type === 22) {
    const one = node.type === 21;
    return html`<fieldset class="field" aria-labelledby=${`${id}-label`}>${head}
      ${node.options.map(
        (option) => html`<label class="choice-line" key=${option.value}>
        <input type=${one ? 'radio' : 'checkbox'} name=${id} checked=${value.includes(option.value)} onChange=${(
          event,
        ) =>
          change(
            one
              ? [option.value]
              : event.currentTarget.checked
                ? [...value, option.value]
                : value.filter((other) => other !== option.value),
          )} />
        <span>${option.label}${option.description && html`<small>${option.description}</small>`}</span></label>`,
      )}
    </fieldset>`;
  }
  if (node.type === 23) {
    return html`<label class="choice-line"><input type="checkbox" checked=${value === 'true'} onChange=${(event) => change(event.currentTarget.checked ? 'true' : 'false')} /><span>${name}</span></label>`;
  }
  return html`<p class="trouble">This simulator draws no field of type ${node.type}.</p>`;
}
