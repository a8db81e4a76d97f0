import { EmojiPicture, EmojiText } from './emoji.js';
import { initialValues, isSelect, itemsOfSelect, selectPlaceholders } from './entities.js';
import { pressComponent } from './interactions.js';
import { html, Icon } from './lib.js';
import { Dots, SelectBox } from './picker.js';
import { openServer, state, useStore } from './store.js';
import { Link, Text } from './text.js';

const STYLES = { 1: 'primary', 2: 'secondary', 3: 'success', 4: 'danger', 5: 'link', 6: 'premium' };

/** The components of a message, and what became of the last press. */
export function MessageComponents({ message }) {
  useStore();
  const trouble = state.troubles.get(message.id);
  return html`<div class="components">
    ${message.components.map((node) => html`<${Node} node=${node} message=${message} />`)}
    ${trouble && html`<p class="trouble" role="alert">${trouble}</p>`}
  </div>`;
}

function Node({ node, message }) {
  const inside = (nodes) => nodes?.map((child) => html`<${Node} node=${child} message=${message} />`);
  if (isSelect(node)) return html`<${Select} node=${node} message=${message} />`;
  switch (node.type) {
    case 1:
      return html`<div class="row">${inside(node.components)}</div>`;
    case 2:
      return html`<${Button} node=${node} message=${message} />`;
    case 9:
      return html`<div class="section"><div>${inside(node.components)}</div>${inside(node.accessory ? [node.accessory] : [])}</div>`;
    case 10:
      return html`<div class="display"><${Text} nodes=${node.text} /></div>`;
    case 11:
      return html`<img class="thumbnail" src=${node.media.url} alt=${node.description ?? ''} />`;
    case 12:
      return html`<div class="gallery">${node.items.map((item) => html`<img src=${item.media.url} alt=${item.description ?? ''} loading="lazy" />`)}</div>`;
    case 13:
      return html`<p class="file-card"><${Icon} name="file" />${node.name ?? node.file.url}</p>`;
    case 14:
      return html`<hr class="separator" data-line=${node.divider === false ? undefined : ''} data-wide=${node.spacing === 2 ? '' : undefined} />`;
    case 17:
      return html`<div class="container" style=${node.accent_color ? { '--bar': `#${node.accent_color.toString(16).padStart(6, '0')}` } : undefined}>${inside(node.components)}</div>`;
    default:
      return html`<p class="trouble">This simulator draws no component of type ${node.type}.</p>`;
  }
}

export function Emoji({ emoji }) {
  if (!emoji) return null;
  if (emoji.url) return html`<img class="emoji" src=${emoji.url} alt="" />`;
  return html`<${EmojiPicture} emoji=${emoji.name} mute />`;
}

function isBusy(message, customId) {
  return [...state.pending.values()].some(
    (waiting) => waiting.message_id === message.id && waiting.custom_id === customId,
  );
}

function Button({ node, message }) {
  const content = html`<${Emoji} emoji=${node.emoji} />${node.label && html`<span><${EmojiText} text=${node.label} /></span>`}`;
  const label = node.label ? undefined : (node.emoji?.name ?? node.custom_id);
  if (node.style === 5) {
    if (node.disabled)
      return html`<button type="button" class="button secondary" disabled>${content}<${Icon} name="out" size=${16} /></button>`;
    return html`<${Link} class="button secondary" href=${node.url} aria-label=${label}>${content}<${Icon} name="out" size=${16} /><//>`;
  }
  const busy = isBusy(message, node.custom_id);
  return html`<button
    type="button"
    class=${`button ${STYLES[node.style] ?? 'secondary'}`}
    aria-label=${label}
    aria-busy=${busy ? 'true' : undefined}
    disabled=${node.disabled}
    onClick=${() => busy || pressComponent(message, node.custom_id)}
  >${content}${busy && html`<${Dots} />`}</button>`;
}

function Select({ node, message }) {
  const placeholder = node.placeholder ?? selectPlaceholders[node.type];
  return html`<${SelectBox}
    label=${placeholder}
    placeholder=${placeholder}
    items=${itemsOfSelect(node, openServer())}
    values=${initialValues(node)}
    min=${node.min_values ?? 1}
    max=${node.max_values ?? 1}
    disabled=${node.disabled}
    busy=${isBusy(message, node.custom_id)}
    searchable=${node.type !== 3}
    revision=${message.edited}
    onChange=${(values) => pressComponent(message, node.custom_id, values)}
  />`;
}
