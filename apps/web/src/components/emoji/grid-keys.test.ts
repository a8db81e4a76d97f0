import { expect, it } from 'vitest';
import { nextIndex } from './grid-keys.ts';

// Three rows: 0 to 3, 4 to 7, 8 and 9.
const from = (index: number) => ({ index, columns: 4, count: 10, page: 2 });
const press = (key: string, index: number, ctrlKey = false) => nextIndex({ key, ctrlKey }, from(index));

it('moves along a row, and on to the next', () => {
  expect(press('ArrowRight', 2)).toBe(3);
  expect(press('ArrowRight', 3)).toBe(4);
  expect(press('ArrowLeft', 4)).toBe(3);
});

it('moves between rows, and to the last cell where the next row is shorter', () => {
  expect(press('ArrowDown', 1)).toBe(5);
  expect(press('ArrowUp', 5)).toBe(1);
  expect(press('ArrowDown', 7)).toBe(9);
});

it('goes to the ends of the row, and with Ctrl to the ends of the grid', () => {
  expect([press('Home', 6), press('End', 6)]).toEqual([4, 7]);
  expect([press('Home', 6, true), press('End', 6, true)]).toEqual([0, 9]);
  expect(press('End', 8)).toBe(9);
});

it('moves by pages, never past the grid', () => {
  expect(press('PageDown', 1)).toBe(9);
  expect(press('PageUp', 9)).toBe(1);
  expect(press('ArrowLeft', 0)).toBe(0);
});

it('leaves other keys alone', () => {
  expect(press('a', 3)).toBeUndefined();
  expect(press('Enter', 3)).toBeUndefined();
});
