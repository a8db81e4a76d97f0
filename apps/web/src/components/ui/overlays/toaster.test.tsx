import { act, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { dismissAllToasts, toast } from '../../../lib/page/toast.ts';
import { renderApp } from '../../../test/render.tsx';
import { Toaster } from './toaster.tsx';

test('places itself only while it shows something: to measure makes the browser lay the page out', async () => {
  const measured = vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect');
  renderApp(<Toaster />);
  expect(measured).not.toHaveBeenCalled();
  act(() => toast.success('The panel was sent'));
  await screen.findByText('The panel was sent');
  expect(measured).toHaveBeenCalled();
  act(dismissAllToasts);
  measured.mockRestore();
});
