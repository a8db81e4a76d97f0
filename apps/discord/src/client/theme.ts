import { useSyncExternalStore } from 'react';

const system = () => matchMedia('(prefers-color-scheme: light)');
const listeners = new Set<() => void>();

/** What the person chose here, else what their system prefers. */
const isLight = () => (localStorage.getItem('theme') ?? (system().matches ? 'light' : 'dark')) === 'light';

export function showTheme(): void {
  document.documentElement.dataset.theme = isLight() ? 'light' : 'dark';
  for (const listener of listeners) listener();
}

export function chooseTheme(theme: 'light' | 'dark'): void {
  localStorage.setItem('theme', theme);
  showTheme();
}

export const useIsLight = () => useSyncExternalStore(subscribe, isLight);

function subscribe(listener: () => void): () => void {
  const query = system();
  listeners.add(listener);
  query.addEventListener('change', showTheme);
  return () => {
    listeners.delete(listener);
    query.removeEventListener('change', showTheme);
  };
}
