import { deletedUser } from '@tickets/contract/platform/names';
import { expect, test } from 'vitest';
import { withoutNames } from './person.ts';

const person = (name: string) => ({ user_id: '1441455397893308445', names: [name], imported: new Map() });

/** Every sign of ASCII, and some beyond. */
const signs = [
  ...Array.from({ length: 95 }, (_, n) => String.fromCharCode(32 + n)),
  'é',
  '‐',
  '\u{1f600}',
  '\ud800',
];

test.each(signs)('a name with %j in it is taken out of what was said', (sign) => {
  const name = `Anna${sign}Lena`;
  expect(withoutNames(`Ask ${name}, please`, person(name))).toBe(`Ask ${deletedUser.username}, please`);
});

test.each(signs)('a name of %j alone changes nothing but itself', (sign) => {
  const name = sign.repeat(2);
  expect(withoutNames('Nobody is named', person(name))).toBe('Nobody is named');
});
