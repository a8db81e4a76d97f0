import { changed } from './store.js';

const system = matchMedia('(prefers-color-scheme: light)');

/** What the person chose here, else what their system prefers. */
export const isLight = () =>
  (localStorage.getItem('theme') ?? (system.matches ? 'light' : 'dark')) === 'light';

export function chooseTheme(theme) {
  localStorage.setItem('theme', theme);
  showTheme();
}

export function showTheme() {
  document.documentElement.dataset.theme = isLight() ? 'light' : 'dark';
  changed();
}

system.addEventListener('change', showTheme);
