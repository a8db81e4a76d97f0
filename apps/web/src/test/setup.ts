import { afterEach } from 'vitest';

/** One process runs many test files: what a test stored is not for the next one. */
afterEach(() => {
  if (typeof window === 'undefined') return;
  localStorage.clear();
  sessionStorage.clear();
});
