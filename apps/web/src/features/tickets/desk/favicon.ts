/** Draws how many tickets wait onto the icon of the tab. Answers how to take it off again. */
export function markFavicon(count: number): () => void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (!link || count < 1) return () => undefined;
  const plain = link.dataset.plain ?? link.href;
  link.dataset.plain = plain;
  const ending = new AbortController();
  fetch(plain, { signal: ending.signal, cache: 'force-cache' })
    .then((response) => response.text())
    .then((drawing) => {
      if (ending.signal.aborted || !drawing.includes('</svg>')) return;
      const marked = drawing.replace('</svg>', `${badge(count)}</svg>`);
      link.href = `data:image/svg+xml,${encodeURIComponent(marked)}`;
    })
    // The icon stays as it is.
    .catch(() => undefined);
  return () => {
    ending.abort();
    link.href = plain;
  };
}

/** In a drawing of 32 by 32. A number of more than one digit would not be read at the size of a tab's icon. */
function badge(count: number): string {
  const circle = '<circle cx="22.5" cy="22.5" r="9.5" fill="#d6232e" stroke="#fff" stroke-width="1.5"/>';
  if (count > 9) return circle;
  return `${circle}<text x="22.5" y="27.5" font-family="sans-serif" font-size="14" font-weight="700" text-anchor="middle" fill="#fff">${count}</text>`;
}
