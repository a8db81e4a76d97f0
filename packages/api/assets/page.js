/* What guide and API pages share: the list of contents on phones, and the search box with its key. */

const contents = document.querySelector('.contents');
if (matchMedia('(max-width: 820px)').matches) contents.open = false;
// The list is long, and the current page may be at its end.
contents.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });

const box = document.querySelector('.search');
export const search = document.querySelector('#search');
box.hidden = false;

addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target instanceof HTMLInputElement) return;
  event.preventDefault();
  search.focus();
});

/** An element with attributes and children; strings become text, so that no data can put markup into the page. */
export function el(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children.flat().filter((child) => child !== undefined));
  return element;
}

export const wordsOf = (text) => text.toLowerCase().split(/\s+/).filter(Boolean);
