import { expect, test } from 'vitest';
import { renderApp } from '../../test/render.tsx';
import { RelativeTime } from './relative-time.tsx';

test.each([
  [0, 'now'],
  [900, 'now'],
  [-5000, '5 seconds ago'],
  [90_500, 'in 1 minute'],
])('what is %i ms away reads "%s"', (ms, text) => {
  const { container } = renderApp(<RelativeTime date={Date.now() + ms} />);
  expect(container.textContent).toBe(text);
});
