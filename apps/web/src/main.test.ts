// @vitest-environment jsdom

import { expect, test, vi } from 'vitest';

test('the entry is done before the first view is there: code that is fetched for the view imports from it', async () => {
  const root = document.createElement('div');
  root.id = 'root';
  document.body.append(root);
  const fetched = vi.fn(() => new Promise<Response>(() => undefined));
  vi.stubGlobal('fetch', fetched);
  await import('./main.tsx');
  expect(fetched).toHaveBeenCalledWith('/config.json');
  vi.unstubAllGlobals();
}, 20_000);
