/* The guide's search. It runs here, over a list of all sections that is fetched once. */

import { el, search, wordsOf } from './page.js';

const found = document.querySelector('#found');
const MOST = 8;

let sections;
const load = () => {
  sections ??= fetch('/docs/search.json').then((response) => response.json());
  return sections;
};

/** Every word must be there; a word in a heading counts most, and one at which a word of the text begins counts more. */
function score(section, words) {
  const heading = section.heading.toLowerCase();
  const text = `${section.page} ${section.text}`.toLowerCase();
  let sum = 0;
  for (const word of words) {
    const inHeading = heading.includes(word);
    if (!inHeading && !text.includes(word)) return 0;
    sum += (inHeading ? 10 : 0) + (text.includes(` ${word}`) ? 2 : 1);
  }
  return sum;
}

/** A piece of the text around the first word that was found, with the words marked. */
function excerpt({ text }, words) {
  const first = Math.min(...words.map((word) => text.toLowerCase().indexOf(word)).filter((at) => at >= 0));
  if (!Number.isFinite(first)) return [text.slice(0, 90)];
  const from = first < 40 ? 0 : text.indexOf(' ', first - 40) + 1;
  const piece = text.slice(from, from + 110);
  const marked = new RegExp(
    `(${words.map((word) => word.replace(/[^\p{L}\p{N}]/gu, '\\$&')).join('|')})`,
    'iu',
  );
  const parts = piece.split(marked).map((part, index) => (index % 2 ? el('mark', {}, part) : part));
  return [from > 0 ? '… ' : '', ...parts, from + 110 < text.length ? ' …' : ''];
}

async function show() {
  const words = wordsOf(search.value);
  if (!words.length) {
    found.hidden = true;
    return;
  }
  const all = await load();
  if (words.join() !== wordsOf(search.value).join()) return;
  const best = all
    .map((section) => ({ section, points: score(section, words) }))
    .filter(({ points }) => points > 0)
    .sort((a, b) => b.points - a.points)
    .slice(0, MOST);
  found.replaceChildren(
    ...best.map(({ section }) =>
      el(
        'a',
        { href: section.href },
        el('b', {}, section.heading),
        section.heading === section.page ? '' : ` · ${section.page}`,
        el('small', {}, excerpt(section, words)),
      ),
    ),
    ...(best.length ? [] : [el('p', {}, 'Nothing was found. Try another word.')]),
  );
  found.hidden = false;
}

const links = () => [...found.querySelectorAll('a')];

search.addEventListener('focus', () => void load());
search.addEventListener('input', () => void show());

const box = search.parentElement;
box.addEventListener('keydown', (event) => {
  const all = links();
  const at = all.indexOf(document.activeElement);
  if (event.key === 'Escape') {
    search.focus();
    found.hidden = true;
  } else if (event.key === 'Enter' && at < 0) all[0]?.click();
  else if (event.key === 'ArrowDown') (all[at + 1] ?? all[0])?.focus();
  else if (event.key === 'ArrowUp') (all[at - 1] ?? search).focus();
  else return;
  if (event.key !== 'Enter') event.preventDefault();
});
box.addEventListener('focusout', (event) => {
  if (!box.contains(event.relatedTarget)) found.hidden = true;
});
found.addEventListener('click', () => {
  found.hidden = true;
});
