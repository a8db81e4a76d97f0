// @vitest-environment jsdom

import { expect, test, vi } from 'vitest';

test('where the browser blocks site data, the page says so and loads nothing more', async () => {
  document.body.innerHTML = '<div id="root"></div><p id="blocked" hidden>Your browser blocks site data</p>';
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('Access is denied for this document.', 'SecurityError');
  });
  const stop = vi.spyOn(window, 'stop').mockImplementation(() => undefined);
  await import('./first-moment.ts');
  expect(document.getElementById('blocked')?.hidden).toBe(false);
  expect(stop).toHaveBeenCalledOnce();
  vi.restoreAllMocks();
});
