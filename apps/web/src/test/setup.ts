import { afterEach } from 'vitest';

// The pages of tests have no layout, in which nothing is out of sight.
if (typeof Element !== 'undefined') Element.prototype.scrollIntoView ??= () => undefined;

/** One process runs many test files: what a test stored is not for the next one. */
afterEach(() => {
  if (typeof window === 'undefined') return;
  localStorage.clear();
  sessionStorage.clear();
});
