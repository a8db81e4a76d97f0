import { act, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderApp } from '../../../test/render.tsx';
import { Table } from './table.tsx';

/** Every box that something watches says so to it, as a browser does once it is laid out. */
function layOut() {
  const looks: (() => void)[] = [];
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(look: () => void) {
        looks.push(look);
      }
      observe() {}
      disconnect() {}
    },
  );
  return () =>
    act(() => {
      for (const look of looks) look();
    });
}

test('a table is a stop for Tab only while it is wider than its room, and has its name then as before', () => {
  const resize = layOut();
  renderApp(
    <Table
      label="People"
      columns={[{ key: 'name', head: 'Name', cell: (name: string) => name }]}
      rows={['Ann']}
      rowKey={(name) => name}
    />,
  );
  const box = screen.getByRole('region', { name: 'People' });
  resize();
  expect(box.getAttribute('tabindex')).toBeNull();
  vi.spyOn(box, 'scrollWidth', 'get').mockReturnValue(500);
  resize();
  expect(box.getAttribute('tabindex')).toBe('0');
});
