import { useLayoutEffect, useRef } from 'preact/hooks';
import { html, Icon, placeNear } from './lib.js';
import { changed, state } from './store.js';

export function close() {
  state.menu = null;
  changed();
}

/** Where a menu opens: at the pointer, or under what was used by keyboard. */
export function menuPlace(event) {
  if (event.clientX || event.clientY) return { x: event.clientX, y: event.clientY };
  const { left, bottom } = event.currentTarget.getBoundingClientRect();
  return { x: left, y: bottom };
}

/** A floating box: placed at its point, gone on a click elsewhere or Escape, and the focus goes back. */
export function useFloating(menu) {
  const box = useRef(null);
  useLayoutEffect(() => placeNear(box.current, menu));
  // Keys pressed right after the one that opened it are already meant for it.
  useLayoutEffect(() => {
    const before = document.activeElement;
    const element = box.current;
    (element.querySelector('input, [role=menuitem], [data-first]') ?? element).focus();
    const outside = (event) => {
      if (!element.contains(event.target)) close();
    };
    const onEscape = (event) => {
      if (event.key === 'Escape') close();
    };
    document.addEventListener('pointerdown', outside);
    document.addEventListener('keydown', onEscape);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('keydown', onEscape);
      const { activeElement } = document;
      if (activeElement === document.body || element.contains(activeElement)) before?.focus?.();
    };
  }, []);
  return box;
}

export function Menu({ menu, label, children }) {
  const box = useFloating(menu);
  const onKeyDown = (event) => {
    const items = [...box.current.querySelectorAll('[role=menuitem]')];
    const at = items.indexOf(document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    items[(to + items.length) % items.length]?.focus();
  };
  return html`<section aria-label="Menu"><div class="menu floating" role="menu" aria-label=${label} ref=${box} onKeyDown=${onKeyDown}>${children}</div></section>`;
}

export function Item({ icon, label, danger, onPick, avatar }) {
  const pick = () => {
    close();
    onPick();
  };
  return html`<button type="button" role="menuitem" tabindex="-1" class=${danger ? 'danger-item' : ''} onClick=${pick}>
    <span>${label}</span>${avatar ? html`<img class="round" src=${avatar} alt="" width="18" height="18" />` : icon && html`<${Icon} name=${icon} size=${18} />`}
  </button>`;
}
