import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { EmojiPicture, EmojiText } from './emoji.js';
import { html, Icon } from './lib.js';

/** The rows of a list of choices, and the keys that move in it. */
export function useChoices(items, onPick) {
  const [at, setAt] = useState(0);
  const active = Math.min(at, Math.max(0, items.length - 1));
  const onKeyDown = (event) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setAt(items.length ? (active + step + items.length) % items.length : 0);
      return true;
    }
    if ((event.key === 'Enter' || event.key === 'Tab') && items[active]) {
      event.preventDefault();
      onPick(items[active]);
      return true;
    }
    return false;
  };
  return { active, setAt, onKeyDown };
}

export function Choices({ id, label, items, active, setAt, onPick, selected = [], empty = 'Nothing found' }) {
  const list = useRef(null);
  useEffect(() => {
    list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return html`<ul class="choices" id=${id} role="listbox" tabindex="0" aria-label=${label} ref=${list}>
    ${items.length === 0 && html`<li class="empty" role="option" aria-disabled="true" aria-selected="false">${empty}</li>`}
    ${items.map(
      (item, i) => html`<li
        key=${item.value}
        id=${`${id}-${i}`}
        role="option"
        aria-selected=${selected.includes(item.value) ? 'true' : 'false'}
        data-active=${i === active ? '' : undefined}
        onMouseMove=${() => setAt(i)}
        onMouseDown=${(event) => event.preventDefault()}
        onClick=${() => onPick(item)}
      >
        <${ChoiceMark} item=${item} />
        <span class="choice-text"><span class="choice-label"><${EmojiText} text=${item.label} /></span>
        ${item.description && html`<span class="choice-description">${item.description}</span>`}</span>
        ${item.aside && html`<span class="choice-aside">${item.aside}</span>`}
        ${selected.includes(item.value) && html`<${Icon} name="check" size=${18} />`}
      </li>`,
    )}
  </ul>`;
}

function ChoiceMark({ item }) {
  if (item.avatar_url)
    return html`<img class="round" src=${item.avatar_url} alt="" width="24" height="24" />`;
  if (item.emoji?.url) return html`<img class="emoji" src=${item.emoji.url} alt="" />`;
  if (item.emoji?.name) return html`<${EmojiPicture} emoji=${item.emoji.name} mute />`;
  if (item.colour)
    return html`<span class="dot" style=${{ background: item.colour }} aria-hidden="true"></span>`;
  if (item.icon) return html`<${Icon} name=${item.icon} size=${18} />`;
  return null;
}

/**
 * A drop-down as in messages and forms. One choice is sent when it is made; several when the list closes. What was
 * picked stays to be seen until `revision` changes.
 */
export function SelectBox({
  label,
  placeholder,
  items,
  values,
  min = 1,
  max = 1,
  disabled,
  busy,
  searchable,
  revision,
  onChange,
}) {
  const [open, setOpen] = useState(false);
  const [query, setQuery] = useState('');
  const [draft, setDraft] = useState(values);
  const box = useRef(null);
  const input = useRef(null);
  const id = useId();
  const many = max > 1;
  const shown = items
    .filter((item) => `${item.label} ${item.search ?? ''}`.toLowerCase().includes(query.toLowerCase()))
    .slice(0, 50);
  const pick = (item) => {
    if (!many) {
      const again = min === 0 && draft.includes(item.value);
      setDraft(again ? [] : [item.value]);
      setOpen(false);
      box.current?.querySelector('button')?.focus();
      onChange(again ? [] : [item.value]);
      return;
    }
    setDraft((chosen) =>
      chosen.includes(item.value)
        ? chosen.filter((value) => value !== item.value)
        : chosen.length < max
          ? [...chosen, item.value]
          : chosen,
    );
  };
  const choices = useChoices(shown, pick);
  useEffect(() => setDraft(values), [revision]);
  useLayoutEffect(() => {
    if (open) putWhereThereIsRoom(box.current.lastElementChild, box.current);
  }, [open]);
  const close = () => {
    setOpen(false);
    setQuery('');
    const same = draft.length === values.length && draft.every((value) => values.includes(value));
    if (many && !same && draft.length >= min) onChange(draft);
  };
  useEffect(() => {
    if (!open) return undefined;
    input.current?.focus();
    const outside = (event) => {
      if (!box.current?.contains(event.target)) close();
    };
    document.addEventListener('pointerdown', outside);
    return () => document.removeEventListener('pointerdown', outside);
  });
  const onKeyDown = (event) => {
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      close();
      box.current?.querySelector('button')?.focus();
    } else if (event.key === ' ' && !searchable) {
      event.preventDefault();
      if (shown[choices.active]) pick(shown[choices.active]);
    } else if (event.key === 'Tab') close();
    else choices.onKeyDown(event);
  };
  const chosen = items.filter((item) => draft.includes(item.value));
  return html`<div class="select-box" ref=${box} data-open=${open ? '' : undefined}>
    <button
      type="button"
      class="select-trigger"
      role="combobox"
      aria-haspopup="listbox"
      aria-expanded=${open ? 'true' : 'false'}
      aria-controls=${open ? id : undefined}
      aria-label=${label}
      disabled=${disabled}
      onClick=${() => (open ? close() : setOpen(true))}
      onKeyDown=${(event) => {
        if (!open && event.key === 'ArrowDown') {
          event.preventDefault();
          setOpen(true);
        } else if (open && !searchable) onKeyDown(event);
      }}
      aria-activedescendant=${open && !searchable ? `${id}-${choices.active}` : undefined}
    >
      <span class=${chosen.length ? 'chosen' : 'placeholder'}>
        ${chosen.length === 0 ? placeholder : chosen.map((item) => html`<span class=${many ? 'chip' : ''}><${ChoiceMark} item=${item} />${item.label}</span>`)}
      </span>
      ${busy ? html`<${Dots} />` : html`<${Icon} name="down" size=${18} />`}
    </button>
    ${
      open &&
      html`<div class="select-popup">
      ${
        searchable &&
        html`<input
        ref=${input}
        type="text"
        class="select-search"
        placeholder="Search"
        aria-label=${`Search in ${label}`}
        role="combobox"
        aria-expanded="true"
        aria-controls=${id}
        aria-activedescendant=${shown.length ? `${id}-${choices.active}` : undefined}
        value=${query}
        onInput=${(event) => setQuery(event.currentTarget.value)}
        onKeyDown=${onKeyDown}
      />`
      }
      <${Choices} id=${id} label=${label} items=${shown} ...${choices} onPick=${pick} selected=${draft} />
      ${many && html`<p class="select-hint">${min === max ? `Pick ${min}` : `Pick ${min} to ${max}`}</p>`}
    </div>`
    }
  </div>`;
}

/** Above its button where what scrolls has more room there than below. */
function putWhereThereIsRoom(popup, box) {
  const frame = box.closest('.log, .dialog-inner')?.getBoundingClientRect();
  const { top, bottom } = box.getBoundingClientRect();
  const above = top - Math.max(0, frame?.top ?? 0);
  const below = Math.min(window.innerHeight, frame?.bottom ?? window.innerHeight) - bottom;
  popup.toggleAttribute('data-above', popup.offsetHeight + 8 > below && above > below);
}

export function Dots() {
  return html`<span class="dots" aria-hidden="true"><i></i><i></i><i></i></span>`;
}
