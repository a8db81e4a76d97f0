import { useState } from 'preact/hooks';
import { goTo } from './actions.js';
import { EmojiText } from './emoji.js';
import { colourOf, html, Stamp } from './lib.js';
import { channelById, state } from './store.js';

/** Draws formatted text. */
export function Text({ nodes }) {
  return (nodes ?? []).map((node, i) => html`<${Piece} key=${i} node=${node} />`);
}

const tags = { strong: 'strong', em: 'em', underline: 'u', strikethrough: 's', subtext: 'small' };

function Piece({ node }) {
  const inner = () => (Array.isArray(node.content) ? html`<${Text} nodes=${node.content} />` : node.content);
  const tag = tags[node.type];
  if (tag) return html`<${tag} class=${node.type}>${inner()}<//>`;
  switch (node.type) {
    case 'text':
      return html`<${EmojiText} text=${node.content} />`;
    case 'br':
      return html`<br />`;
    case 'heading':
      return html`<p class="heading" data-level=${node.level}>${inner()}</p>`;
    case 'blockQuote':
      return html`<blockquote><${Trimmed} nodes=${node.content} /></blockquote>`;
    case 'inlineCode':
      return html`<code>${node.content}</code>`;
    case 'codeBlock':
      return html`<pre tabindex="0" role="region" aria-label="Code"><code>${node.content}</code></pre>`;
    case 'spoiler':
      return html`<${Spoiler}>${inner()}<//>`;
    case 'list':
      return html`<${node.ordered ? 'ol' : 'ul'} start=${node.ordered ? node.start : undefined}>
        ${node.items.map((item) => html`<li><${Text} nodes=${item} /></li>`)}
      <//>`;
    case 'url':
    case 'link':
    case 'autolink':
      return html`<${Link} href=${node.target}>${inner()}<//>`;
    case 'timestamp':
      return html`<${Stamp} seconds=${node.timestamp} format=${node.format} />`;
    case 'emoji':
      return html`<img class="emoji" src=${node.url} alt=${`:${node.name}:`} title=${`:${node.name}:`} />`;
    case 'user':
      return html`<button type="button" class="mention" onClick=${(event) => openProfile(event, node.id)}>@${nameNow(node)}</button>`;
    case 'role':
      return html`<span class="mention role" style=${node.colour ? { '--role': colourOf(node.colour) } : undefined}>@${node.name}</span>`;
    case 'everyone':
    case 'here':
      return html`<span class="mention">@${node.type}</span>`;
    case 'channel':
      return html`<${ChannelMention} node=${node} />`;
    case 'slashCommand':
      return html`<button type="button" class="mention" onClick=${() => startCommand(node.fullName)}>/${node.fullName}</button>`;
    default:
      return inner() ?? null;
  }
}

function Trimmed({ nodes }) {
  const end = nodes.at(-1)?.type === 'br' ? -1 : undefined;
  return html`<${Text} nodes=${nodes.slice(0, end)} />`;
}

export function Link({ href, children, ...rest }) {
  if (!/^https?:\/\//i.test(href ?? '')) return html`<span>${children}</span>`;
  return html`<a href=${href} target="_blank" rel="noopener noreferrer" ...${rest}>${children}</a>`;
}

function Spoiler({ children }) {
  const [open, setOpen] = useState(false);
  if (open) return html`<span class="spoiler open">${children}</span>`;
  return html`<button type="button" class="spoiler" aria-label="Spoiler. Press to show." onClick=${() => setOpen(true)}><span aria-hidden="true">${children}</span></button>`;
}

function ChannelMention({ node }) {
  const known = channelById(node.id);
  const name = known?.name ?? node.name;
  return html`<button type="button" class="mention" onClick=${() => goTo(node.id, { push: true })}>#${name}</button>`;
}

function nameNow(node) {
  const server = state.servers.find(({ id }) => id === state.server);
  return server?.members.find((member) => member.id === node.id)?.name ?? node.name;
}

export function openProfile(event, userId) {
  const box = event.currentTarget.getBoundingClientRect();
  const detail = { userId, x: box.right + 8, y: box.top };
  document.dispatchEvent(new CustomEvent('sim:profile', { detail }));
}

export function startCommand(name) {
  document.dispatchEvent(new CustomEvent('sim:command', { detail: { name } }));
}

/** A text that is nothing but a few emojis is shown large. */
export function isJumbo(nodes) {
  if (!nodes || nodes.length === 0) return false;
  return nodes.every(
    (node) =>
      node.type === 'emoji' ||
      (node.type === 'text' && /^(?:\s|\p{Extended_Pictographic}|\u200d|\ufe0f)+$/u.test(node.content)),
  );
}
