export interface FocusPlace {
  /** Where the focus belongs now. */
  element: () => HTMLElement | undefined;
  /** From now on until somebody moves the focus: should it be lost, it goes there. */
  keep: () => void;
}

/**
 * Where the focus belongs after a press on `from`, which may take away what it stands on: to `from` while it is there, else
 * to the same button of the next row, else of the row before, else to the heading above.
 */
export function placeOfFocus(from: Element | null): FocusPlace {
  if (!from || from === document.body) return { element: () => undefined, keep: () => undefined };
  // The entry of a menu goes with its menu; the button that opened it stays.
  const opener = from.closest('[role="menu"]')
    ? (document.querySelector('[aria-haspopup="menu"][aria-expanded="true"]') ?? from)
    : from;
  const row = opener.closest('tr, li');
  const nth = row ? [...row.querySelectorAll('button')].indexOf(opener as HTMLButtonElement) : -1;
  const rows = row ? [...beside(row, 'nextElementSibling'), ...beside(row, 'previousElementSibling')] : [];
  const around = [...beside(opener, 'parentElement')];

  const element = () => {
    if (isUsable(opener)) return opener;
    for (const other of rows) {
      const button = other.isConnected ? other.querySelectorAll('button')[nth] : undefined;
      if (isUsable(button)) return button;
    }
    for (const one of around) {
      const heading = one.isConnected ? one.querySelector<HTMLElement>('h1, h2, h3') : null;
      if (!heading) continue;
      if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
      return heading;
    }
    return undefined;
  };
  return { element, keep: () => keepFocus(opener, element) };
}

function keepFocus(opener: Element, element: () => HTMLElement | undefined): void {
  const mend = () => {
    const { activeElement } = document;
    const isLost = !activeElement || activeElement === document.body;
    // A button that is at work may come back.
    const isAtWork = opener.isConnected && opener.hasAttribute('aria-busy');
    if (isLost && !isAtWork) element()?.focus();
  };
  const watch = new MutationObserver(mend);
  const onFocus = ({ target }: FocusEvent) => {
    if (target === opener) return;
    watch.disconnect();
    document.removeEventListener('focusin', onFocus);
  };
  watch.observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ['disabled', 'aria-busy'],
  });
  document.addEventListener('focusin', onFocus);
  queueMicrotask(mend);
}

function* beside(
  element: Element,
  way: 'nextElementSibling' | 'previousElementSibling' | 'parentElement',
): Generator<Element> {
  for (let other = element[way]; other; other = other[way]) yield other;
}

function isUsable(element: Element | undefined): element is HTMLElement {
  return element instanceof HTMLElement && element.isConnected && !element.matches(':disabled');
}
