import { expect, test } from 'vitest';
import { takenBack } from './change.ts';

test.each`
  before             | written            | now                | back
  ${['a', 'b', 'c']} | ${['c', 'a']}      | ${['c', 'a', 'x']} | ${['a', 'b', 'c', 'x']}
  ${['a', 'b']}      | ${['b', 'a']}      | ${['x', 'b', 'a']} | ${['a', 'x', 'b']}
  ${['a', 'b']}      | ${['c', 'd']}      | ${['x', 'y', 'd']} | ${['a', 'b', 'x', 'y']}
  ${['a', 'b', 'c']} | ${['b', 'c', 'd']} | ${['x', 'c', 'd']} | ${['a', 'x', 'c']}
  ${['a', 'b']}      | ${['a', 'b']}      | ${['b', 'x']}      | ${['b', 'x']}
`(
  'a change of $before to $written that is taken back when others have made it $now leaves $back',
  ({ before, written, now, back }) => {
    expect(takenBack({ list: now }, { before: { list: before }, written: { list: written } })).toEqual({
      list: back,
    });
  },
);
