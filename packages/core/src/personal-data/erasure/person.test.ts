import { deletedUser } from '@tickets/contract/platform/names';
import { expect, test } from 'vitest';
import { escapeAnswer } from '../../tickets/model/answer-embeds.ts';
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

test.each(['with_underscore', '*star*', 'a|b', '>quoted', 'back\\slash'])(
  'the name %j is taken out also where its signs are kept from being Markdown',
  (name) => {
    const text = escapeAnswer(`ask @${name} about it`);
    expect(withoutNames(text, person(name))).toBe(`ask @${deletedUser.username} about it`);
  },
);

// One that tried every way to read a name would not come back.
test.each(['\\', '_', '\\_', 'a\\'])(
  'a name of many %j is looked for in one go, however nearly a text has it',
  (part) => {
    const nearly = `${part.repeat(70).slice(0, 99)} ${'x'.repeat(300)}`;
    const text = `${nearly.repeat(50)} 1441455397893308445 ${'\\'.repeat(20_000)}x`;
    expect(withoutNames(text, person(part.repeat(100)))).toContain(deletedUser.id);
  },
);

test.each(signs)('a name of %j alone changes nothing but itself', (sign) => {
  const name = sign.repeat(2);
  expect(withoutNames('Nobody is named', person(name))).toBe('Nobody is named');
});
