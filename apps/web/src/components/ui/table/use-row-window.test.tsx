import { act, screen } from '@testing-library/react';
import { useRef } from 'react';
import { expect, test } from 'vitest';
import { pretendLayout } from '../../../test/layout.ts';
import { renderApp } from '../../../test/render.tsx';
import { useRowWindow } from './use-row-window.ts';

// The box is 300 px high: three rows.
pretendLayout();

const numbers = Array.from({ length: 200 }, (_, number) => number);

function List({ count }: { count: number }) {
  const ref = useRef<HTMLDivElement>(null);
  const { first, end, height, reveal } = useRowWindow(ref, { count, rowPx: 100 });
  return (
    <section ref={ref} aria-label="Rows" style={{ height }}>
      {numbers.slice(first, end).map((number) => (
        <button type="button" key={number} onClick={() => reveal(50)}>
          {number}
        </button>
      ))}
    </section>
  );
}

const box = () => screen.getByRole('region');
const drawn = () => screen.getAllByRole('button').map(({ textContent }) => Number(textContent));
const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, n) => first + n);

function scrollTo(top: number) {
  act(() => {
    box().scrollTop = top;
    box().dispatchEvent(new Event('scroll'));
  });
}

test('only the rows in sight are there, and six on either side', () => {
  renderApp(<List count={200} />);
  expect(box().style.height).toBe('20000px');
  expect(drawn()).toEqual(from(0, 8));
  scrollTo(10_050);
  expect(drawn()).toEqual(from(94, 109));
  scrollTo(19_700);
  expect(drawn()).toEqual(from(191, 199));
});

test('a list that becomes shorter has no rows past its end, and one that is empty has none', () => {
  const { rerender } = renderApp(<List count={200} />);
  scrollTo(10_000);
  rerender(<List count={96} />);
  expect(drawn()).toEqual([94, 95]);
  rerender(<List count={0} />);
  expect(screen.queryAllByRole('button')).toEqual([]);
});

test('a row is brought into sight by the shortest way, and is there at once', () => {
  renderApp(<List count={200} />);
  const reveal = () => act(() => screen.getAllByRole('button')[0]?.click());
  reveal();
  expect([box().scrollTop, drawn()]).toEqual([4_800, from(42, 56)]);
  scrollTo(4_950);
  reveal();
  expect(box().scrollTop).toBe(4_950);
  scrollTo(9_000);
  reveal();
  expect([box().scrollTop, drawn()]).toEqual([5_000, from(44, 58)]);
});
